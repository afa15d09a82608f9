// Generated from the server's types by `cargo xtask types --bless`. Do not edit.

/** Consent, or not. */
export interface Answer {
  /** Whether one agrees. */
  agree: boolean;
  /** What is answered. */
  number: number;
}

/** What to analyse with. */
export interface Ask {
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

/** Which engine. */
export interface ByEngine {
  /** A level or a specification; by default the seat's own, or level 5. */
  engine?: string | null;
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

/** What to change of a game; what is left out stays. */
export interface Change {
  /** Milliseconds between two moves of engines. */
  pause_ms?: number | null;
  /** Whether engines and chance go on by themselves. */
  running?: boolean | null;
  /** Who plays each seat, as when beginning. A person stays the same person. */
  seats?: string[] | null;
}

/** A game that was begun. */
export interface Created {
  id: string;
  /** Changes the game, and plays every seat of a person that nobody took; in a game that hides something, the first one and those sat down at. */
  owner: string;
  /** A token for each seat that is a person's, to give away. */
  seats: (string | null)[];
}

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
  name: string;
  /** How positions and moves are written. */
  notation: string;
  title: string;
  variants: Variant[];
}

/** Where to. */
export interface GoTo {
  /** The number of a position of the tree. */
  node: usize;
}

/** A line of play. */
export interface LineView {
  /** Its moves. */
  moves: string[];
  /** What it is worth. */
  score: ScoreView;
}

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
  /** What it is worth. */
  score: ScoreView;
  /** How often it was looked at. */
  visits: number;
}

export interface NamedLevel {
  level: number;
  name: string;
}

/** A game to begin. */
export interface NewGame {
  /** The game's name, from the catalogue. */
  game: string;
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

/** A position in the game's notation. */
export interface PositionText {
  /** The text. */
  position: string;
}

/** A picture to choose by. */
export interface Preview {
  board: Record<string, unknown>;
  scene: Record<string, unknown>;
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

/** A judgement. */
export interface ScoreView {
  /** As a share of a win between 0 and 1. */
  share: number;
  /** In words: `win in 3`, `+120`, `54.0 %`. */
  text: string;
}

/** A seat to sit down at. */
export interface Sit {
  /** Its number, from 0. */
  seat: number;
}

/** A position of the search tree. */
export type TreeNode = Found & {
  /** Who decides there. */
  seat: number;
};

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
} | "end";

export type usize = number;
