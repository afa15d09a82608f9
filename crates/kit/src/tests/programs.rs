//! Turn programs of every form against a slow twin, under the laws, and with
//! faults planted.
//!
//! The twin runs the tree itself, by plain recursion, and keeps its place in the
//! program where everybody else does: on the stack.

use super::*;
use crate::{Flow, HiddenRules, Rules, Step, TurnOrder, Variable};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use takeback_core::Moves;
use takeback_verify::Laws;

const SEATS: usize = 3;
const DECK: Id = Id(2);
const OPEN: Id = Id(3);
const CLOSED: Id = Id(4);
const FACE: Attribute = Attribute(0);
const A: Variable = Variable(0);
const DECISIONS: Variable = Variable(1);
/// Items of loops, each within the next.
const ITEMS: [Variable; 3] = [Variable(2), Variable(3), Variable(4)];
// No card has these numbers.
const DRAW: u16 = 0;
const OUT: u16 = 1;

fn hand(player: Player) -> Id {
    Id(5 + u32::from(player.0))
}

/// Cards are drawn, laid open or face down, in whatever order a random program
/// says. With a `fault` something is wrong.
#[derive(Clone, Debug, Default)]
struct Wander {
    fault: Fault,
}

#[derive(Clone, Debug, Default)]
enum Fault {
    #[default]
    None,
    /// State beside the board.
    Beside(Arc<AtomicU64>),
    /// A list that depends on another's hand.
    Peeps,
}

impl PartialEq for Wander {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Rules for Wander {
    type Move = u16;
    const HIDES: bool = true;
    const VARIABLES: usize = 5;

    fn shape(&self) -> Shape {
        Shape { players: SEATS, attributes: 1, tracks: 1 }
    }

    fn flow() -> Flow<Self> {
        Flow::forever(Flow::each_player(Flow::sequence([
            Flow::Step(Step(0)),
            Flow::Secret(Step(1)),
        ])))
    }

    fn set_up(&self, board: &mut Board) {
        board.zone(Class(1), None, Sight::CountOnly);
        board.zone(Class(1), None, Sight::Everybody);
        board.zone(Class(1), None, Sight::CountOnly);
        for player in Player::all(SEATS) {
            board.zone(Class(1), Some(player), Sight::Zone);
        }
        for n in 0..16u8 {
            let card = board.create(Class(2), DECK);
            board.set(card, FACE, n);
        }
        board.reseed(Mulberry(5));
        board.shuffle(DECK);
        for n in 0..9 {
            let card = board.first(DECK).expect("sixteen cards");
            board.move_to(card, hand(Player(n % 3)), Place::Last);
        }
    }

    fn moves(&self, board: &Board, _: Step, player: Player, out: &mut Moves<u16>) {
        out.extend(board.children(hand(player)).map(|card| card.0 as u16));
        let other = hand(Player((player.0 + 1) % 3));
        let drawn = match &self.fault {
            Fault::Beside(counter) => counter.load(Relaxed).is_multiple_of(2),
            Fault::Peeps => board.first(other).is_some_and(|card| card.0.is_multiple_of(2)),
            _ => true,
        };
        if drawn {
            out.push(DRAW);
        }
        if board.out().len() < 2 {
            out.push(OUT);
        }
    }

    fn play(&self, board: &mut Board, step: Step, player: Player, m: u16) {
        if let Fault::Beside(counter) = &self.fault {
            counter.fetch_add(1, Relaxed);
        }
        board.set_variable(DECISIONS, board.variable(DECISIONS) + 1);
        match m {
            DRAW => {
                if let Some(card) = board.first(DECK) {
                    board.move_to(card, hand(player), Place::Last);
                }
            }
            OUT if board.out().len() < 2 => board.eliminate(player),
            OUT => {}
            card => {
                let pile = if step == Step(1) { CLOSED } else { OPEN };
                board.move_to(Id(card.into()), pile, Place::First);
            }
        }
        if board.variable(DECISIONS) >= 24 {
            board.finish(Players::only(player));
        }
    }
}

impl HiddenRules for Wander {}

/// A program of some depth. Loops without an end of their own hold a decision, or
/// the program would run in circles.
fn random_flow(rng: &mut SplitMix, depth: u32) -> Flow<Wander> {
    let part = |rng: &mut SplitMix| random_flow(rng, depth - 1);
    if depth == 0 {
        return match rng.below(7) {
            0 => Flow::Step(Step(0)),
            1 => Flow::Secret(Step(1)),
            2 => Flow::Together(Step(2), |_, board| {
                let seat = |n: u64| Players::only(Player((n % 3) as u8));
                Players(seat(board.variable(A)).0 | seat(board.variable(DECISIONS)).0)
            }),
            3 => Flow::Set(A, |_, board| board.variable(A) + board.count(OPEN) as u64 % 3 + 1),
            4 => Flow::Do(|_, board| board.track_add(0, board.variable(ITEMS[0]))),
            5 => Flow::Do(|_, board| board.shuffle(DECK)),
            _ => Flow::Do(|_, board| {
                if let Some(card) = board.first(CLOSED) {
                    board.move_to(card, OPEN, Place::Last);
                }
            }),
        };
    }
    match rng.below(12) {
        0 => Flow::sequence([part(rng), part(rng), part(rng)]),
        1 => Flow::repeat(rng.below(3) as u32, part(rng)),
        2 => Flow::each_player(part(rng)),
        3 => Flow::in_order(TurnOrder::Reverse, part(rng)),
        4 => Flow::in_order(
            TurnOrder::From(|_, board| Player((board.variable(DECISIONS) % 3) as u8)),
            part(rng),
        ),
        5 => Flow::in_order(
            TurnOrder::By(|_, board, last| match last {
                None => Some(Player((board.variable(A) % 3) as u8)),
                Some(Player(0)) => Some(Player(2)),
                Some(Player(2)) if board.count(OPEN) % 2 == 0 => Some(Player(1)),
                _ => None,
            }),
            part(rng),
        ),
        6 => Flow::only_if(|_, board| board.variable(A) % 2 == 0, part(rng)),
        7 => Flow::either(|_, board| board.count(OPEN) % 2 == 0, part(rng), part(rng)),
        8 => Flow::switch_or(
            |_, board| board.variable(DECISIONS) % 4,
            [(0, part(rng)), (2, part(rng))],
            part(rng),
        ),
        9 => Flow::switch(|_, board| board.variable(A), [(1, part(rng)), (3, part(rng))]),
        10 => Flow::for_each(
            ITEMS[depth as usize - 1],
            |_, _, last| Some(last.map_or(1, |n| n + 2)).filter(|&n| n < 6),
            part(rng),
        ),
        _ => Flow::stage(["deal", "bid", "play"][rng.below(3)], part(rng)),
    }
}

/// Round and round; with nobody in turn before the first seat is asked.
fn random_program(rng: &mut SplitMix) -> Flow<Wander> {
    let body: Vec<Flow<Wander>> = (0..3).map(|_| random_flow(rng, 3)).collect();
    Flow::forever(Flow::each_player(Flow::sequence(
        body.into_iter().chain([Flow::stage("last", Flow::Step(Step(0)))]),
    )))
}

/// A decision as anybody sees it: which, whose, in which phase, and the table.
#[derive(Clone, Debug, PartialEq)]
struct Moment {
    step: Step,
    seats: Players,
    stage: Option<&'static str>,
    table: Vec<u64>,
}

fn table(board: &Board) -> Vec<u64> {
    let mut all: Vec<u64> = (0..5).map(|v| board.variable(Variable(v))).collect();
    all.extend(board.track(0));
    all.push(u64::from(board.out().0) << 32 | board.current().map_or(9, |p| u64::from(p.0)));
    for space in 2..8 {
        all.push(u64::MAX);
        all.extend(board.children(Id(space)).map(|card| u64::from(card.0)));
    }
    all
}

struct Twin {
    rules: Wander,
    board: Board,
    stages: Vec<&'static str>,
    rng: SplitMix,
    moments: Vec<Moment>,
}

impl Twin {
    fn note(&mut self, step: Step, seats: Players) {
        let stage = self.stages.last().copied();
        self.moments.push(Moment { step, seats, stage, table: table(&self.board) });
    }

    fn pick(&mut self, step: Step, player: Player) -> u16 {
        let mut moves = Moves::new();
        self.rules.moves(&self.board, step, player, &mut moves);
        moves[self.rng.below(moves.len())]
    }

    fn over(&self) -> ControlFlow<()> {
        if self.board.phase() == crate::Phase::Over { Break(()) } else { Continue(()) }
    }

    fn turn(&mut self, seat: Player, body: &Flow<Wander>) -> ControlFlow<()> {
        if self.board.is_out(seat) {
            return Continue(());
        }
        self.board.set_current(Some(seat));
        self.run(body)
    }

    fn run(&mut self, flow: &Flow<Wander>) -> ControlFlow<()> {
        match flow {
            Flow::Do(work) => work(&self.rules, &mut self.board),
            Flow::Set(variable, number) => {
                let number = number(&self.rules, &self.board);
                self.board.set_variable(*variable, number);
            }
            Flow::Step(step) | Flow::Secret(step) => {
                let player = self.board.current().expect("somebody is in turn");
                self.note(*step, Players::only(player));
                let m = self.pick(*step, player);
                self.rules.play(&mut self.board, *step, player, m);
            }
            Flow::Together(step, seats) => {
                let seats = seats(&self.rules, &self.board);
                let mut picks = [None; SEATS];
                let mut left = seats;
                for player in seats.iter() {
                    self.note(*step, left);
                    picks[player.index()] = Some(self.pick(*step, player));
                    left = left.without(player);
                }
                self.rules.resolve(&mut self.board, *step, &picks);
            }
            Flow::Sequence(parts) => parts.iter().try_for_each(|part| self.run(part))?,
            Flow::While(test, body) => {
                while test(&self.rules, &self.board) {
                    self.run(body)?;
                }
            }
            Flow::Repeat(times, body) => (0..*times).try_for_each(|_| self.run(body))?,
            Flow::EachPlayer(order, body) => self.turns(*order, body)?,
            Flow::ForEach(item, next, body) => {
                let mut last = None;
                while let Some(found) = next(&self.rules, &self.board, last) {
                    self.board.set_variable(*item, found);
                    self.run(body)?;
                    last = Some(self.board.variable(*item));
                }
                self.board.set_variable(*item, 0);
            }
            Flow::If(test, body, otherwise) => {
                if test(&self.rules, &self.board) {
                    self.run(body)?;
                } else if let Some(body) = otherwise {
                    self.run(body)?;
                }
            }
            Flow::Switch(number, cases, otherwise) => {
                let number = number(&self.rules, &self.board);
                match cases.iter().find(|(case, _)| *case == number) {
                    Some((_, body)) => self.run(body)?,
                    None => otherwise.iter().try_for_each(|body| self.run(body))?,
                }
            }
            Flow::Stage(name, body) => {
                self.stages.push(name);
                self.run(body)?;
                self.stages.pop();
            }
        }
        self.over()
    }

    fn turns(&mut self, order: TurnOrder<Wander>, body: &Flow<Wander>) -> ControlFlow<()> {
        let seats: Vec<Player> = match order {
            TurnOrder::Clockwise => Player::all(SEATS).collect(),
            TurnOrder::Reverse => Player::all(SEATS).rev().collect(),
            TurnOrder::From(lead) => {
                let lead = lead(&self.rules, &self.board).0;
                (0..3).map(|n| Player((lead + n) % 3)).collect()
            }
            TurnOrder::By(next) => {
                let mut last = None;
                while let Some(seat) = next(&self.rules, &self.board, last) {
                    self.turn(seat, body)?;
                    last = Some(seat);
                }
                return Continue(());
            }
        };
        seats.into_iter().try_for_each(|seat| self.turn(seat, body))
    }
}

#[test]
fn programs_run_as_their_trees_say() {
    let mut decisions = 0;
    for seed in 0..400 {
        let flow = random_program(&mut SplitMix::new(seed));
        let rules = Wander::default();
        let mut game = KitGame::with_flow(rules.clone(), &flow);
        // The twin's board is laid out alike, so that shuffles are the same.
        let mut board = KitGame::with_flow(rules.clone(), &Flow::Do(|_, b| b.finish(Players(1))));
        let mut fresh = board.board_mut().clone();
        fresh.start();
        fresh.set_current(None);
        let mut twin = Twin {
            rules,
            board: fresh,
            stages: Vec::new(),
            rng: SplitMix::new(seed),
            moments: Vec::new(),
        };
        let _ = twin.run(&flow);
        let mut rng = SplitMix::new(seed);
        for moment in &twin.moments {
            let seats = match game.turn() {
                Turn::Player(player) => Players::only(player),
                Turn::Together(owed) => owed,
                other => panic!("program {seed} is at {other:?}, its tree at {moment:?}"),
            };
            let stage = game.board().stage();
            let step = game.step().expect("a decision is due");
            let here = Moment { step, seats, stage, table: table(game.board()) };
            assert_eq!(&here, moment, "program {seed}");
            let moves = game.legal_moves();
            let _ = game.make(moves[rng.below(moves.len())]);
            decisions += 1;
        }
        assert_eq!(game.turn(), Turn::Over, "program {seed}");
        assert_eq!(table(game.board()), table(&twin.board), "program {seed}");
    }
    assert!(decisions > 8000, "{decisions} decisions");
}

#[test]
fn programs_of_every_form_keep_the_laws() {
    for seed in 0..40 {
        let flow = random_program(&mut SplitMix::new(seed));
        let game = KitGame::with_flow(Wander::default(), &flow);
        Laws::new(format!("program {seed}"), game).keyed().hidden().plies(60).seed(seed).assert();
    }
}

fn verdict(fault: Fault) -> Option<String> {
    let game = KitGame::new(Wander { fault });
    let outcome = Laws::new("planted", game).keyed().hidden().plies(2000).seed(3).run();
    outcome.failure.map(|failure| failure.to_string())
}

#[test]
fn planted_faults_are_found() {
    assert_eq!(verdict(Fault::None), None);
    let beside = verdict(Fault::Beside(Arc::default()));
    assert!(beside.is_some(), "state beside the board");
    let peeps = verdict(Fault::Peeps).expect("a list by another's hand");
    assert!(peeps.contains("depend on what is hidden"), "{peeps}");
}

#[test]
fn a_phase_has_its_name_while_work_is_done_in_it() {
    fn note(_: &Wander, board: &mut Board) {
        let name = board.stage().map_or(0, str::len) as u64;
        board.track_add(0, name);
    }
    let flow = Flow::forever(Flow::each_player(Flow::sequence([
        Flow::Do(note),
        Flow::stage("bid", Flow::sequence([Flow::Do(note), Flow::Step(Step(0))])),
        Flow::stage("play", Flow::Do(note)),
    ])));
    let mut game = KitGame::with_flow(Wander::default(), &flow);
    assert_eq!(game.board().stage(), Some("bid"));
    let before = game.clone();
    let mark = game.make(DRAW);
    assert_eq!(game.board().track(0).collect::<Vec<_>>(), [0, 3, 4, 0, 3]);
    game.unmake(DRAW, mark);
    assert_eq!(game, before);
}

#[test]
fn a_program_without_variables_says_so() {
    let outcome = std::panic::catch_unwind(|| {
        KitGame::with_flow(Hex { size: 2 }, &Flow::Set(Variable(0), |_, _| 1))
    });
    assert!(outcome.is_err(), "there is no such variable");
}
