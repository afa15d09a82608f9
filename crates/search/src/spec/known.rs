//! What may stand in an engine's specification: kinds, options and what each
//! option takes. One table, read by the parser, its errors and every help text.

use std::fmt;

/// Which engine.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Kind {
    /// A rung of the game's ladder; which engine that is, the game decides.
    Level,
    /// Any legal move, all alike.
    Random,
    /// Alpha-beta for two players.
    AlphaBeta,
    /// Expectiminimax: alpha-beta where chance has a say.
    Expectimax,
    /// Everybody for himself.
    MaxN,
    /// All against one.
    Paranoid,
    /// One opponent a round against one.
    BestReply,
    /// Rounds played together, by the worst case or the equilibrium.
    Joint,
    /// Monte Carlo tree search.
    Mcts,
    /// The same where information is hidden.
    IsMcts,
    /// The same where several choose together.
    Decoupled,
    /// Unbounded best-first minimax.
    BestFirst,
    /// Descent with completion.
    Descent,
    /// Depth-first proof-number search.
    Dfpn,
    /// Everything, to the end.
    Solve,
    /// The search made for Battlesnake.
    Snake,
    /// A plain opponent to measure by, where a game has one.
    Baseline,
    /// The engine made for Hex.
    Hex,
}

/// What an option takes.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Takes {
    /// Nothing, or `on` or `off`.
    Flag,
    /// A whole number within these bounds; `k` and `M` count as zeros.
    Count(u64, u64),
    /// A number within these bounds.
    Number(f64, f64),
    /// A time: `500ms`, `1.5s`, `2m`.
    Time,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A name that the game knows.
    Name,
}

impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Takes::Flag => f.write_str("nothing, on or off"),
            Takes::Count(least, u64::MAX) => write!(f, "a whole number from {least}"),
            Takes::Count(least, most) => write!(f, "a whole number from {least} to {most}"),
            Takes::Number(least, most) => write!(f, "a number from {least} to {most}"),
            Takes::Time => f.write_str("a time such as 500ms, 1.5s or 2m"),
            Takes::Word(words) => write!(f, "one of {}", words.join(", ")),
            Takes::Name => f.write_str("a name"),
        }
    }
}

/// An option that an engine may have.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Known {
    /// How it is written.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What it does.
    pub does: &'static str,
}

const fn known(name: &'static str, takes: Takes, does: &'static str) -> Known {
    Known { name, takes, does }
}

const ANY: u64 = u64::MAX;

/// Every engine has these.
const COMMON: &[Known] = &[
    known("time", Takes::Time, "time a move"),
    known("nodes", Takes::Count(1, ANY), "positions a move, all threads together"),
    known("threads", Takes::Count(1, 256), "worker threads"),
    known("seed", Takes::Count(0, ANY), "seed of everything random"),
    known("lines", Takes::Count(1, 256), "how many of the best lines to report"),
    known("eval", Takes::Name, "the evaluator, by a name of the game"),
    known(
        "strategy",
        Takes::Word(&["copy", "cow", "token", "trail"]),
        "how the position is taken back, where a game offers more than one way",
    ),
];

const DEPTH: Known = known("depth", Takes::Count(1, 250), "how many decisions to look ahead");
const TABLE: Known = known("tt", Takes::Count(0, 1 << 20), "table in MiB; 0 for none");
const TREE: Known = known("memory", Takes::Count(1, 1 << 20), "tree in MiB");
const ITERATIONS: Known = known("iterations", Takes::Count(1, ANY), "iterations a move");

const WALK: &[Known] = &[
    DEPTH,
    TABLE,
    known("parallel", Takes::Word(&["lazy", "root"]), "how threads share the work"),
    known("aspiration", Takes::Count(0, 1_000_000), "half the first window in points; 0 for all"),
    known("quiescence", Takes::Flag, "follow noisy moves beyond the horizon"),
    known("lmr", Takes::Flag, "reduce late quiet moves"),
    known("null", Takes::Flag, "cut where even passing is good enough"),
];

const MANY: &[Known] = &[DEPTH, TABLE, known("near", Takes::Flag, "only those near branch")];

const JOINT: &[Known] = &[
    DEPTH,
    TABLE,
    known("answer", Takes::Word(&["mixed", "pessimistic"]), "how a round is answered"),
    known("sampled", Takes::Flag, "draw the move from the mix"),
];

const MCTS: &[Known] = &[
    ITERATIONS,
    TREE,
    known("rule", Takes::Word(&["uct", "puct"]), "how children are compared"),
    known("c", Takes::Number(0.0, 100.0), "weight of exploration"),
    known("rave", Takes::Flag, "all moves as first"),
    known("grave", Takes::Count(0, ANY), "borrow such statistics below this many visits"),
    known("bias", Takes::Number(0.0, 100.0), "progressive bias"),
    known("widening", Takes::Number(0.0, 1.0), "progressive widening with this power"),
    known("minimax", Takes::Number(0.0, 1.0), "weight of implicit minimax backups"),
    known("cut", Takes::Count(0, 100_000), "end playouts after so many plies and judge"),
    known("solver", Takes::Flag, "back up proven results"),
    known("gumbel", Takes::Count(2, 4096), "sequential halving over so many root moves"),
    known("reuse", Takes::Flag, "keep the tree from move to move"),
    known("parallel", Takes::Word(&["tree", "root"]), "how threads share the work"),
];

const HEX: &[Known] = &[
    ITERATIONS,
    TREE,
    known("c", Takes::Number(0.0, 100.0), "weight of exploration"),
    known("rave", Takes::Number(0.0, 1e6), "visits that all moves as first may weigh; 0 for none"),
    known("bias", Takes::Number(0.0, 100.0), "weight of priors; 0 for none"),
    known("expand", Takes::Count(1, 1_000_000), "visits before a node gets children"),
    known("look", Takes::Count(1, ANY), "visits before a node gets a closer look"),
    known("solve", Takes::Number(0.0, 1.0), "share of the budget for the solver; 0 for none"),
    known(
        "playout",
        Takes::Word(&["uniform", "pairs", "bridges", "patterns"]),
        "how random games are played",
    ),
];

const ISMCTS: &[Known] = &[
    ITERATIONS,
    TREE,
    known("c", Takes::Number(0.0, 100.0), "weight of exploration"),
    known("observer", Takes::Word(&["single", "multiple"]), "one tree or one a player"),
    known("belief", Takes::Flag, "off: deal what is hidden as if nothing was remembered"),
];

const DECOUPLED: &[Known] = &[
    ITERATIONS,
    TREE,
    known("c", Takes::Number(0.0, 100.0), "weight of exploration"),
    known("bandit", Takes::Word(&["uct", "regret"]), "how each seat chooses"),
    known("mixing", Takes::Flag, "draw the move from the mix"),
];

const BEST_FIRST: &[Known] = &[ITERATIONS, TREE];
const DFPN: &[Known] = &[TABLE];
const SNAKE: &[Known] = &[
    DEPTH,
    TABLE,
    known("replies", Takes::Word(&["single", "all"]), "which answers of several rivals count"),
    known("near", Takes::Count(0, 50), "with several rivals, farther ones do not branch"),
    known("quiet", Takes::Count(0, 32), "rounds beyond the horizon where somebody is cornered"),
    known("contempt", Takes::Count(0, 900_000), "how much worse than an even game a draw is"),
    known("sure", Takes::Flag, "never leave moves that survive two rounds for certain"),
];
const BASELINE: &[Known] = &[
    known("depth", Takes::Count(1, 8), "Battlesnake: moves looked ahead, each of one snake"),
    known("player", Takes::Word(&["greedy", "askback"]), "Go Fish: which rule of thumb"),
];
const LEVEL: &[Known] = &[known("level", Takes::Count(1, 10), "the rung of the ladder")];

impl Kind {
    /// Every kind, as listed to users.
    pub const ALL: [Kind; 18] = [
        Kind::Level,
        Kind::Random,
        Kind::AlphaBeta,
        Kind::Expectimax,
        Kind::MaxN,
        Kind::Paranoid,
        Kind::BestReply,
        Kind::Joint,
        Kind::Mcts,
        Kind::IsMcts,
        Kind::Decoupled,
        Kind::BestFirst,
        Kind::Descent,
        Kind::Dfpn,
        Kind::Solve,
        Kind::Snake,
        Kind::Baseline,
        Kind::Hex,
    ];

    /// How it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Level => "level",
            Kind::Random => "random",
            Kind::AlphaBeta => "ab",
            Kind::Expectimax => "expectimax",
            Kind::MaxN => "maxn",
            Kind::Paranoid => "paranoid",
            Kind::BestReply => "brs",
            Kind::Joint => "joint",
            Kind::Mcts => "mcts",
            Kind::IsMcts => "ismcts",
            Kind::Decoupled => "duct",
            Kind::BestFirst => "ubfm",
            Kind::Descent => "descent",
            Kind::Dfpn => "dfpn",
            Kind::Solve => "solve",
            Kind::Snake => "snake",
            Kind::Baseline => "baseline",
            Kind::Hex => "hex",
        }
    }

    /// The kind written so.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The options of this kind, its own first.
    pub fn options(self) -> impl Iterator<Item = &'static Known> {
        let own = match self {
            Kind::Level => LEVEL,
            Kind::Random | Kind::Solve => &[],
            Kind::AlphaBeta | Kind::Expectimax | Kind::Paranoid | Kind::BestReply => WALK,
            Kind::MaxN => &MANY[..2],
            Kind::Joint => JOINT,
            Kind::Mcts => MCTS,
            Kind::IsMcts => ISMCTS,
            Kind::Decoupled => DECOUPLED,
            Kind::BestFirst | Kind::Descent => BEST_FIRST,
            Kind::Dfpn => DFPN,
            Kind::Snake => SNAKE,
            Kind::Baseline => BASELINE,
            Kind::Hex => HEX,
        };
        let near = match self {
            Kind::MaxN | Kind::Paranoid | Kind::BestReply => &MANY[2..],
            _ => &[],
        };
        own.iter().chain(near).chain(COMMON)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
