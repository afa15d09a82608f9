//! How RingRift shows itself, on all four boards.
//!
//! A stack is clicked, then where it goes; a capture names the stack it jumps
//! in between. Lines are meant by their two ends and regions by their first
//! cell. What the rules make a ply of although there is nothing to decide is
//! a button.

mod inputs;
mod layout;
mod words;

#[cfg(test)]
mod tests;

use crate::bits::BitSet;
use crate::geometry::{Board, Cell};
use crate::moves::{Move, cells};
use crate::stack::Stack;
use crate::state::RingRift;
use crate::step::{Phase, Reason};
use layout::{board, index};
use takeback_core::{Notation, Player};
use takeback_scene::{
    Badge, Glyph, Input, Item, Layer, Overlay, OverlayKind, Paint, Panel, Piece, Scene, Scenic,
    Target,
};

/// Colours by number, as palettes have them.
const NAMES: [&str; 4] = ["Red", "Blue", "Green", "Yellow"];
const LETTERS: [char; 4] = ['R', 'B', 'G', 'Y'];

fn name(colour: Player) -> &'static str {
    NAMES[colour.index() % NAMES.len()]
}

fn letter(colour: Player) -> char {
    LETTERS[colour.index() % LETTERS.len()]
}

/// The controller's letter and the height, in two characters.
fn stack_text(stack: Stack) -> String {
    let height = stack.height();
    let number = if height < 10 { height.to_string() } else { "+".to_owned() };
    format!("{}{number}", letter(stack.controller()))
}

fn stack_piece<B: Board>(cell: Cell, stack: Stack) -> Piece {
    let mut layers: Vec<Layer> = stack
        .rings()
        .map(|colour| Layer { glyph: Glyph::Ring, paint: Paint::Player(colour.0) })
        .collect();
    layers.reverse();
    let (height, cap, owner) = (stack.height(), stack.cap(), name(stack.controller()));
    let spoken = match height {
        1 => format!("{} ring", owner.to_ascii_lowercase()),
        _ => format!("stack of {height}, {} cap of {cap}", owner.to_ascii_lowercase()),
    };
    let badges = if height > 1 { vec![Badge::Number(height)] } else { Vec::new() };
    Piece { cell: index::<B>(cell), layers, text: stack_text(stack), spoken, badges }
}

impl<B: Board> RingRift<B> {
    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for colour in self.colours() {
            let (paint, small) = (Paint::Player(colour.0), letter(colour).to_ascii_lowercase());
            let words = name(colour).to_ascii_lowercase();
            for cell in cells(self.collapsed(colour)) {
                let spoken = format!("{words} territory");
                let text = format!("#{small}");
                let cell = index::<B>(cell);
                pieces.push(Piece::new(cell, Glyph::Block, paint, &text, spoken));
            }
            for cell in cells(self.markers(colour)) {
                let spoken = format!("{words} marker");
                let cell = index::<B>(cell);
                pieces.push(Piece::new(cell, Glyph::Dot, paint, &small.to_string(), spoken));
            }
        }
        let stacks = cells(self.all_stacks());
        pieces.extend(stacks.map(|cell| stack_piece::<B>(cell, self.stack(cell))));
        pieces
    }

    /// The stack that must move or go on.
    fn overlays(&self) -> Vec<Overlay> {
        let step = self.step();
        let chosen = step.hunter().or(step.must_move());
        let frame = |cell| Overlay {
            cells: vec![index::<B>(cell)],
            kind: OverlayKind::Frame,
            paint: Paint::Accent,
            spoken: "this stack is on the move".to_owned(),
        };
        chosen.map(frame).into_iter().collect()
    }

    fn panel(&self, player: Player) -> Panel {
        let colour = self.person(player);
        let purse = self.purse(colour);
        let rules = self.rules();
        let mut items = vec![Item::fact("rings in hand", purse.hand().to_string())];
        let eliminated = f32::from(purse.eliminated());
        items.push(match rules.ring_victory {
            Some(goal) => Item::meter("eliminated", eliminated, f32::from(goal.max(1))),
            None => Item::fact("eliminated", purse.eliminated().to_string()),
        });
        let goal = f32::from(rules.territory_victory.max(1));
        items.push(Item::meter("territory", f32::from(purse.territory()), goal));
        items.push(Item::fact("stacks", self.controlled(colour).count().to_string()));
        Panel { title: name(colour).to_owned(), player: Some(colour.0), items }
    }

    fn status(&self) -> String {
        if let Some((winner, reason)) = self.outcome() {
            let how = match reason {
                Reason::RingElimination => "enough rings eliminated",
                Reason::TerritoryControl => "enough territory",
                Reason::LastPlayerStanding => "the last one able to act",
                Reason::Resignation => "by resignation",
                Reason::Timeout => "on time",
            };
            return winner.map_or(how.to_owned(), |winner| format!("{} wins: {how}", name(winner)));
        }
        let step = self.step();
        match self.phase() {
            Phase::RingPlacement => "place rings, or move",
            Phase::Movement if step.must_move().is_some() => "move the stack just placed",
            Phase::Movement => "move a stack or capture",
            Phase::Capture => "the stack may capture",
            Phase::ChainCapture => "the chain of captures goes on",
            Phase::LineProcessing if step.pending() => "pay a ring for the line",
            Phase::LineProcessing => "collapse lines",
            Phase::TerritoryProcessing if step.debt() => "pay for the region",
            Phase::TerritoryProcessing => "claim regions",
            Phase::ForcedElimination => "lose the cap of a stack",
            Phase::GameOver => "the game is over",
        }
        .to_owned()
    }
}

impl<B: Board> Scenic for RingRift<B> {
    fn board(&self) -> takeback_scene::Board {
        board::<B>()
    }

    fn scene(&self, _: Option<Player>) -> Scene {
        Scene {
            pieces: self.pieces(),
            overlays: self.overlays(),
            panels: Player::all(self.seats()).map(|player| self.panel(player)).collect(),
            status: self.status(),
            ..Scene::default()
        }
    }

    fn input(&self, m: Move) -> Input {
        self.clicks(m)
    }

    fn touched(&self, m: Move) -> Vec<u16> {
        self.concerned(m)
    }

    fn told(&self, m: Move, _: Option<Player>) -> String {
        if m.acts() { self.move_text(m) } else { inputs::bookkeeping(m).to_owned() }
    }

    fn said(&self, m: Move) -> String {
        self.ply_in_words(m)
    }

    fn why_not(&self, clicks: &[Target]) -> Option<String> {
        self.rule_against(clicks)
    }

    /// By colour, which a swap exchanges.
    fn player_name(&self, player: Player) -> String {
        name(self.person(player)).to_owned()
    }
}
