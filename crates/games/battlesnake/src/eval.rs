//! Judgement for searches, never needed for legality.
//!
//! Each living snake gets a worth: what it [holds](Battlesnake::holdings), how
//! long it is, how hungry, how cornered. Its score is its worth less the mean of
//! the others', so that in a duel one's score is the other's negated.

use crate::area::Holding;
use crate::moves::Move;
use crate::state::{Battlesnake, Stage};
use takeback_core::{Evaluator, Game, Player, Players};

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $value:literal;)*) => {
        /// What counts how much.
        #[derive(Copy, Clone, Debug, Eq, PartialEq)]
        pub struct Weights { $($(#[$doc])* pub $name: i32,)* }

        impl Default for Weights {
            fn default() -> Self {
                Weights { $($name: $value,)* }
            }
        }

        impl Weights {
            /// The names, in the order of [`values`](Self::values).
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// All weights in a row, for tuning.
            #[must_use]
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name,)*]
            }

            /// Weights from a row; what is missing keeps its default.
            #[must_use]
            pub fn from_values(values: &[i32]) -> Self {
                let mut values = values.iter().copied();
                let Weights { $(mut $name,)* } = Weights::default();
                $(if let Some(value) = values.next() { $name = value; })*
                Weights { $($name,)* }
            }
        }
    };
}

weights! {
    /// Per cell held.
    area = 10;
    /// Per cell held that is hazard, when hazard hurts.
    hazard_area = -5;
    /// Per entry of the body.
    length = 14;
    /// For being longer than every other snake.
    longest = 60;
    /// Per point of health.
    health = 1;
    /// Per turn to the nearest food held, times the share of health lost.
    food_distance = -8;
    /// For holding no food at all, times the share of health lost.
    no_food = -150;
    /// Per entry of the body beyond the cells held: too little room to lie in.
    trap = -25;
    /// Per cell to go to next turn.
    exits = 12;
    /// For having nowhere to go.
    stuck = -800;
    /// Per cell beside the head that a snake at least as long may take.
    contested = -20;
    /// For a head on hazard that hurts, per layer.
    on_hazard = -20;
}

/// Scores positions by area control.
///
/// ```
/// use takeback_battlesnake::{Battlesnake, Map, Ruleset, Settings, Setup, Small, SnakeEval};
/// use takeback_core::{Evaluator, Player};
/// let setup = Setup::start(Ruleset::Standard, Settings::default(), Map::Empty, (11, 11), 2, 1)?;
/// let game: Small<2> = Battlesnake::new(&setup)?;
/// let mut eval = SnakeEval::default();
/// assert_eq!(eval.score(&game, Player(0)), -eval.score(&game, Player(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SnakeEval {
    /// What counts how much.
    pub weights: Weights,
}

/// The worth of a snake that is out; later deaths are better ones.
const OUT: i32 = -400_000;

/// Health below which hunger makes every step matter.
const HUNGRY: i32 = 20;

impl SnakeEval {
    /// With these weights.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        SnakeEval { weights }
    }

    fn worths<const W: usize, const S: usize>(&self, game: &Battlesnake<W, S>) -> [i32; S] {
        let holdings = game.holdings();
        let longest = longest(game);
        let mut worths = [OUT; S];
        for seat in Player::all(game.players()) {
            worths[seat.index()] = match game.fate(seat) {
                Some(fate) => OUT + fate.turn.min(100_000) as i32,
                None => {
                    let lead = if longest == Some(seat) { self.weights.longest } else { 0 };
                    lead + self.worth(game, seat, &holdings[seat.index()])
                }
            };
        }
        worths
    }

    fn worth<const W: usize, const S: usize>(
        &self,
        game: &Battlesnake<W, S>,
        seat: Player,
        holding: &Holding<W>,
    ) -> i32 {
        let w = &self.weights;
        let cells = holding.cells.count() as i32;
        let (length, health) = (game.length(seat) as i32, game.health(seat));
        let mut worth = w.area * cells + w.length * length + w.health * health;
        worth += w.trap * (length - cells).max(0);
        worth += w.exits * i32::from(holding.exits) + w.contested * i32::from(holding.contested);
        if holding.exits == 0 {
            worth += if holding.contested == 0 { w.stuck } else { w.stuck / 4 };
        }
        let hunger = 100 - health;
        worth += match holding.food {
            Some(turns) if i32::from(turns) < health => {
                w.food_distance * i32::from(turns) * hunger / 100
            }
            _ if game.table.rules.constricts => 0,
            _ => w.no_food * hunger / 100,
        };
        if !game.hazards().is_empty() && game.settings().hazard_damage > 0 {
            worth += w.hazard_area * holding.cells.and(game.hazards()).count() as i32;
            worth += w.on_hazard * i32::from(game.height(game.head(seat)));
        }
        worth
    }
}

/// The snake longer than every other, if there is one.
fn longest<const W: usize, const S: usize>(game: &Battlesnake<W, S>) -> Option<Player> {
    let best = game.living().iter().max_by_key(|&seat| game.length(seat))?;
    let alone = |&seat: &Player| game.length(seat) == game.length(best);
    (game.living().iter().filter(alone).count() == 1).then_some(best)
}

impl<const W: usize, const S: usize> Evaluator<Battlesnake<W, S>> for SnakeEval {
    fn score(&mut self, game: &Battlesnake<W, S>, player: Player) -> i32 {
        let mut scores = [0; S];
        self.scores(game, &mut scores[..game.players()]);
        scores[player.index()]
    }

    fn scores(&mut self, game: &Battlesnake<W, S>, out: &mut [i32]) {
        let worths = self.worths(game);
        let players = game.players();
        let total: i32 = worths[..players].iter().sum();
        for (score, worth) in out.iter_mut().zip(worths) {
            let others = players.max(2) as i32 - 1;
            *score = if players < 2 { worth } else { worth - (total - worth) / others };
        }
    }

    /// A step that eats, brings heads within reach of each other, or is made
    /// with little health left.
    fn is_noisy(&mut self, game: &Battlesnake<W, S>, m: Move) -> bool {
        let (Move::Go(direction), Some(seat)) = (m, game.pending.first()) else { return false };
        let to = game.board().step(game.head(seat), direction);
        if !game.board().is_on(to) {
            return false;
        }
        let near = |other: Player| game.board().distance(to, game.head(other)) <= 2;
        game.food().contains(to)
            || game.health(seat) <= HUNGRY
            || game.living().without(seat).iter().any(near)
    }

    fn win_share(&mut self, game: &Battlesnake<W, S>, player: Player) -> f32 {
        let score = self.score(game, player) as f32;
        1.0 / (1.0 + (-score / 300.0).exp())
    }
}

impl<const W: usize, const S: usize> Battlesnake<W, S> {
    /// Whether anything may be upset within the next round: heads close to each
    /// other, food beside a head, or a snake near starving.
    #[must_use]
    pub fn is_noisy(&self) -> bool {
        self.stage == Stage::Choose
            && self.living().iter().any(|seat| {
                let head = self.head(seat);
                let close = |other| self.board().distance(head, self.head(other)) <= 3;
                let steps = self.board().steps(head);
                self.health(seat) <= HUNGRY
                    || steps.iter().any(|&to| self.board().is_on(to) && self.food.contains(to))
                    || self.living().without(seat).iter().any(close)
            })
    }

    /// The snakes that can matter to `seat` within so many rounds, itself
    /// included: those whose heads it can meet, or any part of whose body it
    /// can reach.
    #[must_use]
    pub fn locality(&self, seat: Player, rounds: u16) -> Players {
        let head = self.head(seat);
        let board = self.board();
        let matters = |other: Player| {
            other == seat
                || board.distance(head, self.head(other)) <= 2 * rounds
                || self.body(other).any(|cell| board.distance(head, cell) <= rounds)
        };
        self.living().iter().filter(|&other| matters(other)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Map, Ruleset, Settings, Setup, Small};
    use takeback_core::{RandomMove, SplitMix};

    fn start<const S: usize>(seed: u64) -> Small<S> {
        let setup =
            Setup::start(Ruleset::Standard, Settings::default(), Map::Standard, (11, 11), S, seed);
        Small::new(&setup.unwrap()).unwrap()
    }

    #[test]
    fn weights_go_by_name_and_by_row() {
        let weights = Weights { trap: -77, ..Weights::default() };
        assert_eq!(Weights::from_values(&weights.values()), weights);
        assert_eq!(Weights::NAMES.len(), weights.values().len());
        assert_eq!(Weights::NAMES[0], "area");
        assert_eq!(Weights::from_values(&[3]).area, 3);
        assert_eq!(Weights::from_values(&[3]).stuck, Weights::default().stuck);
    }

    #[test]
    fn scores_of_a_duel_cancel_and_stay_in_bounds() {
        let mut rng = SplitMix::new(4);
        let mut eval = SnakeEval::default();
        for seed in 0..30 {
            let mut game: Small<2> = start(seed);
            while !game.turn().is_over() {
                let (a, b) = (eval.score(&game, Player(0)), eval.score(&game, Player(1)));
                assert_eq!(a, -b, "{game:?}");
                assert!(a.abs() < <SnakeEval as Evaluator<Small<2>>>::LIMIT);
                let m = game.random_move(&mut rng);
                game.make(m);
            }
        }
    }

    #[test]
    fn a_snake_that_is_out_is_worse_off_than_any_that_lives() {
        let mut rng = SplitMix::new(9);
        let mut eval = SnakeEval::default();
        for seed in 0..20 {
            let mut game: Small<4> = start(seed);
            while !game.turn().is_over() {
                let mut scores = [0; 4];
                eval.scores(&game, &mut scores);
                let (lives, out): (Vec<Player>, Vec<Player>) =
                    Player::all(4).partition(|&p| game.living().contains(p));
                for dead in out {
                    assert!(lives.iter().all(|l| scores[l.index()] > scores[dead.index()]));
                }
                let m = game.random_move(&mut rng);
                game.make(m);
            }
        }
    }

    #[test]
    fn far_snakes_do_not_matter() {
        let game: Small<4> = start(3);
        assert_eq!(game.locality(Player(0), 1), Players::only(Player(0)));
        assert_eq!(game.locality(Player(0), 20), game.living());
    }
}
