import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { TakebackError, engine, gameNames, load } from "../src/index.js";
import { haveFile } from "./have.mjs";

const golden = new URL("../../golden/", import.meta.url);

test("golden games are equal through WebAssembly", async (t) => {
  for (const name of gameNames) {
    await t.test(name, { skip: !(await haveFile(name)) && "its file is not built" }, async () => {
      const folder = new URL(`${name}/`, golden);
      const files = await readdir(folder);
      assert.ok(files.length > 0);
      for (const file of files) {
        const game = await load(`${name}:${file.replace(/\.txt$/, "")}`);
        const { plies } = await game.compareGolden(await readFile(new URL(file, folder), "utf8"));
        assert.ok(plies > 0, file);
      }
    });
  }
});

test("every game of the house is in a file", async () => {
  const all = (await readdir(golden)).sort();
  assert.deepEqual([...gameNames].sort(), all);
});

test("the file with all games has them as their own files do", { skip: !(await haveFile("games")) }, async (t) => {
  for (const name of gameNames) {
    await t.test(name, { skip: !(await haveFile(name)) && "its file is not built" }, async () => {
      const [own, shared] = [await load(name), await load(name, { all: true })];
      assert.notEqual(own.instance, shared.instance);
      assert.deepEqual(shared.variants, own.variants);
      const states = [own, shared].map((game) => game.start({ seed: 3 }));
      for (let ply = 0; ply < 12 && states[0].turn !== "over"; ply += 1) {
        if (states[0].turn === "chance") {
          for (const state of states) state.roll(7 + ply);
        } else {
          const [list, other] = states.map((state) => state.legalMoves());
          assert.deepEqual(other, list);
          const [thought, again] = states.map((state) => engine("random").thinkSync(state, { seed: ply }));
          assert.equal(again.best, thought.best);
          for (const state of states) state.play(list[(5 * ply) % list.length]);
        }
        assert.equal(states[1].text, states[0].text);
        assert.equal(states[1].key, states[0].key);
      }
    });
  }
  const thinker = engine("ab:depth=3");
  const [own, shared] = await Promise.all([load("connect4"), load("connect4", { all: true })]);
  assert.equal((await thinker.think(shared.start())).best, (await thinker.think(own.start())).best);
  thinker.close();
});

test("a golden game that was changed is found", { skip: !(await haveFile("cotulenh")) }, async () => {
  const game = await load("cotulenh");
  const text = await readFile(new URL("cotulenh/standard.txt", golden), "utf8");
  const changed = text.replace(/\bmoves (\d+):/, (_, n) => `moves ${Number(n) + 1}:`);
  assert.notEqual(changed, text);
  await assert.rejects(game.compareGolden(changed), { kind: "request" });
});

test("play, undo, clone", { skip: !(await haveFile("cotulenh")) }, async () => {
  const game = await load("cotulenh");
  const state = game.start();
  const [text, key, list] = [state.text, state.key, state.legalMoves()];
  assert.equal(list.length, 116);
  state.play("Fe2e5");
  assert.equal(state.turn, 1);
  assert.notEqual(state.key, key);
  const other = state.clone().play(state.legalMoves()[0]);
  assert.equal(state.undo(), "Fe2e5");
  assert.deepEqual([state.text, state.key, state.legalMoves()], [text, key, list]);
  assert.equal(state.undo(), null);
  assert.equal(other.moves.length, 2);
  assert.equal(state.returns, null);
  assert.match(state.svg({ size: 300 }), /^<svg/);
  const again = game.fromJSON(JSON.parse(JSON.stringify(other)));
  assert.equal(again.key, other.key);
  assert.equal(state.inputs().length, 116);
});

test("undo is exact at every step of random games", { skip: !(await haveFile("cotulenh")) }, async () => {
  const state = (await load("cotulenh")).start();
  let seed = 1;
  const below = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };
  const before = [];
  while (!state.isOver && before.length < 150) {
    const list = state.legalMoves();
    if (list.length === 0) break;
    before.push([state.text, state.key, list.join()]);
    state.play(list[below(list.length)]);
  }
  assert.ok(before.length > 20);
  while (before.length > 0) {
    state.undo();
    assert.deepEqual([state.text, state.key, state.legalMoves().join()], before.pop());
  }
});

test("perft counts as it does natively", { skip: !(await haveFile("cotulenh")) }, async () => {
  const counts = (await load("cotulenh")).perft(2);
  assert.equal(Object.values(counts).reduce((sum, n) => sum + n, 0), 13460);
});

test("refusals are typed and change nothing", { skip: !(await haveFile("cotulenh")) }, async () => {
  await assert.rejects(load("chequers"), { kind: "game", message: /known games/ });
  await assert.rejects(load("cotulenh:huge"), { kind: "game", message: /standard/ });
  const game = await load("cotulenh");
  assert.throws(() => game.position("nonsense"), { kind: "position" });
  const state = game.start();
  const { key } = state;
  assert.throws(() => state.play("Fe2e12"), (error) => error instanceof TakebackError);
  assert.throws(() => state.play("Cg1g9"), { kind: "illegal" });
  assert.throws(() => state.observation(0), { kind: "request" });
  assert.equal(state.key, key);
  await assert.rejects(engine("ab:depht=2").think(state), { kind: "engine", message: /depth/ });
});

test("variants read what they read elsewhere, whatever room their module has", { skip: !(await haveFile("hex")) }, async () => {
  const large = (await load("hex:11x11")).start().text;
  const five = await load("hex:5x5");
  assert.throws(() => five.position(large), { kind: "position", message: /64/ });
  const four = (await load("battlesnake:standard")).start().text;
  const duel = await load("battlesnake:duel");
  assert.throws(() => duel.position(four), { kind: "position", message: /there must be 1 to 2/ });
});

test("a position survives the end of its module", { skip: !(await haveFile("cotulenh")) }, async () => {
  const game = await load("cotulenh");
  const state = game.start().play("Fe2e5").play("Nb11b9");
  const { key } = state;
  // More memory than there are addresses.
  assert.throws(() => engine("ab:depth=2,tt=4090").thinkSync(state), { kind: "crash", message: /replaced/ });
  assert.equal(engine("ab:depth=1").thinkSync(state).depth, 1);
  assert.equal(state.key, key);
  assert.equal(state.undo(), "Nb11b9");
});

test("chance, hidden facts and rounds played together", { skip: !(await haveFile("pig")) }, async () => {
  const pig = (await load("pig")).start().play("roll");
  const outcomes = pig.chanceOutcomes();
  assert.equal(outcomes.length, 6);
  assert.ok(Math.abs(outcomes.reduce((sum, { probability }) => sum + probability, 0) - 1) < 1e-9);
  pig.roll(3);
  assert.notEqual(pig.turn, "chance");
  const kuhn = (await load("kuhn")).start();
  while (kuhn.turn === "chance") kuhn.roll(9);
  assert.notEqual(kuhn.observation(0), kuhn.observation(1));
  const tron = (await load("tron")).start();
  assert.deepEqual(tron.turn, [0, 1]);
  assert.ok(tron.choices(1).length > 0);
});
