// A game in progress. What was played is kept here too, so that a position
// outlives the module it lives in.
import { optionText } from "./options.js";

const abandoned = new FinalizationRegistry(({ instance, generation, table }) => {
  if (instance.generation === generation) instance.raw("leave", table);
});

export class State {
  #game;
  #held = null;
  #origin;
  #moves;

  /** @param origin how the game began: { position } or { seed } */
  constructor(game, origin, moves = [], held = null) {
    this.#game = game;
    this.#origin = origin;
    this.#moves = moves;
    if (held) this.#hold(held.table);
    else this.#table();
  }

  #hold(table) {
    const { instance } = this.#game;
    if (this.#held) abandoned.unregister(this);
    this.#held = { instance, generation: instance.generation, table };
    abandoned.register(this, this.#held, this);
    return table;
  }

  /** The table's number, played again where the module was replaced. */
  #table() {
    const { instance, fullName } = this.#game;
    if (this.#held?.generation === instance.generation) return this.#held.table;
    const { position, seed } = this.#origin;
    const table = seed !== undefined
      ? instance.number("deal", fullName, seed)
      : instance.number("table", position === undefined ? fullName : `${fullName}\n${position}`);
    for (const move of this.#moves) instance.number("play_again", move, table);
    return this.#hold(table);
  }

  #text(name, ...args) {
    return this.#game.instance.text(name, null, this.#table(), ...args);
  }

  #lines(name, ...args) {
    const text = this.#text(name, ...args);
    return text === "" ? [] : text.split("\n");
  }

  get game() { return this.#game; }
  get origin() { return { ...this.#origin }; }
  /** The position in the game's notation. */
  get text() { return this.#text("position"); }
  toString() { return this.text; }
  get moves() { return [...this.#moves]; }
  get players() { return this.#game.instance.number("players", null, this.#table()); }
  get playerNames() { return this.#lines("player_names"); }

  /** A seat, "chance", "over", or the seats that owe a choice together. */
  get turn() {
    const turn = this.#game.instance.raw("turn", this.#table());
    if (turn >= 0) return turn;
    if (turn === -1) return "over";
    if (turn === -2) return "chance";
    const seats = [];
    for (let set = -3 - turn, seat = 0; set > 0; set = Math.floor(set / 2), seat += 1) {
      if (set % 2 === 1) seats.push(seat);
    }
    return seats;
  }

  get isOver() { return this.turn === "over"; }

  /** Each seat's result from -1 to 1 once the game is over, else null. */
  get returns() {
    const text = this.#text("payoffs");
    return text === "" ? null : text.split(",").map((payoff) => Number(payoff) / 1000);
  }

  get key() { return this.#text("key") || null; }

  legalMoves() { return this.#lines("legal"); }
  choices(player) { return this.#lines("choices", player); }
  inputs(player = -1) { return JSON.parse(this.#text("inputs", player)); }

  /** What chance may bring, with probabilities; empty unless chance decides. */
  chanceOutcomes() {
    const text = this.#text("weights");
    if (text === "") return [];
    const weights = text.split(",").map(Number);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return this.legalMoves().map((move, i) => ({ move, probability: weights[i] / total }));
  }

  play(move) {
    this.#game.instance.number("play", String(move), this.#table());
    this.#moves.push(String(move));
    return this;
  }

  /** Let chance decide; the outcome. */
  roll(seed = Math.floor(Math.random() * 2 ** 52)) {
    const move = this.#game.instance.text("roll", null, this.#table(), seed);
    this.#moves.push(move);
    return move;
  }

  /** Take back the last move exactly; the move, or null at the start. */
  undo() {
    if (this.#moves.length === 0) return null;
    this.#text("take_back");
    return this.#moves.pop();
  }

  clone() {
    const table = this.#game.instance.number("branch", null, this.#table());
    return new State(this.#game, this.#origin, [...this.#moves], { table });
  }

  observation(player) { return this.#text("observation", player); }
  history(viewer = -1) { return JSON.parse(this.#text("history", viewer)); }
  scene(viewer = -1) { return JSON.parse(this.#text("scene", viewer)); }

  /** A picture: { viewer, size, dark, title }. */
  svg({ viewer = -1, ...options } = {}) {
    return this.#game.instance.text("svg", optionText(options), this.#table(), viewer);
  }

  toJSON() {
    return { game: this.#game.fullName, ...this.#origin, moves: this.moves };
  }

  /** For engines on this thread: the table's number now. */
  get tableNumber() { return this.#table(); }

  /** Free the table now instead of when nobody holds this any more. */
  free() {
    if (!this.#held) return;
    abandoned.unregister(this);
    const { instance, generation, table } = this.#held;
    this.#held = null;
    if (instance.generation === generation) instance.raw("leave", table);
  }
}
