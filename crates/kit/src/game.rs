//! A board with rules is a game.

use crate::board::{Board, OWED, PC, Phase, SLOTS};
use crate::command::CommandKind;
use crate::element::SEATS;
use crate::flow::{Op, Program, Step};
use crate::rules::{DuelRules, HiddenRules, NotationRules, Rules, TogetherRules};
use crate::trail::Mark;
use crate::view::View;
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
}

/// A flow that never comes to a decision is a mistake in the rules.
const AUTOMATIC_STEPS: usize = 1_000_000;

/// Set in the word of a pick, so that "no pick" is zero and every move fits.
pub(crate) const PICKED: u64 = 1 << 63;

impl<R: Rules> KitGame<R> {
    /// Lay out the table and play on to the first decision.
    #[must_use]
    pub fn new(rules: R) -> Self {
        let program = Arc::new(Program::new(&R::flow()));
        let mut board = Board::with_slots(rules.shape(), program.slots);
        rules.set_up(&mut board);
        // A deal may have ended the game before it began.
        if board.phase() == Phase::Setup {
            board.start();
        }
        let mut table = KitGame { rules, board, program, stuck: false };
        table.advance();
        table.board.forget_past();
        table
    }

    /// The same rules and program on a board read from somewhere.
    pub(crate) fn with_board(rules: R, board: Board) -> Self {
        KitGame { program: Arc::new(Program::new(&R::flow())), rules, board, stuck: false }
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
            Op::Step(step) | Op::Together(step, _) if self.board.phase() == Phase::Playing => {
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
        match (self.board.phase(), op) {
            (Phase::Over, _) => true,
            (Phase::Playing, Op::Step(_)) => self.board.current().is_some() && owed == 0,
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
                    work(rules, board);
                    pc + 1
                }
                Op::Step(_) => return board.trail.write(PC, pc as u64),
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
                Op::Jump(target) => target,
                Op::Zero(slot) => {
                    board.trail.write(SLOTS + slot, 0);
                    pc + 1
                }
                Op::Count { slot, limit, done } => {
                    count(board, slot, u64::from(limit)).map_or(done, |_| pc + 1)
                }
                Op::NextSeat { slot, done } => {
                    match count(board, slot, board.shape().players as u64) {
                        None => done,
                        Some(seat) => {
                            board.set_current(Some(Player(seat as u8)));
                            pc + 1
                        }
                    }
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
            self.board.trail.write(self.board.picks + seat, 0);
        }
        self.rules.resolve(&mut self.board, step, &picks[..players]);
        self.go_on();
    }
}

/// Count a loop up: its round from 0, or `None` (and no trace left) when the limit
/// is reached.
#[inline]
fn count(board: &mut Board, slot: usize, limit: u64) -> Option<u64> {
    let round = board.trail.word(SLOTS + slot);
    board.trail.write(SLOTS + slot, if round < limit { round + 1 } else { 0 });
    (round < limit).then_some(round)
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
        self.rules.moves(&self.board, step, player, out);
    }

    #[inline]
    fn make(&mut self, m: R::Move) -> Mark {
        let mark = self.board.mark();
        self.board.trail.begin(CommandKind::Act);
        match self.program.ops[self.pc()] {
            Op::Together(step, _) => self.commit(step, m),
            Op::Step(step) => {
                let player = self.board.current().expect("a step has a player in turn");
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
            self.rules.moves(&self.board, step, player, out);
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
        self.view(player).key()
    }

    /// Before the last seat of a round has chosen, a choice is silent: others
    /// see the same whatever it is. The label then tells what the viewer knows
    /// by now, so that trees of labels part by what earlier rounds have shown.
    fn label(&self, viewer: Player, m: R::Move) -> u64 {
        match self.turn() {
            Turn::Together(owed) if owed.len() > 1 && owed.first() != Some(viewer) => {
                self.infoset(viewer).0
            }
            _ => self.rules.label(&self.board, viewer, m),
        }
    }

    fn redeal(&mut self, viewer: Player, rng: &mut SplitMix) -> Mark {
        let mark = self.board.mark();
        self.rules.redeal(&mut self.board, viewer, rng);
        self.redeal_picks(viewer, rng);
        mark
    }

    fn undo_redeal(&mut self, redeal: Mark) {
        if !self.board.roll_back(redeal) {
            self.stuck = true;
        }
    }
}

impl<R: Rules> Clone for KitGame<R> {
    fn clone(&self) -> Self {
        KitGame {
            rules: self.rules.clone(),
            board: self.board.clone(),
            program: Arc::clone(&self.program),
            stuck: self.stuck,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.rules.clone_from(&source.rules);
        self.board.clone_from(&source.board);
        self.program.clone_from(&source.program);
        self.stuck = source.stuck;
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
