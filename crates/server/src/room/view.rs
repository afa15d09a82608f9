//! What a client is told of a game: its state, as seen by somebody.

use super::tree::Node;
use super::{Access, Room, Viewer, Who};
use crate::search::share;
use serde::Serialize;
use std::sync::Arc;
use takeback_core::{Player, Turn};
use takeback_host::play::{AnalysedMove, Analysis, MoveInput};
use takeback_scene::{Input, Panel, Scene};
use takeback_search::Score;
use utoipa::ToSchema;

/// Everything that decides how a state reads.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct Face {
    access: Access,
    viewer: Viewer,
    extent: Extent,
}

/// How much of the move tree to write.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Extent {
    /// All of it.
    Whole,
    /// The positions added last; who misses more asks for the whole.
    News,
}

/// So many positions are news.
const NEWS: usize = 12;

/// A game's state.
#[derive(Serialize, ToSchema)]
pub(crate) struct State<'a> {
    /// Always `state`.
    r#type: &'static str,
    id: &'a str,
    /// The game's name.
    game: &'a str,
    /// The game's title.
    title: &'a str,
    variant: &'a str,
    /// Grows with every change.
    version: u64,
    /// Another number: the tree of moves is another one.
    epoch: u64,
    players: Vec<Seat>,
    you: You,
    turn: TurnView,
    /// Whether engines and chance go on by themselves.
    running: bool,
    /// Milliseconds between two moves of engines.
    pause_ms: u64,
    /// Seats whose engines think now.
    thinking: Vec<u8>,
    /// Seats that have chosen in a round played together.
    chosen: Vec<u8>,
    /// Why an engine did not move.
    trouble: Option<&'a str>,
    /// Shares of a win between 0 and 1, once the game is over.
    result: Option<Vec<f32>>,
    /// The position in the game's notation, unless something in it is hidden.
    position: Option<String>,
    /// The picture: pieces, overlays, panels.
    #[schema(value_type = Object)]
    scene: Scene,
    /// What can be played now, and by which clicks.
    inputs: Vec<InputView>,
    /// Whether something is hidden from somebody.
    hidden: bool,
    /// The number of the first position in `nodes`.
    first: usize,
    /// How many positions there are.
    count: usize,
    /// Positions of the tree, in order of number.
    nodes: Vec<NodeView<'a>>,
    /// The number of the position on the table.
    now: usize,
    /// The line through it, by numbers, on to its end.
    line: Vec<usize>,
    /// How far grading is.
    grading: Option<Progress>,
}

#[derive(Serialize, ToSchema)]
struct Seat {
    name: String,
    /// `person`, or the engine's text.
    who: String,
}

#[derive(Serialize, ToSchema)]
struct You {
    /// Whether the owner's token was shown.
    owner: bool,
    /// Seats this token plays.
    seats: Vec<u8>,
    /// Whose eyes the state is written for; none for a spectator or when
    /// nothing is hidden.
    sees: Option<u8>,
    /// The seat that this token may decide for now.
    plays: Option<u8>,
}

/// Who decides.
#[derive(Serialize, ToSchema)]
struct TurnView {
    /// `player`, `together`, `chance` or `over`.
    kind: &'static str,
    /// Who.
    players: Vec<u8>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct InputView {
    /// The move in the game's notation.
    text: String,
    /// `{"cell": 3}`, `{"item": 0}` or `{"button": "swap"}`, in order.
    #[schema(value_type = Vec<Object>)]
    #[serde(flatten)]
    input: Input,
    /// Cells it concerns.
    touched: Vec<u16>,
}

#[derive(Serialize, ToSchema)]
struct NodeView<'a> {
    /// The number of the position before.
    parent: usize,
    ply: u32,
    /// The move that led here, as the viewer may hear of it.
    text: &'a str,
    /// Whose move it was; none for chance.
    by: Option<u8>,
    turn: TurnView,
    /// Nothing to choose here: passed by itself while the game runs.
    forced: bool,
    touched: &'a [u16],
    /// Each player's chances, if a search looked.
    value: Option<&'a [f32]>,
    grade: Option<GradeView<'a>>,
}

#[derive(Serialize, ToSchema)]
struct GradeView<'a> {
    /// What the move gave away, as a share of a win.
    loss: f32,
    /// `best`, `good`, `fair`, `doubtful`, `mistake` or `blunder`.
    word: &'a str,
    /// What the engine would have played.
    best: &'a str,
}

#[derive(Serialize, ToSchema)]
struct Progress {
    done: usize,
    all: usize,
}

fn turn_view(turn: Turn) -> TurnView {
    let kind = match turn {
        Turn::Player(_) => "player",
        Turn::Together(_) => "together",
        Turn::Chance => "chance",
        Turn::Over => "over",
    };
    TurnView { kind, players: super::deciders(turn).iter().map(|p| p.0).collect() }
}

/// The state as JSON, from the room's memory if it was asked for before.
pub(crate) fn state_json(room: &mut Room, access: Access, extent: Extent) -> Arc<str> {
    let face = Face { access, viewer: access.viewer(room), extent };
    if let Some(known) = room.rendered.get(&face) {
        return Arc::clone(known);
    }
    let state = state(room, face);
    let text: Arc<str> = serde_json::to_string(&state).expect("a state has only text keys").into();
    room.rendered.insert(face, Arc::clone(&text));
    text
}

fn state(room: &Room, face: Face) -> State<'_> {
    let Face { access, viewer, extent } = face;
    let nodes = room.tree.nodes();
    let first = match extent {
        Extent::Whole => 0,
        Extent::News => nodes.len().saturating_sub(NEWS),
    };
    State {
        r#type: "state",
        id: &room.id,
        game: room.kind.entry().name,
        title: room.kind.entry().title,
        variant: room.kind.variant().name(),
        version: room.version,
        epoch: room.epoch,
        players: room.seats.iter().zip(&room.names).map(|(who, name)| seat(who, name)).collect(),
        you: You {
            owner: access.owner,
            seats: access.seats.iter().map(|p| p.0).collect(),
            sees: if let Viewer::Seat(player) = viewer { Some(player.0) } else { None },
            plays: access.playable(room).map(|p| p.0),
        },
        turn: turn_view(room.turn()),
        running: room.running,
        pause_ms: room.pause.as_millis() as u64,
        thinking: room.thinking.iter().flat_map(|t| t.seats.iter()).map(|p| p.0).collect(),
        chosen: chosen(room),
        trouble: room.trouble.as_deref(),
        result: room.table.payoffs().map(|all| all.iter().map(|p| p.share()).collect()),
        position: (viewer == Viewer::All).then(|| room.table.position()),
        scene: scene(room, viewer),
        inputs: inputs(room, access, viewer),
        hidden: room.kind.hides(),
        first,
        count: nodes.len(),
        nodes: nodes[first..].iter().map(|node| node_view(node, viewer)).collect(),
        now: room.tree.now(),
        line: room.tree.line(),
        grading: room.grading.as_ref().map(|g| Progress { done: g.done, all: g.all }),
    }
}

fn seat(who: &Who, name: &str) -> Seat {
    let who = match who {
        Who::Person { .. } => "person".to_owned(),
        Who::Engine { spec } => spec.to_string(),
    };
    Seat { name: name.to_owned(), who }
}

fn chosen(room: &Room) -> Vec<u8> {
    let all = Player::all(room.seats.len());
    all.filter(|p| room.choices[p.index()].is_some()).map(|p| p.0).collect()
}

fn node_view(node: &Node, viewer: Viewer) -> NodeView<'_> {
    let told = match viewer {
        _ if node.told.len() <= 1 => node.told.first(),
        Viewer::All => Some(&node.text),
        Viewer::Public => node.told.first(),
        Viewer::Seat(player) => node.told.get(player.index() + 1),
    };
    NodeView {
        parent: node.parent,
        ply: node.ply,
        text: told.map_or("", String::as_str),
        by: node.by.decider().filter(|_| node.ply > 0).map(|p| p.0),
        turn: turn_view(node.turn),
        forced: node.forced,
        touched: &node.touched,
        value: node.value.as_deref().filter(|_| viewer == Viewer::All),
        grade: node.grade.as_ref().filter(|_| viewer == Viewer::All).map(|grade| GradeView {
            loss: grade.loss,
            word: grade.word,
            best: &grade.best,
        }),
    }
}

/// What can be played, told to those who may know it: everybody where nothing
/// is hidden, else the player alone.
fn inputs(room: &Room, access: Access, viewer: Viewer) -> Vec<InputView> {
    let inputs = match (room.turn(), access.playable(room)) {
        (Turn::Player(_), Some(_)) => room.table.inputs(),
        (Turn::Player(_), None) if viewer == Viewer::All => room.table.inputs(),
        (Turn::Together(_), Some(player)) => room.table.inputs_of(player),
        _ => Vec::new(),
    };
    let view = |m: MoveInput| InputView { text: m.text, input: m.input, touched: m.touched };
    inputs.into_iter().map(view).collect()
}

/// The picture for these eyes.
pub(crate) fn scene(room: &Room, viewer: Viewer) -> Scene {
    match viewer {
        Viewer::All => room.table.scene(None),
        Viewer::Seat(player) => room.table.scene(Some(player)),
        Viewer::Public => {
            let all = Player::all(room.seats.len());
            seen_by_all(all.map(|player| room.table.scene(Some(player))).collect())
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
pub(super) fn heard_by_all(seats: &[String], by: Option<Player>) -> String {
    let mut others = seats
        .iter()
        .enumerate()
        .filter(|(i, _)| by.is_none_or(|p| p.index() != *i))
        .map(|(_, t)| t);
    let first = others.next().cloned().unwrap_or_default();
    if others.all(|text| *text == first) { first } else { "·".to_owned() }
}

/// An analysis.
#[derive(Serialize, ToSchema)]
pub(crate) struct AnalysisView {
    /// Always `analysis`.
    r#type: &'static str,
    /// The position it is about, by number.
    node: usize,
    /// Whose decision.
    seat: u8,
    /// The engine.
    engine: String,
    /// Whether it has ended.
    done: bool,
    /// Why there is none.
    trouble: Option<String>,
    #[serde(flatten)]
    found: Option<Found>,
}

/// What an engine found.
#[derive(Serialize, ToSchema)]
pub(crate) struct Found {
    best: String,
    score: ScoreView,
    /// Each player's share of a win between 0 and 1, where known.
    shares: Option<Vec<f32>>,
    lines: Vec<LineView>,
    /// What was learned of each move, most looked at first.
    moves: Vec<MoveView>,
    nodes: u64,
    nodes_per_second: u64,
    depth: u32,
    deepest: u32,
    seconds: f64,
    /// Why it ended: `time`, `solved`, `flag`…
    stopped: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct ScoreView {
    /// In words: `win in 3`, `+120`, `54.0 %`.
    text: String,
    /// As a share of a win between 0 and 1.
    share: f32,
}

#[derive(Serialize, ToSchema)]
struct LineView {
    score: ScoreView,
    moves: Vec<String>,
}

#[derive(Serialize, ToSchema)]
struct MoveView {
    r#move: String,
    score: ScoreView,
    visits: u64,
}

fn score_view(score: Score) -> ScoreView {
    ScoreView { text: score.to_string(), share: share(score) }
}

/// More moves than a picture can show.
const MOST_MOVES: usize = 400;

impl Found {
    pub(crate) fn new(players: usize, seat: Player, analysis: &Analysis) -> Self {
        let mut moves: Vec<&AnalysedMove> = analysis.root.iter().collect();
        moves.sort_by_key(|m| std::cmp::Reverse(m.visits));
        moves.truncate(MOST_MOVES);
        let seconds = analysis.time.as_secs_f64();
        Found {
            best: analysis.best.clone(),
            score: score_view(analysis.score),
            shares: super::drive::value_of(players, seat, analysis),
            lines: analysis
                .lines
                .iter()
                .map(|line| LineView { score: score_view(line.score), moves: line.moves.clone() })
                .collect(),
            moves: moves
                .into_iter()
                .map(|m| MoveView {
                    r#move: m.m.clone(),
                    score: score_view(m.score),
                    visits: m.visits,
                })
                .collect(),
            nodes: analysis.nodes,
            nodes_per_second: (analysis.nodes as f64 / seconds.max(1e-3)) as u64,
            depth: analysis.depth,
            deepest: analysis.deepest,
            seconds,
            stopped: analysis.stopped.map(|why| format!("{why:?}").to_lowercase()),
        }
    }
}

/// The analysis that runs or ran last, if this access may see it.
pub(crate) fn analysis_json(room: &Room, access: Access) -> Option<(u64, String)> {
    let analysing = room.analysing.as_ref()?;
    let viewer = access.viewer(room);
    if viewer != Viewer::All && viewer != Viewer::Seat(analysing.seat) {
        return None;
    }
    let players = room.seats.len();
    let view = AnalysisView {
        r#type: "analysis",
        node: analysing.node,
        seat: analysing.seat.0,
        engine: analysing.request.spec.to_string(),
        done: analysing.done,
        trouble: analysing.trouble.clone(),
        found: analysing.latest.as_ref().map(|found| Found::new(players, analysing.seat, found)),
    };
    let text = serde_json::to_string(&view).expect("an analysis has only text keys");
    Some((analysing.count, text))
}
