import { compile, threadedFile } from "./files.js";
import { compile as compileLarge } from "./rooms.js";
import { TakebackError } from "./fault.js";
import { Instance } from "./instance.js";
import { fileOf } from "./names.js";
import { optionText } from "./options.js";
import { Server } from "./server/index.js";
import { State } from "./state.js";

/** The file with all games. */
const ALL = "games";

const instances = new Map();

/** One running module a file, for all games of the file. */
export async function instanceOf(file) {
  if (!instances.has(file)) instances.set(file, new Instance(await compile(file)));
  return instances.get(file);
}

const largeInstances = new Map();

/** The same of the large file, which has what the small one leaves out. */
async function largeInstanceOf(file) {
  if (!largeInstances.has(file)) largeInstances.set(file, new Instance(await compileLarge(file)));
  return largeInstances.get(file);
}

export class Game {
  constructor(instance, file, description, variant, source = file) {
    this.instance = instance;
    this.file = file;
    /** Where its small module is from: its file, or that of all games. */
    this.source = source;
    this.name = description.name;
    this.title = description.title;
    this.about = description.about;
    this.notation = description.notation;
    this.variants = description.variants;
    this.variant = variant;
    this.fullName = `${description.name}:${variant.name}`;
  }

  /** The module, for workers. */
  compile() {
    return compile(this.source);
  }

  /** The file for shared memory, if the game has one. */
  get threadedFile() { return threadedFile(this.file); }

  compileThreaded() {
    return compile(this.threadedFile);
  }

  /** The module with every search, for workers. */
  compileLarge() {
    return this.file === "rules" ? compile("rules") : compileLarge(this.file);
  }

  /** Rules written in JavaScript live in one instance only, and its file has everything. */
  async #large() {
    return this.file === "rules" ? this.instance : largeInstanceOf(this.file);
  }

  /** A new game; { seed } shuffles games that begin with chance. */
  start({ seed } = {}) {
    return new State(this, seed === undefined ? {} : { seed });
  }

  /** A game from a position in the game's notation. */
  position(text) {
    return new State(this, { position: String(text) });
  }

  /** A game as `JSON.stringify(state)` wrote it. */
  fromJSON({ position, seed, moves = [] }) {
    const origin = position !== undefined ? { position } : seed !== undefined ? { seed } : {};
    const state = new State(this, origin);
    for (const move of moves) state.play(move);
    return state;
  }

  /** Lines of play below each move, counted. */
  perft(depth, position) {
    const input = position === undefined ? this.fullName : `${this.fullName}\n${position}`;
    return JSON.parse(this.instance.text("perft", input, depth));
  }

  /** Walk for broken laws: { plies, time, seed }. */
  async verify(request = {}) {
    return JSON.parse((await this.#large()).text("verify", `${this.fullName}\n${optionText(request)}`));
  }

  /** Play golden games again and compare every line. */
  async compareGolden(text) {
    return JSON.parse((await this.#large()).text("golden", `${this.fullName}\n${text}`));
  }

  /** Random games, played and taken back, as one number: the same wherever the rules are. */
  async digest({ seed = 1, from = 0, games = 100 } = {}) {
    return JSON.parse((await this.#large()).text("digest", this.fullName, seed, from, games));
  }
}

/**
 * A game by name: `GAME` or `GAME:VARIANT`; here, or with { server } by a server of that address. With { all: true } it is
 * taken from the file that has all games.
 */
export async function load(name, { server, all = false } = {}) {
  if (server !== undefined) {
    return (typeof server === "object" && server instanceof Server ? server : new Server(server)).load(name);
  }
  const file = fileOf(String(name).split(":")[0]);
  const source = all ? ALL : file;
  return described(await instanceOf(source), name, source);
}

/** A game by name, of a running module that has it. */
export function described(instance, name, source = undefined) {
  const [game, wanted] = String(name).split(":");
  const all = JSON.parse(instance.text("games", null));
  const description = all.find((one) => one.name === game);
  const variant = wanted === undefined
    ? description.variants[0]
    : description.variants.find((one) => one.name === wanted);
  if (!variant) {
    const known = description.variants.map((one) => one.name).join(", ");
    throw new TakebackError("game", `${game} has no variant "${wanted}"; known variants: ${known}`);
  }
  return new Game(instance, fileOf(game), description, variant, source);
}
