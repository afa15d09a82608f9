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

            /// The weight at that place of [`NAMES`](Self::NAMES).
            #[must_use]
            pub fn get(&self, at: usize) -> Option<i32> {
                [$(self.$name,)*].get(at).copied()
            }

            /// Change the weight at that place; answers whether there is one.
            pub fn set(&mut self, at: usize, value: i32) -> bool {
                match [$(&mut self.$name,)*].into_iter().nth(at) {
                    Some(weight) => {
                        *weight = value;
                        true
                    }
                    None => false,
                }
            }

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
    /// Per food held.
    food_area = 6;
    /// Per entry of the body.
    length = 100;
    /// Per entry by which it is longer or shorter than its longest rival, as far
    /// as [`LEAD`].
    lead = 40;
    /// For being longer than every other snake.
    longest = 60;
    /// Per point of health.
    health = 1;
    /// Per turn to the nearest food held, times the hunger, the square of the
    /// share of health lost.
    food_distance = -12;
    /// Per turn to the nearest food held, however full the snake is, as far as
    /// [`PULL`].
    food_pull = -10;
    /// For holding no food at all, times the hunger.
    no_food = -500;
    /// Per turn by which health outlasts the way to food by less than
    /// [`SPARE`] turns.
    starving = -25;
    /// Per entry of the body beyond the cells held: too little room to lie in.
    trap = -12;
    /// For having nowhere left to go within sight, more the sooner.
    doomed = -600;
    /// Per cell to go to next turn.
    exits = 12;
    /// For having nowhere to go.
    stuck = -800;
    /// Per cell beside the head that a snake at least as long may take.
    contested = -20;
    /// Per step from the middle of the board.
    centre = -3;
    /// For a head on hazard that hurts, per layer.
    on_hazard = -20;
    /// For a rival that is out, shared among all rivals.
    rival_out = 900;
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

/// Turns of health beyond the way to food that a snake should keep: somebody may
/// come between.
pub const SPARE: i32 = 20;

/// How far away food is taken to be for a snake that holds none.
const FAR: i32 = 24;

/// Food farther away than this pulls no less.
pub const PULL: i32 = 16;

/// What an entry counts where all grow alike: there it only says how much a rival's
/// end is worth, and with more of it the snake wins less.
const ALIKE: i32 = 14;

/// A lead or lag in length beyond this counts no more.
pub const LEAD: i32 = 3;

/// A judgement, and whether it was made in the middle of something.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Judgement {
    /// From the asked player's view.
    pub score: i32,
    /// Whether a snake has at most one safe way to go: another round would
    /// tell more than any judgement.
    pub tense: bool,
}

impl SnakeEval {
    /// With these weights.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        SnakeEval { weights }
    }

    /// What the position is worth to a living snake: its worth less the mean of
    /// its rivals', where those that are out count as
    /// [`rival_out`](Weights::rival_out). In a duel one's score is the
    /// other's negated.
    #[must_use]
    pub fn judge<const W: usize, const S: usize>(
        &self,
        game: &Battlesnake<W, S>,
        me: Player,
    ) -> Judgement {
        let holdings = game.holdings();
        let mut others = 0;
        let mut tense = false;
        for seat in game.living().without(me).iter() {
            let holding = &holdings[seat.index()];
            others += self.worth(game, seat, holding);
            tense |= holding.exits <= 1;
        }
        let rivals = game.players() as i32 - 1;
        let out = rivals - game.living().without(me).len() as i32;
        others -= self.weights.rival_out * out;
        let holding = &holdings[me.index()];
        let mine = self.worth(game, me, holding);
        Judgement { score: mine - others / rivals.max(1), tense: tense || holding.exits <= 1 }
    }

    fn worths<const W: usize, const S: usize>(&self, game: &Battlesnake<W, S>) -> [i32; S] {
        let holdings = game.holdings();
        let mut worths = [OUT; S];
        for seat in Player::all(game.players()) {
            worths[seat.index()] = match game.fate(seat) {
                Some(fate) => OUT + fate.turn.min(100_000) as i32,
                None => self.worth(game, seat, &holdings[seat.index()]),
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
        let entry = if game.table.rules.constricts { ALIKE } else { w.length };
        let mut worth = w.area * cells + entry * length + w.health * health;
        worth += self.standing(game, seat);
        worth += w.trap * (length - cells).max(0);
        worth += w.exits * i32::from(holding.exits) + w.contested * i32::from(holding.contested);
        if holding.exits == 0 {
            worth += if holding.contested == 0 { w.stuck } else { w.stuck / 4 };
        } else if let Some(turns) = holding.ends {
            worth += w.doomed * (32 - i32::from(turns)) / 32;
        }
        worth += self.appetite(game, health, holding);
        worth += w.centre * i32::from(game.table.central[usize::from(game.head(seat))]);
        if !game.hazards().is_empty() && game.settings().hazard_damage > 0 {
            worth += w.hazard_area * holding.cells.and(game.hazards()).count() as i32;
            worth += w.on_hazard * i32::from(game.height(game.head(seat)));
        }
        worth
    }

    /// What its length is worth among the others'.
    fn standing<const W: usize, const S: usize>(
        &self,
        game: &Battlesnake<W, S>,
        seat: Player,
    ) -> i32 {
        let rivals = game.living().without(seat);
        let Some(best) = rivals.iter().map(|other| game.length(other)).max() else { return 0 };
        let lead = game.length(seat) as i32 - best as i32;
        let longest = if lead > 0 { self.weights.longest } else { 0 };
        longest + self.weights.lead * lead.clamp(-LEAD, LEAD)
    }

    /// What food is worth to a snake of that health.
    fn appetite<const W: usize, const S: usize>(
        &self,
        game: &Battlesnake<W, S>,
        health: i32,
        holding: &Holding<W>,
    ) -> i32 {
        let w = &self.weights;
        if game.table.rules.constricts {
            return 0;
        }
        // In hundredths, and slow to rise: full snakes need not care.
        let hunger = (100 - health) * (100 - health) / 100;
        let way = holding.food.map_or(FAR, i32::from);
        let urgency = w.starving * (SPARE - (health - way)).clamp(0, 2 * SPARE);
        let pull = w.food_pull * way.min(PULL);
        urgency
            + pull
            + match holding.food {
                Some(turns) if i32::from(turns) < health => {
                    let held = holding.cells.and(game.food).count() as i32;
                    w.food_area * held + w.food_distance * i32::from(turns) * hunger / 100
                }
                _ => w.no_food * hunger / 100,
            }
    }
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

    /// By the turns to food that the holdings tell, and nothing else: health does not
    /// matter, and what is far away or not held counts as [`PULL`] turns.
    #[test]
    fn food_pulls_the_full_and_the_hungry_alike() {
        let mut rng = SplitMix::new(21);
        let mut eval = SnakeEval::default();
        let without = Weights { food_pull: 0, ..Weights::default() };
        let mut unpulled = SnakeEval::new(without);
        let mut pulled = 0;
        for seed in 0..20 {
            let mut game: Small<2> = start(seed);
            while !game.turn().is_over() {
                let way = |seat: usize| {
                    game.holdings()[seat].food.map_or(PULL, |turns| i32::from(turns).min(PULL))
                };
                if game.living().len() == 2 {
                    let more = eval.score(&game, Player(0)) - unpulled.score(&game, Player(0));
                    assert_eq!(more, eval.weights.food_pull * (way(0) - way(1)), "{game:?}");
                    pulled += i32::from(more != 0);
                }
                let m = game.random_move(&mut rng);
                game.make(m);
            }
        }
        assert!(pulled > 20, "{pulled}");
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
