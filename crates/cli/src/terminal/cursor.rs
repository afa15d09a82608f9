//! A cursor that walks over the cells of any board by arrow keys.

use takeback_scene::Board;

/// An arrow key.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Arrow {
    Up,
    Down,
    Left,
    Right,
}

/// The cell next to `from` in a direction, as cells lie in characters: nearest
/// along the way first, and not far aside. Boards need not be square.
pub(crate) fn next(board: &Board, from: u16, arrow: Arrow) -> u16 {
    let Some(here) = board.cells.get(usize::from(from)) else { return 0 };
    let place = |(column, row): (u16, u16)| (i32::from(column), 2 * i32::from(row));
    let (x, y) = place(here.text);
    let mut best = (i32::MAX, from);
    for (number, cell) in (0..).zip(&board.cells) {
        let (a, b) = place(cell.text);
        let (dx, dy) = (a - x, b - y);
        let (along, aside) = match arrow {
            Arrow::Up => (-dy, dx.abs()),
            Arrow::Down => (dy, dx.abs()),
            Arrow::Left => (-dx, dy.abs()),
            Arrow::Right => (dx, dy.abs()),
        };
        let cost = along + 3 * aside;
        if along > 0 && aside <= along && cost < best.0 {
            best = (cost, number);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_scene::{Paint, shapes};

    fn walk(board: &Board, from: &str, arrows: &[Arrow]) -> String {
        let start = board.cells.iter().position(|cell| cell.name == from).expect("a cell");
        let end = arrows.iter().fold(start as u16, |at, &arrow| next(board, at, arrow));
        board.cells[usize::from(end)].name.clone()
    }

    #[test]
    fn squares_are_walked_as_they_lie_and_edges_stop() {
        let name = |x: u16, y: u16| format!("{x}{y}");
        let board = shapes::squares(3, 3, |_, _| Paint::Light, name);
        assert_eq!(walk(&board, "11", &[Arrow::Up]), "10");
        assert_eq!(walk(&board, "11", &[Arrow::Right, Arrow::Right, Arrow::Down]), "22");
        assert_eq!(walk(&board, "00", &[Arrow::Left, Arrow::Up]), "00");
    }

    #[test]
    fn hexagons_are_all_reached() {
        let board = shapes::rhombus(5, 5, |x| char::from(b'a' + x as u8).to_string());
        assert_eq!(walk(&board, "a1", &[Arrow::Right]), "b1");
        let mut seen = vec![0u16];
        let mut open = vec![0u16];
        while let Some(at) = open.pop() {
            for arrow in [Arrow::Up, Arrow::Down, Arrow::Left, Arrow::Right] {
                let to = next(&board, at, arrow);
                if !seen.contains(&to) {
                    seen.push(to);
                    open.push(to);
                }
            }
        }
        assert_eq!(seen.len(), board.cells.len());
    }
}
