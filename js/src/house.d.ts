import type { AnalysisView, Look, State } from "./schema.js";

/** The games that a house has rooms for. */
export const gameNames: readonly string[];

/** Where games are kept. */
export interface Store {
  read(id: string): Promise<Kept | undefined>;
  write(id: string, what: Kept): Promise<unknown>;
  forget(id: string): Promise<unknown>;
}

/** A game as it is kept: the game's name, and all else as text. */
export interface Kept {
  game: string;
  text: string;
}

/** Games in memory only; they go with the house. */
export function memoryStore(): Store;

/** Games in the browser's own memory (IndexedDB): a reload finds them again. */
export function browserStore(name?: string): Store;

/** A reader of a game. */
export interface Watching {
  /** Look at another position from now on. */
  look(place: Partial<Look>): void;
  close(): void;
}

/**
 * Rooms without a server: the requests and messages of the server's interface about games,
 * answered here. Engines think in workers.
 */
export class House {
  constructor(options?: { store?: Store });
  /** `POST /games`, `GET /games/ID`, `POST /games/ID/moves?since=3`… with the server's bodies. */
  request(method: string, path: string, body?: unknown, token?: string): Promise<{ status: number; body?: unknown }>;
  /** Follow a game: the messages of the server's live connection. */
  watch(
    id: string,
    options: {
      token?: string;
      /** The number of the position to look at. */
      at?: number;
      onMessage: (message: State | AnalysisView) => void;
      /** 4404: the game has ended or is not here. */
      onEnd?: (code: number) => void;
    },
  ): Promise<Watching>;
  /** End every search and worker. */
  close(): void;
}
