// Talking to the server.

import type { Board, Catalogue, Found, Scene, State } from "./types";

export class ApiFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const TOKENS = "takeback.tokens";
/** Tokens of more games than anybody goes back to are forgotten, oldest first. */
const KEPT = 200;

function tokens(): [string, string][] {
  try {
    const read = JSON.parse(localStorage.getItem(TOKENS) ?? "[]");
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

export function tokenOf(id: string): string | undefined {
  return tokens().find(([known]) => known === id)?.[1];
}

export function keepToken(id: string, token: string): void {
  const rest = tokens().filter(([known]) => known !== id);
  localStorage.setItem(TOKENS, JSON.stringify([...rest, [id, token]].slice(-KEPT)));
}

async function ask<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
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
  if (response.ok) return (text ? JSON.parse(text) : undefined) as T;
  try {
    const { error } = JSON.parse(text);
    throw new ApiFailure(error.code, error.message);
  } catch (failure) {
    if (failure instanceof ApiFailure) throw failure;
    throw new ApiFailure("unreadable", `The server answered with status ${response.status}.`);
  }
}

export interface NewGame {
  game: string;
  variant?: string;
  seats?: string[];
  seed?: number;
  position?: string;
  pause_ms?: number;
}

interface Created {
  id: string;
  owner: string;
  seats: (string | null)[];
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

export async function create(game: NewGame): Promise<string> {
  const created = await ask<Created>("POST", "/games", game);
  keepToken(created.id, created.owner);
  return created.id;
}

export async function load(saved: unknown): Promise<string> {
  const created = await ask<Created>("POST", "/games/load", saved);
  keepToken(created.id, created.owner);
  return created.id;
}

/** The calls about one game. */
export function gameCalls(id: string) {
  const call = <T>(method: string, path: string, body?: unknown) =>
    ask<T>(method, `/games/${encodeURIComponent(id)}${path}`, body, tokenOf(id));
  return {
    state: () => call<State>("GET", ""),
    board: () => call<Board>("GET", "/board"),
    play: (move: string, seat: number, node: number) => call<State>("POST", "/moves", { move, seat, node }),
    goTo: (node: number) => call<State>("POST", "/goto", { node }),
    change: (change: { running?: boolean; pause_ms?: number; seats?: string[] }) =>
      call<State>("PATCH", "", change),
    engineMove: (engine?: string) => call<State>("POST", "/engine", engine ? { engine } : {}),
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
