//! Hidden information for searches: information sets and redeals.

use crate::belief::{Asks, Belief, Sample};
use crate::cards::Rank;
use crate::hand::Counts;
use crate::moves::Ask;
use crate::observe::{Observation, owners};
use crate::state::GoFish;
use std::sync::Arc;
use takeback_core::{Hidden, Key, Player, SplitMix, Word, mix};

/// What a redeal heeds of what was seen before.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Memory {
    /// Only what is on the table now; see [`GoFish::forgetful`].
    Nothing,
    /// All that follows for certain.
    Facts,
    /// And how likely the others would have asked so; see [`GoFish::suspecting`].
    Asks,
}

/// Deals that agree with an observation, each as often as it is likely.
#[derive(Debug)]
pub(crate) struct Suspects {
    deals: Vec<Sample>,
    /// How likely all up to each are together.
    upto: Vec<f64>,
}

/// Deals drawn to be weighed.
const DEALS: usize = 1024;

impl Suspects {
    fn new(belief: &Belief, asks: &Asks, rng: &mut SplitMix) -> Self {
        let deals: Vec<Sample> = (0..DEALS).map(|_| belief.sample(rng)).collect();
        let logs: Vec<f64> = deals.iter().map(|deal| asks.weight(&deal.deck)).collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut sum = 0.0;
        let add = |log: &f64| {
            sum += (log - most).exp();
            sum
        };
        let upto = logs.iter().map(add).collect();
        Suspects { deals, upto }
    }

    fn draw(&self, rng: &mut SplitMix) -> &Sample {
        let mark = rng.unit() * self.upto.last().copied().unwrap_or(0.0);
        let at = self.upto.partition_point(|&upto| upto <= mark);
        &self.deals[at.min(self.deals.len() - 1)]
    }
}

/// What a redeal overwrote.
#[derive(Clone, Debug)]
pub struct Redealt {
    deck: [u8; 64],
    tails: [u64; 65],
    hands: [Counts; 8],
    private: [u64; 8],
}

impl GoFish {
    /// The belief of a seat, worked out at most once for each thing it knows.
    ///
    /// It is made from the observation alone. The true deal is consistent with
    /// it, so there is one; `None` only if the position was never dealt.
    pub fn belief(&mut self, player: Player) -> Option<Arc<Belief>> {
        let infoset = self.infoset(player).0;
        if let Some((known, belief)) = &self.beliefs[player.index()]
            && *known == infoset
        {
            return Some(Arc::clone(belief));
        }
        let belief = Belief::new(&self.observed_by(player), Belief::WORK).ok().map(Arc::new)?;
        self.beliefs[player.index()] = Some((infoset, Arc::clone(&belief)));
        Some(belief)
    }

    /// The same position for a search that remembers nothing: it redeals what it
    /// does not see now as if nobody had ever asked. A yardstick for what belief
    /// is worth.
    #[must_use]
    pub fn forgetful(&self) -> GoFish {
        GoFish { memory: Memory::Nothing, ..self.clone() }
    }

    /// The same position for a search that takes asks for more than they prove: its
    /// redeals for the seat in turn come as often as players who listen would have
    /// asked what was asked. Deals that no player rules out stay possible.
    #[must_use]
    pub fn suspecting(&self) -> GoFish {
        GoFish { memory: Memory::Asks, ..self.clone() }
    }

    /// Deals for a seat, weighed once for each thing it knows. Their luck is made
    /// of what the seat knows too, so that it makes no difference who asked before.
    fn suspects(&mut self, player: Player, belief: &Belief) -> Arc<Suspects> {
        let infoset = self.infoset(player).0;
        if let Some((known, suspects)) = &self.suspects
            && *known == infoset
        {
            return Arc::clone(suspects);
        }
        let asks = Asks::new(&self.observed_by(player));
        let suspects = Arc::new(Suspects::new(belief, &asks, &mut SplitMix::new(infoset)));
        self.suspects = Some((infoset, Arc::clone(&suspects)));
        suspects
    }

    /// Shuffle all cards that `viewer` does not hold, hands and pond together. A
    /// shuffle that would complete a book in somebody's hand is done again, a few
    /// times; then the last one stands. What comes out owes nothing to where the
    /// cards lay.
    fn shuffle_unseen(&mut self, viewer: Player, rng: &mut SplitMix) {
        const TRIES: u32 = 64;
        let seats = || (0..usize::from(self.options.players)).filter(|&s| s != viewer.index());
        let (top, end) = (usize::from(self.hot.top), usize::from(self.options.cards()));
        let mut pool: Vec<Rank> = self.deck[top..end].to_vec();
        for seat in seats() {
            let hand = self.hot.hands[seat];
            pool.extend(hand.ranks().flat_map(|r| std::iter::repeat_n(r, hand.of(r).into())));
        }
        pool.sort_unstable();
        for left in (0..TRIES).rev() {
            rng.shuffle(&mut pool);
            let mut hands = self.hot.hands;
            let mut rest = pool.iter();
            for seat in seats() {
                hands[seat] = Counts::default();
                let cards = rest.by_ref().take(usize::from(self.hot.sizes[seat]));
                cards.for_each(|&rank| hands[seat].add(rank, 1));
            }
            if left == 0 || seats().all(|seat| hands[seat].at_least(self.options.book) == 0) {
                self.deck[top..end].copy_from_slice(rest.as_slice());
                self.hot.hands = hands;
                self.set_tails();
                return;
            }
        }
    }

    /// Keys of the cards each seat has drawn, from the deck.
    fn set_private(&mut self) {
        let mut private = [0; 8];
        for (seat, rank) in owners(&self.options, &self.history).zip(self.deck) {
            let key = &mut private[usize::from(seat)];
            *key = mix(*key ^ (u64::from(rank) + 1));
        }
        self.hot.private = private;
    }
}

impl Hidden for GoFish {
    type Observation = Observation;
    type Redeal = Redealt;

    fn observation(&self, player: Player) -> Observation {
        self.observed_by(player)
    }

    /// Memory included: two histories that left the same cards are two sets.
    fn infoset(&self, player: Player) -> Key {
        let own = self.hot.private[player.index()];
        Key(mix(self.hot.public ^ mix(own ^ u64::from(player.0) << 60)))
    }

    /// An ask is heard by all, so it looks the same to every seat. The label
    /// also tells the public history it is made in: what came of the asks
    /// before. So in a tree whose edges are labels, asks made after a catch
    /// and asks made after a fish are different edges, while what comes of this
    /// ask, which nobody chooses, is no part of it.
    fn label(&self, _viewer: Player, ask: Ask) -> u64 {
        mix(self.hot.public.rotate_left(17) ^ (ask.pack() + 1))
    }

    fn redeal(&mut self, viewer: Player, rng: &mut SplitMix) -> Redealt {
        let before = Redealt {
            deck: self.deck,
            tails: self.tails,
            hands: self.hot.hands,
            private: self.hot.private,
        };
        let belief = if self.memory == Memory::Nothing { None } else { self.belief(viewer) };
        if let Some(belief) = belief {
            // Whoever is not in turn here is dealt for anew each time: no use to weigh.
            let weighs = self.memory == Memory::Asks && self.hot.seat == viewer.0;
            let sample = if weighs {
                let mut sample = self.suspects(viewer, &belief).draw(rng).clone();
                // Late in a game a few deals have most of the weight and come again and
                // again. Nothing was ever seen of the pond's order, so at least that is
                // drawn anew; else a search could learn which card comes next in them.
                let (top, end) = (usize::from(self.hot.top), usize::from(self.options.cards()));
                rng.shuffle(&mut sample.deck[top..end]);
                sample
            } else {
                belief.sample(rng)
            };
            self.deck = sample.deck;
            self.hot.hands = sample.hands;
            self.set_tails();
            self.set_private();
        } else {
            self.shuffle_unseen(viewer, rng);
        }
        before
    }

    fn undo_redeal(&mut self, before: Redealt) {
        self.deck = before.deck;
        self.tails = before.tails;
        self.hot.hands = before.hands;
        self.hot.private = before.private;
    }
}
