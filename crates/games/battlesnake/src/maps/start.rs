//! New games: where snakes and their first food are put.

use super::{Map, drawings};
use crate::geometry::{Board, Edge, Point};
use crate::maze::Maze;
use crate::plain::{KeepClear, PlainBoard, PlainSnake};
use crate::ruleset::{Ruleset, Settings};
use crate::setup::{MAX_SNAKES, Setup};
use std::fmt;
use takeback_core::SplitMix;

/// Why a game cannot begin.
#[derive(Clone, Debug, Eq, PartialEq)]
#[allow(missing_docs)]
pub enum StartError {
    Size { map: Map, width: u8, height: u8 },
    Snakes { map: Map, snakes: usize },
    Room,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Size { map, width, height } => {
                write!(f, "map {map} has no size {width}x{height}; it has")?;
                map.sizes().iter().try_for_each(|(w, h)| write!(f, " {w}x{h}"))
            }
            StartError::Snakes { map, snakes } => {
                write!(f, "{snakes} snakes on map {map}: it takes 1 to {}", map.most_snakes())
            }
            StartError::Room => f.write_str("the board is too small for so many snakes"),
        }
    }
}

impl std::error::Error for StartError {}

impl Setup {
    /// A new game as the official engine begins it, drawn with this seed.
    ///
    /// Maps without walls of their own also take boards that the official list
    /// does not name, down to 3x3.
    ///
    /// # Errors
    /// When the map does not take the size or the number of snakes.
    ///
    /// ```
    /// use takeback_battlesnake::{Map, Ruleset, Settings, Setup};
    /// let setup = Setup::start(Ruleset::Standard, Settings::default(), Map::Standard, (11, 11), 4, 1)?;
    /// assert_eq!(setup.board.food.len(), 5); // one for each snake, one in the middle
    /// # Ok::<(), takeback_battlesnake::StartError>(())
    /// ```
    pub fn start(
        ruleset: Ruleset,
        settings: Settings,
        map: Map,
        (width, height): (u8, u8),
        snakes: usize,
        seed: u64,
    ) -> Result<Setup, StartError> {
        let free_size = map.sizes().len() > 5;
        let fits = map.sizes().contains(&(width, height)) || (free_size && width.min(height) >= 3);
        let board = Board::new(width, height, Edge::Wall)
            .filter(|_| fits)
            .ok_or(StartError::Size { map, width, height })?;
        if !(1..=map.most_snakes().min(MAX_SNAKES)).contains(&snakes) {
            return Err(StartError::Snakes { map, snakes });
        }
        let mut rng = SplitMix::stream(seed, 0x5354_4152);
        let heads = heads(map, &board, snakes, &mut rng).ok_or(StartError::Room)?;
        let mut plain = PlainBoard {
            turn: 0,
            width: i64::from(width),
            height: i64::from(height),
            food: Vec::new(),
            hazards: map.fixed_hazards(&board),
            snakes: heads
                .iter()
                .map(|&at| PlainSnake { health: 100, body: vec![at; 3], fate: None })
                .collect(),
        };
        place_food(map, &board, &mut plain, &mut rng);
        if map == Map::HealingPools {
            plain.hazards = pools(&board, &mut rng);
        }
        if map == Map::SoloMaze {
            let cell = board.cell(heads[0]).expect("starts are on the board");
            let maze = Maze::dig(&board, cell, None, 1, rng.below(Maze::SEEDS.into()) as u16);
            plain.hazards = maze.walls.iter().map(|&cell| board.point(cell)).collect();
            plain.food = vec![board.point(maze.goal)];
        }
        Ok(Setup { ruleset, settings, map, end: None, board: plain })
    }
}

fn heads(map: Map, board: &Board, snakes: usize, rng: &mut SplitMix) -> Option<Vec<Point>> {
    let mut heads = if let Some(drawing) = map.drawing() {
        let mut starts: Vec<Point> = drawings::places(drawing, b"S*").collect();
        rng.shuffle(&mut starts);
        starts
    } else if map == Map::SoloMaze {
        vec![Point::new(0, 0)]
    } else if map == Map::HazardPits {
        let mut corners = corners_and_middles(board).0;
        rng.shuffle(&mut corners);
        corners
    } else if board.width() != board.height() || board.width() < 7 {
        scattered_heads(board, rng)
    } else if snakes <= 8 {
        let (mut corners, mut middles) = corners_and_middles(board);
        rng.shuffle(&mut corners);
        rng.shuffle(&mut middles);
        if rng.one_in(2) { [corners, middles].concat() } else { [middles, corners].concat() }
    } else if board.width() >= 11 {
        quadrant_heads(board, rng)
    } else {
        scattered_heads(board, rng)
    };
    heads.truncate(snakes);
    (heads.len() == snakes).then_some(heads)
}

fn corners_and_middles(board: &Board) -> (Vec<Point>, Vec<Point>) {
    let (low, middle, high) = (1, i64::from(board.width() - 1) / 2, i64::from(board.width()) - 2);
    let points = |list: [(i64, i64); 4]| list.map(|(x, y)| Point::new(x, y)).to_vec();
    (
        points([(low, low), (low, high), (high, low), (high, high)]),
        points([(low, middle), (middle, low), (middle, high), (high, middle)]),
    )
}

/// Nine to sixteen snakes: round robin over the quadrants, from a random one on.
fn quadrant_heads(board: &Board, rng: &mut SplitMix) -> Vec<Point> {
    let size = i64::from(board.width());
    let half = size / 2;
    let (near, far) = (half / 3, half - half / 3);
    let mut quadrants =
        [(false, false), (false, true), (true, true), (true, false)].map(|(mirror_x, mirror_y)| {
            let mirrored = |n: i64, mirror: bool| if mirror { size - 1 - n } else { n };
            let mut cells = Vec::new();
            for (x, y) in [(near, near), (near, far), (far, near), (far, far)] {
                cells.push(Point::new(mirrored(x, mirror_x), mirrored(y, mirror_y)));
            }
            rng.shuffle(&mut cells);
            cells
        });
    let first = rng.below(4);
    (0..16).filter_map(|i| quadrants[(first + i) % 4].pop()).collect()
}

fn scattered_heads(board: &Board, rng: &mut SplitMix) -> Vec<Point> {
    let mut cells: Vec<Point> = (0..board.cells())
        .map(|cell| board.point(cell))
        .filter(|at| (at.x + at.y) % 2 == 0 && *at != board.centre())
        .collect();
    rng.shuffle(&mut cells);
    cells
}

fn place_food(map: Map, board: &Board, plain: &mut PlainBoard, rng: &mut SplitMix) {
    let snakes = plain.snakes.len();
    let regular = board.width() == board.height() && board.width() >= 7;
    match map {
        Map::Empty | Map::CastleWall | Map::CastleWallLarge | Map::CastleWallXl | Map::SoloMaze => {
        }
        Map::ArcadeMaze => plain.food.push(Point::new(9, 11)),
        _ if regular => {
            let drawn = map.drawing().is_some();
            if drawn || snakes <= 4 || board.cells() >= 121 {
                for seat in 0..snakes {
                    feed_beside(board, plain, seat, drawn, rng);
                }
            }
            if !drawn && !plain.food.contains(&board.centre()) {
                plain.food.push(board.centre());
            }
        }
        _ => {
            let mut free = plain.free_cells(KeepClear::default());
            rng.shuffle(&mut free);
            plain.food.extend(free.into_iter().take(snakes));
        }
    }
}

/// One food diagonally beside a snake's head, beyond it as seen from the centre,
/// and on dry land where the map is drawn.
fn feed_beside(
    board: &Board,
    plain: &mut PlainBoard,
    seat: usize,
    drawn: bool,
    rng: &mut SplitMix,
) {
    let (head, centre) = (plain.snakes[seat].body[0], board.centre());
    let size = i64::from(board.width());
    let beyond = |from: i64, to: i64, middle: i64| {
        from != middle && to.abs_diff(middle) > from.abs_diff(middle)
    };
    let places: Vec<Point> = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
        .into_iter()
        .map(|(dx, dy)| Point::new(head.x + dx, head.y + dy))
        .filter(|at| {
            let corner = (at.x == 0 || at.x == size - 1) && (at.y == 0 || at.y == size - 1);
            board.holds(*at)
                && *at != centre
                && !plain.food.contains(at)
                && !(drawn && plain.hazards.contains(at))
                && !corner
                && (beyond(head.x, at.x, centre.x) || beyond(head.y, at.y, centre.y))
        })
        .collect();
    if !places.is_empty() {
        plain.food.push(places[rng.below(places.len())]);
    }
}

/// Healing pools lie symmetrically: one, two or four by size of the board.
fn pools(board: &Board, rng: &mut SplitMix) -> Vec<Point> {
    const SEVEN: &[&[(i64, i64)]] = &[&[(3, 3)]];
    const ELEVEN: &[&[(i64, i64)]] = &[&[(3, 3), (7, 7)], &[(3, 7), (7, 3)]];
    const NINETEEN: &[&[(i64, i64)]] =
        &[&[(5, 5), (13, 13), (5, 13), (13, 5)], &[(5, 9), (13, 9), (9, 5), (9, 13)]];
    let options = match board.width() {
        7 => SEVEN,
        11 => ELEVEN,
        _ => NINETEEN,
    };
    options[rng.below(options.len())].iter().map(|&(x, y)| Point::new(x, y)).collect()
}
