//! How CoTuLenh shows itself.
//!
//! A move is clicked source first. Where the source is a stack, a button says
//! whether all of it goes or which piece deploys; where a target can be taken
//! in more than one way, a button says how. Inside a deployment the source is
//! framed, and what is still aboard is listed beside the board. The way out of
//! a deployment is to take its steps back.

mod glyphs;
mod words;

#[cfg(test)]
mod tests;

use crate::geometry::{FILES, RANKS, Square, Terrain};
use crate::moves::{Action, Move};
use crate::pieces::{Kind, Side, Stack, kinds_of};
use crate::state::{CoTuLenh, Ending};
use glyphs::look;
use takeback_core::{Game, Player};
use takeback_scene::{
    Badge, Board, Glyph, Input, Item, ItemKind, Layer, Overlay, OverlayKind, Paint, Panel, Piece,
    Scene, Scenic, Stroke, Target, shapes,
};

const NAMES: [&str; 2] = ["Red", "Blue"];
/// The files with a bridge over the river.
const BRIDGES: [u8; 2] = [5, 7];

fn cell(at: Square) -> u16 {
    u16::from(RANKS - 1 - at.rank()) * u16::from(FILES) + u16::from(at.file())
}

fn paint(side: Side) -> Paint {
    Paint::Player(side.player().0)
}

fn layer(side: Side, kind: Kind) -> Layer {
    Layer { glyph: Glyph::Path(look(kind).drawing.to_owned()), paint: paint(side) }
}

/// The river between ranks 6 and 7, and what leads across it.
fn river() -> Vec<Stroke> {
    const SOURCE: f32 = 11.38;
    const MOUTH: f32 = 3.62;
    const MIDDLE: f32 = 6.5;
    let line = |points: &[(f32, f32)], paint, width| Stroke {
        points: points.to_vec(),
        paint,
        width,
        dashed: false,
    };
    let mut strokes = vec![line(&[(MOUTH, MIDDLE), (SOURCE, MIDDLE)], Paint::Sea, 0.24)];
    for file in BRIDGES {
        let x = f32::from(file) + 1.0;
        let ends = [(x, MIDDLE - 0.2), (x, MIDDLE + 0.2)];
        strokes.push(line(&ends, Paint::Ink, 0.34));
        strokes.push(line(&ends, Paint::Dark, 0.26));
    }
    strokes
}

impl CoTuLenh {
    fn stack_piece(at: Square, stack: Stack) -> Option<Piece> {
        let side = stack.owner()?;
        let letter = stack.carrier().letter();
        let letter = if side == Side::Red { letter } else { letter.to_ascii_lowercase() };
        let heroic = stack.pieces().any(|(_, heroic)| heroic);
        let text = match (stack.len(), heroic) {
            (1, false) => letter.to_string(),
            (1, true) => format!("{letter}*"),
            (many, _) => format!("{letter}{many}"),
        };
        Some(Piece {
            cell: cell(at),
            layers: stack.pieces().map(|(kind, _)| layer(side, kind)).collect(),
            text,
            spoken: format!("{} {}", NAMES[side.index()].to_ascii_lowercase(), in_words(stack)),
            badges: heroic.then_some(Badge::Star).into_iter().collect(),
        })
    }

    fn overlays(&self) -> Vec<Overlay> {
        let zone = |side: Side| Overlay {
            cells: self.air_defence(side).into_iter().map(cell).collect(),
            kind: OverlayKind::Zone,
            paint: paint(side),
            spoken: format!("air defence of {}", NAMES[side.index()]),
        };
        let frame = |at: Square, paint, spoken: &str| Overlay {
            cells: vec![cell(at)],
            kind: OverlayKind::Frame,
            paint,
            spoken: spoken.to_owned(),
        };
        let source = self.deploys_from().map(|at| frame(at, Paint::Accent, "deploying"));
        let side = self.side();
        let home = self.commander(side).filter(|_| self.in_danger(side));
        let danger = home.map(|at| frame(at, Paint::Bad, "commander in danger"));
        Side::BOTH.map(zone).into_iter().chain(source).chain(danger).collect()
    }

    /// How many of each type a side has, those in stacks included.
    fn pieces_left(&self, side: Side) -> [u32; Kind::ALL.len()] {
        let mut left = [0; Kind::ALL.len()];
        let stacks = Square::all().map(|at| self.at(at));
        for (kind, _) in stacks.filter(|stack| stack.owner() == Some(side)).flat_map(Stack::pieces)
        {
            left[kind.index()] += 1;
        }
        left
    }

    /// The side, with the enemy's pieces that are gone.
    fn side_panel(&self, side: Side) -> Panel {
        let enemy = side.other();
        let own = self.pieces_left(side).iter().sum::<u32>();
        let left = self.pieces_left(enemy);
        let mut items = vec![Item::fact("pieces", own.to_string())];
        items.extend(Kind::ALL.into_iter().filter_map(|kind| {
            let count = look(kind).count.saturating_sub(left[kind.index()]);
            let spoken = format!("captured {}", look(kind).name);
            let kind = ItemKind::Pieces { layer: layer(enemy, kind), count, spoken };
            (count > 0).then_some(Item { target: None, kind })
        }));
        let player = Some(side.player().0);
        Panel { title: NAMES[side.index()].to_owned(), player, items }
    }

    /// What has left the stack and what is still aboard.
    fn session_panel(&self) -> Option<Panel> {
        let session = self.turn.session.as_ref()?;
        let side = session.side();
        let done = session.steps().iter().map(|step| {
            let how = if step.action == Action::Stay { "fired at" } else { "to" };
            Item::fact(&in_words(step.stack), format!("{how} {}", step.to))
        });
        let aboard = kinds_of(session.remaining()).map(|kind| {
            let spoken = format!("{} still aboard", look(kind).name);
            let kind = ItemKind::Pieces { layer: layer(side, kind), count: 1, spoken };
            Item { target: None, kind }
        });
        Some(Panel {
            title: format!("Deploying from {}", session.origin),
            player: Some(side.player().0),
            items: done.chain(aboard).collect(),
        })
    }

    fn status(&self) -> String {
        match self.ending() {
            Some(Ending::CommanderCaptured) => return "a commander is captured".to_owned(),
            Some(Ending::Checkmate) => return "checkmate".to_owned(),
            Some(Ending::Fifty) => return "drawn: a hundred turns without a capture".to_owned(),
            Some(Ending::Threefold) => return "drawn by repetition".to_owned(),
            Some(Ending::Stalemate) => return "stalemate".to_owned(),
            None => {}
        }
        if self.is_dead_end() {
            return "this deployment leads nowhere: take it back".to_owned();
        }
        let danger = if self.in_danger(self.side()) { "commander in danger" } else { "" };
        match self.deploys_from() {
            Some(at) if self.can_commit() => format!("deploying from {at}; commit ends the turn"),
            Some(at) => format!("deploying from {at}; what is left there cannot stay"),
            None => danger.to_owned(),
        }
    }

    /// The button that says what of the source moves, where there is a choice.
    fn mover_button(&self, m: Move) -> Option<String> {
        let choices = match &self.turn.session {
            Some(session) => session.remaining().count_ones(),
            None => self.at(m.from).len() as u32,
        };
        (choices > 1).then(|| match m.deploys {
            Some(kind) => format!("deploy {}", look(kind).name),
            None => "whole stack".to_owned(),
        })
    }

    /// The button that says how the target is taken, where there is a choice.
    fn action_button(&self, m: Move) -> Option<&'static str> {
        let twin = |other: &Move| {
            (other.from, other.to, other.deploys) == (m.from, m.to, m.deploys)
                && other.action != m.action
        };
        // Only captures have twins, so that few moves pay for the list.
        if !m.action.is_capture() || !self.legal_moves().iter().any(twin) {
            return None;
        }
        Some(match m.action {
            Action::Stay => "capture and stay",
            Action::Suicide => "capture and perish",
            _ => "capture and go there",
        })
    }
}

fn in_words(stack: Stack) -> String {
    let names: Vec<String> = stack
        .pieces()
        .map(|(kind, heroic)| format!("{}{}", if heroic { "heroic " } else { "" }, look(kind).name))
        .collect();
    match names.split_first() {
        Some((carrier, [])) => carrier.clone(),
        Some((carrier, carried)) => format!("{carrier} carrying {}", carried.join(" and ")),
        None => String::new(),
    }
}

impl Scenic for CoTuLenh {
    fn board(&self) -> Board {
        let at = |x: u16, y: u16| {
            Square::new(x as u8, RANKS - 1 - y as u8).expect("cells are counted by the board")
        };
        let paint = |x, y| match at(x, y).terrain() {
            Terrain::Sea => Paint::Sea,
            Terrain::Mixed => Paint::Shore,
            Terrain::Land => Paint::Land,
        };
        let (files, ranks) = (u16::from(FILES), u16::from(RANKS));
        let mut board = shapes::squares(files, ranks, paint, |x, y| at(x, y).to_string());
        board.strokes = river();
        board.labels = shapes::chess_labels(files, ranks);
        board.faced = true;
        board
    }

    fn scene(&self, _: Option<Player>) -> Scene {
        let mut panels: Vec<Panel> = self.session_panel().into_iter().collect();
        panels.extend(Side::BOTH.map(|side| self.side_panel(side)));
        Scene {
            pieces: Square::all().filter_map(|at| Self::stack_piece(at, self.at(at))).collect(),
            overlays: self.overlays(),
            panels,
            status: self.status(),
            ..Scene::default()
        }
    }

    fn input(&self, m: Move) -> Input {
        match m.action {
            Action::Commit => return Input::button("commit"),
            Action::Cancel => return Input::button("cancel"),
            _ => {}
        }
        let mut input = Input::cells([cell(m.from)]);
        if let Some(button) = self.mover_button(m) {
            input = input.then_button(button);
        }
        input = input.then(Target::Cell(cell(m.to)));
        match self.action_button(m) {
            Some(button) => input.then_button(button),
            None => input,
        }
    }

    /// Without the list that [`input`](Scenic::input) may need.
    fn touched(&self, m: Move) -> Vec<u16> {
        if m.is_control() { Vec::new() } else { vec![cell(m.from), cell(m.to)] }
    }

    fn said(&self, m: Move) -> String {
        self.move_in_words(m)
    }

    fn why_not(&self, clicks: &[Target]) -> Option<String> {
        self.rule_against(clicks)
    }

    fn player_name(&self, player: Player) -> String {
        NAMES[player.index()].to_owned()
    }
}
