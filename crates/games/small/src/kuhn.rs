//! Kuhn poker: one card each, one bet; hidden information at its smallest.

mod text;

use takeback_core::{
    Game, Hidden, Indexed, Key, Keyed, Moves, Payoff, Player, RandomMove, Scored, SplitMix, Turn,
    ZeroSum,
};

/// Each of `N` players (two or three) gets one of `N + 1` cards and antes one
/// chip; then one round of betting one chip. The best card of those who stayed
/// wins the pot.
///
/// With two players the value of the game is known: the first loses a chip in 18
/// games (Kuhn 1950).
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Kuhn<const N: usize = 2> {
    pub(crate) cards: [Option<u8>; N],
    /// `bets[i]` is whether the `i`th action put a chip in.
    pub(crate) bets: [bool; ACTIONS],
    pub(crate) actions: u8,
}

/// All but one check, one bets, all others answer: at a table of three.
const ACTIONS: usize = 5;

/// A card dealt, or an action.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum KuhnMove {
    /// The next player gets jack (0), queen (1), king (2) or ace (3).
    Deal(u8),
    /// Check, or fold when facing a bet.
    Pass,
    /// Bet, or call when facing a bet.
    Bet,
}

/// What one player knows: the own card and the public betting.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct KuhnView {
    /// The own card, once dealt.
    pub card: Option<u8>,
    /// How many players have a card.
    pub dealt: u8,
    /// Who put a chip in, action by action.
    pub bets: [bool; ACTIONS],
    /// How many actions there were.
    pub actions: u8,
}

pub(crate) const CARDS: [char; 4] = ['J', 'Q', 'K', 'A'];

impl<const N: usize> Default for Kuhn<N> {
    fn default() -> Self {
        const { assert!(N == 2 || N == 3, "two or three players") };
        Kuhn { cards: [None; N], bets: [false; ACTIONS], actions: 0 }
    }
}

impl<const N: usize> Kuhn<N> {
    /// A chip is worth so many thousandths; nobody wins more than all of them.
    const UNIT: i32 = 1000 / Self::MOST;

    /// The most that can be won: the bets of all others.
    const MOST: i32 = 2 * (N as i32 - 1);

    fn dealt(&self) -> usize {
        self.cards.iter().flatten().count()
    }

    fn bettor(&self) -> Option<usize> {
        self.bets.iter().position(|&bet| bet)
    }

    fn over(&self) -> bool {
        // All check, or all others answer the bet.
        usize::from(self.actions) == self.bettor().map_or(N, |bettor| bettor + N)
    }

    /// What a player has put in. Every `N`th action is the same player's.
    pub(crate) fn chips(&self, player: Player) -> i32 {
        1 + i32::from(self.bets[player.index()..].iter().step_by(N).any(|&bet| bet))
    }

    /// Whether a player's card counts in the end.
    pub(crate) fn stayed(&self, player: Player) -> bool {
        self.bettor().is_none() || self.chips(player) == 2
    }

    fn winner(&self) -> Option<Player> {
        let stayed = Player::all(N).filter(|&player| self.stayed(player));
        stayed.max_by_key(|player| self.cards[player.index()])
    }

    /// The card numbered `n` of those that nobody marked here holds.
    fn free(held: &[Option<u8>; N], n: usize) -> u8 {
        let free = |card: &u8| !held.contains(&Some(*card));
        (0..=N as u8).filter(free).nth(n).unwrap_or_default()
    }

    fn key_of(&self, cards: u64) -> Key {
        let bets = self.bets.iter().fold(0, |bits, &bet| bits << 1 | u64::from(bet));
        Key::nth(cards | bets << 16 | u64::from(self.actions) << 24)
    }
}

impl<const N: usize> Game for Kuhn<N> {
    type Move = KuhnMove;
    type Undo = ();
    const HIDES: bool = true;

    fn players(&self) -> usize {
        N
    }

    fn turn(&self) -> Turn {
        if self.cards[N - 1].is_none() {
            Turn::Chance
        } else if self.over() {
            Turn::Over
        } else {
            Turn::Player(Player(self.actions % N as u8))
        }
    }

    fn moves(&self, out: &mut Moves<KuhnMove>) {
        match self.turn() {
            Turn::Chance => {
                let free = |card: &u8| !self.cards.contains(&Some(*card));
                out.extend((0..=N as u8).filter(free).map(KuhnMove::Deal));
            }
            Turn::Over => {}
            _ => out.extend([KuhnMove::Pass, KuhnMove::Bet]),
        }
    }

    fn make(&mut self, m: KuhnMove) {
        match m {
            KuhnMove::Deal(card) => self.cards[self.dealt()] = Some(card),
            action => {
                self.bets[self.actions as usize] = action == KuhnMove::Bet;
                self.actions += 1;
            }
        }
    }

    fn unmake(&mut self, m: KuhnMove, (): ()) {
        match m {
            KuhnMove::Deal(_) => self.cards[self.dealt() - 1] = None,
            _ => {
                self.actions -= 1;
                self.bets[self.actions as usize] = false;
            }
        }
    }

    fn payoff(&self, player: Player) -> Payoff {
        Payoff(self.points(player) * Self::UNIT)
    }
}

/// Points are chips.
impl<const N: usize> Scored for Kuhn<N> {
    fn most_points(&self) -> i32 {
        Self::MOST
    }

    fn points(&self, player: Player) -> i32 {
        let pot: i32 = Player::all(N).map(|player| self.chips(player)).sum();
        let won = if self.winner() == Some(player) { pot } else { 0 };
        won - self.chips(player)
    }
}

impl ZeroSum for Kuhn<2> {}

impl<const N: usize> Keyed for Kuhn<N> {
    fn key(&self) -> Key {
        let cards = self.cards.iter().fold(0, |sum, card| sum * 5 + card.map_or(4, u64::from));
        self.key_of(cards)
    }

    fn key_from_scratch(&self) -> Key {
        self.key()
    }
}

impl<const N: usize> Hidden for Kuhn<N> {
    type Observation = KuhnView;
    type Redeal = [Option<u8>; N];

    fn observation(&self, player: Player) -> KuhnView {
        KuhnView {
            card: self.cards[player.index()],
            dealt: self.dealt() as u8,
            bets: self.bets,
            actions: self.actions,
        }
    }

    fn infoset(&self, player: Player) -> Key {
        let own = self.cards[player.index()].map_or(4, u64::from);
        self.key_of(1 << 40 | own << 8 | self.dealt() as u64)
    }

    fn label(&self, viewer: Player, m: KuhnMove) -> u64 {
        match m {
            KuhnMove::Deal(card) if self.dealt() == viewer.index() => u64::from(card),
            KuhnMove::Deal(_) => 4,
            KuhnMove::Pass => 5,
            KuhnMove::Bet => 6,
        }
    }

    fn redeal(&mut self, viewer: Player, rng: &mut SplitMix) -> [Option<u8>; N] {
        let old = self.cards;
        let dealt = self.dealt();
        let mut held = [None; N];
        held[viewer.index()] = old[viewer.index()];
        for seat in (0..dealt).filter(|&seat| seat != viewer.index()) {
            let free = N + 1 - held.iter().flatten().count();
            held[seat] = Some(Self::free(&held, rng.below(free)));
        }
        self.cards = held;
        old
    }

    fn undo_redeal(&mut self, old: [Option<u8>; N]) {
        self.cards = old;
    }

    fn may_lead_to(&self, viewer: Player, sight: &KuhnView) -> bool {
        let here = self.observation(viewer);
        let said = usize::from(here.actions);
        here.dealt <= sight.dealt
            && (here.card.is_none() || here.card == sight.card)
            && here.actions <= sight.actions
            && here.bets[..said] == sight.bets[..said]
    }
}

impl<const N: usize> Indexed for Kuhn<N> {
    const INDICES: usize = 6;

    fn index(&self, m: KuhnMove) -> usize {
        match m {
            KuhnMove::Pass => 0,
            KuhnMove::Bet => 1,
            KuhnMove::Deal(card) => 2 + card as usize,
        }
    }
}

impl<const N: usize> RandomMove for Kuhn<N> {
    fn random_move(&self, rng: &mut SplitMix) -> KuhnMove {
        if self.turn() != Turn::Chance {
            return if rng.one_in(2) { KuhnMove::Pass } else { KuhnMove::Bet };
        }
        KuhnMove::Deal(Self::free(&self.cards, rng.below(N + 1 - self.dealt())))
    }
}
