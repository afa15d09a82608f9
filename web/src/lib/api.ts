// Talking to the server, or to the page's own table where there is none.

import { askHere, isHere, liveHere, type Live } from "./table";
import type { Board, Catalogue, ErrorBody, Found, Guide, Listed, Pace, Scene, Shown, State, Target, Wish } from "./types";

export class ApiFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const TOKENS = "takeback.tokens";
const SEATS = "takeback.seats";
/** More games than anybody goes back to are forgotten, oldest first. */
const KEPT = 200;

function kept<T>(where: string): [string, T][] {
  try {
    const read = JSON.parse(localStorage.getItem(where) ?? "[]");
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

function keep<T>(where: string, id: string, what: T): void {
  const rest = kept<T>(where).filter(([known]) => known !== id);
  localStorage.setItem(where, JSON.stringify([...rest, [id, what]].slice(-KEPT)));
}

/** A seat that was opened by its address belongs to this tab alone. */
export function sitHere(id: string, token: string): void {
  sessionStorage.setItem(`${TOKENS}.${id}`, token);
}

export function tokenOf(id: string): string | undefined {
  return sessionStorage.getItem(`${TOKENS}.${id}`) ?? kept<string>(TOKENS).find(([known]) => known === id)?.[1];
}

function keepToken(id: string, token: string): void {
  keep(TOKENS, id, token);
}

/** The seats of a game begun here, to give away; none for an engine's. */
export function seatTokens(id: string): (string | null)[] {
  return kept<(string | null)[]>(SEATS).find(([known]) => known === id)?.[1] ?? [];
}

async function ask<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  if (isHere) {
    const answer = await askHere(method, path, body, token);
    if (answer.status < 400) return answer.body as T;
    const { error } = answer.body as ErrorBody;
    throw new ApiFailure(error.code, error.message);
  }
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiFailure("unreachable", "The server does not answer.");
  }
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.includes("json");
  if (response.ok) return (text ? (isJson ? JSON.parse(text) : text) : undefined) as T;
  try {
    const { error } = JSON.parse(text);
    throw new ApiFailure(error.code, error.message);
  } catch (failure) {
    if (failure instanceof ApiFailure) throw failure;
    throw new ApiFailure("unreadable", `The server answered with status ${response.status}.`);
  }
}

/** The connection that tells of every change of a game. */
export function openLive(id: string, at: number | undefined): Live {
  const token = tokenOf(id);
  if (isHere) return liveHere(id, token, at);
  const asked = new URLSearchParams();
  if (token) asked.set("token", token);
  if (at !== undefined) asked.set("at", `${at}`);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/api/v1/games/${id}/live?${asked}`) as Live;
}

export interface NewGame {
  game: string;
  variant?: string;
  seats?: string[];
  seed?: number;
  position?: string;
  pause_ms?: number;
  pace?: Pace;
  /** Whether everybody may find it once it is over. */
  listed?: boolean;
  name?: string;
}

interface Created {
  id: string;
  owner: string;
  seats: (string | null)[];
}

function begun(created: Created): string {
  keepToken(created.id, created.owner);
  keep(SEATS, created.id, created.seats);
  return created.id;
}

let known: Promise<Catalogue> | undefined;

/** What can be played; asked for once. */
export function catalogue(): Promise<Catalogue> {
  known ??= ask<Catalogue>("GET", "/catalogue");
  known.catch(() => (known = undefined));
  return known;
}

/** A game's board after a few moves. */
export function preview(game: string): Promise<{ board: Board; scene: Scene }> {
  return ask("GET", `/catalogue/${encodeURIComponent(game)}/preview`);
}

/** How to learn a game. */
export function guide(game: string): Promise<Guide> {
  return ask("GET", `/catalogue/${encodeURIComponent(game)}/guide`);
}

/** A game of one's own at a position of a guide, all seats taken by oneself. */
export async function beginAt(game: string, { variant, position }: Pick<Shown, "variant" | "position">): Promise<string> {
  const all = await catalogue();
  const known = all.games.find((known) => known.name === game)?.variants.find((known) => known.name === variant);
  // Where something is hidden, or all move at once, somebody else sits at the other seats.
  const alone = !known?.hidden && !known?.together;
  const seats = Array.from({ length: known?.players ?? 2 }, (_, i) => (i === 0 || alone ? "person" : "1"));
  return create({ game, variant, position, seats });
}

/** The picture after some moves from the position shown; nothing is played. */
export function picture(state: State, moves: string[]): Promise<{ board: Board; scene: Scene }> {
  const { game, variant, position } = state;
  return ask("POST", "/positions/picture", { game, variant, position, moves });
}

/** A game of one's own from the position shown, with these moves made: nobody else's game changes. */
export async function study(state: State, moves: string[]): Promise<string> {
  const seats = state.players.map(() => "person");
  const id = await create({ game: state.game, variant: state.variant, position: state.position ?? undefined, seats });
  const calls = gameCalls(id);
  for (const move of moves) {
    const { turn, now, count } = await calls.state();
    const seat = turn.kind === "player" ? turn.players[0] : undefined;
    if (seat === undefined) break;
    await calls.play(move, seat, now, count);
  }
  return id;
}

export async function create(game: NewGame): Promise<string> {
  return begun(await ask<Created>("POST", "/games", game));
}

/** Begin from a game as it was saved. */
export async function begin(saved: unknown): Promise<string> {
  return begun(await ask<Created>("POST", "/games/load", saved));
}

/** Games that were begun or joined in this browser, the latest first. */
export async function yourGames(): Promise<Listed[]> {
  const ids = kept<string>(TOKENS).map(([id]) => id).reverse();
  if (ids.length === 0) return [];
  const { games } = await ask<{ games: Listed[] }>("POST", "/games/list", { ids });
  const order = new Map(ids.map((id, i) => [id, i]));
  return games.sort((a, b) => order.get(a.id)! - order.get(b.id)!);
}

export interface ArchiveSearch {
  game?: string;
  player?: string;
  /** `draw` or a seat's number. */
  result?: string;
  before?: number;
}

/** Games that are over and that everybody may find. */
export async function archive(search: ArchiveSearch): Promise<Listed[]> {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined && value !== "") asked.set(name, `${value}`);
  return (await ask<{ games: Listed[] }>("GET", `/archive?${asked}`)).games;
}

/** A position's picture, or why there is none. */
export function pictureOf(game: string, variant: string | undefined, position: string): Promise<{ board: Board; scene: Scene; position: string }> {
  return ask("POST", "/positions/picture", { game, variant, ...(position ? { position } : {}) });
}

/** The game that follows opens to the same token. */
export function keepFollowing(id: string, next: string): void {
  const token = tokenOf(id);
  if (!token || tokenOf(next)) return;
  if (sessionStorage.getItem(`${TOKENS}.${id}`)) sitHere(next, token);
  else keepToken(next, token);
}

/** Begin from a file that others wrote. */
export async function importGame(game: string, file: File): Promise<string> {
  return begun(await ask<Created>("POST", "/games/import", { game, file: file.name, text: await file.text() }));
}

/** Codes of the server that mean: this was never a saved game, or is one no more. */
const DAMAGED = ["bad_request", "bad_position", "bad_engine", "illegal_move", "unreadable_move"];

/** Begin from a file. What is wrong with one is said in a sentence: whoever chose it
 * cannot do much with a parser's message. */
export async function load(file: File): Promise<string> {
  let saved: unknown;
  try {
    saved = JSON.parse(await file.text());
  } catch {
    throw new ApiFailure("no_save", `${file.name} holds no saved game, or was cut short.`);
  }
  try {
    return await begin(saved);
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    if (failure.code === "unknown")
      throw new ApiFailure("no_save", `${file.name} is of a game that is not played here.`);
    if (DAMAGED.includes(failure.code))
      throw new ApiFailure("no_save", `${file.name} holds no saved game, or a damaged one.`);
    throw failure;
  }
}

/** The calls about one game. */
export function gameCalls(id: string) {
  const call = <T>(method: string, path: string, body?: unknown) =>
    ask<T>(method, `/games/${encodeURIComponent(id)}${path}`, body, tokenOf(id));
  return {
    state: () => call<State>("GET", ""),
    board: () => call<Board>("GET", "/board"),
    /** Only positions from `known` on come back. */
    play: (move: string, seat: number, node: number, known: number) =>
      call<State>("POST", `/moves?since=${known}`, { move, seat, node }),
    look: (node: number) => call<State>("POST", "/look", { node }),
    sit: (seat: number) => call<State>("POST", "/sit", { seat }),
    ask: (wish: Wish) => call<State>("POST", "/ask", wish),
    answer: (number: number, agree: boolean) => call<State>("POST", "/answer", { number, agree }),
    goTo: (node: number) => call<State>("POST", "/goto", { node }),
    change: (change: { running?: boolean; pause_ms?: number; seats?: string[] }) =>
      call<State>("PATCH", "", change),
    engineMove: (engine?: string) => call<State>("POST", "/engine", engine ? { engine } : {}),
    resign: () => call<State>("POST", "/resign", {}),
    name: (name: string) => call<State>("POST", "/name", { name }),
    /** The rule that forbids the last of these clicks at this position. */
    why: (clicks: Target[], node: number) => call<{ why: string | null }>("POST", "/why", { clicks, look: { node } }),
    exported: () => call<string>("GET", "/export"),
    setPosition: (position: string) => call<State>("POST", "/position", { position }),
    save: () => call<unknown>("GET", "/save"),
    analyse: (engine: string, lines: number, time_ms: number) =>
      call<void>("POST", "/analysis", { engine, lines, time_ms }),
    stopAnalysis: () => call<void>("DELETE", "/analysis"),
    tree: (engine: string, line: string[]) =>
      call<Found & { seat: number }>("POST", "/tree", { engine, line }),
    grade: (engine: string) => call<State>("POST", "/grades", { engine }),
    remove: () => call<void>("DELETE", ""),
  };
}

export type GameCalls = ReturnType<typeof gameCalls>;
