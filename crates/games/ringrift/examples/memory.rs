//! What a depth-5 search costs under four ways of keeping state: `memory [depth] [plies]`.
//!
//! * make and unmake: one position and its journal;
//! * copy per move, and copy on write: the strategies every game here can run under;
//! * deep copy: a state of maps keyed by text, lists of rings and a history of plies, as hosts
//!   in scripting languages keep it, copied whole for every move.
//!
//! All walk the same full-width tree, five decisions deep (forced plies between them cost no depth), judge every leaf and must agree on the sum of the judgements. Rates are
//! per second of processor time; memory is what the allocator was asked for at most at one moment.

use std::collections::BTreeMap;
use std::time::Instant;
use takeback_core::strategy::{ByCopy, ByCow, Wraps};
use takeback_core::{Evaluator, Game, Moves, Payoff, Player, RandomMove, SplitMix, Turn};
use takeback_meter::Meter;
use takeback_ringrift::bits::BitSet;
use takeback_ringrift::{Board, Cell, CellName, Duel, Judge, Move, Square8};

#[global_allocator]
static METER: Meter = Meter::new();

type Rules = Duel<Square8>;

/// Played at random before the search begins, unless said otherwise.
const PLIES: usize = 100;

/// A stack as a host keeps it.
#[derive(Clone)]
#[allow(dead_code)] // kept to be copied
struct HostStack {
    position: (i32, i32),
    rings: Vec<u8>,
    height: u32,
    cap: u32,
    controller: u8,
}

/// What a host copies for every move.
#[derive(Clone, Default)]
struct HostState {
    stacks: BTreeMap<String, HostStack>,
    markers: BTreeMap<String, u8>,
    collapsed: BTreeMap<String, u8>,
    players: Vec<[u16; 3]>,
    history: Vec<Move>,
}

impl HostState {
    /// Write down the cells that differ; the rules proper run on the packed position, so that
    /// only the copying differs between the ways compared.
    fn update(&mut self, before: Option<&Rules>, after: &Rules) {
        for cell in Square8::ALL.iter().map(|at| Cell(at as u16)) {
            let look =
                |game: &Rules| (game.stack(cell), game.marker_at(cell), game.collapsed_at(cell));
            if before.is_some_and(|before| look(before) == look(after)) {
                continue;
            }
            let key = CellName::<Square8>::of(cell).to_string();
            let (stack, marker, collapsed) = look(after);
            self.stacks.remove(&key);
            self.markers.remove(&key);
            self.collapsed.remove(&key);
            if !stack.is_none() {
                let host = HostStack {
                    position: Square8::coordinates(cell),
                    rings: stack.rings().map(|ring| ring.0).collect(),
                    height: stack.height(),
                    cap: stack.cap(),
                    controller: stack.controller().0,
                };
                self.stacks.insert(key, host);
            } else if let Some(owner) = marker {
                self.markers.insert(key, owner.0);
            } else if let Some(owner) = collapsed {
                self.collapsed.insert(key, owner.0);
            }
        }
        self.players = after
            .colours()
            .map(|colour| after.purse(colour))
            .map(|purse| [purse.hand(), purse.eliminated(), purse.territory()])
            .collect();
    }
}

/// Copies the host's whole state for every move.
#[derive(Clone)]
struct DeepCopy {
    game: Rules,
    state: HostState,
}

impl Game for DeepCopy {
    type Move = Move;
    type Undo = DeepCopy;

    fn players(&self) -> usize {
        self.game.players()
    }
    fn turn(&self) -> Turn {
        self.game.turn()
    }
    fn moves(&self, out: &mut Moves<Move>) {
        self.game.moves(out);
    }
    fn payoff(&self, player: Player) -> Payoff {
        self.game.payoff(player)
    }
    fn make(&mut self, m: Move) -> DeepCopy {
        let old = self.clone();
        let _ = self.game.make(m);
        self.state.update(Some(&old.game), &self.game);
        self.state.history.push(m);
        old
    }
    fn unmake(&mut self, _: Move, old: DeepCopy) {
        *self = old;
    }
}

/// Nodes of a full-width walk, and the sum of all judgements.
fn walk<G: Game<Move = Move>>(
    game: &mut G,
    inner: fn(&G) -> &Rules,
    depth: u32,
    moves: &mut Moves<Move>,
) -> (u64, i64) {
    if depth == 0 || game.turn().is_over() {
        return (1, i64::from(Judge::default().score(inner(game), Player::FIRST)));
    }
    if let Some(m) = inner(game).forced() {
        let undo = game.make(m);
        let (nodes, sum) = walk(game, inner, depth, moves);
        game.unmake(m, undo);
        return (nodes + 1, sum);
    }
    let here = moves.open();
    game.moves(moves);
    let (mut nodes, mut sum) = (1, 0);
    for i in moves.range(here) {
        let m = moves[i];
        let undo = game.make(m);
        let below = walk(game, inner, depth - 1, moves);
        game.unmake(m, undo);
        nodes += below.0;
        sum += below.1;
    }
    moves.close(here);
    (nodes, sum)
}

/// Seconds this program has run on a processor, or else on the clock.
fn seconds(begun: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = told.and_then(|text| text.split_ascii_whitespace().next()?.parse::<u64>().ok());
    nanos.map_or_else(|| begun.elapsed().as_secs_f64(), |nanos| nanos as f64 / 1e9)
}

fn measure<G: Game<Move = Move>>(
    name: &str,
    start: impl FnOnce() -> G,
    inner: fn(&G) -> &Rules,
    depth: u32,
) -> i64 {
    let begun = Instant::now();
    METER.reset_peak();
    let (before, from) = (METER.reading(), seconds(begun));
    let (mut game, mut moves) = (start(), Moves::new());
    let (nodes, sum) = walk(&mut game, inner, depth, &mut moves);
    let (took, used) = (seconds(begun) - from, METER.reading().since(&before));
    println!(
        "{name:16} {nodes:9} nodes {:9.0} nodes/s  peak {:8.1} KiB  {:9} allocations",
        nodes as f64 / took,
        used.peak as f64 / 1024.0,
        used.allocations
    );
    sum
}

fn main() {
    let arg = |at: usize| std::env::args().nth(at).and_then(|text| text.parse::<usize>().ok());
    let (depth, plies) = (arg(1).unwrap_or(5) as u32, arg(2).unwrap_or(PLIES));
    let (mut game, mut rng) = (Rules::standard(2), SplitMix::new(11));
    for _ in 0..plies {
        if game.turn().is_over() {
            break;
        }
        let m = game.random_move(&mut rng);
        let _ = game.make(m);
    }
    let game = game.clone(); // without the log of the way here
    println!("square8, two players, a position after {plies} plies, depth {depth}");
    let mut state = HostState::default();
    state.update(None, &game);
    state.history = vec![Move::NoLine; plies];
    let deep = || DeepCopy { game: game.clone(), state: state.clone() };
    let sums = [
        measure("make and unmake", || game.clone(), |game| game, depth),
        measure("copy", || ByCopy(game.clone()), |game| &game.0, depth),
        measure("copy on write", || ByCow::wrap(game.clone()), |game| game.inner(), depth),
        measure("deep copy", deep, |copy| &copy.game, depth),
    ];
    assert!(sums.iter().all(|sum| *sum == sums[0]), "all ways see the same tree");
}
