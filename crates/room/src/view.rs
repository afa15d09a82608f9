//! What a client is told of a game: its state, as seen by somebody, somewhere.
//!
//! A state is written for a token's eyes at a position: the table's, or any
//! other that the token may look at. The position one looks at is one's own
//! affair; the room does not remember it, and nobody else sees it.

use crate::consent::ProposalView;
use crate::luck::Deal;
use crate::play::written;
use crate::tree::Node;
use crate::{
    Access, Chair, ClockView, Holder, Look, NodeId, Outcome, Room, RoomError, Viewer, deciders,
};
use serde::Serialize;
use std::sync::Arc;
use takeback_core::{Player, Turn};
use takeback_host::play::{MoveInput, Table};
use takeback_scene::{Input, Panel, Scene};

/// How much of the move tree to write.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// The positions added last; who misses more asks for the whole.
    News,
    /// From this number on: what somebody does not know yet.
    Since(NodeId),
}

/// So many positions are news.
const NEWS: usize = 12;

/// The most moves that one may try for oneself beyond the tree.
const LONGEST_TRY: usize = 256;

/// A game's state.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct State<'a> {
    /// Always `state`.
    pub r#type: &'static str,
    /// The game's name in the house.
    pub id: &'a str,
    /// The game's name.
    pub game: &'a str,
    /// The game's title.
    pub title: &'a str,
    /// The variant's name.
    pub variant: &'a str,
    /// Grows with every change.
    pub version: u64,
    /// Another number: the tree of moves is another one.
    pub epoch: u64,
    /// Who plays.
    pub players: Vec<SeatView>,
    /// What the token may do.
    pub you: You,
    /// Who is in turn at the position shown.
    pub turn: TurnView,
    /// Whether engines and chance go on by themselves.
    pub running: bool,
    /// Milliseconds between two moves of engines.
    pub pause_ms: u64,
    /// Seats whose engines think now.
    pub thinking: Vec<u8>,
    /// Seats that have chosen in a round played together.
    pub chosen: Vec<u8>,
    /// Why an engine did not move.
    pub trouble: Option<&'a str>,
    /// What somebody has asked for.
    pub proposal: Option<ProposalView>,
    /// Sealed deals: the hash first, the secret when the game is over.
    pub deals: Vec<Deal>,
    /// Shares of a win between 0 and 1, once the game is over.
    pub result: Option<Vec<f32>>,
    /// The position in the game's notation, unless something in it is hidden.
    pub position: Option<String>,
    /// The picture: pieces, overlays, panels.
    pub scene: Scene,
    /// What can be played there, and by which clicks.
    pub inputs: Vec<InputView>,
    /// Whether something is hidden from somebody.
    pub hidden: bool,
    /// The number of the first position in `nodes`.
    pub first: usize,
    /// How many positions there are.
    pub count: usize,
    /// Positions of the tree, in order of number.
    pub nodes: Vec<NodeView<'a>>,
    /// The number of the position shown.
    pub now: usize,
    /// The number of the position on the table, where the game goes on.
    pub head: usize,
    /// Moves tried from `now`, seen by nobody else.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<String>,
    /// The line through `now`, by numbers, on to its end.
    pub line: Vec<usize>,
    /// How far grading is.
    pub grading: Option<Progress>,
    /// The clocks, where there are such.
    pub clock: Option<ClockView>,
    /// How it ended, where that was not by the rules.
    pub outcome: Option<&'a Outcome>,
    /// The name of the game that follows; the same tokens open it.
    pub next: Option<&'a str>,
}

/// A seat, as everybody sees it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatView {
    /// What the player is called.
    pub name: String,
    /// `person`, or the engine's text.
    pub who: String,
    /// Whether somebody may still take it.
    pub open: bool,
    /// What the person wants to be called.
    pub person: Option<String>,
}

/// What the token may do.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct You {
    /// Whether the owner's token was shown.
    pub owner: bool,
    /// Seats this token plays.
    pub seats: Vec<u8>,
    /// Open seats that this token may sit down at.
    pub may_sit: Vec<u8>,
    /// Whose eyes the state is written for; none for a spectator or when
    /// nothing is hidden.
    pub sees: Option<u8>,
    /// The seat that this token may decide for now.
    pub plays: Option<u8>,
    /// Whether one may take back, pause and go about without asking anybody.
    pub free: bool,
}

/// Who decides.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TurnView {
    /// How it is decided.
    pub kind: TurnKind,
    /// Who.
    pub players: Vec<u8>,
}

/// How a position is decided.
#[derive(Copy, Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum TurnKind {
    /// By the one player in turn.
    Player,
    /// By several at the same time.
    Together,
    /// By chance.
    Chance,
    /// Not any more.
    Over,
}

/// A move that can be played.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InputView {
    /// The move in the game's notation.
    pub text: String,
    /// `{"cell": 3}`, `{"item": 0}` or `{"button": "swap"}`, in order.
    #[serde(flatten)]
    pub input: Input,
    /// Cells it concerns.
    pub touched: Vec<u16>,
}

/// A position of the tree.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NodeView<'a> {
    /// The number of the position before.
    pub parent: usize,
    /// Moves from the start.
    pub ply: u32,
    /// The move that led here, as the viewer may hear of it.
    pub text: &'a str,
    /// As players write it, where that is not the notation itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<&'a str>,
    /// In words, where nothing is hidden.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub said: &'a str,
    /// Whose move it was; none for chance.
    pub by: Option<u8>,
    /// Who decides here.
    pub turn: TurnView,
    /// Nothing to choose here: passed by itself while the game runs.
    pub forced: bool,
    /// Cells the move concerned.
    pub touched: &'a [u16],
    /// Each player's chances, if a search looked.
    pub value: Option<&'a [f32]>,
    /// How good the move was, if it was judged.
    pub grade: Option<GradeView<'a>>,
}

/// How good a move was.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GradeView<'a> {
    /// What the move gave away, as a share of a win.
    pub loss: f32,
    /// `best`, `good`, `fair`, `doubtful`, `mistake` or `blunder`.
    pub word: &'a str,
    /// What the engine would have played.
    pub best: &'a str,
    /// The same as players write it, where that is not the notation itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<&'a str>,
    /// The cells that it concerns.
    pub cells: &'a [u16],
    /// In words.
    pub said: &'a str,
}

/// How far something is.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Progress {
    /// Done so far.
    pub done: usize,
    /// Out of so many.
    pub all: usize,
}

fn turn_view(turn: Turn) -> TurnView {
    let kind = match turn {
        Turn::Player(_) => TurnKind::Player,
        Turn::Together(_) => TurnKind::Together,
        Turn::Chance => TurnKind::Chance,
        Turn::Over => TurnKind::Over,
    };
    TurnView { kind, players: deciders(turn).iter().map(|p| p.0).collect() }
}

impl Room {
    /// The whole state at the table's position.
    #[must_use]
    pub fn view(&self, access: Access) -> State<'_> {
        self.state(access, Extent::Whole, self.tree.now(), &*self.table, Vec::new())
    }

    /// The state, with so much of the tree, where one looks.
    ///
    /// # Errors
    /// When one may not look there, or a move tried is not legal.
    pub fn view_at(
        &self,
        access: Access,
        extent: Extent,
        look: &Look,
    ) -> Result<State<'_>, RoomError> {
        let now = self.tree.now();
        let node = look.node.unwrap_or(now);
        if node == now && look.line.is_empty() {
            return Ok(self.state(access, extent, now, &*self.table, Vec::new()));
        }
        self.may_look(access, node)?;
        let mut table = self.table_at(node)?;
        if !look.line.is_empty() {
            self.must_see_all(access)?;
            if look.line.len() > LONGEST_TRY {
                return Err(RoomError::TooMany { what: "moves tried", most: LONGEST_TRY });
            }
            for text in &look.line {
                table.play(text)?;
            }
        }
        Ok(self.state(access, extent, node, &*table, look.line.clone()))
    }

    /// Where something is hidden one looks back along the game as it was played,
    /// not into branches that were left.
    fn may_look(&self, access: Access, node: NodeId) -> Result<(), RoomError> {
        self.must_know(node)?;
        let free =
            self.viewer(access) == Viewer::All || (access.takes_part() && !self.others(access));
        if free || self.tree.leads_to(node, self.tree.now()) {
            return Ok(());
        }
        Err(RoomError::Hidden("others play here and hide something: no branches until the end"))
    }

    fn state(
        &self,
        access: Access,
        extent: Extent,
        node: NodeId,
        table: &dyn Table,
        tried: Vec<String>,
    ) -> State<'_> {
        let viewer = self.viewer(access);
        let nodes = self.tree.nodes();
        let first = match extent {
            Extent::Whole => 0,
            Extent::News => nodes.len().saturating_sub(NEWS),
            Extent::Since(known) => known.min(nodes.len()),
        };
        let away = node != self.tree.now() || !tried.is_empty();
        let seen = |p: Player| p.0;
        State {
            r#type: "state",
            id: &self.id,
            game: self.kind.entry().name,
            title: self.kind.entry().title,
            variant: self.kind.variant().name(),
            version: self.version,
            epoch: self.epoch,
            players: self.chairs.iter().zip(&self.names).map(|(c, n)| seat_view(c, n)).collect(),
            you: You {
                owner: access.owner,
                seats: access.seats.iter().map(seen).collect(),
                may_sit: self.may_sit(access),
                sees: if let Viewer::Seat(player) = viewer { Some(player.0) } else { None },
                plays: self.playable(access).filter(|_| !away).map(seen),
                free: access.takes_part() && !self.others(access),
            },
            turn: turn_view(if away { table.turn() } else { self.turn() }),
            running: self.running,
            pause_ms: self.pause.as_millis() as u64,
            thinking: self.thinking.iter().flat_map(|t| t.seats.iter()).map(seen).collect(),
            chosen: self.chosen(),
            trouble: self.trouble.as_deref(),
            proposal: self.proposal_view(access),
            deals: self.luck.deals(),
            result: if away {
                table.payoffs().map(|all| all.iter().map(|p| p.share()).collect())
            } else {
                self.result()
            },
            position: (viewer == Viewer::All).then(|| table.position()),
            scene: scene(table, viewer),
            inputs: self.input_views(access, viewer, table, away),
            hidden: self.kind.hides(),
            first,
            count: nodes.len(),
            nodes: nodes[first..].iter().map(|node| node_view(node, viewer)).collect(),
            now: node,
            head: self.tree.now(),
            tried,
            line: self.tree.line_through(node),
            grading: self.grading.as_ref().map(|g| Progress { done: g.done, all: g.all }),
            clock: self.clock_view(),
            outcome: self.outcome.as_ref(),
            next: self.next.as_deref(),
        }
    }

    fn may_sit(&self, access: Access) -> Vec<u8> {
        let open = |chair: &Chair| !chair.who.is_engine() && chair.holder == Holder::Open;
        let seats = self.chairs.iter().enumerate().filter(|(_, chair)| open(chair));
        seats.filter(|_| access.owner).map(|(seat, _)| seat as u8).collect()
    }

    fn chosen(&self) -> Vec<u8> {
        let all = Player::all(self.chairs.len());
        all.filter(|p| self.choices[p.index()].is_some()).map(|p| p.0).collect()
    }

    /// What can be played, told to those who may know it: everybody where nothing
    /// is hidden, else the player alone.
    fn input_views(
        &self,
        access: Access,
        viewer: Viewer,
        table: &dyn Table,
        away: bool,
    ) -> Vec<InputView> {
        let turn = if away { table.turn() } else { self.turn() };
        let inputs: Arc<[MoveInput]> = match (turn, self.playable(access)) {
            (Turn::Player(_), _) if away && viewer == Viewer::All => written(table),
            _ if away => Arc::new([]),
            (Turn::Player(_), Some(_)) => self.inputs(),
            (Turn::Player(_), None) if viewer == Viewer::All => self.inputs(),
            (Turn::Together(_), Some(player)) => table.inputs_of(player).into(),
            _ => Arc::new([]),
        };
        let view = |m: &MoveInput| InputView {
            text: m.text.clone(),
            input: m.input.clone(),
            touched: m.touched.clone(),
        };
        inputs.iter().map(view).collect()
    }
}

fn seat_view(chair: &Chair, name: &str) -> SeatView {
    let open = !chair.who.is_engine() && chair.holder == Holder::Open;
    let person = chair.name.clone().filter(|_| !chair.who.is_engine());
    SeatView { name: name.to_owned(), who: chair.who.text(), open, person }
}

fn node_view(node: &Node, viewer: Viewer) -> NodeView<'_> {
    let told = match viewer {
        _ if node.told.len() <= 1 => node.told.first(),
        Viewer::All => Some(&node.text),
        Viewer::Public => node.told.first(),
        Viewer::Seat(player) => node.told.get(player.index() + 1),
    };
    let text = told.map_or("", String::as_str);
    let all = viewer == Viewer::All;
    let decides = |player: Player| deciders(node.turn).contains(player);
    NodeView {
        parent: node.parent,
        ply: node.ply,
        text,
        short: node.short.as_deref(),
        said: &node.said,
        by: node.by.decider().filter(|_| node.ply > 0).map(|p| p.0),
        turn: turn_view(node.turn),
        // That somebody has no choice may tell what is in the hand.
        forced: node.forced && (all || matches!(viewer, Viewer::Seat(p) if decides(p))),
        touched: if all || text == node.text { &node.touched } else { &[] },
        value: node.value.as_deref().filter(|_| all),
        grade: node.grade.as_ref().filter(|_| all).map(|grade| GradeView {
            loss: grade.loss,
            word: grade.word,
            best: &grade.best,
            short: grade.short.as_deref(),
            cells: &grade.cells,
            said: &grade.said,
        }),
    }
}

/// The picture for these eyes.
fn scene(table: &dyn Table, viewer: Viewer) -> Scene {
    match viewer {
        Viewer::All => table.scene(None),
        Viewer::Seat(player) => table.scene(Some(player)),
        Viewer::Public => {
            let all = Player::all(table.players());
            seen_by_all(all.map(|player| table.scene(Some(player))).collect())
        }
    }
}

/// What every seat sees: a player's panel as the others see it, and of the rest
/// what looks the same to all.
fn seen_by_all(scenes: Vec<Scene>) -> Scene {
    let others = scenes.clone();
    let Some(mut scene) = scenes.into_iter().next() else { return Scene::default() };
    let players = others.len();
    scene.pieces.retain(|piece| others.iter().all(|o| o.pieces.contains(piece)));
    scene.ribbons.retain(|ribbon| others.iter().all(|o| o.ribbons.contains(ribbon)));
    scene.overlays.retain(|overlay| others.iter().all(|o| o.overlays.contains(overlay)));
    scene.arrows.retain(|arrow| others.iter().all(|o| o.arrows.contains(arrow)));
    if others.iter().any(|o| o.status != scene.status) {
        scene.status.clear();
    }
    for (i, panel) in scene.panels.iter_mut().enumerate() {
        let same: Vec<Option<&Panel>> = others.iter().map(|o| o.panels.get(i)).collect();
        match panel.player {
            Some(player) if players > 1 => {
                let stranger = (usize::from(player) + 1) % players;
                *panel = same[stranger].cloned().unwrap_or_default();
            }
            _ => panel.items.retain(|item| {
                same.iter().all(|o| o.is_some_and(|panel| panel.items.contains(item)))
            }),
        }
    }
    scene
}

/// What a spectator hears of a move: what all others hear, if that is one thing.
pub(crate) fn heard_by_all(seats: &[String], by: Option<Player>) -> String {
    let mut others = seats
        .iter()
        .enumerate()
        .filter(|(i, _)| by.is_none_or(|p| p.index() != *i))
        .map(|(_, t)| t);
    let first = others.next().cloned().unwrap_or_default();
    if others.all(|text| *text == first) { first } else { "·".to_owned() }
}
