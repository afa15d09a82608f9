//! The snake that plays to win: a search made for Battlesnake.
//!
//! | where | what |
//! |---|---|
//! | `options.rs` | what may be set |
//! | `root.rs` | which choices are allowed, deepening, the last hope |
//! | `walk.rs` | the search: a round is my choice and its worst answer |
//! | `replies.rs` | which answers of one or several rivals are looked at |
//! | `habits.rs` | what rivals are expected to do, from what they did |
//! | `order.rs` | what to try first |
//! | `baseline.rs` | the opponent to measure by, as an engine |
//! | `explain.rs` | a choice in words: values, lines, deaths |
//!
//! Nothing new appears on the board while it looks ahead. The horizon is judged
//! by [`SnakeEval`]: who reaches which cell first. The generic searches play
//! the game too; this one is faster because a round is one step for it, and
//! stronger because it never leaves a choice that survives for certain.

mod baseline;
mod explain;
mod habits;
mod options;
mod order;
mod replies;
mod root;
mod searcher;

#[cfg(test)]
mod tests;

pub use baseline::BaselinePlayer;
pub use explain::{Death, ExplainError, Explained, Explanation, explain};
pub use options::{Options, Replies};

use habits::{Foresight, Habits};
use order::Order;
use root::{Root, Row, allowed};
use searcher::{MAX_PLY, Searcher, WIN, WON, no_lines};
use takeback_battlesnake::{Battlesnake, Chance, Direction, Listing, Move, Ruleset, SnakeEval};
use takeback_core::{Game, Key, Player, Turn};
use takeback_search::transposition::TranspositionTable;
use takeback_search::{
    Clock, Limits, Report, RootMove, Score, Search, SearchError, StopFlag, Stopped, Variation,
};

/// The engine: keeps its table and what it learned of good choices and of its
/// rivals from round to round.
///
/// ```
/// use takeback_players_battlesnake::engine::Snake;
/// use takeback_battlesnake::{Battlesnake, Map, Ruleset, Settings, Setup, Small};
/// use takeback_search::{Limits, Search};
///
/// let setup = Setup::start(Ruleset::Standard, Settings::default(), Map::Standard, (7, 7), 2, 1)?;
/// let game: Small<2> = Battlesnake::new(&setup)?;
/// let report = Snake::default().search(&game, &Limits::depth(3), &mut |_| ())?;
/// assert_eq!(report.depth, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Snake {
    options: Options,
    table: TranspositionTable,
    order: Order,
    habits: Habits,
}

impl Default for Snake {
    fn default() -> Self {
        Snake::new(Options::default())
    }
}

impl Snake {
    /// With these settings.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Snake {
            options,
            table: TranspositionTable::default(),
            order: Order::new(MAX_PLY + 1),
            habits: Habits::default(),
        }
    }

    /// Bytes of the table.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }
}

/// A search in progress: what every thread of it shares.
struct Task<'a, const W: usize, const S: usize> {
    game: Battlesnake<W, S>,
    me: Player,
    choices: Vec<Direction>,
    options: &'a Options,
    foresight: Foresight,
    table: &'a TranspositionTable,
    limits: &'a Limits,
    /// Ends the helpers when the first thread is done.
    done: StopFlag,
}

/// What one thread found.
struct Found {
    root: Root,
    nodes: u64,
    deepest: usize,
    stopped: Stopped,
}

impl<const W: usize, const S: usize> Task<'_, W, S> {
    fn walk<'w>(&'w self, order: &'w mut Order, clock: Clock) -> Searcher<'w, W, S> {
        Searcher {
            game: self.game.clone(),
            me: self.me,
            company: self.game.living().len() > 1,
            late: self.options.late && self.game.living().len() == 2,
            eval: SnakeEval::new(self.options.weights),
            options: self.options,
            foresight: &self.foresight,
            table: self.table,
            // Values are one seat's, with what it expects of the others: what another
            // learned means nothing to it.
            salt: Key::nth(u64::from(self.me.0) ^ 0x5a_4e4b_e000) ^ self.foresight.key,
            order,
            clock,
            nodes: 0,
            horizon: 0,
            deepest: 0,
            stopped: None,
            lines: no_lines(),
            drafts: no_lines(),
        }
    }

    /// The whole search. With nothing to choose there is nothing to search.
    fn answer(&self, order: &mut Order, watch: &mut Watch<'_>) -> Report<Move> {
        let clock = Clock::start(self.limits);
        let mut found = self.run_all(order, watch);
        if self.choices.len() == 1 {
            found.stopped = Stopped::Forced;
        }
        self.report(&found, clock.elapsed(), Some(found.stopped))
    }

    /// Deepen until something ends it. Helpers skip depths, so that threads
    /// meet in the table and not at the same node.
    fn run(&self, order: &mut Order, clock: Clock, helper: usize, watch: &mut Watch<'_>) -> Found {
        let mut walk = self.walk(order, clock);
        let exact = self.limits.lines > 1;
        let root = Root::new(&walk, &self.choices, exact);
        let mut found = Found { root, nodes: 0, deepest: 0, stopped: Stopped::Depth };
        let most = self.limits.depth.map_or(MAX_PLY - 2, |d| (d as usize).min(MAX_PLY - 2)) as u32;
        let forced = self.choices.len() == 1 && !exact;
        let mut depth = 1 + (helper % 2) as u32;
        while depth <= if forced { 1 } else { most } {
            found.root.deepen(&mut walk, depth);
            (found.nodes, found.deepest) = (walk.nodes, walk.deepest);
            if let Some(why) = walk.stopped {
                found.stopped = why;
                break;
            }
            if !exact && is_settled(found.root.best().value, depth) {
                found.stopped = Stopped::Solved;
                break;
            }
            if helper == 0 {
                watch(&self.report(&found, walk.clock.elapsed(), None));
            }
            depth += 1 + u32::from(helper > 0 && depth.is_multiple_of(helper as u32 + 2));
        }
        if helper == 0 {
            found.root.hope(&mut walk);
            found.nodes = walk.nodes;
        }
        found
    }

    /// All threads; the first one's answer counts, it has seen what all learned.
    fn run_all(&self, order: &mut Order, watch: &mut Watch<'_>) -> Found {
        let clock = || Clock::start(self.limits).also_obey(self.done.clone());
        let helpers = self.limits.threads.clamp(1, 64) - 1;
        if helpers == 0 || self.choices.len() == 1 {
            return self.run(order, clock(), 0, watch);
        }
        std::thread::scope(|scope| {
            let handles: Vec<_> = (1..=helpers)
                .map(|helper| {
                    let mut own = order.clone();
                    scope.spawn(move || self.run(&mut own, clock(), helper, &mut |_| ()).nodes)
                })
                .collect();
            let mut found = self.run(order, clock(), 0, watch);
            self.done.stop();
            for handle in handles {
                found.nodes += handle.join().unwrap_or(0);
            }
            found
        })
    }

    fn report(
        &self,
        found: &Found,
        time: std::time::Duration,
        stopped: Option<Stopped>,
    ) -> Report<Move> {
        let rows = &found.root.rows;
        let best = found.root.best();
        let lines = rows
            .iter()
            .take(self.limits.lines.max(1))
            .map(|row| Variation { score: score(row.value), moves: self.steps(row) });
        let mut root: Vec<&Row> = rows.iter().collect();
        root.sort_by_key(|row| row.choice);
        let moves = root.iter().map(|row| RootMove {
            m: Move::Go(row.choice),
            score: score(row.value),
            visits: row.nodes,
        });
        Report {
            best: Move::Go(best.choice),
            score: score(best.value),
            shares: Vec::new(),
            lines: lines.collect(),
            root: moves.collect(),
            nodes: found.nodes.max(1),
            iterations: 0,
            depth: found.root.depth,
            deepest: found.deepest as u32,
            time,
            stopped,
            rebuilt: 0,
        }
    }

    /// A row's line as commitments, seat by seat; only the searcher's own when
    /// nothing more is known.
    fn steps(&self, row: &Row) -> Vec<Move> {
        let mut game = self.game.clone();
        let mut moves = Vec::new();
        for &choices in &row.line {
            if game.turn() == Turn::Over {
                break;
            }
            for seat in game.living().iter() {
                moves.push(Move::Go(Direction::from_bits(choices >> (2 * seat.0))));
            }
            game.make_round(choices);
        }
        if moves.is_empty() { vec![Move::Go(row.choice)] } else { moves }
    }
}

/// Hears of every depth completed.
type Watch<'a> = dyn FnMut(&Report<Move>) + 'a;

impl<const W: usize, const S: usize> Search<Battlesnake<W, S>> for Snake {
    fn search(
        &mut self,
        position: &Battlesnake<W, S>,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Report<Move>, SearchError> {
        let me = decider(position, limits)?;
        let game = position.clone().with_chance(Chance::Frozen).with_listing(Listing::Prudent);
        let game = uncommitted(game);
        let choices = allowed(&game, me, self.options.sure);
        if self.table.bytes() >> 20 != limits.memory {
            self.table.resize(limits.memory);
        }
        self.table.next_generation();
        self.order.age();
        let foresight = match game.ruleset() {
            Ruleset::Constrictor | Ruleset::WrappedConstrictor if self.options.habits => {
                self.habits.look(&game, me)
            }
            _ => Foresight::default(),
        };
        let task = Task {
            game,
            me,
            choices,
            options: &self.options,
            foresight,
            table: &self.table,
            limits,
            done: StopFlag::default(),
        };
        Ok(task.answer(&mut self.order, watch))
    }

    fn forget(&mut self) {
        self.table.clear();
        self.order = Order::new(MAX_PLY + 1);
        self.habits = Habits::default();
    }
}

/// Who searches.
fn decider<const W: usize, const S: usize>(
    position: &Battlesnake<W, S>,
    limits: &Limits,
) -> Result<Player, SearchError> {
    match position.turn() {
        Turn::Over => Err(SearchError::Over),
        Turn::Chance => Err(SearchError::Chance),
        Turn::Player(player) => Ok(player),
        Turn::Together(owing) => {
            let asked = limits.seat.filter(|&seat| position.living().contains(seat));
            asked.or(owing.first()).ok_or(SearchError::NoMove)
        }
    }
}

/// The round as it stood before anybody chose: nobody is to know.
fn uncommitted<const W: usize, const S: usize>(game: Battlesnake<W, S>) -> Battlesnake<W, S> {
    let whole = matches!(game.turn(), Turn::Together(owing) if owing == game.living());
    if whole { game } else { game.without_commitments() }
}

/// Whether no deeper search can change a value: everything up to that win or
/// loss was seen.
fn is_settled(value: i32, depth: u32) -> bool {
    value.abs() >= WON && WIN - value.abs() <= depth as i32
}

/// How a value reads in a report, in rounds.
fn score(value: i32) -> Score {
    match value {
        WON.. => Score::Win((WIN - value).unsigned_abs()),
        v if v <= -WON => Score::Loss((WIN + v).unsigned_abs()),
        v => Score::Points(v),
    }
}
