//! The deal and the dice.
//!
//! Alone against engines, everything random follows a seed that whoever begins
//! the game may choose. Between people it follows a secret that nobody knows:
//! its hash is shown first, the secret itself when the game is over, so that
//! everybody can check the deal and every die afterwards.
//!
//! With `H` for SHA-256 and `S` for a secret of 32 bytes: the hash shown first
//! is `H("takeback commitment" S)`; the deal's seed is the first eight bytes of
//! `H("takeback deal" S)`, lowest first; chance at the position of number `n` is
//! drawn by a generator seeded with the first eight bytes of
//! `H("takeback chance" S n)`, `n` as eight bytes, lowest first. Chance at one
//! position therefore decides once: taking back does not roll again.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use takeback_core::SplitMix;

/// 32 bytes that nobody can guess; drawn by whoever opens the room.
#[derive(Clone, Deserialize, Eq, PartialEq, Serialize)]
pub struct Secret(pub [u8; 32]);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    pub(crate) fn hash(&self, what: &str, number: Option<u64>) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(what.as_bytes());
        hash.update(self.0);
        if let Some(number) = number {
            hash.update(number.to_le_bytes());
        }
        hash.finalize().into()
    }

    fn word(&self, what: &str, number: Option<u64>) -> u64 {
        let hash = self.hash(what, number);
        u64::from_le_bytes(hash[..8].try_into().expect("a hash has eight bytes"))
    }

    /// What is shown first.
    #[must_use]
    pub fn commitment(&self) -> String {
        hexadecimal(&self.hash("takeback commitment", None))
    }

    /// The seed of the deal.
    #[must_use]
    pub fn deal(&self) -> u64 {
        self.word("takeback deal", None)
    }

    /// The generator for chance at a position.
    #[must_use]
    pub fn chance(&self, node: usize) -> SplitMix {
        SplitMix::new(self.word("takeback chance", Some(node as u64)))
    }

    /// As text.
    #[must_use]
    pub fn hexadecimal(&self) -> String {
        hexadecimal(&self.0)
    }
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A deal that everybody can check: the hash first, the secret at the end.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Deal {
    /// The number of the position it began at.
    pub from: usize,
    /// SHA-256 of the secret, in hexadecimal digits.
    pub commitment: String,
    /// The secret, once the game is over.
    pub secret: Option<String>,
}

/// Where chance comes from.
#[derive(Clone, Debug)]
pub(crate) struct Luck {
    /// Secrets are drawn from this one, which is never shown.
    root: Secret,
    /// The seed while nobody else plays.
    pub(crate) seed: u64,
    rng: SplitMix,
    /// Numbers drawn from it so far.
    pub(crate) drawn: u64,
    /// Sealed deals so far: where each began, and whether it has been shown.
    pub(crate) sealed: Vec<Sealed>,
}

/// A sealed deal.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Sealed {
    /// The number of the position it began at.
    pub from: usize,
    /// Whether its secret has been shown.
    pub shown: bool,
}

/// No game draws as many.
const MOST_DRAWN: u64 = 1 << 24;

impl Luck {
    pub(crate) fn new(root: Secret, seed: u64) -> Self {
        Luck { rng: SplitMix::stream(seed, 1), drawn: 0, root, seed, sealed: Vec::new() }
    }

    /// The same after so many numbers were drawn: dice do not begin anew with the
    /// program.
    pub(crate) fn after(mut self, drawn: u64) -> Self {
        for _ in 0..drawn.min(MOST_DRAWN) {
            self.rng.next();
        }
        self.drawn = drawn;
        self
    }

    pub(crate) fn root(&self) -> &Secret {
        &self.root
    }

    /// The secret of the deal of this number.
    pub(crate) fn secret(root: &Secret, number: usize) -> Secret {
        Secret(root.hash("takeback secret", Some(number as u64)))
    }

    /// Whether nobody knows what comes.
    pub(crate) fn is_sealed(&self) -> bool {
        self.sealed.last().is_some_and(|deal| !deal.shown)
    }

    /// From this position on, chance follows a secret that nobody has seen.
    pub(crate) fn seal(&mut self, from: usize) {
        self.sealed.push(Sealed { from, shown: false });
    }

    /// Show the secret: the game is over.
    pub(crate) fn show(&mut self) -> bool {
        let hidden = self.is_sealed();
        if let Some(deal) = self.sealed.last_mut() {
            deal.shown = true;
        }
        hidden
    }

    /// The generator for chance at this position; [`used`](Luck::used) when it
    /// has decided.
    pub(crate) fn generator(&self, node: usize) -> SplitMix {
        match self.sealed.len() {
            0 => self.rng.clone(),
            n => Luck::secret(&self.root, n - 1).chance(node),
        }
    }

    /// Chance has decided with this generator.
    pub(crate) fn used(&mut self, rng: SplitMix) {
        if self.sealed.is_empty() {
            let mut probe = self.rng.clone();
            while probe != rng && self.drawn < MOST_DRAWN {
                probe.next();
                self.drawn += 1;
            }
            self.rng = rng;
        }
    }

    /// The seed of an engine's move at this position.
    pub(crate) fn engine_seed(&self, node: usize, ply: u32) -> u64 {
        match self.sealed.len() {
            0 => self.seed ^ u64::from(ply),
            n => {
                let secret = Luck::secret(&self.root, n - 1);
                secret.word("takeback engine", Some(node as u64))
            }
        }
    }

    /// As everybody may see them.
    pub(crate) fn deals(&self) -> Vec<Deal> {
        let deal = |(i, sealed): (usize, &Sealed)| {
            let secret = Luck::secret(&self.root, i);
            Deal {
                from: sealed.from,
                commitment: secret.commitment(),
                secret: sealed.shown.then(|| secret.hexadecimal()),
            }
        };
        self.sealed.iter().enumerate().map(deal).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deal_shows_its_hash_first_and_its_secret_at_the_end() {
        let mut luck = Luck::new(Secret([3; 32]), 7);
        assert!(luck.deals().is_empty(), "alone, nothing is sealed");
        luck.seal(0);
        let before = luck.deals();
        assert_eq!(before[0].secret, None);
        assert!(luck.show() && !luck.show());
        let after = luck.deals();
        assert_eq!(after[0].commitment, before[0].commitment);
        let shown = after[0].secret.clone().expect("shown");
        let secret = Luck::secret(&Secret([3; 32]), 0);
        assert_eq!(
            (shown, secret.commitment()),
            (secret.hexadecimal(), before[0].commitment.clone())
        );
        luck.seal(9);
        assert_ne!(luck.deals()[1].commitment, before[0].commitment, "a shown secret is used up");
    }

    #[test]
    fn one_position_rolls_once() {
        let mut luck = Luck::new(Secret([3; 32]), 7);
        let mut rng = luck.generator(4);
        let first = rng.next();
        luck.used(rng);
        assert_ne!(luck.generator(4).next(), first, "alone one may roll again");
        luck.seal(0);
        let mut rng = luck.generator(4);
        let first = rng.next();
        luck.used(rng);
        assert_eq!(luck.generator(4).next(), first);
        assert_ne!(luck.generator(5).next(), first);
    }

    #[test]
    fn dice_go_on_where_they_stood() {
        let mut luck = Luck::new(Secret([3; 32]), 7);
        for _ in 0..5 {
            let mut rng = luck.generator(0);
            rng.next();
            rng.next();
            luck.used(rng);
        }
        assert_eq!(luck.drawn, 10);
        let again = Luck::new(Secret([3; 32]), 7).after(luck.drawn);
        assert_eq!(again.generator(0), luck.generator(0));
    }
}
