// The page's own table: where no server stands behind the page, a worker answers what a
// server would, with the same rooms.

/** Whether this page was written to stand by itself (`takeback page`). */
export const isHere = document.documentElement.dataset.table === "here";

/** What the worker hears. */
export type ToTable =
  | { data: string }
  | { ask: number; method: string; path: string; body?: unknown; token?: string }
  | { watch: number; id: string; token?: string; at?: number }
  | { look: number; place: { node?: number } }
  | { close: number };

/** What it says. */
export type ToPage =
  | { ask: number; status: number; body?: unknown }
  | { watch: number; message: unknown }
  | { watch: number; ended: number };

/** As much of a WebSocket as the page uses. */
export interface Live {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  readonly readyState: number;
  send(text: string): void;
  close(): void;
}

let started: Worker | undefined;
let numbers = 0;
const answers = new Map<number, (answer: { status: number; body?: unknown }) => void>();
const lives = new Map<number, Live>();

function table(): Worker {
  if (started) return started;
  started = new Worker(new URL("./table.worker.ts", import.meta.url), { type: "module" });
  started.onmessage = ({ data: told }: MessageEvent<ToPage>) => {
    if ("ask" in told) {
      answers.get(told.ask)?.(told);
      answers.delete(told.ask);
    } else if ("message" in told) lives.get(told.watch)?.onmessage?.({ data: JSON.stringify(told.message) });
    else lives.get(told.watch)?.onclose?.({ code: told.ended });
  };
  say({ data: new URL("data/", document.baseURI).href });
  return started;
}

function say(message: ToTable): void {
  table().postMessage(message);
}

/** Ask as one asks a server; status and body. */
export function askHere(method: string, path: string, body?: unknown, token?: string): Promise<{ status: number; body?: unknown }> {
  const ask = ++numbers;
  return new Promise((answer) => {
    answers.set(ask, answer);
    say({ ask, method, path, body, token });
  });
}

// A server can be asked from anywhere; the page's own table from its console.
if (isHere) Object.assign(globalThis, { takeback: { ask: askHere } });

/** Follow a game as over a server's live connection. */
export function liveHere(id: string, token: string | undefined, at: number | undefined): Live {
  const watch = ++numbers;
  const live: Live = {
    onopen: null,
    onmessage: null,
    onclose: null,
    readyState: WebSocket.OPEN,
    send: (text) => say({ look: watch, place: (JSON.parse(text) as { look: { node?: number } }).look }),
    close: () => {
      lives.delete(watch);
      say({ close: watch });
    },
  };
  lives.set(watch, live);
  say({ watch, id, token, at });
  queueMicrotask(() => live.onopen?.());
  return live;
}

/** What was visited once is there without a network. */
export function keepForLater(): void {
  if (isHere && "serviceWorker" in navigator) void navigator.serviceWorker.register("./sw.js").catch(() => {});
}
