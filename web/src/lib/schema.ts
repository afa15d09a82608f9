// Generated from the server's types by `cargo xtask types --bless`. Do not edit.

/** What to analyse with. */
export interface AnalysisBody {
  /** A level or a specification; the game's strongest level if left out. */
  engine?: string | null;
  /** For the tree: the moves that lead there from the position on the table. */
  line?: string[] | null;
  /** How many lines; 3 if left out. */
  lines?: number | null;
  /** For live analysis: the number of the position; the table's if left out. */
  node?: number | null;
  /** Milliseconds: of the whole analysis, of one position of the tree, or of one move to grade. */
  time_ms?: number | null;
}

/** An analysis. */
export type AnalysisView = Partial<Found> & {
  /** Whether it has ended. */
  done: boolean;
  /** The engine. */
  engine: string;
  /** The position it is about, by number. */
  node: number;
  /** Whose decision. */
  seat: number;
  /** Why there is none. */
  trouble: string | null;
  /** Always `analysis`. */
  type: string;
};

/** From one cell to another. */
export interface Arrow {
  /** Whence. */
  from: number;
  /** Its colour. */
  paint: Paint;
  /** Whither. */
  to: number;
}

/** A small sign on a piece. */
export type Badge = "star" | {
  /** A number: heights of stacks. */
  number: number;
};

/** What an engine found. */
export type Best = Standing & Found & {
  /** The engine that was asked. */
  engine: string;
  /** Whose move it is. */
  seat: number;
};

/** A piece of the rules. */
export interface BlockView {
  /** `heading`, `text`, `point` or `board`. */
  kind: string;
  shown: Shown | null;
  /** What it says. */
  text: string;
}

/** Cells and lines in a plane of the game's own units; y grows downwards. */
export interface Board {
  /** Where things can stand and clicks can go. A cell's number is its index. */
  cells: Cell[];
  /** Whether two players sit opposite each other, so that the second wants to see the board from the other side. */
  faced: boolean;
  /** Height of the picture. */
  height: number;
  /** Coordinates and other writing. */
  labels: Label[];
  /** Lines drawn above the cells and below the pieces: rivers, edges, grids. */
  strokes: Stroke[];
  /** Width of the picture. */
  width: number;
}

/** Which engine. */
export interface ByEngine {
  /** A level or a specification; by default the seat's own, or level 5. */
  engine?: string | null;
}

/** Games by name. */
export interface ByName {
  /** At most 200. */
  ids: string[];
}

/** What is built in. */
export interface Catalogue {
  /** Kinds of engines for full specifications. */
  engines: string[];
  games: Game[];
  /** Levels that have names. */
  levels: NamedLevel[];
  /** The server's version. */
  version: string;
}

/** One cell. */
export interface Cell {
  /** Where pieces stand. */
  centre: [number, number];
  /** As the notation calls it. */
  name: string;
  /** The outline; empty for a cell that is only a point, where the pieces themselves and a round target are all there is to see. */
  outline: [number, number][];
  /** What it is filled with. */
  paint: Paint;
  /** How much room a piece has: it fits a circle of this radius. */
  radius: number;
  /** Column and row in a drawing by characters. A column is one character wide and cells are at least two columns apart; hexagonal boards shift every other row by one. */
  text: [number, number];
}

/** What to change of a game; what is left out stays. */
export interface Change {
  /** Milliseconds between two moves of engines. */
  pause_ms?: number | null;
  /** Whether engines and chance go on by themselves. */
  running?: boolean | null;
  /** Who plays each seat, as when beginning. A person stays the same person. */
  seats?: string[] | null;
}

/** Something that was clicked. */
export type Clicked = {
  /** A cell of the board, by index. */
  cell: number;
} | {
  /** An item of a panel, by its number. */
  item: number;
} | {
  /** A button with this writing. */
  button: string;
};

/** The clocks as everybody sees them. */
export interface ClockView {
  /** Milliseconds left now, by seat. */
  left_ms: number[];
  /** How much time there is. */
  pace: Pace;
  /** Seats whose time runs. */
  running: number[];
}

/** Consent, or not. */
export interface Consent {
  /** Whether one agrees. */
  agree: boolean;
  /** What is answered. */
  number: number;
}

/** A game that was begun. */
export interface Created {
  /** The game's name in the house. */
  id: string;
  /** Changes the game, and plays every seat of a person that nobody took; in a game that hides something, the first one and those sat down at. */
  owner: string;
  /** A token for each seat that is a person's, to give away. */
  seats: (string | null)[];
}

/** A deal that everybody can check: the hash first, the secret at the end. */
export interface Deal {
  /** SHA-256 of the secret, in hexadecimal digits. */
  commitment: string;
  /** The number of the position it began at. */
  from: number;
  /** The secret, once the game is over. */
  secret: string | null;
}

/** A drawing. */
export type Drawn = Standing & {
  /** An SVG document. */
  svg: string;
};

/** The body of every answer that is no success. */
export interface ErrorBody {
  /** What went wrong. */
  error: ErrorDetail;
}

/** What went wrong. */
export interface ErrorDetail {
  /** For programs: `illegal_move`, `no_game`, `too_many`… */
  code: string;
  /** Some of the legal moves, after an illegal one. */
  legal: string[];
  /** The limit that was met. */
  limit: number | null;
  /** For people. */
  message: string;
  /** The game's version, after a stale request. */
  version: number | null;
}

/** A file that others wrote. */
export interface Foreign {
  /** The file's name, whose end tells its form: `a.pgn`. */
  file: string;
  /** The game's name. */
  game: string;
  /** What is in it; of several games the first. */
  text: string;
}

/** What an engine found. */
export interface Found {
  /** The move to play. */
  best: string;
  /** Deepest line. */
  deepest: number;
  /** Depth completed. */
  depth: number;
  /** The best lines. */
  lines: LineView[];
  /** What was learned of each move, most looked at first. */
  moves: MoveView[];
  /** Positions visited. */
  nodes: number;
  /** Positions visited a second. */
  nodes_per_second: number;
  /** What it is worth. */
  score: ScoreView;
  /** Time spent. */
  seconds: number;
  /** Each player's share of a win between 0 and 1, where known. */
  shares: number[] | null;
  /** Why it ended: `time`, `solved`, `flag`… */
  stopped: string | null;
}

export interface Game {
  about: string;
  /** How files end that its games are written to for others; none where there is no such form. */
  exports: string | null;
  /** Whether there is a guide to learn it by. */
  guide: boolean;
  /** Whether files of others can be read. */
  imports: boolean;
  name: string;
  /** How positions and moves are written. */
  notation: string;
  title: string;
  variants: Variant[];
  /** Whether all of it is a yardstick for developers rather than a game for people. */
  yardstick: boolean;
}

/** Games, the latest first. */
export interface Games {
  games: Listed[];
}

/** The form of a piece, within a circle of radius 1. */
export type Glyph = "disc" | "ring" | "dot" | "cross" | "block" | {
  /** A round token with writing on it. */
  token: string;
} | {
  /** A round token with a drawing on it, in SVG path data within the square from (-1, -1) to (1, 1). */
  path: string;
} | {
  /** A drawing that stands by itself, filled with the paint and outlined so that it shows on any cell; path data as for [`Glyph::Path`]. */
  figure: string;
};

/** Where to. */
export interface GoTo {
  /** The number of a position of the tree. */
  node: usize;
}

/** How good a move was. */
export interface GradeView {
  /** What the engine would have played. */
  best: string;
  /** The cells that it concerns. */
  cells: number[];
  /** What the move gave away, as a share of a win. */
  loss: number;
  /** In words. */
  said: string;
  /** The same as players write it, where that is not the notation itself. */
  short: string | null;
  /** `best`, `good`, `fair`, `doubtful`, `mistake` or `blunder`. */
  word: string;
}

/** A guide. */
export interface GuideView {
  /** The rules, from top to bottom. */
  blocks: BlockView[];
  /** What the pieces are and do. */
  legend: PieceNote[];
  /** The first lesson. */
  tasks: TaskView[];
  /** The game's title. */
  title: string;
}

/** A move as a run of clicks, and a key that means all of it. Front ends keep the clicks so far, highlight what may come next, and play the move whose clicks are complete. Where one move's clicks begin another's, the front end offers to stop there. */
export interface Input {
  /** In order; never empty. */
  clicks: Target[];
  /** A key as browsers name it: `ArrowUp`, `p`. */
  key: string | null;
}

/** A move that can be played. */
export type InputView = Input & {
  /** The move in the game's notation. */
  text: string;
  /** Cells it concerns. */
  touched: number[];
};

/** A line or thing of a panel. */
export interface Item {
  /** What it is. */
  kind: ItemKind;
  /** The number by which [`Target::Item`](crate::Target::Item) means it, if it can be clicked at all. */
  target: number | null;
}

/** What a panel can show. */
export type ItemKind = {
  /** A name and a value. */
  fact: {
    /** What. */
    name: string;
    /** How much. */
    value: string;
  };
} | {
  /** A bar. */
  meter: {
    /** Out of how much. */
    full: number;
    /** What. */
    name: string;
    /** How much. */
    value: number;
  };
} | {
  /** A playing card; no face when the viewer must not see it. */
  card: {
    /** How many lie here together. */
    count: number;
    /** Its face, such as `Q♥`. */
    face: string | null;
    /** Red or black, or whatever the suit wants. */
    paint: Paint;
  };
} | {
  /** Pieces in hand or captured. */
  pieces: {
    /** How many. */
    count: number;
    /** Which. */
    layer: Layer;
    /** In words. */
    spoken: string;
  };
};

/** Writing on the board. */
export interface Label {
  /** Its middle. */
  at: [number, number];
  /** Column and row in a drawing by characters, if it is shown there. */
  text: [number, number] | null;
  /** What is written. */
  writing: string;
}

/** One piece of a stack. */
export interface Layer {
  /** Its form. */
  glyph: Glyph;
  /** Its colour. */
  paint: Paint;
}

/** The legal moves. */
export type Legal = Standing & {
  /** In the game's notation; of the first seat that owes one where several choose together, the outcomes where chance decides. */
  legal: string[];
  /** Where chance decides: how likely each outcome is, relative to the others. */
  weights: number[];
};

/** A line of play. */
export interface LineView {
  /** Its moves. */
  moves: string[];
  /** The first of them in words, where nothing is hidden. */
  said: string[];
  /** What it is worth. */
  score: ScoreView;
  /** The first of them as players write them, where that is not the notation itself. */
  short: string[];
}

/** A line of a list. */
export type Listed = Summary & {
  /** When it last changed, in seconds since 1970. */
  changed: number;
};

/** Where one looks, for oneself. */
export interface Look {
  /** Moves tried from there, which nobody else sees. */
  line?: string[];
  node?: usize | null;
}

/** A move that was looked at. */
export interface MoveView {
  /** In the game's notation. */
  move: string;
  /** In words, for the moves most looked at. */
  said: string;
  /** What it is worth. */
  score: ScoreView;
  /** As players write it, where that is not the notation itself. */
  short: string | null;
  /** How often it was looked at. */
  visits: number;
}

/** What an engine found, and where its move leads. */
export type Moved = Best & {
  after: Standing | null;
};

/** What a person wants to be called. */
export interface Named {
  /** At most 32 letters; nothing for no name. */
  name: string;
}

export interface NamedLevel {
  level: number;
  name: string;
}

/** A game to begin. */
export interface NewGame {
  /** The game's name, from the catalogue. */
  game: string;
  /** Whether everybody may find the game in the archive once it is over. */
  listed?: boolean;
  /** What whoever begins it wants to be called. */
  name?: string | null;
  pace?: Pace | null;
  /** Milliseconds between two moves of engines. */
  pause_ms?: number | null;
  /** Begin here instead, in the game's notation. */
  position?: string | null;
  /** Who plays each seat: `person`, or an engine (`5`, `hard`, `mcts:time=1s`). By default a person first and engines of level 3 after. */
  seats?: string[] | null;
  /** The seed of everything random. Whoever chooses it, or the position, knows what comes: in a game that hides something nobody else can join then, and where somebody joins, chance follows a secret of the server from there on. */
  seed?: number | null;
  /** The variant; the usual one if left out. */
  variant?: string | null;
}

/** A position of the tree. */
export interface NodeView {
  /** Whose move it was; none for chance. */
  by: number | null;
  /** Nothing to choose here: passed by itself while the game runs. */
  forced: boolean;
  grade: GradeView | null;
  /** The number of the position before. */
  parent: number;
  /** Moves from the start. */
  ply: number;
  /** In words, where nothing is hidden. */
  said: string;
  /** As players write it, where that is not the notation itself. */
  short: string | null;
  /** The move that led here, as the viewer may hear of it. */
  text: string;
  /** Cells the move concerned. */
  touched: number[];
  /** Who decides here. */
  turn: TurnView;
  /** Each player's chances, if a search looked. */
  value: number[] | null;
}

/** How it ended. */
export interface Outcome {
  /** Who gave up or had no time left. */
  by: number | null;
  /** Shares of a win between 0 and 1, by seat. */
  result: number[];
  /** Why. */
  why: Why;
}

/** A wash over some cells. */
export interface Overlay {
  /** Which. */
  cells: number[];
  /** What it says. */
  kind: OverlayKind;
  /** Its colour. */
  paint: Paint;
  /** In words: `air defence of Red`, `hazard`. */
  spoken: string;
}

/** How an overlay is drawn. */
export type OverlayKind = "wash" | "zone" | "frame";

/** How much time there is. */
export type Pace = {
  /** For the whole game. */
  game: {
    /** Milliseconds added after each turn. */
    add_ms?: number;
    /** Milliseconds at the start. */
    start_ms: number;
  };
} | {
  /** For each turn. */
  turn: {
    /** Milliseconds. */
    each_ms: number;
  };
};

/** A colour by its meaning. */
export type Paint = "clear" | {
  /** The colour of a seat, counted from 0. */
  player: number;
} | "white" | "black" | "light" | "dark" | "mid" | "land" | "sea" | "shore" | "ink" | "good" | "bad" | "accent";

/** Facts beside the board. */
export interface Panel {
  /** What it shows. */
  items: Item[];
  /** Whose it is, if one player's. */
  player: number | null;
  /** Its heading. */
  title: string;
}

/** A picture. */
export type Picture = Standing & {
  /** What stays: cells, lines, coordinates. */
  board: Board;
  /** The legal moves with the clicks that mean them; those of `seat` where several choose together, and none where another seat decides. */
  inputs: InputView[];
  /** What is on it. */
  scene: Scene;
};

/** A piece or a stack of pieces. */
export interface Piece {
  /** Small signs on the piece. */
  badges: Badge[];
  /** Where. */
  cell: number;
  /** What, from the bottom of a stack to its top; one for a plain piece. */
  layers: Layer[];
  /** In words, for readers of the screen: `red Tank, heroic, carrying Infantry`. */
  spoken: string;
  /** In a drawing by characters: one or two of them. */
  text: string;
}

/** What a piece is and does. */
export interface PieceNote {
  /** As its spoken words have it, whatever their case. */
  name: string;
  /** What it does. */
  says: string;
}

/** A move to play. */
export interface Play {
  /** In the game's notation. */
  move: string;
  node?: usize | null;
  /** For which seat; by default the token's seat that is in turn. */
  seat?: number | null;
  /** Refuse when the game has changed since this version. */
  version?: number | null;
}

/** How far. */
export interface Plies {
  /** How many moves; 1 if left out. */
  plies?: number | null;
}

/** A position, and what to do with it. */
export interface PositionBody {
  /** For `svg`: on a dark ground. */
  dark?: boolean;
  /** Instead of a position: the start that this number deals, in games that begin with chance. */
  deal?: number | null;
  /** For engines: a level or a specification of an engine; level 5 if left out. */
  engine?: string | null;
  /** The game's name. */
  game: string;
  /** For engines: how many lines; 1 if left out. */
  lines?: number | null;
  /** Moves to make from there, in order. */
  moves?: string[];
  /** The position in the game's notation; the start if left out. */
  position?: string | null;
  /** For engines: whose choice to find where several choose together. For `picture` and `svg`: who looks; everything is seen if left out. */
  seat?: number | null;
  /** For engines: the seed of everything random; 0 if left out. */
  seed?: number | null;
  /** For `svg`: the longer side in pixels, 16 to 8192; 640 if left out. */
  size?: number | null;
  /** For engines: milliseconds; the engine's own if left out. */
  time_ms?: number | null;
  /** For `svg`: a heading. */
  title?: string | null;
  /** The variant; the game's first if left out. */
  variant?: string | null;
}

/** A position in the game's notation. */
export interface PositionText {
  /** The text. */
  position: string;
}

/** A picture to choose by. */
export interface Preview {
  board: Board;
  scene: Scene;
}

/** How far something is. */
export interface Progress {
  /** Out of so many. */
  all: number;
  /** Done so far. */
  done: number;
}

/** A proposal as everybody sees it. */
export interface ProposalView {
  /** An answer names it. */
  number: number;
  /** Whether this token's answer is waited for. */
  waits_for_you: boolean;
  /** What is asked for. */
  wish: Wish;
  /** Whether this token asked for it. */
  yours: boolean;
}

/** The rule that forbids a click. */
export interface Reason {
  /** In words; none when the click may lead to a move. */
  why: string | null;
}

/** A seat that gives up. */
export interface Resign {
  /** Its number; by default the token's seat that is in turn, or its first. */
  seat?: number | null;
}

/** A body through cells, head first. */
export interface Ribbon {
  /** Head to tail; a cell may repeat. */
  cells: number[];
  /** Its colour. */
  paint: Paint;
  /** In words. */
  spoken: string;
  /** In a drawing by characters: the head's sign and the body's. */
  text: [string, string];
}

/** A game as it is saved: where it began, who played, and every move. */
export interface Saved {
  /** The game's name. */
  game: string;
  /** Every move: the number of the move before it (0: the start; the first move is number 1) and its text. A branch names an earlier move. */
  moves: [number, string][];
  /** The number of the move last played; 0 for none. */
  now?: number;
  /** Who plays: `person`, or an engine's text. */
  seats: string[];
  /** The seed of chance. */
  seed?: number;
  /** The first position, in the game's notation. */
  start: string;
  /** The version of this form; now 1. */
  takeback: number;
  /** The variant's name. */
  variant: string;
}

/** A position on its board. */
export interface Scene {
  /** Arrows from cell to cell. */
  arrows: Arrow[];
  /** Washes over cells: zones, hazards, territory. */
  overlays: Overlay[];
  /** Beside the board: hands, health, counters. One per player, or general. */
  panels: Panel[];
  /** What stands on the cells, drawn in order. */
  pieces: Piece[];
  /** Bodies that run through several cells. */
  ribbons: Ribbon[];
  /** What is going on, in a few words: `deploying from d4`, `check`. */
  status: string;
}

/** A judgement. */
export interface ScoreView {
  /** As a share of a win between 0 and 1. */
  share: number;
  /** In words: `win in 3`, `+120`, `54.0 %`. */
  text: string;
}

/** A seat, as everybody sees it. */
export interface SeatView {
  /** What the player is called. */
  name: string;
  /** Whether somebody may still take it. */
  open: boolean;
  /** What the person wants to be called. */
  person: string | null;
  /** `person`, or the engine's text. */
  who: string;
}

/** A position to look at, and to go on from. */
export interface Shown {
  board: Board;
  /** In the game's notation. */
  position: string;
  scene: Scene;
  variant: string;
}

/** A seat to sit down at. */
export interface Sit {
  /** Its number, from 0. */
  seat: number;
}

/** What every answer says of the position reached. */
export interface Standing {
  /** Whether chance decides next. */
  chance: boolean;
  game: string;
  over: boolean;
  /** Results in order of seats from -1000 to 1000, once the game is over. */
  payoffs: number[] | null;
  /** What players are called, in order of seats. */
  players: string[];
  /** In the game's notation; send it back to go on from here. */
  position: string;
  /** Seats that decide next, counted from 0; none when chance does or the game is over. */
  to_move: number[];
  variant: string;
}

/** A game's state. */
export interface State {
  /** Seats that have chosen in a round played together. */
  chosen: number[];
  clock: ClockView | null;
  /** How many positions there are. */
  count: number;
  /** Sealed deals: the hash first, the secret when the game is over. */
  deals: Deal[];
  /** Another number: the tree of moves is another one. */
  epoch: number;
  /** The number of the first position in `nodes`. */
  first: number;
  /** The game's name. */
  game: string;
  grading: Progress | null;
  /** The number of the position on the table, where the game goes on. */
  head: number;
  /** Whether something is hidden from somebody. */
  hidden: boolean;
  /** The game's name in the house. */
  id: string;
  /** What can be played there, and by which clicks. */
  inputs: InputView[];
  /** The line through `now`, by numbers, on to its end. */
  line: number[];
  /** The name of the game that follows; the same tokens open it. */
  next: string | null;
  /** Positions of the tree, in order of number. */
  nodes: NodeView[];
  /** The number of the position shown. */
  now: number;
  outcome: Outcome | null;
  /** Milliseconds between two moves of engines. */
  pause_ms: number;
  /** Who plays. */
  players: SeatView[];
  /** The position in the game's notation, unless something in it is hidden. */
  position: string | null;
  proposal: ProposalView | null;
  /** Shares of a win between 0 and 1, once the game is over. */
  result: number[] | null;
  /** Whether engines and chance go on by themselves. */
  running: boolean;
  /** The picture: pieces, overlays, panels. */
  scene: Scene;
  /** Seats whose engines think now. */
  thinking: number[];
  /** The game's title. */
  title: string;
  /** Moves tried from `now`, seen by nobody else. */
  tried: string[];
  /** Why an engine did not move. */
  trouble: string | null;
  /** Who is in turn at the position shown. */
  turn: TurnView;
  /** Always `state`. */
  type: string;
  /** The variant's name. */
  variant: string;
  /** Grows with every change. */
  version: number;
  /** What the token may do. */
  you: You;
}

/** A line through the picture. */
export interface Stroke {
  /** Whether it is broken. */
  dashed: boolean;
  /** Its colour. */
  paint: Paint;
  /** Its corners. */
  points: [number, number][];
  /** Its width. */
  width: number;
}

/** What a list of games shows of one. */
export interface Summary {
  /** The game's name. */
  game: string;
  /** The room's name. */
  id: string;
  /** Whether everybody may find it once it is over. */
  listed: boolean;
  /** Moves from the start. */
  moves: number;
  /** Who plays each seat: an engine's text, a person's name, or `person`. */
  players: string[];
  /** Shares of a win, once the game is over. */
  result: number[] | null;
  /** The variant's name. */
  variant: string;
  why: Why | null;
}

/** Something that can be clicked. */
export type Target = {
  /** A cell of the board, by index. */
  cell: number;
} | {
  /** An item of a panel (a card, an opponent), by its number. */
  item: number;
} | {
  /** A button with this writing, shown while it is a possible next click. */
  button: string;
};

/** Something to do. */
export interface TaskView {
  /** Moves that do it. */
  accept: string[];
  /** The same as whoever makes them hears of them, in games that hide something. */
  heard: string[];
  shown: Shown;
  /** What to do. */
  text: string;
  /** What they show. */
  why: string;
}

/** A position of the search tree. */
export type TreeNode = Found & {
  /** Who decides there. */
  seat: number;
};

/** How a position is decided. */
export type TurnKind = "player" | "together" | "chance" | "over";

/** Who decides. */
export interface TurnView {
  /** How it is decided. */
  kind: TurnKind;
  /** Who. */
  players: number[];
}

export interface Variant {
  about: string;
  /** Whether players know things that others do not. */
  hidden: boolean;
  /** The ten levels, weakest first; none if the variant has no engines. */
  levels: string[];
  name: string;
  /** What players are called, in order of seats. */
  names: string[];
  players: number;
  /** Whether all players choose at the same time. */
  together: boolean;
  /** Whether it is a yardstick for developers rather than a game for people. */
  yardstick: boolean;
}

/** Why a game ended although the rules would let it go on. */
export type Why = "resigned" | "agreed" | "time";

/** Clicks, the last of which led nowhere. */
export interface WhyNot {
  /** In order. */
  clicks: Clicked[];
  /** The position one looks at; the table's if left out. */
  look?: Look;
}

/** Something that one player cannot decide alone. */
export type Wish = {
  /** The game goes on from this position: back, forth, or into a branch. */
  go_to: usize;
} | {
  /** Whether engines and chance go on by themselves. */
  running: boolean;
} | {
  /** Who plays each seat. */
  seats: string[];
} | {
  /** Begin anew from this position. */
  position: string;
} | "end" | "draw" | "rematch";

/** What the token may do. */
export interface You {
  /** Whether one may take back, pause and go about without asking anybody. */
  free: boolean;
  /** Open seats that this token may sit down at. */
  may_sit: number[];
  /** Whether the owner's token was shown. */
  owner: boolean;
  /** The seat that this token may decide for now. */
  plays: number | null;
  /** Seats this token plays. */
  seats: number[];
  /** Whose eyes the state is written for; none for a spectator or when nothing is hidden. */
  sees: number | null;
}

export type usize = number;
