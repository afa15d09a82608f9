//! Judgement for searches; never needed for legality.
//!
//! Every colour is measured by the same [`Terms`]; a score is the weighted sum of one's own minus the
//! average of the others'. One walk along the rays of all stacks gives mobility,
//! captures and threats for everybody at once; the rest is counting bits.

use crate::bits::BitSet;
use crate::geometry::Board;
use crate::moves::{Move, cells};
use crate::reach::Rays;
use crate::state::{RingRift, Table};
use takeback_core::{Evaluator, Player};

macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident = $weight:literal,)*) => {
        /// What one colour has on the board, term by term.
        #[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
        pub struct Terms {
            $($(#[$doc])* pub $name: i32,)*
        }

        /// What each term is worth, in hundredths.
        #[derive(Copy, Clone, Debug, Eq, PartialEq)]
        pub struct Weights {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Weights {
            fn default() -> Self {
                Weights { $($name: $weight,)* }
            }
        }

        impl Weights {
            /// The names of all terms.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// The weight of that name, to tune it.
            pub fn named_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }

            /// The weighted sum.
            #[inline]
            #[must_use]
            pub fn sum(&self, terms: &Terms) -> i32 {
                0 $(+ self.$name * terms.$name)*
            }

            /// The weighted terms by name.
            #[must_use]
            pub fn breakdown(&self, terms: &Terms) -> Vec<(&'static str, i32)> {
                vec![$((stringify!($name), self.$name * terms.$name),)*]
            }
        }
    };
}

terms! {
    /// Stacks controlled.
    control = 60,
    /// Rings in the caps of these stacks.
    cap_height = 40,
    /// Rings of any colour in these stacks.
    stack_height = 6,
    /// Rings in hand.
    hand = 18,
    /// Cells collapsed.
    territory = 90,
    /// Rings eliminated.
    eliminated = 130,
    /// Markers on the board.
    markers = 12,
    /// Pairs of neighbouring markers along line axes.
    pairs = 6,
    /// Three markers in a row.
    triples = 14,
    /// Landings of all stacks, at most a few for each.
    mobility = 3,
    /// Captures on offer.
    captures = 8,
    /// Stacks that an opponent could capture from, each counted once.
    threatened = -18,
    /// Whether no stack is controlled.
    no_stacks = -250,
    /// Whether a single stack is controlled.
    single_stack = -60,
    /// Whether nothing could be placed, moved or captured: danger of standing idle.
    idle = -200,
    /// Rounds of standing alone towards the number that wins, in hundredths.
    standing = 3,
    /// Nearness to the ring victory: the square of the share reached, in hundredths.
    ring_nearness = 12,
    /// Nearness to the territory victory, likewise.
    territory_nearness = 12,
    /// Whether it is this colour's turn.
    tempo = 15,
}

/// The evaluation: weights and nothing else.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Judge {
    /// What each term is worth.
    pub weights: Weights,
}

/// More landings of one stack than these say nothing new.
const MOST_LANDINGS: i32 = 12;

impl Judge {
    /// A judge with these weights.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        Judge { weights }
    }

    /// The terms of all colours.
    #[must_use]
    pub fn terms<B: Board, T: Table>(&self, game: &RingRift<B, T>) -> [Terms; 4] {
        let mut all = [Terms::default(); 4];
        for colour in game.colours() {
            all[colour.index()] = own_terms(game, colour);
        }
        activity(game, &mut all);
        for colour in game.colours() {
            let terms = &mut all[colour.index()];
            let stuck = terms.mobility == 0 && terms.captures == 0 && terms.hand == 0;
            terms.idle = i32::from(stuck);
        }
        all
    }

    /// One score for each colour: own terms less the average of the others'.
    #[must_use]
    pub fn colour_scores<B: Board, T: Table>(&self, game: &RingRift<B, T>) -> [i32; 4] {
        let terms = self.terms(game);
        let sums = terms.map(|terms| self.weights.sum(&terms));
        let others = game.seats().max(2) as i32 - 1;
        let total: i32 = sums[..game.seats()].iter().sum();
        let limit = <Judge as Evaluator<RingRift<B, T>>>::LIMIT;
        sums.map(|own| (own - (total - own) / others).clamp(-limit, limit))
    }
}

fn squared_share(part: u32, whole: u32) -> i32 {
    let share = 100 * part.min(whole) / whole.max(1);
    (share * share / 100) as i32
}

/// What can be counted for one colour alone.
fn own_terms<B: Board, T: Table>(game: &RingRift<B, T>, colour: Player) -> Terms {
    let (purse, rules, rounds) = (game.purse(colour), game.rules(), game.rounds());
    let (stacks, markers) = (game.controlled(colour), game.markers(colour));
    let territory = u32::from(purse.territory());
    let eliminated = u32::from(purse.eliminated());
    let (mut pairs, mut triples) = (0, 0);
    for &axis in B::AXES {
        let two = B::step(markers, axis).and(markers);
        let three = B::step(two, axis).and(markers);
        pairs += two.count() as i32;
        triples += three.count() as i32;
    }
    let standing = if rounds.streak_player() == Some(colour) {
        100 * i32::from(rounds.streak()) / i32::from(rules.lps_rounds.max(1))
    } else {
        0
    };
    let count = stacks.count() as i32;
    Terms {
        control: count,
        hand: i32::from(purse.hand()),
        territory: territory as i32,
        eliminated: eliminated as i32,
        markers: markers.count() as i32,
        pairs,
        triples,
        no_stacks: i32::from(count == 0),
        single_stack: i32::from(count == 1),
        standing,
        ring_nearness: rules.ring_victory.map_or(0, |n| squared_share(eliminated, n.into())),
        territory_nearness: squared_share(territory, rules.territory_victory.into()),
        tempo: i32::from(game.colour() == colour),
        ..Terms::default()
    }
}

/// What stacks can do to each other.
fn activity<B: Board, T: Table>(game: &RingRift<B, T>, all: &mut [Terms; 4]) {
    let rays = Rays::new(game);
    let mut threatened = [B::Set::EMPTY; 4];
    for from in cells(game.all_stacks()) {
        let stack = game.stack(from);
        let owner = stack.controller();
        let (mut landings, mut captures) = (0, 0);
        rays.of_stack(from, |ray| {
            let Some(target) = ray.target else {
                landings += ray.landings() as i32;
                return;
            };
            captures += 1;
            let victim = game.stack(target).controller();
            if victim != owner {
                let set = &mut threatened[victim.index()];
                *set = set.with(target.index());
            }
        });
        let terms = &mut all[owner.index()];
        terms.cap_height += stack.cap() as i32;
        terms.stack_height += stack.height() as i32;
        terms.mobility += landings.min(MOST_LANDINGS);
        terms.captures += captures;
    }
    for (terms, set) in all.iter_mut().zip(threatened) {
        terms.threatened = set.count() as i32;
    }
}

impl<B: Board, T: Table> Evaluator<RingRift<B, T>> for Judge {
    fn score(&mut self, game: &RingRift<B, T>, player: Player) -> i32 {
        self.colour_scores(game)[game.person(player).index()]
    }

    fn scores(&mut self, game: &RingRift<B, T>, out: &mut [i32]) {
        let scores = self.colour_scores(game);
        for (player, out) in Player::all(out.len()).zip(out) {
            *out = scores[game.person(player).index()];
        }
    }

    #[inline]
    fn is_noisy(&mut self, _: &RingRift<B, T>, m: Move) -> bool {
        matches!(
            m,
            Move::Capture { .. }
                | Move::Continue { .. }
                | Move::Claim { .. }
                | Move::Line { .. }
                | Move::LineOption { .. }
        )
    }
}
