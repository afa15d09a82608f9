//! Anything can be written down; only a validated setup becomes a position.

use crate::bits::BitSet;
use crate::geometry::{Board, Cell};
use crate::params::{Rules, RulesError};
use crate::stack::Stack;
use crate::state::RingRift;
use crate::step::{Phase, Rounds, Step};
use std::error::Error;
use std::fmt;
use takeback_core::{Player, Players};

/// What stands on a cell that is not empty.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Content {
    /// Rings, top first.
    Stack(Vec<Player>),
    /// A marker.
    Marker(Player),
    /// A collapsed cell.
    Collapsed(Player),
}

/// A position as plain data.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Setup {
    /// The agreed parameters.
    pub rules: Rules,
    /// Every cell that is not empty.
    pub cells: Vec<(Cell, Content)>,
    /// Rings in hand, rings eliminated and cells collapsed, for each colour.
    pub purses: Vec<[u16; 3]>,
    /// Rings eliminated in all, as the rules count them.
    pub eliminated: u64,
    /// Where the turn stands.
    pub step: Step,
    /// Real actions by round, and how the game ended.
    pub rounds: Rounds,
}

/// One thing wrong with a [`Setup`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum SetupFault {
    /// The parameters.
    Rules(RulesError),
    /// Not one purse for each player.
    Purses(usize),
    /// A counter beyond anything a game can reach.
    Counter(u64),
    /// More rings of a colour in hand, or on the board, than it was given.
    Supply {
        /// Whose.
        colour: Player,
        /// How many.
        rings: u32,
        /// Of how many.
        supply: u16,
    },
    /// More rings eliminated than all players were given together.
    Eliminated {
        /// How many.
        rings: u64,
        /// Of how many.
        supply: u64,
    },
    /// More cells collapsed for a colour, or needed to win, than the board has.
    Cells {
        /// How many.
        cells: u16,
        /// Of how many.
        board: usize,
    },
    /// No cell of this board.
    OffBoard(Cell),
    /// Two things on one cell.
    Twice(Cell),
    /// A colour that nobody plays.
    Colour(Player),
    /// A stack without rings or with more than can stand.
    Height(usize),
    /// The stack that must move, or may capture, is not there or not the player's.
    Singled(Cell),
    /// A phase that needs a stack singled out, or one that may not have it.
    Phase(Phase),
    /// A finished game without a reason, or a reason without an end.
    End,
    /// Swapped colours at a table that is not for two.
    Swap,
    /// The player in turn has no legal ply.
    Stuck,
}

/// Everything that is wrong with a [`Setup`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SetupError(pub Vec<SetupFault>);

impl Setup {
    /// No counter may start higher: rules add to it without asking.
    pub const COUNTER_LIMIT: u16 = 20_000;

    /// A setup with an empty board and full hands, player 1 to place.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Setup {
            rules,
            cells: Vec::new(),
            purses: vec![[rules.rings, 0, 0]; usize::from(rules.players)],
            eliminated: 0,
            step: Step::default(),
            rounds: Rounds::default(),
        }
    }

    /// The position, if it can be played.
    ///
    /// # Errors
    /// Every reason why it cannot.
    pub fn build<B: Board>(&self) -> Result<RingRift<B>, SetupError> {
        let game = self.build_unchecked_turn()?;
        if game.phase() != Phase::GameOver && game.count_moves() == 0 {
            return Err(SetupError(vec![SetupFault::Stuck]));
        }
        Ok(game)
    }

    /// The position, even if the player in turn has no legal ply: for judging
    /// plies that are made without asking for legality.
    ///
    /// # Errors
    /// Every other reason why it cannot be played.
    pub fn build_unchecked_turn<B: Board>(&self) -> Result<RingRift<B>, SetupError> {
        let bare = RingRift::bare(self.rules);
        let mut game: RingRift<B> =
            bare.map_err(|error| SetupError(vec![SetupFault::Rules(error)]))?;
        let mut faults = self.faults::<B>();
        if !faults.is_empty() {
            return Err(SetupError(faults));
        }
        self.furnish(&mut game);
        faults = self.singled_faults(&game);
        if !faults.is_empty() {
            return Err(SetupError(faults));
        }
        game.words.forget_past();
        Ok(game)
    }

    fn faults<B: Board>(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        let players = self.rules.players;
        let mut colour =
            |colour: Player| (colour.0 >= players).then_some(SetupFault::Colour(colour));
        let mut used = B::Set::EMPTY;
        for (cell, content) in &self.cells {
            if cell.index() >= B::SLOTS || !B::ALL.contains(cell.index()) {
                faults.push(SetupFault::OffBoard(*cell));
                continue;
            }
            if used.contains(cell.index()) {
                faults.push(SetupFault::Twice(*cell));
            }
            used = used.with(cell.index());
            match content {
                Content::Stack(rings) => {
                    if !(1..=Stack::HIGHEST).contains(&rings.len()) {
                        faults.push(SetupFault::Height(rings.len()));
                    }
                    faults.extend(rings.iter().copied().find_map(&mut colour));
                }
                Content::Marker(owner) | Content::Collapsed(owner) => faults.extend(colour(*owner)),
            }
        }
        let rounds = self.rounds;
        let seats = [
            Some(self.step.player()),
            rounds.first(),
            rounds.streak_player(),
            rounds.winner(),
            rounds.quitter(),
        ];
        faults.extend(seats.into_iter().flatten().filter_map(colour));
        let masks = rounds.seen().0 | rounds.able().0;
        if masks & !Players::all(players.into()).0 != 0 {
            faults.push(SetupFault::Colour(Player(players)));
        }
        if self.purses.len() != usize::from(players) {
            faults.push(SetupFault::Purses(self.purses.len()));
        }
        let counters = self.purses.iter().flatten().map(|&n| u64::from(n));
        let counters = counters.chain([self.eliminated, u64::from(rounds.streak())]);
        let limit = u64::from(Self::COUNTER_LIMIT);
        faults.extend(counters.filter(|&n| n > limit).map(SetupFault::Counter));
        faults.extend(self.unreachable::<B>());
        if rounds.streak() > self.rules.lps_rounds {
            faults.push(SetupFault::Counter(rounds.streak().into()));
        }
        if (self.step.phase() == Phase::GameOver) != rounds.reason().is_some() {
            faults.push(SetupFault::End);
        }
        if (self.step.swapped() || self.step.swap_open()) && players != 2 {
            faults.push(SetupFault::Swap);
        }
        faults
    }

    /// Numbers that no game can reach: rings beyond the supply, cells beyond the board. Rings in hand and
    /// on the board are judged each for itself, because fixtures are commonly written with stacks on the
    /// board and hands still full, and the rules know what to do with them.
    fn unreachable<B: Board>(&self) -> Vec<SetupFault> {
        let (rules, mut faults) = (&self.rules, Vec::new());
        let (supply, all) = (rules.rings, u64::from(rules.rings) * u64::from(rules.players));
        let mut on_board = [0_u32; 4];
        for (_, content) in &self.cells {
            if let Content::Stack(rings) = content {
                rings.iter().filter(|ring| ring.0 < 4).for_each(|r| on_board[r.index()] += 1);
            }
        }
        for (colour, &[hand, _, territory]) in Player::all(4).zip(&self.purses) {
            for rings in [u32::from(hand), on_board[colour.index()]] {
                if rings > supply.into() {
                    faults.push(SetupFault::Supply { colour, rings, supply });
                }
            }
            if usize::from(territory) > B::CELLS {
                faults.push(SetupFault::Cells { cells: territory, board: B::CELLS });
            }
        }
        let credited = self.purses.iter().map(|purse| u64::from(purse[1])).sum::<u64>();
        if credited.max(self.eliminated) > all {
            let rings = credited.max(self.eliminated);
            faults.push(SetupFault::Eliminated { rings, supply: all });
        }
        if usize::from(rules.territory_victory) > B::CELLS {
            let cells = rules.territory_victory;
            faults.push(SetupFault::Cells { cells, board: B::CELLS });
        }
        faults
    }

    /// Faults of the stacks that the turn singles out.
    fn singled_faults<B: Board>(&self, game: &RingRift<B>) -> Vec<SetupFault> {
        let step = self.step;
        let phase = step.phase();
        let hunting = matches!(phase, Phase::Capture | Phase::ChainCapture);
        let mut faults = Vec::new();
        for cell in [step.must_move(), step.hunter()].into_iter().flatten() {
            if cell.index() >= B::SLOTS || !game.controls(step.player(), cell) {
                faults.push(SetupFault::Singled(cell));
            }
        }
        if hunting != step.hunter().is_some()
            || step.must_move().is_some() && !hunting && phase != Phase::Movement
        {
            faults.push(SetupFault::Phase(phase));
        }
        faults
    }

    fn furnish<B: Board>(&self, game: &mut RingRift<B>) {
        for (cell, content) in &self.cells {
            match content {
                Content::Stack(rings) => {
                    let stack = Stack::of(rings).expect("the height has been checked");
                    game.set_stack(*cell, stack);
                    for &ring in rings {
                        game.edit_purse(ring, |purse| purse.with_rings(purse.rings() + 1));
                    }
                }
                Content::Marker(owner) => game.put_marker(*owner, *cell),
                Content::Collapsed(owner) => game.set_collapsed(*owner, *cell),
            }
        }
        for (colour, &[hand, eliminated, territory]) in game.colours().zip(&self.purses) {
            game.edit_purse(colour, |purse| {
                purse.with_hand(hand).with_eliminated(eliminated).with_territory(territory)
            });
        }
        game.set_eliminated(self.eliminated);
        game.set_step(self.step);
        game.set_rounds(self.rounds);
    }
}

impl<B: Board> RingRift<B> {
    /// The position as plain data.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let cells = B::ALL.iter().map(Cell::of).filter_map(|cell| {
            let stack = self.stack(cell);
            let content = if !stack.is_none() {
                Content::Stack(stack.rings().collect())
            } else if let Some(owner) = self.marker_at(cell) {
                Content::Marker(owner)
            } else {
                Content::Collapsed(self.collapsed_at(cell)?)
            };
            Some((cell, content))
        });
        let purses = self.colours().map(|colour| {
            let purse = self.purse(colour);
            [purse.hand(), purse.eliminated(), purse.territory()]
        });
        Setup {
            rules: *self.rules(),
            cells: cells.collect(),
            purses: purses.collect(),
            eliminated: self.rings_eliminated(),
            step: self.step(),
            rounds: self.rounds(),
        }
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupFault::Rules(error) => error.fmt(f),
            SetupFault::Purses(n) => write!(f, "counters for {n} players"),
            SetupFault::Counter(n) => write!(f, "a counter at {n}"),
            SetupFault::Supply { colour, rings, supply } => {
                write!(f, "{rings} rings of colour {} of a supply of {supply}", colour.0 + 1)
            }
            SetupFault::Eliminated { rings, supply } => {
                write!(f, "{rings} rings eliminated of {supply} that all players have")
            }
            SetupFault::Cells { cells, board } => {
                write!(f, "{cells} cells on a board of {board}")
            }
            SetupFault::OffBoard(cell) => write!(f, "cell number {} is not on the board", cell.0),
            SetupFault::Twice(cell) => write!(f, "two things on cell number {}", cell.0),
            SetupFault::Colour(colour) => write!(f, "nobody plays colour {}", colour.0 + 1),
            SetupFault::Height(n) => {
                write!(f, "a stack of {n} rings instead of 1 to {}", Stack::HIGHEST)
            }
            SetupFault::Singled(cell) => {
                write!(f, "no stack of the player in turn on cell number {}", cell.0)
            }
            SetupFault::Phase(phase) => {
                write!(f, "phase {} does not fit the stack singled out", phase.name())
            }
            SetupFault::End => f.write_str("a game is over exactly when there is a reason"),
            SetupFault::Swap => f.write_str("only two players can swap"),
            SetupFault::Stuck => f.write_str("the player in turn has no legal ply"),
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl Error for SetupError {}
