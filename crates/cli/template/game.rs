//! The game: its rules first, then what searches and front ends ask of them.
//!
//! What stands here is Domineering: two players place dominoes on a board of 6 by 6 cells, the first
//! player's upright, the second player's flat; who cannot place one loses. It is complete, so that
//! you can play it now and then replace it part by part, from the top: each part says what it is
//! for. Run `cargo test` after each; the laws in `tests/laws.rs` find what is wrong, with the
//! shortest line of moves that shows it.

use std::fmt::{self, Write};
use takeback::core::{
    Evaluator, Game, Indexed, Key, Keyed, Moves, Notation, Payoff, Player, Portable, RandomMove,
    SplitMix, Turn, ZeroSum,
};
use takeback::host::engines::duel;
use takeback::host::spec::Ladder;
use takeback::host::weights::named;
use takeback::host::{GameEntry, variant};
use takeback::scene::{Board, Glyph, Input, Paint, Piece, Scene, Scenic, shapes};

// 1. The state: everything that decides the future, and nothing that does not. Searches change it in
//    place, so let changes pass through few doors. It is compared (`==`) after every move taken
//    back: derive that, and keep caches out of it or let them follow exactly.

const SIDE: u8 = 6;
const CELLS: u8 = SIDE * SIDE;
const BOARD: u64 = (1 << CELLS) - 1;
/// The leftmost cell of every row.
const LEFT: u64 = BOARD / ((1 << SIDE) - 1);
const RIGHT: u64 = LEFT << (SIDE - 1);

/// A position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TemplateGame {
    /// Bit `6 * row + column`, rows from the top, is set where the player's dominoes lie.
    filled: [u64; 2],
    next: Player,
}

impl TemplateGame {
    /// The two cells of this player's domino at `cell`.
    fn domino(player: Player, cell: u8) -> u64 {
        let other = if player == Player::FIRST {
            cell + SIDE
        } else {
            cell + 1
        };
        1 << cell | 1 << other
    }

    /// Where this player could place a domino: a bit for its upper or left cell.
    fn places(&self, player: Player) -> u64 {
        let free = BOARD & !(self.filled[0] | self.filled[1]);
        if player == Player::FIRST {
            free & free >> SIDE
        } else {
            free & free >> 1 & !RIGHT
        }
    }
}

/// The cells of these bits, lowest first.
fn cells(bits: u64) -> impl Iterator<Item = u8> {
    (0..CELLS).filter(move |cell| bits >> cell & 1 == 1)
}

// 2. The rules. `Undo` is what `make` has to remember so that `unmake` can go back: nothing if the
//    move says it all, a few words, the old state itself, or the mark of a journal (then nobody
//    writes `unmake`; see "Undo nobody writes" in takeback's README). Write both side by side, in
//    mirror image.
//    A move is one step: a player who goes on capturing stays in turn. `Turn` can also be chance or
//    several players together.

impl Game for TemplateGame {
    /// The upper or left cell of the domino.
    type Move = u8;
    type Undo = ();

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.places(self.next) == 0 {
            Turn::Over
        } else {
            Turn::Player(self.next)
        }
    }

    fn moves(&self, out: &mut Moves<u8>) {
        out.extend(cells(self.places(self.next)));
    }

    fn make(&mut self, cell: u8) {
        self.filled[self.next.index()] |= Self::domino(self.next, cell);
        self.next = self.next.other();
    }

    fn unmake(&mut self, cell: u8, (): ()) {
        self.next = self.next.other();
        self.filled[self.next.index()] &= !Self::domino(self.next, cell);
    }

    fn payoff(&self, player: Player) -> Payoff {
        if player == self.next {
            Payoff::LOSS
        } else {
            Payoff::WIN
        }
    }
}

// 3. What the game can do beyond its rules, one trait each; searches ask for what they need, and the
//    compiler tells you. Each has a law: name it in `tests/laws.rs` and in the entry at the end.

/// Two players, and what one wins the other loses. Leave it out for other games, and take `many`
/// instead of `duel` in the entry.
impl ZeroSum for TemplateGame {}

/// A number for the position, for tables of positions already searched. A state of two words is
/// mixed anew each time; a larger one keeps its key up to date in `make` and `unmake` (a journal
/// does it by itself), and only `key_from_scratch` looks at everything.
impl Keyed for TemplateGame {
    fn key(&self) -> Key {
        let [first, second] = self
            .filled
            .map(|filled| filled << 1 | u64::from(self.next.0));
        Key::nth(first) ^ Key::nth(!second)
    }

    fn key_from_scratch(&self) -> Key {
        self.key()
    }
}

/// A number for every move: searches remember which were good elsewhere.
impl Indexed for TemplateGame {
    const INDICES: usize = CELLS as usize;

    fn index(&self, cell: u8) -> usize {
        cell.into()
    }
}

/// Any of the legal moves, for playouts.
impl RandomMove for TemplateGame {
    fn random_move(&self, rng: &mut SplitMix) -> u8 {
        let mut places = self.places(self.next);
        for _ in 0..rng.below(places.count_ones() as usize) {
            places &= places - 1;
        }
        places.trailing_zeros() as u8
    }
}

// 4. Texts: moves and positions, to be typed, stored and sent. What is written can be read again;
//    what is read is checked, since it comes from people.

/// Why a text is no move or position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Unreadable(&'static str);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Unreadable {}

/// `a6` is the upper left cell, `f1` the lower right one.
fn name(cell: u8) -> String {
    format!("{}{}", char::from(b'a' + cell % SIDE), SIDE - cell / SIDE)
}

impl Notation for TemplateGame {
    type MoveError = Unreadable;

    fn write_move(&self, cell: u8, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&name(cell))
    }

    fn read_move(&self, text: &str) -> Result<u8, Unreadable> {
        (0..CELLS)
            .find(|&cell| name(cell) == text)
            .ok_or(Unreadable("moves are a1 to f6"))
    }
}

/// What stands in a position's text for each player.
const SIGNS: [char; 2] = ['V', 'H'];

/// Rows from the top, `/` between them, and the player in turn.
impl Portable for TemplateGame {
    type PositionError = Unreadable;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        for cell in 0..CELLS {
            if cell > 0 && cell % SIDE == 0 {
                out.write_char('/')?;
            }
            let lies = |player: &usize| self.filled[*player] >> cell & 1 == 1;
            out.write_char((0..2).find(lies).map_or('.', |player| SIGNS[player]))?;
        }
        write!(out, " {}", SIGNS[self.next.index()])
    }

    fn read_position(text: &str) -> Result<Self, Unreadable> {
        const FORM: Unreadable =
            Unreadable("positions are six rows of six signs . V H with / between, then V or H");
        let player = |sign: char| SIGNS.iter().position(|&known| known == sign);
        let (board, next) = text.trim().split_once(' ').ok_or(FORM)?;
        let rows: Vec<&str> = board.split('/').collect();
        let is_row = |row: &&str| row.chars().count() == usize::from(SIDE);
        if rows.len() != usize::from(SIDE) || !rows.iter().all(is_row) {
            return Err(FORM);
        }
        let mut game = TemplateGame::default();
        for (cell, sign) in rows.iter().flat_map(|row| row.chars()).enumerate() {
            match player(sign) {
                Some(player) => game.filled[player] |= 1 << cell,
                None if sign == '.' => {}
                None => return Err(FORM),
            }
        }
        let mut next = next.trim().chars();
        game.next = match (next.next().and_then(player), next.next()) {
            (Some(player), None) => Player(player as u8),
            _ => return Err(FORM),
        };
        game.of_whole_dominoes()
    }
}

impl TemplateGame {
    /// Anything can be written down; only a position that could arise is played.
    fn of_whole_dominoes(self) -> Result<Self, Unreadable> {
        for player in Player::all(2) {
            let mut left = self.filled[player.index()];
            while left != 0 {
                let cell = left.trailing_zeros() as u8;
                let domino = Self::domino(player, cell);
                let wraps = player == Player::SECOND && RIGHT >> cell & 1 == 1;
                if left & domino != domino || wraps {
                    return Err(Unreadable("half a domino lies on the board"));
                }
                left &= !domino;
            }
        }
        Ok(self)
    }
}

// 5. A judgement of unfinished positions, for searches that look some moves ahead. Name its weights,
//    and `tune` finds better ones by games.

/// Counts places.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Room {
    /// For each place for a domino.
    pub place: i32,
    /// More for one that the opponent cannot take away.
    pub safe: i32,
}

impl Default for Room {
    fn default() -> Self {
        Room {
            place: 10,
            safe: 10,
        }
    }
}

impl Room {
    /// The names of the weights, in order.
    pub const NAMES: &'static [&'static str] = &["place", "safe"];

    /// All weights in a row.
    #[must_use]
    pub fn values(&self) -> [i32; 2] {
        [self.place, self.safe]
    }

    /// Weights from a row.
    ///
    /// # Panics
    /// When the row is shorter than [`NAMES`](Self::NAMES).
    #[must_use]
    pub fn from_values(values: &[i32]) -> Self {
        Room {
            place: values[0],
            safe: values[1],
        }
    }

    fn worth(self, game: &TemplateGame, player: Player) -> i32 {
        let covered = |player: Player| {
            cells(game.places(player)).fold(0, |all, cell| all | TemplateGame::domino(player, cell))
        };
        let theirs: u64 = covered(player.other());
        let mine = cells(game.places(player)).map(|cell| TemplateGame::domino(player, cell));
        mine.map(|domino| self.place + if domino & theirs == 0 { self.safe } else { 0 })
            .sum()
    }
}

impl Evaluator<TemplateGame> for Room {
    const LIMIT: i32 = 1_000_000;

    fn score(&mut self, game: &TemplateGame, player: Player) -> i32 {
        let score = self.worth(game, player) - self.worth(game, player.other());
        score.clamp(-1_000_000, 1_000_000)
    }
}

// 6. What it looks like: a board that stays, pieces that change, and the clicks that mean each move.
//    The page and the terminal draw it; without this part (and `with_scene` below) they show the
//    text of the position and a button for each move.

impl Scenic for TemplateGame {
    fn board(&self) -> Board {
        let side = u16::from(SIDE);
        let shade = |x: u16, y: u16| {
            if (x + y).is_multiple_of(2) {
                Paint::Light
            } else {
                Paint::Mid
            }
        };
        let mut board = shapes::squares(side, side, shade, |x, y| name(x as u8 + SIDE * y as u8));
        board.labels = shapes::chess_labels(side, side);
        board
    }

    fn scene(&self, _viewer: Option<Player>) -> Scene {
        let half = |player: Player, cell: u8| {
            let spoken = format!("a domino of {}", self.player_name(player));
            let sign = SIGNS[player.index()].to_string();
            Piece::new(
                cell.into(),
                Glyph::Block,
                Paint::Player(player.0),
                &sign,
                spoken,
            )
        };
        let halves = Player::all(2)
            .flat_map(|player| cells(self.filled[player.index()]).map(move |cell| (player, cell)));
        Scene {
            pieces: halves.map(|(player, cell)| half(player, cell)).collect(),
            ..Scene::default()
        }
    }

    fn input(&self, cell: u8) -> Input {
        Input::cells([cell.into()])
    }

    fn touched(&self, cell: u8) -> Vec<u16> {
        cells(Self::domino(self.next, cell))
            .map(u16::from)
            .collect()
    }

    fn player_name(&self, player: Player) -> String {
        ["Vertical", "Horizontal"][player.index()].to_owned()
    }
}

// 7. The entry: from here on every command and the page know the game.

/// Ten levels, weakest first.
const LADDER: Ladder = Ladder([
    "random",
    "ab:depth=1",
    "ab:depth=2",
    "ab:depth=3",
    "ab:depth=4",
    "ab:depth=5",
    "ab:depth=6",
    "ab:depth=8",
    "ab:time=500ms",
    "ab:time=2s",
]);

/// The game for a registry.
#[must_use]
pub fn template_game() -> GameEntry {
    let board = variant!(
        "6x6",
        "36 cells",
        Token,
        TemplateGame::default,
        [keyed, zero_sum, notation, portable, indexed, random_move]
    )
    .with_tuned_engines(named(Room::NAMES, &Room::default().values()), |values| {
        duel(Room::from_values(values))
    })
    .with_levels(LADDER)
    .with_scene();
    GameEntry::new(
        "template-game",
        "Template Game",
        "dominoes, upright against flat; who cannot place one loses",
        vec![Box::new(board)],
    )
    .with_notation("rows from the top, signs . V H, and the player in turn; moves a1 to f6")
}
