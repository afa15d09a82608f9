// The table without a server, beside the page: rooms and their engines, asked as a server is.

import { House, browserStore, gameNames, type Watching } from "../../../js/src/house.js";
import type { Catalogue } from "./types";
import type { ToPage, ToTable } from "./table";

const port = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ToTable>) => void) | null;
  postMessage(message: ToPage): void;
};
const house = new House({ store: browserStore() });
const watching = new Map<number, Watching>();
/** Where the site keeps what does not change: games, their pictures and guides. */
let data = "";

const nothing = { error: { code: "unknown", message: "There is nothing at this address." } };

/** `/catalogue`, `/catalogue/GAME/guide`, `/catalogue/GAME/preview`. */
async function written(path: string): Promise<{ status: number; body?: unknown }> {
  const file = path === "/catalogue" ? "catalogue.json" : `${path.slice("/catalogue/".length)}.json`;
  const answer = await fetch(new URL(file, data));
  if (!answer.ok) return { status: 404, body: nothing };
  const body: unknown = await answer.json();
  if (path !== "/catalogue") return { status: 200, body };
  // The site may have been written by a program with games that no page can play yet.
  const { games, ...rest } = body as Catalogue;
  return { status: 200, body: { ...rest, games: games.filter(({ name }) => gameNames.includes(name)) } };
}

async function hear(told: ToTable): Promise<void> {
  if ("data" in told) {
    data = told.data;
  } else if ("ask" in told) {
    const { ask, method, path, body, token } = told;
    const isWritten = path.startsWith("/catalogue");
    const answer = isWritten ? await written(path) : await house.request(method, path, body, token);
    port.postMessage({ ask, ...answer });
  } else if ("watch" in told) {
    const { watch, id, token, at } = told;
    const onMessage = (message: unknown) => port.postMessage({ watch, message });
    const onEnd = (ended: number) => port.postMessage({ watch, ended });
    watching.set(watch, await house.watch(id, { token, at, onMessage, onEnd }));
  } else if ("look" in told) {
    watching.get(told.look)?.look(told.place);
  } else {
    watching.get(told.close)?.close();
    watching.delete(told.close);
  }
}

port.onmessage = ({ data: told }) => {
  hear(told).catch((failure: Error) => {
    const body = { error: { code: "internal", message: failure.message } };
    if ("ask" in told) port.postMessage({ ask: told.ask, status: 500, body });
  });
};
