import type {
  AnalysisBody, AnalysisView, Board, Catalogue, Change, Game as GameInfo, Look, NewGame, Play, Saved,
  Scene, State as RoomState, Variant as ServerVariant, Wish,
} from "./schema.js";

export type * as Schema from "./schema.js";

/** Everything this package refuses: `kind` for programs, `message` for people. */
export class TakebackError extends Error {
  readonly kind:
    | "game" | "position" | "unreadable" | "illegal" | "over" | "engine" | "search" | "request"
    | "apart" | "rules" | "rule" | "load" | "crash";
  /** The server's own code and status, where it refused. */
  readonly code?: string | null;
  readonly status?: number;
}

/** The names that `load` knows. */
export const gameNames: readonly string[];

/** A seat, counted from zero; or chance; or the end; or the seats of a round played together. */
export type Turn = number | "chance" | "over" | number[];

export interface EngineOption { name: string; about: string; default: string }
export interface EngineInfo { name: string; about: string; options: EngineOption[] }
export interface VariantInfo {
  name: string;
  about: string;
  players: number;
  capabilities: string[];
  hides: boolean;
  engines: EngineInfo[];
  levels: string[] | null;
}

export interface MoveInput { text: string; input: unknown; touched: number[] }
export interface Told { told: string; by: number }
export interface Outcome { move: string; probability: number }
export interface PictureOptions { viewer?: number; size?: number; dark?: boolean; title?: string }
export interface SavedGame { game: string; position?: string; seed?: number; moves: string[] }

/** A game in progress. It outlives the module it lives in. */
export class State {
  readonly game: Game;
  /** The position in the game's notation. */
  readonly text: string;
  /** Moves played and not taken back. */
  readonly moves: string[];
  readonly players: number;
  readonly playerNames: string[];
  readonly turn: Turn;
  readonly isOver: boolean;
  /** Each seat's result from -1 to 1 once the game is over. */
  readonly returns: number[] | null;
  /** Sixteen digits, equal for equal positions; null in games without keys. */
  readonly key: string | null;
  legalMoves(): string[];
  /** What a seat may choose in a round played together. */
  choices(player: number): string[];
  /** Legal moves with the clicks that mean them. */
  inputs(player?: number): MoveInput[];
  chanceOutcomes(): Outcome[];
  /** @throws TakebackError and changes nothing when the move cannot be played */
  play(move: string): this;
  /** Let chance decide; the outcome. */
  roll(seed?: number): string;
  /** Take back the last move exactly; null at the start. */
  undo(): string | null;
  clone(): State;
  /** All that a seat knows, in games that hide. */
  observation(player: number): string;
  history(viewer?: number): Told[];
  scene(viewer?: number): { board: unknown; scene: unknown };
  svg(options?: PictureOptions): string;
  toJSON(): SavedGame;
  toString(): string;
  free(): void;
}

export interface VerifyRequest { plies?: number; time?: number; seed?: number }
export interface BrokenLaw { law: string; line: string[]; detail: string; foundAt: number; seed: number }
export interface Verified { plies: number; games: number; failure: BrokenLaw | null }

export class Game {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly notation: string;
  readonly fullName: string;
  readonly variant: VariantInfo;
  readonly variants: VariantInfo[];
  start(options?: { seed?: number }): State;
  position(text: string): State;
  fromJSON(saved: Omit<SavedGame, "game"> & { game?: string }): State;
  perft(depth: number, position?: string): Record<string, number>;
  /** Walks for broken laws; fetches the game's large file, which has the verifier. */
  verify(request?: VerifyRequest): Promise<Verified>;
  compareGolden(text: string): Promise<{ games: number; plies: number }>;
  /** Random games, played and taken back, as one number: equal natively and here. */
  digest(request?: { seed?: number; from?: number; games?: number }): Promise<{ games: number; plies: number; digest: string }>;
}

/**
 * A game by name: `GAME` or `GAME:VARIANT`. With `all` it is taken from the one file that has all games, which is smaller
 * than their files together: for pages that offer most of them.
 */
export function load(name: string, options?: { all?: boolean }): Promise<Game>;
/** The same by a server: what acts is awaited, what is known is read at once. */
export function load(name: string, options: { server: string | URL | Server }): Promise<ServerGame>;

/** A server, by its address. */
export class Server {
  constructor(url: string | URL, options?: { fetch?: typeof fetch });
  catalogue(): Promise<Catalogue>;
  load(name: string): Promise<ServerGame>;
  /** Begin a game that the server keeps. */
  create(name: string, options?: Omit<NewGame, "game" | "variant">): Promise<Room>;
  /** A game begun by somebody else; with a token one sits there, without one looks on. */
  room(id: string, token?: string | null): Room;
}

export function connect(url: string | URL, options?: { fetch?: typeof fetch }): Server;

/** A game that a server plays. */
export class ServerGame {
  readonly server: Server;
  readonly name: string;
  readonly title: GameInfo["title"];
  readonly about: string;
  readonly notation: string;
  readonly fullName: string;
  readonly variant: ServerVariant;
  readonly variants: ServerVariant[];
  start(options?: { seed?: number }): Promise<ServerState>;
  position(text: string): Promise<ServerState>;
  fromJSON(saved: Omit<SavedGame, "game"> & { game?: string }): Promise<ServerState>;
}

/** A position that a server is asked about. It keeps nothing. */
export class ServerState {
  readonly game: ServerGame;
  readonly text: string;
  readonly moves: string[];
  readonly players: number;
  readonly playerNames: string[];
  /** In a round played together, a seat alone is told as one seat. */
  readonly turn: Turn;
  readonly isOver: boolean;
  readonly returns: number[] | null;
  /** Keys stay where positions are. */
  readonly key: null;
  legalMoves(): string[];
  chanceOutcomes(): Outcome[];
  choices(player: number): Promise<string[]>;
  inputs(player?: number): Promise<MoveInput[]>;
  /** @throws TakebackError and changes nothing when the move cannot be played */
  play(move: string): Promise<this>;
  roll(seed?: number): Promise<string>;
  undo(): Promise<string | null>;
  clone(): ServerState;
  scene(viewer?: number): Promise<{ board: Board; scene: Scene }>;
  svg(options?: PictureOptions): Promise<string>;
  toJSON(): SavedGame;
  toString(): string;
  free(): void;
}

/** What a live connection tells. */
export interface Watcher {
  onState?(state: RoomState): void;
  onAnalysis?(analysis: AnalysisView): void;
  /** It ended, with this code; not when it was closed here. */
  onEnd?(code: number): void;
}

export interface Live {
  /** Look at another position of the tree, for oneself; nothing: follow the game. */
  look(look?: Look): void;
  close(): void;
}

/** A game that a server keeps: people and engines at one table. */
export class Room {
  readonly id: string;
  /** The owner's token or a seat's; null for one who looks on. */
  readonly token: string | null;
  /** Tokens of the seats that are people's, for the owner to give away. */
  readonly seats: (string | null)[];
  join(token: string | null): Room;
  lookOn(): Room;
  state(): Promise<RoomState>;
  board(): Promise<Board>;
  position(): Promise<string>;
  save(): Promise<Saved>;
  play(move: string, options?: Pick<Play, "seat" | "version">): Promise<RoomState>;
  undo(plies?: number): Promise<RoomState>;
  redo(plies?: number): Promise<RoomState>;
  goTo(node: number): Promise<RoomState>;
  sit(seat: number): Promise<RoomState>;
  ask(wish: Wish): Promise<RoomState>;
  answer(number: number, agree: boolean): Promise<RoomState>;
  change(change: Change): Promise<RoomState>;
  /** An engine plays the next move; hear of it by `watch`. */
  engineMove(engine?: string): Promise<RoomState>;
  analyse(request?: AnalysisBody): Promise<unknown>;
  stopAnalysis(): Promise<unknown>;
  end(): Promise<void>;
  watch(watcher?: Watcher): Promise<Live>;
}

/** A server tells shares, and the same in words. */
export type Score =
  { win: number } | { loss: number } | { exact: number } | { margin: number } | { points: number } | { share: number; text?: string };
export interface Analysis {
  best: string;
  score: Score;
  shares: number[];
  lines: { score: Score; moves: string[] }[];
  moves: { move: string; score: Score; visits: number }[];
  nodes: number;
  depth: number;
  deepest: number;
  seconds: number;
  stopped: string | null;
}

/** What a search may spend; what is said here replaces the specification's own limits. */
export interface Limits {
  /** Milliseconds. */
  time?: number;
  nodes?: number;
  depth?: number;
  iterations?: number;
  lines?: number;
  seed?: number;
  /** Where memory may be shared and the game has a file for it; else one. */
  threads?: number;
  /** Whose choice to find in a round played together. */
  seat?: number;
}

export class Engine {
  constructor(spec: string);
  readonly spec: string;
  /** In a worker. Aborting ends the search at once with what was found by then. */
  think(state: State | ServerState, options?: Limits & { signal?: AbortSignal; onProgress?: (analysis: Analysis) => void }): Promise<Analysis>;
  /** On this thread, which does nothing else meanwhile. */
  thinkSync(state: State, options?: Limits & { onProgress?: (analysis: Analysis) => void; isStopped?: () => boolean }): Analysis;
  close(): void;
}

/** An engine by its specification: "mcts:time=1s", "ab:depth=6", or a level "5". */
export function engine(spec: string): Engine;

interface RulesBase<S, M> {
  name?: string;
  players: number;
  start(): S;
  /** A seat, "chance", or "over" (null means over too). */
  turn(state: S): number | "chance" | "over" | null;
  /** Every legal move once, in an order that depends on the position alone. */
  moves(state: S): readonly M[];
  /** A finished game's worth to a player, from -1 to 1. */
  payoff(state: S, player: number): number;
  /** How likely an outcome of chance is, relative to the others. */
  weight?(state: S, outcome: M): number;
  /** A copy; by default every field is copied deeply and classes are kept. */
  clone?(state: S): S;
  /** Equal for equal positions, different for different ones. */
  key?(state: S): bigint | number | string;
  /** The same key computed the slow and obvious way. */
  keyFromScratch?(state: S): bigint | number | string;
  /** What makes two positions equal: leave history out. By default everything. */
  compare?(state: S): unknown;
  /** Worth to a player in points; more is better. */
  evaluate?(state: S, player: number): number;
  /** All that a player sees. */
  observe?(state: S, player: number): unknown;
  /** Deal anew all that a player cannot see; the state is a copy. */
  redeal?(state: S, viewer: number, random: () => number): S;
  moveText?(move: M): string;
  text?(state: S): string;
  parse?(text: string): S;
  /** Whether two players' payoffs cancel; true unless said otherwise. */
  zeroSum?: boolean;
  /** Whether a player in turn may have no move. */
  deadEnds?: boolean;
}

/** Rules that change a state in place and take the change back. */
export interface StepwiseRules<S, M, U> extends RulesBase<S, M> {
  /** Play a legal move; what `unmake` needs to take it back. */
  make(state: S, move: M): U;
  unmake(state: S, move: M, undo: U): void;
  apply?: undefined;
}

/** Rules that never change a state. */
export interface ImmutableRules<S, M> extends RulesBase<S, M> {
  apply(state: S, move: M): S;
  make?: undefined;
  unmake?: undefined;
}

/** A game from rules: states are yours, the searches and the verifier ours. */
export function fromRules<S, M, U>(rules: StepwiseRules<S, M, U> | ImmutableRules<S, M>): Promise<Game>;

/** Walk through a game for broken laws; the line that breaks one is shrunk. */
export function verify<S, M, U>(
  game: Game | StepwiseRules<S, M, U> | ImmutableRules<S, M>, request?: VerifyRequest): Promise<Verified>;
