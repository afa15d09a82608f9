//! Every search once more, slow and obvious: full width, no table, no window.
//!
//! These are the truth the fast ones are tested against, and the place to
//! look up what a search means. Users may test their own evaluators with
//! them. Values are on the scale of the fast searches; `None` is a dead end.

use crate::joint::{Concept, Equilibrium};
use crate::many::Locality;
use crate::report::Score;
use crate::value::Scale;
use takeback_core::{
    Evaluator, FREE_STEPS, Game, Keyed, Moves, Player, Players, Simultaneous, Turn,
};

/// A value with whether it was seen to the end of the game.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Seen {
    /// The value, higher is better for the player asked about.
    pub value: i32,
    /// No evaluator had a say in it.
    pub complete: bool,
}

impl Seen {
    /// As a report states it.
    #[must_use]
    pub fn score<G: Game, E: Evaluator<G>>(self) -> Score {
        Scale::<G, E>::score(self.value, self.complete)
    }

    /// The same value seen by the other side.
    fn turned(self) -> Seen {
        Seen { value: -self.value, ..self }
    }

    fn better(self, other: Option<Seen>) -> Seen {
        let Some(other) = other else { return self };
        let complete = self.complete && other.complete;
        Seen { value: self.value.max(other.value), complete }
    }
}

/// Two players: what `player` gets if both play their best, `depth` decisions
/// on. Chance is averaged and costs no depth.
pub fn negamax<G, E>(game: &mut G, eval: &mut E, depth: u32, player: Player) -> Option<Seen>
where
    G: Game + Keyed,
    E: Evaluator<G>,
{
    negamax_at(game, eval, Left { depth, free: 0, ply: 0, turns: 0 }, player)
}

fn negamax_at<G, E>(game: &mut G, eval: &mut E, left: Left, me: Player) -> Option<Seen>
where
    G: Game + Keyed,
    E: Evaluator<G>,
{
    let mover = match game.turn() {
        Turn::Over => {
            let value = Scale::<G, E>::finished(game.payoff(me), left.turns);
            return Some(Seen { value, complete: true });
        }
        Turn::Chance => {
            return average(game, |game| negamax_at(game, eval, left.further(false), me));
        }
        turn => turn.decider()?,
    };
    let turned = |seen: Seen| if mover == me { seen } else { seen.turned() };
    if left.depth > 0 && left.ply > 0 && game.is_repeat() {
        return Some(Seen { value: 0, complete: false });
    }
    if left.depth == 0 {
        let value = quiet(game, eval, mover, left);
        return Some(turned(Seen { value, complete: false }));
    }
    let mut best = None;
    for m in playable(game, left.ply) {
        let forced = game.forced().is_some();
        let after = game.explore(m, |game| {
            let goes_on = E::DEPTH_IN_TURNS && game.turn().decider() == Some(mover);
            negamax_at(game, eval, left.after(forced, goes_on), mover)
        });
        best = after.map(|seen| seen.better(best)).or(best);
    }
    best.map(turned)
}

/// How much further to look, how many steps were free of late, and how far it
/// is from the root: in plies, and in what wins are counted by.
#[derive(Copy, Clone)]
struct Left {
    depth: u32,
    free: u8,
    ply: u32,
    turns: u32,
}

impl Left {
    /// After a step that was the only one, or after which the turn goes on.
    fn after(self, forced: bool, goes_on: bool) -> Self {
        let left = self.further(goes_on);
        match (forced, goes_on) {
            (true, _) => left,
            (false, true) if self.free < FREE_STEPS => Left { free: self.free + 1, ..left },
            _ => Left { depth: self.depth - 1, free: 0, ..left },
        }
    }

    /// A ply on.
    fn further(self, goes_on: bool) -> Self {
        Left { ply: self.ply + 1, turns: self.turns + u32::from(!goes_on), ..self }
    }
}

/// The depth that a decision here costs: none where there is nothing to decide.
fn price<G: Game>(game: &G) -> u32 {
    u32::from(game.forced().is_none())
}

/// The judgement, or what noisy moves lead to where the evaluator wants them
/// followed and the mover likes it better.
fn quiet<G, E>(game: &mut G, eval: &mut E, mover: Player, left: Left) -> i32
where
    G: Game + Keyed,
    E: Evaluator<G>,
{
    let mut best = Scale::<G, E>::judged(eval.score(game, mover));
    if eval.quiesces() {
        for m in game.legal_moves() {
            if eval.is_noisy(game, m) {
                let after = game.explore(m, |game| {
                    let goes_on = E::DEPTH_IN_TURNS && game.turn().decider() == Some(mover);
                    negamax_at(game, eval, left.further(goes_on), mover)
                });
                best = best.max(after.map_or(best, |seen| seen.value));
            }
        }
    }
    best
}

/// The moves a search may begin with skip immediate dead ends.
fn playable<G: Game>(game: &G, ply: u32) -> Vec<G::Move> {
    if ply == 0 { crate::root::playable(game).unwrap_or_default() } else { game.legal_moves() }
}

/// The average over chance, rounded towards zero; dead ends drop out.
fn average<G: Game>(game: &mut G, mut look: impl FnMut(&mut G) -> Option<Seen>) -> Option<Seen> {
    let (mut sum, mut total, mut complete) = (0, 0, true);
    for m in game.legal_moves() {
        let weight = i64::from(game.weight(m));
        if let Some(seen) = game.explore(m, &mut look)
            && weight > 0
        {
            sum += weight * i64::from(seen.value);
            total += weight;
            complete &= seen.complete;
        }
    }
    (total > 0).then(|| Seen { value: (sum / total) as i32, complete })
}

/// One against all: what `root` gets if everybody else plays against it.
/// Players who do not matter to `locality` play their default move; with
/// `one_reply` only one opponent a round may do otherwise (BRS+).
pub struct Alliance<'a, E, L> {
    /// Judges the positions at the horizon.
    pub eval: &'a mut E,
    /// Who matters, and what the others play.
    pub locality: &'a mut L,
    /// The player all others play against.
    pub root: Player,
    /// Who matters in this search.
    pub near: Players,
    /// Best-reply search rather than paranoid.
    pub one_reply: bool,
}

impl<E, L> Alliance<'_, E, L> {
    /// The value to `root`, `depth` decisions on.
    pub fn value<G>(&mut self, game: &mut G, depth: u32) -> Option<Seen>
    where
        G: Game,
        E: Evaluator<G>,
        L: Locality<G>,
    {
        self.at(game, depth, false, 0)
    }

    fn at<G>(&mut self, game: &mut G, depth: u32, spent: bool, ply: u32) -> Option<Seen>
    where
        G: Game,
        E: Evaluator<G>,
        L: Locality<G>,
    {
        let mover = match game.turn() {
            Turn::Over => {
                let value = Scale::<G, E>::finished(game.payoff(self.root), ply);
                return Some(Seen { value, complete: true });
            }
            Turn::Chance => return average(game, |game| self.at(game, depth, spent, ply + 1)),
            turn => turn.decider()?,
        };
        if depth == 0 {
            let value = Scale::<G, E>::judged(self.eval.score(game, self.root));
            return Some(Seen { value, complete: false });
        }
        let ours = mover == self.root;
        let spent = spent && !ours;
        let bound = !ours && (!self.near.contains(mover) || self.one_reply && spent);
        let mut moves = playable(game, ply);
        if !moves.is_empty() && (bound || self.one_reply && !ours) {
            let default = self.locality.default_move(game, &moves).min(moves.len() - 1);
            moves[..=default].rotate_right(1);
        }
        let mut best: Option<Seen> = None;
        for (i, m) in moves.into_iter().enumerate() {
            let departs = self.one_reply && !ours && !bound && i > 0;
            let left = depth - price(game);
            let after = game.explore(m, |game| self.at(game, left, spent || departs, ply + 1));
            let Some(seen) = after else { continue };
            best = Some(if ours { seen.better(best) } else { worse(seen, best) });
            if bound {
                break;
            }
        }
        best
    }
}

fn worse(seen: Seen, other: Option<Seen>) -> Seen {
    seen.turned().better(other.map(Seen::turned)).turned()
}

/// Everybody for himself: the value to each player if each plays for his own.
/// Between equals the move listed first is played.
pub fn maxn<G, E>(game: &mut G, eval: &mut E, depth: u32) -> Option<Vec<i32>>
where
    G: Game,
    E: Evaluator<G>,
{
    maxn_at(game, eval, depth, 0)
}

fn maxn_at<G, E>(game: &mut G, eval: &mut E, depth: u32, ply: u32) -> Option<Vec<i32>>
where
    G: Game,
    E: Evaluator<G>,
{
    let players = game.players();
    let mover = match game.turn() {
        Turn::Over => {
            let payoff = |p| Scale::<G, E>::finished(game.payoff(p), ply);
            return Some(Player::all(players).map(payoff).collect());
        }
        Turn::Chance => return maxn_average(game, eval, depth, ply),
        turn => turn.decider()?,
    };
    if depth == 0 {
        let mut scores = vec![0; players];
        eval.scores(game, &mut scores);
        return Some(scores.into_iter().map(Scale::<G, E>::judged).collect());
    }
    let mut best: Option<Vec<i32>> = None;
    for m in playable(game, ply) {
        let left = depth - price(game);
        let after = game.explore(m, |game| maxn_at(game, eval, left, ply + 1));
        let Some(values) = after else { continue };
        let me = mover.index();
        if best.as_ref().is_none_or(|best| values[me] > best[me]) {
            best = Some(values);
        }
    }
    best
}

fn maxn_average<G, E>(game: &mut G, eval: &mut E, depth: u32, ply: u32) -> Option<Vec<i32>>
where
    G: Game,
    E: Evaluator<G>,
{
    let mut sums = vec![0; game.players()];
    let mut total = 0;
    for m in game.legal_moves() {
        let weight = i64::from(game.weight(m));
        let after = game.explore(m, |game| maxn_at(game, eval, depth, ply + 1));
        let Some(values) = after else { continue };
        total += weight;
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += weight * i64::from(value);
        }
    }
    (total > 0).then(|| sums.into_iter().map(|sum| (sum / total) as i32).collect())
}

/// Rounds together: the value to `me`, rounds answered as `answer` says and
/// all others against him. Depth counts rounds and single decisions.
pub fn joint<G, E>(
    game: &mut G,
    eval: &mut E,
    depth: u32,
    me: Player,
    answer: Concept,
) -> Option<i32>
where
    G: Game + Simultaneous,
    E: Evaluator<G>,
{
    joint_at(game, eval, depth, me, answer, 0)
}

fn joint_at<G, E>(
    game: &mut G,
    eval: &mut E,
    depth: u32,
    me: Player,
    answer: Concept,
    ply: u32,
) -> Option<i32>
where
    G: Game + Simultaneous,
    E: Evaluator<G>,
{
    match game.turn() {
        Turn::Over => Some(Scale::<G, E>::finished(game.payoff(me), ply)),
        Turn::Chance => {
            let mut look = |game: &mut G| joint_at(game, eval, depth, me, answer, ply + 1);
            let seen = |value| Seen { value, complete: false };
            average(game, |game| look(game).map(seen)).map(|seen| seen.value)
        }
        _ if depth == 0 => Some(Scale::<G, E>::judged(eval.score(game, me))),
        Turn::Player(mover) => {
            let moves = playable(game, ply);
            let after = moves.into_iter().filter_map(|m| {
                game.explore(m, |game| joint_at(game, eval, depth - 1, me, answer, ply + 1))
            });
            if mover == me { after.max() } else { after.min() }
        }
        Turn::Together(seats) => {
            let matrix = round(game, eval, depth, me, answer, ply, seats);
            solve(&matrix, answer)
        }
    }
}

/// One row a choice of `me`, one column a combination of the others.
fn round<G, E>(
    game: &mut G,
    eval: &mut E,
    depth: u32,
    me: Player,
    answer: Concept,
    ply: u32,
    seats: Players,
) -> Vec<Vec<Option<i32>>>
where
    G: Game + Simultaneous,
    E: Evaluator<G>,
{
    let mut combinations: Vec<Vec<G::Move>> = vec![Vec::new()];
    let mut mine = Vec::new();
    for player in seats.iter() {
        let mut choices = Moves::with_capacity(16);
        game.choices(player, &mut choices);
        let choices = choices.into_vec();
        if player == me {
            mine = choices;
        } else {
            combinations = (choices.iter())
                .flat_map(|&m| combinations.iter().map(move |c| [c.as_slice(), &[m]].concat()))
                .collect();
        }
    }
    let at = seats.iter().position(|player| player == me);
    let rows = if at.is_some() { mine.iter().map(|&m| Some(m)).collect() } else { vec![None] };
    let mut matrix = Vec::new();
    for row in rows {
        let mut values = Vec::new();
        for others in &combinations {
            let mut all = others.clone();
            if let (Some(at), Some(m)) = (at, row) {
                all.insert(at, m);
            }
            let mut after = game.clone();
            all.iter().for_each(|&m| {
                after.make(m);
            });
            let ply = ply + all.len() as u32;
            values.push(joint_at(&mut after, eval, depth - 1, me, answer, ply));
        }
        matrix.push(values);
    }
    matrix
}

fn solve(matrix: &[Vec<Option<i32>>], answer: Concept) -> Option<i32> {
    if answer == Concept::Pessimistic {
        return matrix.iter().filter_map(|row| row.iter().copied().flatten().min()).max();
    }
    let columns = matrix.first()?.len();
    let playable = |&j: &usize| matrix.iter().all(|row| row[j].is_some());
    let columns: Vec<usize> = (0..columns).filter(playable).collect();
    let cells: Vec<i32> =
        matrix.iter().flat_map(|row| columns.iter().filter_map(|&j| row[j])).collect();
    if cells.is_empty() {
        return None;
    }
    let mut solved = Equilibrium::default();
    solved.solve(matrix.len(), columns.len(), &cells);
    Some(solved.value().round() as i32)
}
