//! The contests: who takes part, what they do, which ratio is asked for.

use crate::libraries::{arbor, board_game, mcts, minimax, takeback, treant};
use crate::measure::{Contestant, Sample, contest, timed};
use crate::rules::{Fill, Four, Hex11, Playouts, Rules, Steps};
use crate::table::{Asked, Section};
use std::cell::RefCell;
use std::rc::Rc;
use takeback_core::SplitMix;

/// How much work to do.
#[derive(Clone, Debug)]
pub(crate) struct Effort {
    pub(crate) rounds: usize,
    /// Simulations of one MCTS.
    pub(crate) simulations: u64,
    /// Plies of the alpha-beta contest.
    pub(crate) depth: u32,
    /// Contestants whose name contains this: all when empty.
    pub(crate) only: String,
}

/// Mebibytes of a table.
const TABLE: usize = 64;

/// The names that can be asked for, in the order they run.
pub(crate) const NAMES: [&str; 5] = ["cores", "connect4", "hex", "alphabeta", "threads"];

/// Run one of [`NAMES`].
pub(crate) fn run(name: &'static str, effort: &Effort) -> Section {
    match name {
        "cores" => cores(effort),
        "connect4" => connect_four(effort),
        "hex" => hex(effort),
        "alphabeta" => alpha_beta(effort),
        _ => threads(effort),
    }
}

/// A new seed each time it is asked.
fn seeds() -> impl FnMut() -> u64 {
    let mut seed = 0;
    move || {
        seed += 1;
        seed
    }
}

/// The rules alone, without any library: ours against what the others get.
fn cores(effort: &Effort) -> Section {
    let games = effort.simulations;
    let (mut four, mut hex) = (seeds(), seeds());
    let mut all = [
        Contestant::new("Connect Four, takeback's hook", move || {
            takeback::connect_four_playouts(games, four())
        }),
        Contestant::new("Connect Four, lent", move || lent_playouts::<Four, Steps>(games)),
        Contestant::new("Hex, takeback's hook", move || takeback::hex_playouts(games, hex())),
        Contestant::new("Hex, lent, filled at once", move || lent_playouts::<Hex11, Fill>(games)),
        Contestant::new("Hex, lent, move by move", move || lent_playouts::<Hex11, Steps>(games)),
    ];
    contest(&mut all, effort.rounds, &effort.only);
    let mut section = Section::new("cores", format!("random games, {games} each"));
    rates(&mut section, &all, "games/s");
    let nothing = Asked::Nothing;
    section.ratio("Connect Four, ours / lent", all[0].rate(), all[1].rate(), nothing);
    section.ratio("Hex filled at once, ours / lent", all[2].rate(), all[3].rate(), nothing);
    section
}

fn lent_playouts<R: Rules, P: Playouts<R>>(games: u64) -> Sample {
    let (start, mut rng) = (R::start(), SplitMix::new(games));
    timed(|| {
        let first: u64 =
            (0..games).map(|_| u64::from(P::play(&start, &mut rng).halves(start.mover()))).sum();
        (games, first)
    })
}

/// MCTS where rules are cheap and the tree decides. Libraries come with a
/// playout or with a place for one; those with a place are lent ours, and so
/// are, for comparison, those that have their own.
fn connect_four(effort: &Effort) -> Section {
    let n = effort.simulations;
    let [mut ours, mut walked, mut theirs] = [seeds(), seeds(), seeds()];
    let mut all = [
        Contestant::new("takeback", move || takeback::connect_four(n, 1, ours())),
        Contestant::new("takeback, playouts made and taken back", move || {
            takeback::connect_four_walked(n, 1, walked())
        }),
        Contestant::new("arbor, its own playout", move || arbor::listing::<Four>(n)),
        Contestant::new("board-game, all its own", move || board_game::connect_four(n, theirs())),
        Contestant::new("minimax, its own playout", move || minimax::listing::<Four>(n)),
        Contestant::new("treant, playout lent", move || treant::lent::<Four, Steps>(n)),
        Contestant::new("mcts, playout lent", move || mcts::lent::<Four, Steps>(n)),
        Contestant::new("arbor, playout lent", move || arbor::lent::<Four, Steps>(n)),
        Contestant::new("minimax, playout lent", move || minimax::lent::<Four, Steps>(n)),
    ];
    contest(&mut all, effort.rounds, &effort.only);
    let title = format!("MCTS on Connect Four 7x6, one thread, {n} simulations");
    let mut section = Section::new("connect4", title);
    rates(&mut section, &all, "sims/s");
    let (as_they_come, lent) = all[2..].split_at(5);
    against_fastest(&mut section, " as it comes", &all[0], as_they_come, Asked::AtLeast(1.5));
    against_fastest(&mut section, ", our playout lent", &all[0], lent, Asked::Nothing);
    section
}

/// MCTS where the playout decides. Nobody else has a hook meant for whole
/// playouts that know a shortcut; but most can be talked into it, so both are
/// measured.
fn hex(effort: &Effort) -> Section {
    let n = effort.simulations;
    let mut seed = seeds();
    let mut all = [
        Contestant::new("takeback", move || takeback::hex(n, 1, seed())),
        Contestant::new("arbor, its own playout", move || arbor::listing::<Hex11>(n)),
        Contestant::new("minimax, its own playout", move || minimax::listing::<Hex11>(n)),
        Contestant::new("treant, move by move", move || treant::lent::<Hex11, Steps>(n)),
        Contestant::new("mcts, move by move", move || mcts::lent::<Hex11, Steps>(n)),
        Contestant::new("arbor, our fill lent", move || arbor::lent::<Hex11, Fill>(n)),
        Contestant::new("minimax, our fill lent", move || minimax::lent::<Hex11, Fill>(n)),
        Contestant::new("treant, our fill lent", move || treant::lent::<Hex11, Fill>(n)),
        Contestant::new("mcts, our fill lent", move || mcts::lent::<Hex11, Fill>(n)),
    ];
    contest(&mut all, effort.rounds, &effort.only);
    let title = format!("MCTS on Hex 11x11, one thread, {n} simulations");
    let mut section = Section::new("hex", title);
    rates(&mut section, &all, "sims/s");
    let (ours, theirs) = all.split_first().expect("takeback takes part");
    let (plain, filled) = theirs.split_at(4);
    against_fastest(&mut section, " as it comes", ours, plain, Asked::AtLeast(7.0));
    against_fastest(&mut section, ", our fill lent", ours, filled, Asked::Nothing);
    section
}

/// Alpha-beta: the same leaves, the same depth, tables of one size.
fn alpha_beta(effort: &Effort) -> Section {
    let depth = effort.depth;
    let values = Rc::new(RefCell::new(Vec::new()));
    let noting = |search: fn(u32) -> (Sample, i32)| {
        let values = Rc::clone(&values);
        move || {
            let (sample, value) = search(depth);
            values.borrow_mut().push(value);
            sample
        }
    };
    let mut all = [
        Contestant::new("takeback", noting(|depth| takeback::alpha_beta(depth, TABLE))),
        Contestant::new("minimax", noting(|depth| minimax::alpha_beta(depth, TABLE, false))),
        Contestant::new(
            "minimax, countermoves and history",
            noting(|depth| minimax::alpha_beta(depth, TABLE, true)),
        ),
    ];
    contest(&mut all, effort.rounds, &effort.only);
    let title = format!("alpha-beta on Connect Four 7x6 to depth {depth}, tables of {TABLE} MiB");
    let mut section = Section::new("alphabeta", title);
    rates(&mut section, &all, "nodes/s");
    for contestant in &all {
        section.figure(format!("{}, time", contestant.name), seconds(contestant), "s");
    }
    for contestant in &all {
        let nodes = contestant.quickest().map_or(0, |sample| sample.work);
        section.figure(format!("{}, nodes of that run", contestant.name), nodes as f64, "");
    }
    against_fastest(&mut section, " (nodes/s)", &all[0], &all[1..], Asked::AtLeast(1.2));
    let best = all[1..].iter().map(seconds).fold(f64::INFINITY, f64::min);
    let what = format!("time to depth {depth}, ours / theirs");
    section.ratio(what, seconds(&all[0]), best, Asked::AtMost(0.5));
    section.notes.push(agreement(&values.borrow()));
    section
}

fn seconds(contestant: &Contestant) -> f64 {
    contestant.quickest().map_or(f64::NAN, |sample| sample.cpu.as_secs_f64())
}

/// Exact searches of the same tree must find the same value.
fn agreement(values: &[i32]) -> String {
    match values {
        [first, rest @ ..] if rest.iter().all(|value| value == first) => {
            format!("all runs found the same value: {first}")
        }
        _ => format!("THE RUNS DISAGREE about the value: {values:?}"),
    }
}

/// Two threads on one tree against one. On a machine with other work to do the
/// wall clock shows less than there is; simulations a processor second, times
/// two, show what an idle one would.
fn threads(effort: &Effort) -> Section {
    let n = 4 * effort.simulations;
    let [mut a, mut b, mut c, mut d] = [seeds(), seeds(), seeds(), seeds()];
    let mut all = [
        Contestant::new("Connect Four, one", move || takeback::connect_four(n, 1, a())),
        Contestant::new("Connect Four, two", move || takeback::connect_four(n, 2, b())),
        Contestant::new("Hex 11x11, one", move || takeback::hex(n, 1, c())),
        Contestant::new("Hex 11x11, two", move || takeback::hex(n, 2, d())),
    ];
    contest(&mut all, effort.rounds, &effort.only);
    let title = format!("takeback's MCTS, two threads on one tree, {n} simulations");
    let mut section = Section::new("threads", title);
    for pair in all.chunks(2) {
        let [one, two] = pair else { continue };
        section.figure(one.name, one.rate(), "sims/s by processor time");
        section.figure(two.name, 2.0 * two.rate(), "sims/s by processor time");
        section.figure(one.name, one.wall_rate(), "sims/s by the wall clock");
        section.figure(two.name, two.wall_rate(), "sims/s by the wall clock");
    }
    for (game, pair) in ["Connect Four", "Hex 11x11"].into_iter().zip(all.chunks(2)) {
        let [one, two] = pair else { continue };
        let by_cpu = format!("{game}, two / one by processor time");
        section.ratio(by_cpu, 2.0 * two.rate(), one.rate(), Asked::AtLeast(1.7));
        let by_wall = format!("{game}, two / one by the wall clock");
        section.ratio(by_wall, two.wall_rate(), one.wall_rate(), Asked::Nothing);
    }
    section
}

fn rates(section: &mut Section, all: &[Contestant], unit: &'static str) {
    for contestant in all.iter().filter(|one| one.quickest().is_some()) {
        section.figure(contestant.name, contestant.rate(), unit);
    }
}

/// Ours over the best of theirs.
fn against_fastest(
    section: &mut Section,
    which: &str,
    ours: &Contestant,
    theirs: &[Contestant],
    asked: Asked,
) {
    let fastest = theirs.iter().max_by(|a, b| a.rate().total_cmp(&b.rate()));
    if let Some(fastest) = fastest {
        let what = format!("ours / fastest{which}: {}", fastest.name);
        section.ratio(what, ours.rate(), fastest.rate(), asked);
    }
}
