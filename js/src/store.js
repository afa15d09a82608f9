// The JavaScript side of a game written in JavaScript: positions by number, moves
// by number, and every rule called with care. A rule that throws is noted once;
// from then on the game says that it is over, which ends the search that asked.
import { Luck, copy, hashed, written } from "./values.js";

/** Moves that are no small whole numbers get numbers from here on. */
const NAMED = 0x40000000;
/** A random game longer than this is called a draw. */
const LONGEST = 10_000;
/** So many positions are remembered while laws are checked. */
const REMEMBERED = 200_000;

export class Store {
  #rules;
  #held = [];
  #free = [];
  #moves = [];
  #numbers = new Map();
  #seen = [new Map(), new Map(), new Map()];
  /** What a rule threw: { rule, error }. */
  failure = null;

  constructor(rules) {
    this.#rules = rules;
    this.stepwise = typeof rules.make === "function";
  }

  reset() {
    this.#held = [];
    this.#free = [];
    this.failure = null;
    this.forget();
  }

  /** Forget the positions that laws compare with. */
  forget() {
    this.#seen = [new Map(), new Map(), new Map()];
  }

  #guard(rule, otherwise, ask) {
    if (this.failure) return otherwise;
    try {
      return ask(this.#rules);
    } catch (error) {
      this.failure = { rule, error };
      return otherwise;
    }
  }

  // Positions

  #hold(entry) {
    const number = this.#free.pop() ?? this.#held.length + 1;
    this.#held[number - 1] = entry;
    return number;
  }

  /** The state at a number; a stack of states where rules only apply. */
  #state(position) {
    const held = this.#held[position - 1];
    return this.stepwise ? held.state : held.states[held.states.length - 1];
  }

  #enter(state) {
    return this.#hold(this.stepwise ? { state, undos: [] } : { states: [state] });
  }

  #cloned(state) {
    return this.#rules.clone ? this.#rules.clone(state) : copy(state);
  }

  start() {
    return this.#guard("start", null, (rules) => this.#enter(rules.start())) ?? this.#enter(null);
  }

  clone(position) {
    const state = this.#state(position);
    // States that rules never change can be shared.
    if (!this.stepwise) return this.#enter(state);
    return this.#enter(this.#guard("clone", state, () => this.#cloned(state)));
  }

  drop(position) {
    this.#held[position - 1] = undefined;
    this.#free.push(position);
  }

  // Moves

  text(move) {
    if (this.#rules.moveText) return this.#rules.moveText(move);
    return typeof move === "object" ? JSON.stringify(move) : String(move);
  }

  number(move) {
    if (typeof move === "number" && move >= 0 && move < NAMED && Number.isInteger(move)) return move;
    const text = typeof move === "string" ? move : this.text(move);
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = NAMED + this.#moves.length;
      this.#numbers.set(text, number);
      this.#moves.push(move);
    }
    return number;
  }

  move(number) {
    return number < NAMED ? number : this.#moves[number - NAMED];
  }

  #turn(state) {
    const turn = this.#rules.turn(state);
    if (turn === "over" || turn === null) return -1;
    if (turn === "chance") return -2;
    if (Number.isInteger(turn) && turn >= 0 && turn < this.#rules.players) return turn;
    throw new RangeError(`${String(turn)} is no seat of ${this.#rules.players}, nor "chance" or "over"`);
  }

  turn(position) {
    return this.#guard("turn", -1, () => this.#turn(this.#state(position)));
  }

  list(position) {
    return this.#guard("moves", [], (rules) => Array.from(rules.moves(this.#state(position))));
  }

  make(position, number) {
    const held = this.#held[position - 1];
    const move = this.move(number);
    if (this.stepwise) {
      this.#guard("make", null, (rules) => held.undos.push(rules.make(held.state, move)));
    } else {
      this.#guard("apply", null, (rules) => held.states.push(rules.apply(this.#state(position), move)));
    }
  }

  unmake(position, number) {
    if (this.failure) return;
    const held = this.#held[position - 1];
    if (!this.stepwise) {
      held.states.pop();
      return;
    }
    const undo = held.undos.pop();
    this.#guard("unmake", null, (rules) => rules.unmake(held.state, this.move(number), undo));
  }

  #payoff(state, player) {
    const payoff = Number(this.#rules.payoff(state, player));
    if (Number.isFinite(payoff)) return Math.min(1, Math.max(-1, payoff));
    throw new RangeError(`the payoff of player ${player} is no number`);
  }

  weight(state, outcome) {
    return this.#rules.weight ? Math.max(0, Math.round(this.#rules.weight(state, outcome))) : 1;
  }

  #drawn(state, moves, luck) {
    if (!this.#rules.weight || this.#rules.turn(state) !== "chance") return moves[luck.below(moves.length)];
    const weights = moves.map((move) => this.weight(state, move));
    let left = luck.random() * weights.reduce((sum, weight) => sum + weight, 0);
    return moves.find((_, i) => (left -= weights[i]) < 0) ?? moves[moves.length - 1];
  }

  /** A random game from here, taken back again: plies and results. */
  #playout(position, luck) {
    const rules = this.#rules;
    const held = this.#held[position - 1];
    let state = this.#state(position);
    const line = [];
    while (line.length < LONGEST && this.#turn(state) !== -1) {
      const moves = rules.moves(state);
      if (moves.length === 0) break;
      const move = this.#drawn(state, moves, luck);
      if (this.stepwise) line.push([move, rules.make(state, move)]);
      else {
        state = rules.apply(state, move);
        line.push(move);
      }
    }
    const over = this.#turn(state) === -1;
    const results = Array.from({ length: rules.players }, (_, player) =>
      (over ? Math.round(this.#payoff(state, player) * 1000) : 0));
    if (this.stepwise) {
      for (let i = line.length - 1; i >= 0; i -= 1) rules.unmake(held.state, line[i][0], line[i][1]);
    }
    return { plies: line.length, results };
  }

  // What laws compare

  #compared(state) {
    return written(this.#rules.compare ? this.#rules.compare(state) : state);
  }

  #key(state) {
    const { key } = this.#rules;
    if (!key) return hashed(this.#compared(state));
    const value = key(state);
    if (typeof value === "bigint") {
      return [Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n))];
    }
    return hashed(String(value));
  }

  #listTexts(state) {
    return Array.from(this.#rules.moves(state), (move) => this.text(move)).join(" ");
  }

  /** Remember what belongs to a key; what belonged to it before, if that differs. */
  #differs(law, key, value) {
    const seen = this.#seen[law];
    const known = seen.get(key);
    if (known === undefined && seen.size < REMEMBERED) seen.set(key, value);
    return known !== undefined && known !== value ? known : null;
  }

  /** What is wrong with a position by one of the author's laws, or "". */
  #law(number, position) {
    const rules = this.#rules;
    const state = this.#state(position);
    const turn = this.#turn(state);
    if (number === 0 && rules.key) {
      const here = hashed(this.#compared(state)).join(":");
      return this.#differs(0, this.#key(state).join(":"), here) === null
        ? "" : `the key ${String(rules.key(state))} stands for this and for another position`;
    }
    if (number === 1 && rules.observe && turn >= 0) {
      const seen = `${turn} ${written(rules.observe(state, turn))}`;
      const other = this.#differs(1, seen, this.#listTexts(state));
      return other === null
        ? "" : `player ${turn} sees the same as in another position but may choose other moves: ${other}; here ${this.#listTexts(state)}`;
    }
    if (number === 2 && rules.observe && rules.redeal) return this.#redealt(state, turn);
    if (number === 3 && turn !== -1) {
      const list = this.#listTexts(state);
      const other = this.#differs(2, hashed(this.#compared(state)).join(":"), list);
      return other === null ? "" : `the same position listed ${other} before and lists ${list} now`;
    }
    return "";
  }

  #redealt(state, turn) {
    const rules = this.#rules;
    for (let viewer = 0; viewer < rules.players; viewer += 1) {
      const luck = new Luck(viewer + 1, 77);
      const other = rules.redeal(this.#cloned(state), viewer, () => luck.random());
      if (other === undefined) throw new TypeError("redeal returns the state it dealt");
      const [was, is] = [state, other].map((one) => written(rules.observe(one, viewer)));
      if (was !== is) return `player ${viewer} saw ${was} and after a redeal of what it cannot see ${is}`;
      if (turn === viewer && this.#listTexts(state) !== this.#listTexts(other)) {
        return `player ${viewer}'s own moves depend on what is hidden`;
      }
    }
    return "";
  }

  /** The functions that the module calls. */
  imports(instance) {
    const words = (numbers) => {
      if (numbers.length > 0) instance.mailWords(numbers.length).set(numbers);
      return numbers.length;
    };
    const state = (position) => this.#state(position);
    return {
      start: () => this.start(),
      clone: (position) => this.clone(position),
      drop: (position) => this.drop(position),
      players: () => this.#rules.players,
      abilities: () => this.abilities(),
      turn: (position) => this.turn(position),
      moves: (position) => words(this.#guard("moves", [], (rules) => {
        const moves = rules.moves(state(position));
        const numbers = new Array(moves.length);
        for (let i = 0; i < moves.length; i += 1) numbers[i] = this.number(moves[i]);
        return numbers;
      })),
      random_move: (position, low, high) => this.#guard("moves", 0, (rules) =>
        this.number(this.#drawn(state(position), rules.moves(state(position)), new Luck(low, high)))),
      make: (position, move) => this.make(position, move),
      unmake: (position, move) => this.unmake(position, move),
      payoff: (position, player) => this.#guard("payoff", 0, () => this.#payoff(state(position), player)),
      weight: (position, outcome) =>
        this.#guard("weight", 1, () => this.weight(state(position), this.move(outcome))),
      playout: (position, low, high) => {
        const nothing = { plies: 0, results: new Array(this.#rules.players).fill(0) };
        const { plies, results } = this.#guard("a random game", nothing, () =>
          this.#playout(position, new Luck(low, high)));
        words(results);
        return plies;
      },
      evaluate: (position, player) => this.#guard("evaluate", 0, (rules) =>
        (rules.evaluate ? Math.round(Number(rules.evaluate(state(position), player)) || 0) : 0)),
      key: (position) => words(this.#guard("key", [0, 0], () => this.#key(state(position)))),
      key_from_scratch: (position) => words(this.#guard("key", [0, 0], (rules) => (rules.keyFromScratch
        ? this.#scratch(state(position)) : this.#key(copy(state(position)))))),
      equal: (one, other) => this.#guard("compare", 1, () =>
        Number(this.#compared(state(one)) === this.#compared(state(other)))),
      position_text: (position) => instance.mailText(this.#guard("text", "", (rules) =>
        (rules.text ? rules.text(state(position)) : this.#compared(state(position))))),
      move_text: (position, move) =>
        instance.mailText(this.#guard("moveText", "", () => this.text(this.move(move)))),
      read_move: (position, at, length) => this.#guard("moves", -1, (rules) => {
        const text = instance.readText(at, length);
        const found = Array.from(rules.moves(state(position))).find((move) => this.text(move) === text);
        return found === undefined ? -1 : this.number(found);
      }),
      read_position: (at, length) => this.#guard("parse", 0, (rules) =>
        (rules.parse ? this.#enter(rules.parse(instance.readText(at, length))) : 0)),
      law: (law, position) => instance.mailText(this.#guard("observe", "", () => this.#law(law, position))),
    };
  }

  #scratch(state) {
    const value = this.#rules.keyFromScratch(state);
    return typeof value === "bigint"
      ? [Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n))]
      : hashed(String(value));
  }

  /** Bits: zero-sum for two, an evaluator, keys, dead ends, positions read back. */
  abilities() {
    const rules = this.#rules;
    const zeroSum = rules.players === 2 && rules.zeroSum !== false;
    return Number(zeroSum) | (rules.evaluate ? 2 : 0) | (rules.key ? 4 : 0)
      | (rules.deadEnds ? 8 : 0) | (rules.text && rules.parse ? 16 : 0);
  }
}
