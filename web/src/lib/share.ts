// A game in an address: where it began and what was played, for whoever opens it, on this
// page or another one, with or without a server.

import { begin, catalogue, type GameCalls } from "./api";

export interface Shared {
  game: string;
  variant: string;
  start: string;
  moves: string[];
}

interface Saved {
  game: string;
  variant: string;
  start: string;
  moves: [number, string][];
  now: number;
}

/** The address of the position a game stands at, with the moves that led there. */
export async function sharedAddress(calls: GameCalls): Promise<string> {
  const { game, variant, start, moves, now } = (await calls.save()) as Saved;
  const line: string[] = [];
  for (let at = now; at > 0; at = moves[at - 1]![0]) line.unshift(moves[at - 1]![1]);
  const query = new URLSearchParams([["start", start], ...line.map((text) => ["m", text])]);
  return `${location.href.split("#")[0]}#/at/${encodeURIComponent(game)}/${encodeURIComponent(variant)}?${query}`;
}

/** What such an address says. */
export function readShared(game: string, variant: string, query: string): Shared | undefined {
  const asked = new URLSearchParams(query);
  const start = asked.get("start");
  return start === null ? undefined : { game, variant, start, moves: asked.getAll("m") };
}

/** A game of one's own that stands there; its name. */
export async function openShared({ game, variant, start, moves }: Shared): Promise<string> {
  const all = await catalogue();
  const known = all.games.find(({ name }) => name === game)?.variants.find(({ name }) => name === variant);
  const seats = Array.from({ length: known?.players ?? 2 }, () => "person");
  const tree = moves.map((text, i) => [i, text]);
  return begin({ takeback: 1, game, variant, start, seats, moves: tree, now: moves.length });
}
