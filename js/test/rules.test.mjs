import assert from "node:assert/strict";
import { test } from "node:test";
import { engine, fromRules, verify } from "../src/index.js";
import { gardenRules } from "../examples/garden.js";
import { hexRules } from "../examples/hex.js";
import { haveFile } from "./have.mjs";

const here = { skip: !(await haveFile("rules")) };

/** One heap, take one to three, whoever takes the last wins. */
const nim = {
  players: 2,
  start: () => ({ heap: 10, next: 0 }),
  turn: ({ heap, next }) => (heap === 0 ? "over" : next),
  moves: ({ heap }) => [1, 2, 3].filter((take) => take <= heap),
  make: (state, take) => { state.heap -= take; state.next = 1 - state.next; },
  unmake: (state, take) => { state.heap += take; state.next = 1 - state.next; },
  payoff: ({ next }, player) => (player === next ? -1 : 1),
};

test("searches solve a game written in JavaScript", here, async () => {
  const game = await fromRules(nim);
  const state = game.start();
  for (const spec of ["mcts:iterations=5000", "ab:depth=12", "solve", "dfpn"]) {
    const found = await engine(spec).think(state);
    assert.equal(found.best, "2", spec);
  }
  assert.deepEqual(state.play("2").legalMoves(), ["1", "2", "3"]);
  assert.equal(state.undo(), "2");
});

test("rules that apply play as those that make", here, async () => {
  const { make: _, unmake: __, ...rest } = nim;
  const apply = ({ heap, next }, take) => Object.freeze({ heap: heap - take, next: 1 - next });
  const immutable = { ...rest, apply };
  assert.equal((await verify(immutable)).failure, null);
  const found = engine("ab:depth=12").thinkSync((await fromRules(immutable)).start());
  assert.equal(found.best, "2");
});

test("the verifier passes what is right", here, async () => {
  for (const rules of [nim, hexRules(4), gardenRules()]) {
    const { failure, plies } = await verify(rules, { plies: 3000 });
    assert.equal(failure, null);
    assert.ok(plies >= 3000 || rules === nim);
  }
});

test("wrong undo is found and the line shrunk", here, async () => {
  const { failure } = await verify(gardenRules({ forgetful: true }), { plies: 3000 });
  assert.ok(failure);
  assert.match(failure.detail, /turns/);
  assert.ok(failure.line.length <= 2, failure.line.join(" "));
});

test("undo that is wrong only in rare moves is found", here, async () => {
  const rare = { ...nim, unmake: (state, take) => { nim.unmake(state, take); if (take === 3 && state.heap === 7) state.seen = true; } };
  const { failure } = await verify({ ...rare, start: () => ({ heap: 12, next: 0, seen: false }) });
  assert.ok(failure);
  assert.match(failure.detail, /seen/);
});

test("a key that forgets the side to move is found", here, async () => {
  const keyed = { ...nim, key: ({ heap, next }) => `${heap} ${next}` };
  assert.equal((await verify(keyed)).failure, null);
  const { failure } = await verify({ ...nim, key: ({ heap }) => heap });
  assert.match(failure.law, /key/);
});

test("a list that depends on how one came there is found", here, async () => {
  const moody = {
    ...nim,
    start: () => ({ heap: 10, next: 0, log: [] }),
    compare: ({ heap, next }) => ({ heap, next }),
    moves: (state) => (state.log.at(-1) === 2 ? nim.moves(state).reverse() : nim.moves(state)),
    make: (state, take) => { nim.make(state, take); state.log.push(take); },
    unmake: (state, take) => { nim.unmake(state, take); state.log.pop(); },
  };
  const { failure } = await verify(moody);
  assert.match(failure.law, /list/);
});

/** Each gets one of three cards; the first may bet or pass; the higher card wins. */
const cards = (leak) => ({
  players: 2,
  start: () => ({ cards: [], bet: null }),
  turn: ({ cards: held, bet }) => (held.length < 2 ? "chance" : bet === null ? 0 : "over"),
  moves: (state) => {
    if (state.bet !== null) return [];
    if (state.cards.length < 2) return [0, 1, 2].filter((card) => !state.cards.includes(card));
    if (leak === "moves" && state.cards[1] === 2) return [0];
    return [0, 1];
  },
  apply: (state, move) => (state.cards.length < 2 ? { ...state, cards: [...state.cards, move] } : { ...state, bet: move }),
  payoff: ({ cards: held, bet }, player) => (held[player] > held[1 - player] ? 1 : -1) * (bet ? 1 : 0.5),
  observe: ({ cards: held, bet }, player) => (leak === "observation" && held.length === 2
    ? { held, bet } : { own: held[player] ?? null, dealt: held.length, bet }),
  redeal: (state, viewer, random) => {
    const own = state.cards[viewer];
    const others = [0, 1, 2].filter((card) => card !== own);
    const drawn = state.cards.map((card, seat) => (seat === viewer ? card : others.splice(Math.floor(random() * others.length), 1)[0]));
    return { ...state, cards: drawn };
  },
});

test("hidden facts that show are found", here, async () => {
  assert.equal((await verify(cards())).failure, null);
  assert.match((await verify(cards("moves"))).failure.law, /seen/);
  assert.match((await verify(cards("observation"))).failure.law, /redeal/);
});

test("a rule that throws leaves engine and state usable", here, async () => {
  let broken = false;
  const game = await fromRules({
    ...nim,
    make: (state, take) => {
      state.heap -= take;
      if (broken && state.heap < 4) throw new Error("out of beans");
      state.next = 1 - state.next;
    },
  });
  const state = game.start().play("1");
  const player = engine("ab:depth=12");
  broken = true;
  await assert.rejects(player.think(state), { kind: "rule", message: /make threw: out of beans/ });
  assert.throws(() => state.play("3").play("3"), { kind: "rule" });
  broken = false;
  assert.deepEqual(state.moves, ["1", "3"]);
  assert.equal(JSON.parse(JSON.stringify(state)).moves.length, 2);
  assert.deepEqual(state.legalMoves(), ["1", "2", "3"]);
  state.undo();
  assert.equal((await player.think(state)).best, "1");
});

test("rules that make no sense are refused with a sentence", here, async () => {
  await assert.rejects(fromRules({ ...nim, unmake: undefined }), { kind: "rules", message: /unmake/ });
  await assert.rejects(fromRules({ ...nim, players: 0 }), { kind: "rules" });
  await assert.rejects(fromRules({ ...nim, mvoes: () => [] }), { kind: "rules", message: /mvoes/ });
  const odd = await fromRules({ ...nim, turn: () => 7 });
  assert.throws(() => odd.start().turn, { kind: "rule", message: /seat/ });
});

test("a bot that judges threats, with playouts cut short", here, async () => {
  const state = (await fromRules(gardenRules())).start();
  for (const move of ["0", "15", "1", "14"]) state.play(move);
  for (const spec of ["mcts:iterations=400,cut=10", "ab:depth=3"]) {
    assert.equal((await engine(spec).think(state)).best, "2", spec);
  }
});
