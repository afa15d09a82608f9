//! Moves in words and refused clicks, for games that have no words of their own.
//!
//! What stands on a cell is called by its [`spoken`](crate::Piece::spoken) words and a cell by its name, so
//! that any game that draws itself can be read aloud.

use crate::{Board, Input, Pointing, Scene, Step, Target};

/// What stands on a cell, the topmost first.
fn on(scene: &Scene, cell: u16) -> Option<&str> {
    scene.pieces.iter().rev().find(|piece| piece.cell == cell).map(|piece| piece.spoken.as_str())
}

fn name(board: &Board, cell: u16) -> &str {
    board.cells.get(usize::from(cell)).map_or("", |cell| cell.name.as_str())
}

/// A move in words, by its clicks in the position before it.
///
/// ```
/// use takeback_scene::{Board, Cell, Input, Paint, Scene, words};
/// let cell = |name: &str| Cell {
///     name: name.to_owned(), centre: (0.0, 0.0), outline: vec![], radius: 0.5, paint: Paint::Light, text: (0, 0),
/// };
/// let board = Board { cells: vec![cell("a1"), cell("b2")], ..Board::default() };
/// assert_eq!(words::said(&board, &Scene::default(), &Input::cells([1])), "plays on b2");
/// ```
#[must_use]
pub fn said(board: &Board, scene: &Scene, input: &Input) -> String {
    let cells: Vec<u16> = cells(&input.clicks).collect();
    let buttons: Vec<&str> = input.clicks.iter().filter_map(button).collect();
    let mut words = match cells[..] {
        [] => return buttons.join(", "),
        [only] => match on(scene, only) {
            Some(piece) => format!("{piece} on {}", name(board, only)),
            None => format!("plays on {}", name(board, only)),
        },
        [first, .., last] => {
            let (from, to) = (name(board, first), name(board, last));
            let piece = on(scene, first).map_or(String::new(), |piece| format!("{piece} "));
            match on(scene, last).filter(|_| first != last) {
                Some(taken) => format!("{piece}from {from} to {to}, where {taken} stands"),
                None => format!("{piece}from {from} to {to}"),
            }
        }
    };
    for button in buttons {
        words.push_str(", ");
        words.push_str(button);
    }
    words
}

fn cells(clicks: &[Target]) -> impl Iterator<Item = u16> {
    clicks
        .iter()
        .filter_map(|target| if let Target::Cell(cell) = target { Some(*cell) } else { None })
}

fn button(target: &Target) -> Option<&str> {
    if let Target::Button(writing) = target { Some(writing) } else { None }
}

/// So many cells are named where the others would be too many.
const NAMED: usize = 8;

/// Why the last of these clicks leads to no move, as far as the list of moves tells; `None`
/// where it does lead to one.
#[must_use]
pub fn refused(
    board: &Board,
    scene: &Scene,
    inputs: &[Input],
    clicks: &[Target],
) -> Option<String> {
    let (last, before) = clicks.split_last()?;
    let mut pointing = Pointing::new(inputs);
    for click in before {
        if matches!(pointing.click(click), Step::Refused | Step::Move(_)) {
            return None;
        }
    }
    let targets = pointing.targets();
    if targets.contains(last) {
        return None;
    }
    let Target::Cell(cell) = *last else {
        return Some("This cannot be chosen now.".to_owned());
    };
    let places: Vec<&str> = cells(&targets).map(|cell| name(board, cell)).collect();
    let here = name(board, cell);
    if places.is_empty() {
        let buttons: Vec<&str> = targets.iter().filter_map(button).collect();
        let choice = if buttons.is_empty() { "nothing".to_owned() } else { buttons.join(", ") };
        return Some(format!("No cell is to be chosen now, but one of these: {choice}."));
    }
    let instead = match places.len() {
        1..=NAMED => format!(" Possible: {}.", places.join(", ")),
        _ => String::new(),
    };
    Some(match (cells(before).last(), on(scene, cell)) {
        (Some(from), _) => {
            let piece = on(scene, from).unwrap_or("what was chosen");
            format!("By the rules {piece} on {} cannot go to {here}.{instead}", name(board, from))
        }
        (None, Some(piece)) => format!("Nothing can be done with {piece} on {here} now.{instead}"),
        (None, None) => format!("Nothing can be played on {here} now.{instead}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Glyph, Paint, Piece, shapes};

    fn three_by_three() -> (Board, Scene) {
        let board = shapes::squares(3, 3, |_, _| Paint::Light, |x, y| format!("{x}{y}"));
        let piece = |cell, spoken: &str| {
            Piece::new(cell, Glyph::Disc, Paint::Black, "x", spoken.to_owned())
        };
        let pieces = vec![piece(0, "a white man"), piece(4, "a black man")];
        (board, Scene { pieces, ..Scene::default() })
    }

    #[test]
    fn moves_are_said_by_what_stands_there() {
        let (board, scene) = three_by_three();
        let said = |input: &Input| said(&board, &scene, input);
        assert_eq!(said(&Input::cells([8])), "plays on 22");
        assert_eq!(said(&Input::cells([0, 1])), "a white man from 00 to 10");
        assert_eq!(
            said(&Input::cells([0, 4])),
            "a white man from 00 to 11, where a black man stands"
        );
        assert_eq!(said(&Input::button("pass")), "pass");
        assert_eq!(said(&Input::cells([8]).then_button("2 rings")), "plays on 22, 2 rings");
    }

    #[test]
    fn a_refused_click_is_explained_and_a_good_one_is_not() {
        let (board, scene) = three_by_three();
        let inputs = [Input::cells([0, 1]), Input::cells([0, 3])];
        let why = |clicks: &[Target]| refused(&board, &scene, &inputs, clicks);
        let cell = Target::Cell;
        assert_eq!(why(&[cell(0)]), None);
        assert_eq!(why(&[cell(0), cell(3)]), None);
        let far = why(&[cell(0), cell(8)]).expect("refused");
        assert!(
            far.contains("a white man on 00 cannot go to 22") && far.contains("10, 01"),
            "{far}"
        );
        let other = why(&[cell(4)]).expect("refused");
        assert!(other.contains("a black man on 11") && other.contains("Possible: 00"), "{other}");
        assert!(why(&[cell(7)]).expect("refused").contains("played on 12"));
        let only = [Input::button("pass")];
        let pass = refused(&board, &scene, &only, &[cell(7)]).expect("refused");
        assert!(pass.contains("pass"), "{pass}");
    }
}
