//! A board with rules is a game.

use crate::board::{Board, Layout, OWED, PC, Phase, SLOTS};
use crate::command::CommandKind;
use crate::element::SEATS;
use crate::flow::{Flow, Step};
use crate::program::{Op, Program, count, next_seat};
use crate::redeal::{Redealer, exchange};
use crate::rules::{DuelRules, HiddenRules, NotationRules, Rules, TogetherRules};
use crate::trail::Mark;
use crate::view::{View, sight_key};
use std::fmt;
use std::sync::Arc;
use takeback_core::{
    Game, Hidden, Key, Keyed, Moves, Notation, Payoff, Player, Players, Simultaneous, SplitMix,
    Turn, Word, ZeroSum,
};

/// A game in progress on the kit: rules, board, place in the turn program.
///
/// The board is open to direct changes ([`board_mut`](KitGame::board_mut)), as a
/// set-up or an editor needs them: a search then searches what stands there.
pub struct KitGame<R: Rules> {
    rules: R,
    pub(crate) board: Board,
    program: Arc<Program<R>>,
    stuck: bool,
    /// Whether lists hold urgent moves alone where there are any.
    heeds: bool,
    redealer: Redealer,
}

/// A flow that never comes to a decision is a mistake in the rules.
const AUTOMATIC_STEPS: usize = 1_000_000;

/// Set in the word of a pick, so that "no pick" is zero and every move fits.
pub(crate) const PICKED: u64 = 1 << 63;

impl<R: Rules> KitGame<R> {
    /// Lay out the table and play on to the first decision.
    #[must_use]
    pub fn new(rules: R) -> Self {
        KitGame::with_flow(rules, &R::flow())
    }

    /// The same by another turn program.
    pub(crate) fn with_flow(rules: R, flow: &Flow<R>) -> Self {
        let program = Arc::new(Program::new(flow));
        let stages = Arc::clone(&program.stages);
        let (slots, variables) = (program.slots, R::VARIABLES);
        let layout = Layout { slots, variables, hides: R::HIDES, stages };
        let mut board = Board::laid_out(rules.shape(), layout);
        rules.set_up(&mut board);
        // A deal may have ended the game before it began.
        if board.phase() == Phase::Setup {
            board.start();
        }
        let mut table = KitGame::at(rules, board, program);
        table.advance();
        table.board.forget_past();
        table
    }

    fn at(rules: R, board: Board, program: Arc<Program<R>>) -> Self {
        KitGame { rules, board, program, stuck: false, heeds: false, redealer: Redealer::default() }
    }

    /// The same rules and program on a board read from somewhere.
    pub(crate) fn with_board(rules: R, board: Board) -> Self {
        KitGame::at(rules, board, Arc::new(Program::new(&R::flow())))
    }

    /// The same position for a search that heeds the rules' advice: where there
    /// are [urgent](Rules::urgent) moves, no others are listed, in the tree as
    /// in playouts.
    #[must_use]
    pub fn heeding(&self) -> Self {
        KitGame { heeds: true, ..self.clone() }
    }

    /// The rules and their options.
    #[must_use]
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board, to change it directly. Changes go on the journal.
    pub fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    /// How much more than usual to explore here; see [`Rules::exploration`].
    #[must_use]
    pub fn exploration(&self) -> f32 {
        self.rules.exploration(&self.board)
    }

    /// All that `player` sees.
    #[must_use]
    pub fn view(&self, player: Player) -> View {
        View::of(&self.board, player)
    }

    /// Whether an [`unmake`](Game::unmake) met a command without inverse. The
    /// table is then not what it was; [`Live`](crate::Live) rebuilds it.
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        self.stuck
    }

    /// The decision that is due.
    #[must_use]
    pub fn step(&self) -> Option<Step> {
        match self.program.ops[self.pc()] {
            Op::Step(step) | Op::Secret(step) | Op::Together(step, _)
                if self.board.phase() == Phase::Playing =>
            {
                Some(step)
            }
            _ => None,
        }
    }

    pub(crate) fn pc(&self) -> usize {
        self.board.trail.word(PC) as usize
    }

    /// Whether the place in the program and the words around it can be played on
    /// from; a board read from text is asked.
    pub(crate) fn is_sound(&self) -> bool {
        let Some(op) = self.program.ops.get(self.pc()) else { return false };
        let seats = Players::all(self.board.shape().players).0;
        let owed = self.board.trail.word(OWED);
        let sound = self.program.is_sound(&self.board);
        match (self.board.phase(), op) {
            (Phase::Over, _) => true,
            _ if !sound => false,
            (Phase::Playing, Op::Step(_) | Op::Secret(_)) => {
                self.board.current().is_some() && owed == 0
            }
            (Phase::Playing, Op::Together(..)) => owed != 0 && owed & !u64::from(seats) == 0,
            _ => false,
        }
    }

    /// Go on behind the decision that has just been taken.
    #[inline]
    fn go_on(&mut self) {
        if self.board.phase() != Phase::Over {
            self.board.trail.write(PC, self.pc() as u64 + 1);
            self.advance();
        }
    }

    /// Run the program until somebody has to decide or the game is over.
    fn advance(&mut self) {
        let KitGame { rules, board, program, .. } = self;
        let mut pc = board.trail.word(PC) as usize;
        for _ in 0..AUTOMATIC_STEPS {
            if board.phase() == Phase::Over {
                return board.trail.write(PC, pc as u64);
            }
            pc = match program.ops[pc] {
                Op::Do(work) => {
                    // What is done may ask for the name of the phase.
                    if program.named {
                        board.trail.write(PC, pc as u64);
                    }
                    work(rules, board);
                    pc + 1
                }
                Op::Step(_) | Op::Secret(_) => return board.trail.write(PC, pc as u64),
                Op::Together(_, seats) => {
                    let owed = seats(rules, board);
                    if !owed.is_empty() {
                        board.trail.write(OWED, owed.pack());
                        return board.trail.write(PC, pc as u64);
                    }
                    pc + 1
                }
                Op::Unless(test, target) => {
                    if test(rules, board) {
                        pc + 1
                    } else {
                        target
                    }
                }
                Op::Switch(number, ref cases, otherwise) => {
                    let number = number(rules, board);
                    cases.iter().find(|case| case.0 == number).map_or(otherwise, |case| case.1)
                }
                Op::Jump(target) => target,
                Op::Set(variable, number) => {
                    let number = number(rules, board);
                    board.set_variable(variable, number);
                    pc + 1
                }
                Op::Zero(slot) => {
                    board.trail.write(SLOTS + slot, 0);
                    pc + 1
                }
                Op::Count { slot, limit, done } => {
                    count(board, slot, u64::from(limit)).map_or(done, |_| pc + 1)
                }
                Op::NextSeat { slot, order, done } => match next_seat(rules, board, slot, order) {
                    None => done,
                    Some(seat) => {
                        board.set_current(Some(seat));
                        pc + 1
                    }
                },
                Op::NextItem { slot, item, next, done } => {
                    let begun = board.trail.word(SLOTS + slot) != 0;
                    let found = next(rules, board, begun.then(|| board.variable(item)));
                    board.set_variable(item, found.unwrap_or(0));
                    board.trail.write(SLOTS + slot, u64::from(found.is_some()));
                    if found.is_some() { pc + 1 } else { done }
                }
                Op::End => {
                    board.finish(Players::NONE);
                    pc
                }
            };
        }
        panic!("the flow runs in circles: {AUTOMATIC_STEPS} automatic steps without a decision");
    }

    /// Choices already made in a round are hidden too: draw those of the other
    /// seats anew.
    fn redeal_picks(&mut self, viewer: Player, rng: &mut SplitMix) {
        let Some(step) = self.step() else { return };
        let mut choices = Moves::with_capacity(0);
        for player in Player::all(self.board.shape().players).filter(|&p| p != viewer) {
            let at = self.board.picks + player.index();
            if self.board.trail.word(at) != 0 {
                choices.clear();
                self.rules.moves(&self.board, step, player, &mut choices);
                if !choices.is_empty() {
                    let pick = choices[rng.below(choices.len())];
                    self.board.trail.write(at, PICKED | pick.pack());
                }
            }
        }
    }

    /// Append what `player` may choose: all of it, or for a search that heeds
    /// advice only what is urgent, if anything is. That is looked for in the
    /// whole list; what the rules call urgent and is not in it is passed over.
    #[inline]
    fn list(&self, step: Step, player: Player, out: &mut Moves<R::Move>) {
        let frame = out.open();
        self.rules.moves(&self.board, step, player, out);
        if !self.heeds {
            return;
        }
        let (legal, named) = (out.range(frame), out.open());
        self.rules.urgent(&self.board, step, player, out);
        let mut kept = legal.start;
        for i in legal.clone() {
            if out.since(named).contains(&out[i]) {
                out.swap(kept, i);
                kept += 1;
            }
        }
        out.close(named);
        if kept > legal.start {
            let mut at = legal.start;
            out.retain_since(frame, |_| {
                at += 1;
                at <= kept
            });
        }
    }

    /// Note the choice of one seat; the last one plays the round.
    fn commit(&mut self, step: Step, m: R::Move) {
        let owed = Players::unpack(self.board.trail.word(OWED));
        let player = owed.first().expect("a round waits for at least one seat");
        let rest = owed.without(player);
        let word = m.pack();
        debug_assert!(word & PICKED == 0, "moves of a round have 63 bits");
        self.board.trail.write(self.board.picks + player.index(), PICKED | word);
        self.board.trail.write(OWED, rest.pack());
        if !rest.is_empty() {
            return;
        }
        let mut picks = [None; SEATS];
        let players = self.board.shape().players;
        for (seat, pick) in picks[..players].iter_mut().enumerate() {
            let word = self.board.trail.word(self.board.picks + seat);
            *pick = (word != 0).then(|| R::Move::unpack(word & !PICKED));
            self.board.hear(word);
            self.board.trail.write(self.board.picks + seat, 0);
        }
        self.rules.resolve(&mut self.board, step, &picks[..players]);
        self.go_on();
    }
}

impl<R: Rules> Game for KitGame<R> {
    type Move = R::Move;
    type Undo = Mark;
    const HIDES: bool = R::HIDES;

    fn players(&self) -> usize {
        self.board.shape().players
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.board.phase() == Phase::Over {
            return Turn::Over;
        }
        match self.program.ops[self.pc()] {
            Op::Together(..) => Turn::Together(Players::unpack(self.board.trail.word(OWED))),
            _ => self.board.current().map_or(Turn::Over, Turn::Player),
        }
    }

    fn moves(&self, out: &mut Moves<R::Move>) {
        let (Some(step), Some(player)) = (self.step(), self.turn().decider()) else { return };
        self.list(step, player, out);
    }

    #[inline]
    fn make(&mut self, m: R::Move) -> Mark {
        let mark = self.board.mark();
        self.board.trail.begin(CommandKind::Act);
        match self.program.ops[self.pc()] {
            Op::Together(step, _) => self.commit(step, m),
            Op::Step(step) | Op::Secret(step) => {
                let player = self.board.current().expect("a step has a player in turn");
                if let Op::Step(_) = self.program.ops[self.pc()] {
                    self.board.hear(m.pack());
                }
                self.rules.play(&mut self.board, step, player, m);
                self.go_on();
            }
            _ => debug_assert!(false, "a move was made after the end"),
        }
        mark
    }

    #[inline]
    fn unmake(&mut self, _: R::Move, mark: Mark) {
        if !self.board.roll_back(mark) {
            self.stuck = true;
        }
    }

    fn payoff(&self, player: Player) -> Payoff {
        self.rules.payoff(&self.board, player)
    }
}

impl<R: Rules> Keyed for KitGame<R> {
    #[inline]
    fn key(&self) -> Key {
        self.board.key()
    }

    fn key_from_scratch(&self) -> Key {
        self.board.key_from_scratch()
    }
}

impl<R: DuelRules> ZeroSum for KitGame<R> {}

impl<R: NotationRules> Notation for KitGame<R> {
    type MoveError = R::MoveError;

    fn write_move(&self, m: R::Move, out: &mut dyn fmt::Write) -> fmt::Result {
        self.rules.write_move(m, out)
    }

    fn read_move(&self, text: &str) -> Result<R::Move, R::MoveError> {
        self.rules.read_move(text)
    }
}

impl<R: TogetherRules> Simultaneous for KitGame<R> {
    fn choices(&self, player: Player, out: &mut Moves<R::Move>) {
        if let Some(step) = self.step() {
            self.list(step, player, out);
        }
    }
}

impl<R: HiddenRules> Hidden for KitGame<R> {
    type Observation = View;
    type Redeal = Mark;

    fn observation(&self, player: Player) -> View {
        self.view(player)
    }

    fn infoset(&self, player: Player) -> Key {
        sight_key(&self.board, player)
    }

    /// Who decides knows the move, and so do all who hear it. Before the last
    /// seat of a round has chosen, a choice is silent: others see the same
    /// whatever it is. What is done in secret is to others what they see of it
    /// then.
    fn label(&self, viewer: Player, m: R::Move) -> u64 {
        let turn = self.turn();
        if turn.decider() == Some(viewer) {
            return m.pack();
        }
        match (turn, &self.program.ops[self.pc()]) {
            (Turn::Together(owed), _) if owed.len() > 1 => self.infoset(viewer).0,
            (_, Op::Secret(_)) => self.apply(m).infoset(viewer).0,
            _ => m.pack(),
        }
    }

    fn redeal(&mut self, viewer: Player, rng: &mut SplitMix) -> Mark {
        let mark = self.board.mark();
        if self.board.hides() {
            self.redeal_elements(viewer, rng);
            self.redeal_picks(viewer, rng);
        }
        mark
    }

    fn undo_redeal(&mut self, redeal: Mark) {
        if !self.board.roll_back(redeal) {
            self.stuck = true;
        }
    }
}

/// How often two elements of a redeal are exchanged, at most, to fit what a seat has
/// learnt.
const EXCHANGES: usize = 4000;
/// How often they are exchanged after that, for every element dealt.
const SETTLING: usize = 2;
/// One in so many exchanges that fit worse is kept all the same while a deal does not
/// fit: without, some would be stuck for good.
const UPHILL: usize = 12;

impl<R: HiddenRules> KitGame<R> {
    fn redeal_elements(&mut self, viewer: Player, rng: &mut SplitMix) {
        let KitGame { rules, board, redealer, .. } = self;
        redealer.look(board, viewer);
        redealer.deal(board, rng);
        for &space in &redealer.spaces {
            rules.derive(board, space);
        }
        let mut misfits = rules.misfits(board, viewer);
        // A deal that fits at once is as likely as any other that does. One that was made
        // to fit is not: exchanges that keep it fitting, there and back alike, see to that.
        let mut settling = if misfits == 0 { 0 } else { SETTLING * redealer.dealt() };
        for _ in 0..EXCHANGES {
            if misfits == 0 {
                if settling == 0 {
                    break;
                }
                settling -= 1;
            }
            let Some((a, b)) = redealer.pair(board, rng) else { continue };
            let mark = board.mark();
            let spaces = [board.home(a).parent, board.home(b).parent];
            exchange(board, a, b);
            spaces.iter().for_each(|&space| rules.derive(board, space));
            let left = rules.misfits(board, viewer);
            // Sideways too: some of what fits lies behind what fits no better.
            let worse = misfits > 0 && left == misfits + 1 && rng.one_in(UPHILL);
            if left <= misfits || worse {
                misfits = left;
            } else {
                let taken_back = board.roll_back(mark);
                debug_assert!(taken_back, "an exchange has an inverse");
            }
        }
        redealer.redact(board, viewer, rng);
    }
}

impl<R: Rules> Clone for KitGame<R> {
    fn clone(&self) -> Self {
        KitGame {
            rules: self.rules.clone(),
            board: self.board.clone(),
            program: Arc::clone(&self.program),
            stuck: self.stuck,
            heeds: self.heeds,
            redealer: Redealer::default(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.rules.clone_from(&source.rules);
        self.board.clone_from(&source.board);
        self.program.clone_from(&source.program);
        self.stuck = source.stuck;
        self.heeds = source.heeds;
    }
}

impl<R: Rules> PartialEq for KitGame<R> {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules && self.board == other.board
    }
}

impl<R: Rules> fmt::Debug for KitGame<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KitGame")
            .field("rules", &self.rules)
            .field("pc", &self.pc())
            .field("board", &self.board)
            .finish_non_exhaustive()
    }
}
