//! Whole random games at once.

use crate::state::{Battlesnake, Stage};
use takeback_core::{Game, Payoff, Player, Playout, RandomMove, SplitMix};

/// A game that lasts longer than this is judged as it stands. Only healing
/// hazards and no food make such games; random snakes elsewhere die in time.
const LONGEST: u32 = 20_000;

/// Room for playouts: a position to play on.
#[derive(Default)]
pub struct Scratch<const W: usize, const S: usize>(Option<Box<Battlesnake<W, S>>>);

impl<const W: usize, const S: usize> Battlesnake<W, S> {
    /// Play on at random to the end, forgetting the way back. Answers the
    /// number of rounds.
    pub fn play_out(&mut self, rng: &mut SplitMix) -> u32 {
        let mut rounds = 0;
        while rounds < LONGEST {
            if self.stage != Stage::Choose {
                let m = self.random_move(rng);
                self.make(m);
                continue;
            }
            if self.turn_now().is_over() {
                break;
            }
            if self.pending != self.living {
                // Others have chosen before the playout began.
                let m = self.random_move(rng);
                self.make(m);
                continue;
            }
            let choices = self.random_choices(rng);
            self.make_round(choices);
            rounds += 1;
        }
        rounds
    }
}

impl<const W: usize, const S: usize> Playout for Battlesnake<W, S> {
    type Scratch = Scratch<W, S>;

    fn playout(
        &self,
        scratch: &mut Self::Scratch,
        rng: &mut SplitMix,
        results: &mut [Payoff],
    ) -> u32 {
        let game = scratch.0.get_or_insert_with(|| Box::new(self.clone()));
        game.as_mut().clone_from(self);
        let rounds = game.play_out(rng);
        for (player, result) in Player::all(self.players()).zip(results) {
            *result = game.payoff(player);
        }
        rounds
    }
}
