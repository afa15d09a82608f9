//! Local best response: what a strategy gives away at least, in games too large
//! to be written out.
//!
//! A best response needs every line of the game. A responder who looks only at the
//! decision in front of him needs none of that: he knows how likely each hidden
//! position is, since he knows the strategy, tries each of his moves, and lets all
//! go on by the strategy. Whatever he wins beyond its value is a gain somebody
//! could have, so it is a *lower* bound of the exploitability, never more than it
//! (but for the luck of the games played, which the error tells). Lisý and Bowling
//! 2017 do so in poker; here the moves after the one in front are the strategy's
//! own, for any game.

use super::strategy::{InfoSet, Strategy};
use super::{Worth, draw};
use crate::mcts::rollout::by_weight;
use crate::{Limits, Search, SearchError};
use takeback_core::{Hidden, Key, Player, SplitMix, Turn};

/// How much to spend.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct LocalEffort {
    /// Games to play for each player.
    pub games: u64,
    /// Hidden positions that a responder keeps apart; beyond that a fair sample.
    pub deals: usize,
    /// How often each of his moves is played on, to be compared with the others.
    pub trials: usize,
    /// Seed of everything random.
    pub seed: u64,
}

impl Default for LocalEffort {
    fn default() -> Self {
        LocalEffort { games: 2000, deals: 256, trials: 64, seed: 1 }
    }
}

/// What responders who look at one decision at a time won from a strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalResponse {
    /// What everybody gets when all play the strategy, on average of the games.
    pub values: Vec<f64>,
    /// What each got who alone played a local best response.
    pub responses: Vec<f64>,
    /// The standard error of [`nash_conv`](LocalResponse::nash_conv).
    pub error: f64,
    /// Information sets that the strategy was asked about.
    pub sets: usize,
    /// Games played, all together.
    pub games: u64,
}

impl LocalResponse {
    /// What all players together gained by leaving the strategy, each alone: an
    /// estimate of a lower bound of NashConv.
    #[must_use]
    pub fn nash_conv(&self) -> f64 {
        self.responses.iter().zip(&self.values).map(|(best, value)| best - value).sum()
    }

    /// The same for each player on average: a lower bound of exploitability.
    #[must_use]
    pub fn per_player(&self) -> f64 {
        self.nash_conv() / self.values.len().max(1) as f64
    }

    /// Half a 95 % interval around [`per_player`](LocalResponse::per_player).
    #[must_use]
    pub fn margin(&self) -> f64 {
        1.96 * self.error / self.values.len().max(1) as f64
    }
}

/// Measure what local best responses win from what a search plays. `watch` is told
/// how many games were played.
///
/// # Errors
/// When the search cannot answer somewhere.
pub fn local_response<G: Hidden>(
    start: &G,
    worth: Worth<G>,
    search: &mut dyn Search<G>,
    limits: &Limits,
    effort: &LocalEffort,
    watch: &mut dyn FnMut(u64),
) -> Result<LocalResponse, SearchError> {
    let mut table = Gamble {
        worth,
        search,
        limits,
        effort: *effort,
        known: Strategy::default(),
        rng: SplitMix::new(effort.seed),
    };
    let players = start.players();
    let mut played = 0;
    // Everybody by the strategy first, then each player in turn as responder.
    let mut sums = vec![Sum::default(); players];
    let mut together = Sum::default();
    for _ in 0..effort.games {
        let end = table.play(start, None)?;
        let paid: Vec<f64> = Player::all(players).map(|player| worth(&end, player)).collect();
        sums.iter_mut().zip(&paid).for_each(|(sum, paid)| sum.add(*paid));
        // In games whose payoffs cancel this is nothing, and adds no error.
        together.add(paid.iter().sum());
        played += 1;
        watch(played);
    }
    let mut responses = vec![Sum::default(); players];
    for player in Player::all(players) {
        for _ in 0..effort.games {
            let end = table.play(start, Some(player))?;
            responses[player.index()].add(worth(&end, player));
            played += 1;
            watch(played);
        }
    }
    let variance: f64 = responses.iter().chain([&together]).map(Sum::variance_of_mean).sum();
    Ok(LocalResponse {
        values: sums.iter().map(Sum::mean).collect(),
        responses: responses.iter().map(Sum::mean).collect(),
        error: variance.sqrt(),
        sets: table.known.len(),
        games: played,
    })
}

#[derive(Copy, Clone, Default)]
struct Sum {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Sum {
    fn add(&mut self, x: f64) {
        self.count += 1.0;
        self.sum += x;
        self.squares += x * x;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    fn variance_of_mean(&self) -> f64 {
        let spread = self.squares / self.count.max(1.0) - self.mean().powi(2);
        spread.max(0.0) / (self.count - 1.0).max(1.0)
    }
}

/// A position that may be the true one, as far as the responder knows.
struct Deal<G> {
    game: G,
    weight: f64,
}

/// What a viewer knows of a position, also of his own part in it.
fn known<G: Hidden>(game: &G, viewer: Player) -> (Key, bool, bool) {
    let turn = game.turn();
    (game.infoset(viewer), turn == Turn::Over, turn.decider() == Some(viewer))
}

struct Gamble<'a, G: Hidden> {
    worth: Worth<G>,
    search: &'a mut dyn Search<G>,
    limits: &'a Limits,
    effort: LocalEffort,
    /// The strategy as far as it was asked about.
    known: Strategy,
    rng: SplitMix,
}

impl<G: Hidden> Gamble<'_, G> {
    /// Play a game to its end, with a responder or with none.
    fn play(&mut self, start: &G, responder: Option<Player>) -> Result<G, SearchError> {
        let mut game = start.clone();
        let mut deals = vec![Deal { game: start.clone(), weight: 1.0 }];
        loop {
            let turn = game.turn();
            let m = match turn.decider() {
                _ if turn == Turn::Over => return Ok(game),
                Some(player) if Some(player) == responder => self.respond(&deals, player)?,
                _ => self.drawn(&game)?,
            };
            if let Some(viewer) = responder {
                deals = self.follow(deals, &game, m, viewer)?;
            }
            game.make(m);
        }
    }

    /// The mix of the strategy where a player decides, in order of his moves.
    fn mix(&mut self, game: &G, player: Player, moves: &[G::Move]) -> Result<&[f64], SearchError> {
        let set = InfoSet::of(game, player);
        if self.known.chances(set).is_none() {
            self.search.forget();
            let mix = self.search.policy(game, self.limits)?;
            let chance = |m| mix.iter().find(|(played, _)| played == m).map_or(0.0, |(_, p)| *p);
            self.known.insert(set, &moves.iter().map(chance).collect::<Vec<_>>());
        }
        Ok(self.known.chances(set).unwrap_or_default())
    }

    /// A move of chance or of the strategy.
    fn drawn(&mut self, game: &G) -> Result<G::Move, SearchError> {
        let moves = game.legal_moves();
        if moves.is_empty() {
            return Err(SearchError::NoMove);
        }
        let pick = match game.turn().decider() {
            None => by_weight(game, &moves, &mut self.rng),
            Some(player) => {
                let mix = self.mix(game, player, &moves)?.to_vec();
                draw(&mix, &mut self.rng)
            }
        };
        Ok(moves[pick])
    }

    /// How likely each move is for who decides: the responder's own are his choice.
    fn chances(&mut self, game: &G, viewer: Player) -> Result<Vec<(G::Move, f64)>, SearchError> {
        let moves = game.legal_moves();
        let chances = match game.turn().decider() {
            None => moves.iter().map(|&m| f64::from(game.weight(m))).collect(),
            Some(player) if player == viewer => vec![1.0; moves.len()],
            Some(player) => self.mix(game, player, &moves)?.to_vec(),
        };
        let total: f64 = chances.iter().sum();
        Ok(moves.into_iter().zip(chances.into_iter().map(|p| p / total.max(1e-300))).collect())
    }

    /// All that may be the case after the move `m`, of which `viewer` knows what he
    /// knows then, whether he is to decide, and whether the game is over. Weights are
    /// how likely chance and the others play there.
    ///
    /// Of some moves he does not even know that they were made. The deals stay where
    /// they are then, and catch up with the next thing that he hears of.
    fn follow(
        &mut self,
        deals: Vec<Deal<G>>,
        game: &G,
        m: G::Move,
        viewer: Player,
    ) -> Result<Vec<Deal<G>>, SearchError> {
        let (label, sight) = (game.label(viewer, m), known(&game.apply(m), viewer));
        if sight == known(game, viewer) {
            return Ok(deals);
        }
        let mut next = Vec::with_capacity(deals.len());
        let mut waiting = deals;
        while let Some(deal) = waiting.pop() {
            let before = known(&deal.game, viewer);
            for (m, chance) in self.chances(&deal.game, viewer)? {
                if chance <= 0.0 {
                    continue;
                }
                let after = Deal { game: deal.game.apply(m), weight: deal.weight * chance };
                match known(&after.game, viewer) {
                    now if now == before => waiting.push(after),
                    now if now == sight && deal.game.label(viewer, m) == label => next.push(after),
                    _ => {}
                }
            }
        }
        if next.is_empty() {
            // A sample may have lost sight of the true deal. Any deal that looks
            // alike, then; the true one must not be told from others.
            let mut after = game.apply(m);
            for _ in 0..self.effort.deals.clamp(1, 64) {
                let redeal = after.redeal(viewer, &mut self.rng);
                next.push(Deal { game: after.clone(), weight: 1.0 });
                after.undo_redeal(redeal);
            }
        }
        Ok(self.thinned(next))
    }

    /// At most so many deals, drawn by weight where there are more.
    fn thinned(&mut self, deals: Vec<Deal<G>>) -> Vec<Deal<G>> {
        let most = self.effort.deals.max(1);
        let total: f64 = deals.iter().map(|deal| deal.weight).sum();
        if deals.len() <= most {
            let scaled = |deal: Deal<G>| Deal { weight: deal.weight / total, ..deal };
            return deals.into_iter().map(scaled).collect();
        }
        // Evenly spaced marks from a random beginning: each deal as often as its
        // weight says, to the nearest whole number.
        let step = total / most as f64;
        let mut mark = self.rng.unit() * step;
        let (mut kept, mut sum) = (Vec::with_capacity(most), 0.0);
        for deal in deals {
            sum += deal.weight;
            let mut times = 0;
            while mark < sum {
                times += 1;
                mark += step;
            }
            if times > 0 {
                kept.push(Deal { weight: f64::from(times) / most as f64, ..deal });
            }
        }
        kept
    }

    /// The move that wins most when everybody goes on by the strategy after it.
    /// Every move is tried on the same deals.
    fn respond(&mut self, deals: &[Deal<G>], player: Player) -> Result<G::Move, SearchError> {
        let moves = deals[0].game.legal_moves();
        if moves.len() < 2 {
            return moves.first().copied().ok_or(SearchError::NoMove);
        }
        let weights: Vec<f64> = deals.iter().map(|deal| deal.weight).collect();
        let mut won = vec![0.0; moves.len()];
        for _ in 0..self.effort.trials.max(1) {
            let deal = &deals[draw(&weights, &mut self.rng)];
            for (won, &m) in won.iter_mut().zip(&moves) {
                *won += self.played_on(deal.game.apply(m), player)?;
            }
        }
        let mut best = 0;
        for (n, &sum) in won.iter().enumerate() {
            if sum > won[best] {
                best = n;
            }
        }
        Ok(moves[best])
    }

    fn played_on(&mut self, mut game: G, player: Player) -> Result<f64, SearchError> {
        while game.turn() != Turn::Over {
            let m = self.drawn(&game)?;
            game.make(m);
        }
        Ok((self.worth)(&game, player))
    }
}
