// What the server says. The page knows no game: everything it draws is in here.

export type Point = [number, number];

export type Paint = string | { player: number };

export interface Cell {
  name: string;
  centre: Point;
  outline: Point[];
  radius: number;
  paint: Paint;
}

export interface Board {
  width: number;
  height: number;
  cells: Cell[];
  strokes: { points: Point[]; paint: Paint; width: number; dashed: boolean }[];
  labels: { at: Point; writing: string }[];
}

export type Glyph = string | { token: string } | { path: string } | { figure: string };

export interface Layer {
  glyph: Glyph;
  paint: Paint;
}

export type Badge = "star" | { number: number };

export interface Piece {
  cell: number;
  layers: Layer[];
  spoken: string;
  badges: Badge[];
}

export interface Ribbon {
  cells: number[];
  paint: Paint;
  spoken: string;
}

export interface Overlay {
  cells: number[];
  kind: "wash" | "zone" | "frame";
  paint: Paint;
  spoken: string;
}

export type ItemKind =
  | { fact: { name: string; value: string } }
  | { meter: { name: string; value: number; full: number } }
  | { card: { face: string | null; paint: Paint; count: number } }
  | { pieces: { layer: Layer; count: number; spoken: string } };

export interface Panel {
  title: string;
  player: number | null;
  items: { target: number | null; kind: ItemKind }[];
}

export interface Scene {
  pieces: Piece[];
  ribbons: Ribbon[];
  overlays: Overlay[];
  arrows: { from: number; to: number; paint: Paint }[];
  panels: Panel[];
  status: string;
}

export type Target = { cell: number } | { item: number } | { button: string };

export interface MoveInput {
  text: string;
  clicks: Target[];
  key: string | null;
  touched: number[];
}

export interface Turn {
  kind: "player" | "together" | "chance" | "over";
  players: number[];
}

export interface Grade {
  loss: number;
  word: string;
  best: string;
}

export interface Node {
  parent: number;
  ply: number;
  text: string;
  by: number | null;
  turn: Turn;
  /** Nothing to choose here. */
  forced: boolean;
  touched: number[];
  value: number[] | null;
  grade: Grade | null;
}

/** What one player cannot decide alone. */
export type Wish = { go_to: number } | { running: boolean } | { seats: string[] } | { position: string } | "end";

export interface Proposal {
  number: number;
  wish: Wish;
  yours: boolean;
  waits_for_you: boolean;
}

export interface State {
  type: "state";
  id: string;
  game: string;
  title: string;
  variant: string;
  version: number;
  epoch: number;
  players: { name: string; who: string; open: boolean }[];
  you: {
    owner: boolean;
    seats: number[];
    /** Open seats that one may sit down at. */
    may_sit: number[];
    sees: number | null;
    plays: number | null;
    /** Nobody has to be asked before taking back or pausing. */
    free: boolean;
  };
  turn: Turn;
  running: boolean;
  pause_ms: number;
  thinking: number[];
  chosen: number[];
  trouble: string | null;
  proposal: Proposal | null;
  /** Sealed deals: the hash first, the secret when the game is over. */
  deals: { from: number; commitment: string; secret: string | null }[];
  result: number[] | null;
  position: string | null;
  scene: Scene;
  inputs: MoveInput[];
  hidden: boolean;
  first: number;
  count: number;
  nodes: Node[];
  /** The position shown. */
  now: number;
  /** Where the game goes on. */
  head: number;
  line: number[];
  grading: { done: number; all: number } | null;
}

export interface Score {
  text: string;
  share: number;
}

export interface Found {
  best: string;
  score: Score;
  shares: number[] | null;
  lines: { score: Score; moves: string[] }[];
  moves: { move: string; score: Score; visits: number }[];
  nodes: number;
  nodes_per_second: number;
  depth: number;
  deepest: number;
  seconds: number;
  stopped: string | null;
}

export interface Analysis extends Partial<Found> {
  type: "analysis";
  node: number;
  seat: number;
  engine: string;
  done: boolean;
  trouble: string | null;
}

export interface Variant {
  name: string;
  about: string;
  players: number;
  names: string[];
  hidden: boolean;
  together: boolean;
  levels: string[];
}

export interface Game {
  name: string;
  title: string;
  about: string;
  notation: string;
  variants: Variant[];
}

export interface Catalogue {
  version: string;
  games: Game[];
  levels: { name: string; level: number }[];
  engines: string[];
}
