// Rooms without a server. A house answers the requests of the server's interface about
// games, by the same rooms compiled to WebAssembly; here is what it cannot do inside the
// module: searches in workers, pauses, telling whoever watches, keeping games.
import { Engine } from "./engine.js";
import { TakebackError } from "./fault.js";
import { Instance } from "./instance.js";
import { fileOf } from "./names.js";
import { compile } from "./rooms.js";
export { gameNames } from "./names.js";

/** Engines that keep what they learned, each a worker with memory of its own. */
const ENGINES = 4;
/** Reports come no more often than anybody can see. */
const BETWEEN_MS = 120;
/** As a server closes the live connection of a game that has ended. */
const GONE = 4404;

const refusal = (status, code, message) => ({ status, body: { error: { code, message } } });

function secret() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Games in memory only; they go with the house. */
export function memoryStore() {
  const kept = new Map();
  return {
    read: async (id) => kept.get(id),
    write: async (id, what) => void kept.set(id, what),
    forget: async (id) => void kept.delete(id),
  };
}

/** More games than anybody goes back to are forgotten, those not touched for longest. */
const KEPT = 200;

/** Games in the browser's own memory: a reload finds them again. */
export function browserStore(name = "takeback") {
  const opened = new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("games").createIndex("at", "at");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  opened.then((database) => {
    const games = database.transaction("games", "readwrite").objectStore("games");
    let left = KEPT;
    games.index("at").openKeyCursor(null, "prev").onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor) return;
      left -= 1;
      if (left < 0) games.delete(cursor.primaryKey);
      cursor.continue();
    };
  }, () => {});
  // Browsers that keep nothing still play.
  const without = memoryStore();
  const act = async (mode, instead, use) => {
    let database;
    try {
      database = await opened;
    } catch {
      return instead();
    }
    return new Promise((resolve, reject) => {
      const request = use(database.transaction("games", mode).objectStore("games"));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  };
  return {
    read: (id) => act("readonly", () => without.read(id), (games) => games.get(id)),
    write: (id, what) => act("readwrite", () => without.write(id, what), (games) => games.put({ ...what, at: Date.now() }, id)),
    forget: (id) => act("readwrite", () => without.forget(id), (games) => games.delete(id)),
  };
}

export class House {
  #store;
  /** By file: a running module with its rooms. */
  #modules = new Map();
  /** By the name of a room: its file. */
  #rooms = new Map();
  #waking = new Map();
  #searches = new Map();
  #engines = new Map();
  #replies = new Map();
  #watchers = new Set();
  #timers = new Set();
  #isClosed = false;

  /** @param store where games are kept: { read(id), write(id, { game, text }), forget(id) } */
  constructor({ store = memoryStore() } = {}) {
    this.#store = store;
  }

  /** A request of the server's interface: `/games`, `/games/ID/moves?since=3`…; { status, body }. */
  async request(method, path, body, token) {
    const { pathname, searchParams } = new URL(path, "http://house");
    const [place, id] = pathname.slice(1).split("/");
    const count = (name) => (searchParams.has(name) ? Number(searchParams.get(name)) : null);
    try {
      if (place === "archive") return { status: 200, body: { games: [] } };
      if (place === "games" && id === "list") return { status: 200, body: { games: await this.#list(body.ids) } };
      const isOfRoom = place === "games" && id && id !== "load" && id !== "import";
      const file = isOfRoom ? await this.#enter(decodeURIComponent(id)) : fileOf(String(body?.game));
      if (!file) return refusal(404, "no_game", `there is no game ${id}, or it was forgotten`);
      return await this.#ask(file, {
        method, path: pathname, token: token ?? null, since: count("since"), at: count("at"),
        body: body ?? null, secret: secret(), now: Date.now(),
      });
    } catch (error) {
      if (error instanceof TakebackError && error.kind === "game") return refusal(404, "unknown", error.message);
      return refusal(500, "internal", error.message);
    }
  }

  /** What lists say of these games, as far as they are here. */
  async #list(ids) {
    const games = [];
    for (const id of ids) {
      const file = await this.#enter(id).catch(() => null);
      if (!file) continue;
      const { body } = await this.#ask(file, { method: "POST", path: "/games/list", body: { ids: [id] }, now: Date.now() });
      const { at } = (await this.#store.read(id)) ?? {};
      games.push(...body.map((game) => ({ ...game, changed: Math.floor((at ?? Date.now()) / 1000) })));
    }
    return games;
  }

  /** Follow a game as over the server's live connection: `state` and `analysis` messages. */
  async watch(id, { token, at, onMessage, onEnd }) {
    const watcher = {
      id, token: token ?? null, look: at === undefined ? {} : { node: at }, state: 0, analysis: 0, onMessage, onEnd,
    };
    if (!(await this.#enter(id))) {
      onEnd?.(GONE);
      return { look() {}, close() {} };
    }
    this.#watchers.add(watcher);
    this.#tell(watcher);
    return {
      look: (place) => {
        Object.assign(watcher, { look: place, state: 0 });
        this.#tell(watcher);
      },
      close: () => void this.#watchers.delete(watcher),
    };
  }

  /** End every search and worker; games that are kept can be gone on with by another house. */
  close() {
    this.#isClosed = true;
    for (const search of this.#searches.values()) search.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    for (const { engine } of this.#engines.values()) engine.close();
    this.#watchers.clear();
    this.#engines.clear();
  }

  async #module(file) {
    if (!this.#modules.has(file)) this.#modules.set(file, compile(file).then((module) => new Instance(module)));
    try {
      return await this.#modules.get(file);
    } catch (error) {
      this.#modules.delete(file);
      throw error;
    }
  }

  /** The file of a room, read from the store where it is not in memory; null where there is none. */
  async #enter(id) {
    if (this.#rooms.has(id)) return this.#rooms.get(id);
    if (!this.#waking.has(id)) {
      this.#waking.set(id, this.#wake(id).finally(() => this.#waking.delete(id)));
    }
    return this.#waking.get(id);
  }

  async #wake(id) {
    const kept = await this.#store.read(id);
    if (!kept) return null;
    const file = fileOf(kept.game);
    const module = await this.#module(file);
    // As text: its numbers are longer than JavaScript's.
    const effects = this.#call(file, module, "house_wake", `{"record":${kept.text},"secret":"${secret()}","now":${Date.now()}}`);
    this.#rooms.set(id, file);
    this.#act(file, JSON.parse(effects));
    return file;
  }

  /** Call the module. One that breaks is replaced, and its rooms come back from the store. */
  #call(file, module, name, input) {
    const { generation } = module;
    try {
      return module.text(name, input);
    } finally {
      if (module.generation !== generation) this.#broken(file);
    }
  }

  #broken(file) {
    for (const [id, where] of this.#rooms) {
      if (where === file) this.#rooms.delete(id);
    }
    for (const [key, search] of this.#searches) {
      if (key.startsWith(`${file}/`)) search.abort();
    }
    for (const watcher of this.#watchers) {
      Object.assign(watcher, { state: 0, analysis: 0 });
      void this.#enter(watcher.id).then(() => this.#tell(watcher), () => {});
    }
  }

  async #ask(file, request) {
    const module = await this.#module(file);
    const { status, body, later, effects } = JSON.parse(this.#call(file, module, "house_request", JSON.stringify(request)));
    if (status === 201) this.#rooms.set(body.id, file);
    const answer = later === undefined
      ? { status, body }
      : new Promise((reply) => this.#replies.set(`${file}/${later}`, reply));
    this.#act(file, effects);
    return answer;
  }

  /** Do what the module cannot. */
  #act(file, effects) {
    for (const effect of effects) {
      const [kind, told] = Object.entries(effect)[0];
      if (kind === "search") void this.#search(file, told);
      else if (kind === "stop") this.#searches.get(`${file}/${told.search}`)?.abort();
      else if (kind === "wait") this.#wait(file, told);
      else if (kind === "changed") void this.#changed(file, told.room);
      else if (kind === "gone") void this.#gone(told.room);
      else if (kind === "reply") this.#reply(file, told);
    }
  }

  async #then(file, name, told) {
    const module = await this.#module(file);
    this.#act(file, JSON.parse(this.#call(file, module, name, JSON.stringify({ ...told, now: Date.now() }))));
  }

  async #search(file, { search, game, start, moves, engine: spec, limits, kept, watched }) {
    const control = new AbortController();
    this.#searches.set(`${file}/${search}`, control);
    const used = this.#engine(`${kept} ${spec}`, spec);
    let told = 0;
    const onProgress = (report) => {
      if (!watched || performance.now() - told < BETWEEN_MS || control.signal.aborted) return;
      told = performance.now();
      void this.#then(file, "house_heard", { search, report: JSON.stringify(report) });
    };
    const state = { game: { file, source: file, fullName: game, compile: () => compile(file), compileLarge: () => compile(file) }, origin: { position: start }, moves };
    let found;
    try {
      found = await used.engine.think(state, { ...limits, signal: control.signal, onProgress });
    } catch (error) {
      found = error;
    }
    used.searches -= 1;
    this.#searches.delete(`${file}/${search}`);
    if (this.#isClosed) return;
    const end = found instanceof Error ? { failed: found.message } : { found: JSON.stringify(found) };
    await this.#then(file, "house_heard", { search, ...end });
  }

  /** The engine of this name, or a new one; the one not asked for longest makes room. */
  #engine(name, spec) {
    const known = this.#engines.get(name) ?? { engine: new Engine(spec), searches: 0 };
    known.searches += 1;
    this.#engines.delete(name);
    this.#engines.set(name, known);
    for (const [other, { engine, searches }] of this.#engines) {
      if (this.#engines.size <= ENGINES) break;
      if (searches > 0) continue;
      engine.close();
      this.#engines.delete(other);
    }
    return known;
  }

  #wait(file, { room, ms }) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#then(file, "house_go_on", { room });
    }, ms);
    this.#timers.add(timer);
  }

  async #changed(file, room) {
    const module = await this.#module(file);
    const text = this.#call(file, module, "house_keep", JSON.stringify({ room }));
    if (text !== "null") await this.#store.write(room, { game: JSON.parse(text).game, text });
    for (const watcher of this.#watchers) {
      if (watcher.id === room) this.#tell(watcher);
    }
  }

  async #gone(room) {
    this.#rooms.delete(room);
    await this.#store.forget(room);
    for (const watcher of this.#watchers) {
      if (watcher.id !== room) continue;
      this.#watchers.delete(watcher);
      watcher.onEnd?.(GONE);
    }
  }

  #reply(file, { search, status, body }) {
    const key = `${file}/${search}`;
    this.#replies.get(key)?.({ status, body });
    this.#replies.delete(key);
  }

  /** Send a reader what it has not seen. */
  async #tell(watcher) {
    const file = this.#rooms.get(watcher.id);
    if (!file) return;
    const module = await this.#module(file);
    const { id: room, token, look, state, analysis } = watcher;
    const news = JSON.parse(this.#call(file, module, "house_news", JSON.stringify({ room, token, look, state, analysis, now: Date.now() })));
    if (!news || !this.#watchers.has(watcher)) return;
    Object.assign(watcher, { state: news.state, analysis: news.analysis });
    for (const message of news.messages) watcher.onMessage(message);
  }
}
