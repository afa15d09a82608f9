// Games that a server plays. A position is kept here as what led to it, and the
// server is asked about it: it keeps nothing, so a position outlives the server.
// What a position is known to be (list, turn, result) comes with each answer and
// is read at once, as in the page; what acts is awaited.
import { TakebackError } from "../fault.js";

const only = (what) => new TakebackError("request", `${what} is for games in the page; a server has \`takeback ${what}\``);

export class ServerGame {
  constructor(server, description, variant) {
    this.server = server;
    this.name = description.name;
    this.title = description.title;
    this.about = description.about;
    this.notation = description.notation;
    this.variants = description.variants;
    this.variant = variant;
    this.fullName = `${description.name}:${variant.name}`;
  }

  /** A new game; { seed } shuffles games that begin with chance. */
  start({ seed } = {}) {
    return ServerState.at(this, seed === undefined ? {} : { seed }, []);
  }

  /** A game from a position in the game's notation. */
  position(text) {
    return ServerState.at(this, { position: String(text) }, []);
  }

  /** A game as `JSON.stringify(state)` wrote it, here or in the page. */
  fromJSON({ position, seed, moves = [] }) {
    const origin = position !== undefined ? { position } : seed !== undefined ? { seed } : {};
    return ServerState.at(this, origin, [...moves]);
  }

  perft() { throw only("perft"); }
  verify() { throw only("verify"); }
  compareGolden() { throw only("verify"); }
}

export class ServerState {
  #game;
  #origin;
  #moves;
  #known;

  constructor(game, origin, moves, known) {
    this.#game = game;
    this.#origin = origin;
    this.#moves = moves;
    this.#known = known;
  }

  static async at(game, origin, moves) {
    return new ServerState(game, origin, moves, await ask(game, origin, moves, "legal"));
  }

  #ask(call, more, signal) {
    return ask(this.#game, this.#origin, this.#moves, call, more, signal);
  }

  get game() { return this.#game; }
  get origin() { return { ...this.#origin }; }
  /** The position in the game's notation. */
  get text() { return this.#known.position; }
  toString() { return this.text; }
  get moves() { return [...this.#moves]; }
  get players() { return this.#known.players.length; }
  get playerNames() { return [...this.#known.players]; }
  /** Keys stay where positions are. */
  get key() { return null; }

  /** A seat, "chance", "over", or the seats that owe a choice together. */
  get turn() {
    const { over, chance, to_move: seats } = this.#known;
    if (over) return "over";
    if (chance) return "chance";
    return seats.length === 1 ? seats[0] : [...seats];
  }

  get isOver() { return this.#known.over; }

  get returns() {
    return this.#known.payoffs?.map((payoff) => payoff / 1000) ?? null;
  }

  legalMoves() { return [...this.#known.legal]; }

  /** What a seat may choose in a round played together. */
  async choices(player) {
    return (await this.inputs(player)).map(({ text }) => text);
  }

  async inputs(player) {
    const { inputs } = await this.#ask("picture", player === undefined ? {} : { seat: player });
    return inputs.map(({ text, touched, clicks, key }) => ({ text, input: { clicks, key }, touched }));
  }

  /** What chance may bring, with probabilities; empty unless chance decides. */
  chanceOutcomes() {
    const { legal, weights } = this.#known;
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight, i) => ({ move: legal[i], probability: weight / total }));
  }

  async #become(moves) {
    const known = await ask(this.#game, this.#origin, moves, "legal");
    [this.#moves, this.#known] = [moves, known];
  }

  /** Play; what is refused changes nothing. */
  async play(move) {
    await this.#become([...this.#moves, String(move)]);
    return this;
  }

  /** Let chance decide; the outcome. */
  async roll(seed = Math.floor(Math.random() * 2 ** 32)) {
    const outcomes = this.chanceOutcomes();
    if (outcomes.length === 0) throw new TakebackError("request", "chance does not decide here");
    let left = unit(seed);
    const drawn = outcomes.find(({ probability }) => (left -= probability) < 0) ?? outcomes.at(-1);
    await this.play(drawn.move);
    return drawn.move;
  }

  /** Take back the last move exactly; the move, or null at the start. */
  async undo() {
    const last = this.#moves.at(-1);
    if (last === undefined) return null;
    await this.#become(this.#moves.slice(0, -1));
    return last;
  }

  clone() {
    return new ServerState(this.#game, this.#origin, [...this.#moves], this.#known);
  }

  async scene(viewer) {
    const { board, scene } = await this.#ask("picture", viewer === undefined ? {} : { seat: viewer });
    return { board, scene };
  }

  /** A picture: { viewer, size, dark, title }. */
  async svg({ viewer, ...options } = {}) {
    return (await this.#ask("svg", viewer === undefined ? options : { ...options, seat: viewer })).svg;
  }

  /** What an engine would play; see Engine.think. */
  best(request, signal) {
    return this.#ask("best", request, signal);
  }

  observation() { throw only("observation"); }
  history() { throw only("history"); }

  toJSON() {
    return { game: this.#game.fullName, ...this.#origin, moves: this.moves };
  }

  /** Nothing is held. */
  free() {}
}

function ask({ server, name, variant }, { position, seed }, moves, call, more = {}, signal = undefined) {
  const body = { game: name, variant: variant.name, position, deal: seed, moves, ...more };
  return server.http.call("POST", `positions/${call}`, { body, signal });
}

/** A number from 0 to 1 of a seed (mulberry32). */
function unit(seed) {
  let t = (seed + 0x6d2b79f5) | 0;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
