//! The laws of [`Scenic`], checked along random games.

use crate::{Board, Input, ItemKind, Scene, Scenic, Target};
use std::collections::HashSet;
use std::error::Error;
use std::fmt;
use takeback_core::{Hidden, Moves, Player, Simultaneous, SplitMix, Turn};

/// A law that does not hold, and where.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Broken {
    /// What was found.
    pub what: String,
    /// The moves that lead there.
    pub after: Vec<String>,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; after: {}", self.what, self.after.join(" "))
    }
}

impl Error for Broken {}

/// How far to walk.
#[derive(Copy, Clone, Debug)]
pub struct Extent {
    /// Same seed, same games.
    pub seed: u64,
    /// Positions to look at, over as many games as it takes.
    pub positions: usize,
    /// A game is left after so many moves.
    pub longest: usize,
}

impl Default for Extent {
    fn default() -> Self {
        Extent { seed: 1, positions: 400, longest: 300 }
    }
}

/// Extent through random games and look at every position from every seat.
///
/// # Errors
/// The first law found broken.
pub fn check<G: Scenic>(start: &G, walk: Extent) -> Result<(), Broken> {
    let board = start.board();
    check_board(&board).map_err(|what| Broken { what, after: Vec::new() })?;
    stroll(start, walk, |game| {
        if game.board() != board {
            return Err("the board has changed".to_owned());
        }
        check_position(game, &board)
    })
}

/// The same for games with rounds played together: every seat's choices have
/// clicks of their own.
///
/// # Errors
/// The first law found broken.
pub fn check_rounds<G: Scenic + Simultaneous>(start: &G, walk: Extent) -> Result<(), Broken> {
    let board = start.board();
    stroll(start, walk, |game| {
        let Turn::Together(seats) = game.turn() else { return Ok(()) };
        for seat in seats.iter() {
            let mut out = Moves::new();
            game.choices(seat, &mut out);
            let scene = game.scene(Some(seat));
            check_inputs(game, out.as_slice(), &board, &scene)?;
        }
        Ok(())
    })
}

/// Nobody sees more than the rules allow: whatever is dealt anew behind a
/// player's back, scene and words stay the same, until the game is over.
///
/// # Errors
/// The first law found broken.
pub fn check_hidden<G: Scenic + Hidden>(start: &G, walk: Extent) -> Result<(), Broken> {
    let mut rng = SplitMix::new(walk.seed ^ 0x5eed);
    stroll(start, walk, |game| {
        if game.turn().is_over() {
            return Ok(());
        }
        let mut other = game.clone();
        for viewer in Player::all(game.players()) {
            let scene = game.scene(Some(viewer));
            let redeal = other.redeal(viewer, &mut rng);
            let same = other.scene(Some(viewer)) == scene;
            other.undo_redeal(redeal);
            if !same {
                return Err(format!("{viewer} sees what is hidden"));
            }
            check_words(game, viewer)?;
        }
        Ok(())
    })
}

/// Moves that look alike to a viewer are told alike.
fn check_words<G: Scenic + Hidden>(game: &G, viewer: Player) -> Result<(), String> {
    let mut told: Vec<(u64, String)> = Vec::new();
    for m in game.legal_moves() {
        let (label, words) = (game.label(viewer, m), game.told(m, Some(viewer)));
        if let Some((_, other)) = told.iter().find(|(known, _)| *known == label)
            && *other != words
        {
            return Err(format!("{viewer} can tell {words:?} from {other:?}"));
        }
        told.push((label, words));
    }
    Ok(())
}

fn stroll<G: Scenic>(
    start: &G,
    walk: Extent,
    mut look: impl FnMut(&G) -> Result<(), String>,
) -> Result<(), Broken> {
    let mut rng = SplitMix::new(walk.seed);
    let mut game = start.clone();
    let mut after = Vec::new();
    for _ in 0..walk.positions {
        look(&game).map_err(|what| Broken { what, after: after.clone() })?;
        let moves = game.legal_moves();
        if moves.is_empty() || after.len() >= walk.longest {
            game = start.clone();
            after.clear();
            continue;
        }
        let m = moves[rng.below(moves.len())];
        after.push(game.move_text(m));
        game.make(m);
    }
    Ok(())
}

fn check_board(board: &Board) -> Result<(), String> {
    let mut names = HashSet::new();
    let mut spots = HashSet::new();
    for cell in &board.cells {
        if !names.insert(&cell.name) {
            return Err(format!("two cells are called {}", cell.name));
        }
        let (column, row) = cell.text;
        if !spots.insert((column, row)) || spots.contains(&(column + 1, row)) {
            return Err(format!("{} covers another cell in characters", cell.name));
        }
        let (x, y) = cell.centre;
        if !(0.0..=board.width).contains(&x) || !(0.0..=board.height).contains(&y) {
            return Err(format!("{} lies outside the picture", cell.name));
        }
        if cell.radius <= 0.0 || cell.outline.len() == 1 || cell.outline.len() == 2 {
            return Err(format!("{} has no room or no outline", cell.name));
        }
    }
    Ok(())
}

fn check_position<G: Scenic>(game: &G, board: &Board) -> Result<(), String> {
    let everyone = Player::all(game.players()).map(Some).chain([None]);
    for viewer in everyone {
        check_scene(board, &game.scene(viewer))?;
    }
    let scene = game.scene(game.turn().decider());
    check_inputs(game, &game.legal_moves(), board, &scene)
}

fn check_scene(board: &Board, scene: &Scene) -> Result<(), String> {
    let exists = |cell: u16| usize::from(cell) < board.cells.len();
    for piece in &scene.pieces {
        let width = piece.text.chars().count();
        if !exists(piece.cell) || piece.layers.is_empty() || piece.spoken.is_empty() {
            return Err(format!("a piece has no cell, form or name: {piece:?}"));
        }
        if !(1..=2).contains(&width) {
            return Err(format!("a piece is written {:?}", piece.text));
        }
    }
    let mut named: Vec<u16> = Vec::new();
    named.extend(scene.ribbons.iter().flat_map(|ribbon| &ribbon.cells));
    named.extend(scene.overlays.iter().flat_map(|overlay| &overlay.cells));
    named.extend(scene.arrows.iter().flat_map(|arrow| [arrow.from, arrow.to]));
    if let Some(cell) = named.into_iter().find(|&cell| !exists(cell)) {
        return Err(format!("there is no cell {cell}"));
    }
    let mut items = HashSet::new();
    for item in scene.panels.iter().flat_map(|panel| &panel.items) {
        if item.target.is_some_and(|target| !items.insert(target)) {
            return Err(format!("two items have the number {:?}", item.target));
        }
        if let ItemKind::Meter { value, full, .. } = item.kind
            && (value < 0.0 || full <= 0.0)
        {
            return Err(format!("a meter shows {value} of {full}"));
        }
    }
    Ok(())
}

fn check_inputs<G: Scenic>(
    game: &G,
    moves: &[G::Move],
    board: &Board,
    scene: &Scene,
) -> Result<(), String> {
    let items: HashSet<u16> =
        scene.panels.iter().flat_map(|panel| &panel.items).filter_map(|item| item.target).collect();
    let mut inputs: Vec<(Input, String)> = Vec::with_capacity(moves.len());
    let mut seen: HashSet<Vec<Target>> = HashSet::with_capacity(moves.len());
    let mut keys: HashSet<String> = HashSet::new();
    for &m in moves {
        let (input, text) = (game.input(m), game.move_text(m));
        let missing = input.clicks.iter().find(|target| match target {
            Target::Cell(cell) => usize::from(*cell) >= board.cells.len(),
            Target::Item(item) => !items.contains(item),
            Target::Button(writing) => writing.is_empty(),
        });
        if input.clicks.is_empty() || missing.is_some() {
            return Err(format!("{text} is meant by {:?}", input.clicks));
        }
        if !seen.insert(input.clicks.clone()) {
            let twin = inputs.iter().find(|(other, _)| other.clicks == input.clicks);
            let twin = twin.map_or("", |(_, text)| text);
            return Err(format!("{text} and {twin} have the same clicks {:?}", input.clicks));
        }
        if input.key.as_ref().is_some_and(|key| !keys.insert(key.clone())) {
            return Err(format!("{text} shares the key {:?}", input.key));
        }
        if let Some(cell) =
            game.touched(m).into_iter().find(|&cell| usize::from(cell) >= board.cells.len())
        {
            return Err(format!("{text} touches cell {cell}, which does not exist"));
        }
        inputs.push((input, text));
    }
    Ok(())
}
