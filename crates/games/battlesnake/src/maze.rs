//! Mazes for one: rooms on even coordinates, walls of hazard between them.
//!
//! A maze is a tree of corridors dug depth first from the snake's head, so that
//! the goal, the room dug at the greatest depth, is a long way off. The first
//! step never leads back into the neck. Levels grow from the bottom left
//! corner until they fill the board.

use crate::geometry::{Board, Direction};
use takeback_core::SplitMix;

/// A dug maze.
pub(crate) struct Maze {
    /// Cells with hazard.
    pub(crate) walls: Vec<u16>,
    /// Where the food lies.
    pub(crate) goal: u16,
}

impl Maze {
    /// How many mazes there are of each level and place.
    pub(crate) const SEEDS: u16 = 256;

    /// Dig the maze of this level and number from the cell of the head.
    pub(crate) fn dig(
        board: &Board,
        head: u16,
        neck: Option<u16>,
        level: u16,
        number: u16,
    ) -> Maze {
        let side = 2 * i64::from(level) + 3;
        let inside = |cell: u16| {
            let at = board.point(cell);
            board.is_on(cell) && at.x < side && at.y < side
        };
        let mut rng = SplitMix::stream(u64::from(number), u64::from(level) << 16 | u64::from(head));
        let mut open = vec![false; usize::from(board.cells())];
        open[usize::from(head)] = true;
        let (mut goal, mut deepest) = (head, 0);
        let mut path = vec![head];
        while let Some(&room) = path.last() {
            let mut ways: Vec<(u16, u16)> = Vec::new();
            for direction in Direction::ALL {
                let Some((door, next)) = two_steps(board, room, direction) else { continue };
                let back = path.len() == 1 && path[0] == head && Some(door) == neck;
                if inside(next) && !open[usize::from(next)] && !back {
                    ways.push((door, next));
                }
            }
            if ways.is_empty() {
                path.pop();
                continue;
            }
            let (door, next) = ways[rng.below(ways.len())];
            open[usize::from(door)] = true;
            open[usize::from(next)] = true;
            path.push(next);
            if path.len() > deepest {
                (goal, deepest) = (next, path.len());
            }
        }
        let walls = (0..board.cells()).filter(|&cell| !open[usize::from(cell)]).collect();
        Maze { walls, goal }
    }
}

/// The door and the room behind it, without leaving the board or wrapping.
fn two_steps(board: &Board, room: u16, direction: Direction) -> Option<(u16, u16)> {
    let door = board.point(room).toward(direction);
    Some((board.cell(door)?, board.cell(door.toward(direction))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Edge, Point};

    #[test]
    fn the_goal_can_be_reached_without_touching_a_wall() {
        let board = Board::new(11, 11, Edge::Wall).unwrap();
        for number in 0..50 {
            let head = board.cell(Point::new(2, 4)).unwrap();
            let neck = board.cell(Point::new(2, 3));
            let maze = Maze::dig(&board, head, neck, 1 + number % 4, number);
            let mut seen = vec![head];
            let mut at = 0;
            while at < seen.len() {
                for to in board.steps(seen[at]) {
                    if board.is_on(to) && !maze.walls.contains(&to) && !seen.contains(&to) {
                        seen.push(to);
                    }
                }
                at += 1;
            }
            assert!(seen.contains(&maze.goal) && maze.goal != head);
            assert!(!seen[1..].contains(&neck.unwrap()));
        }
    }
}
