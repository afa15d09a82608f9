import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { engine, load } from "../src/index.js";
import { haveFile } from "./have.mjs";

const here = { skip: !(await haveFile("cotulenh")) };

test("an engine thinks in a worker and reports", here, async () => {
  const state = (await load("cotulenh")).start();
  const player = engine("ab:depth=3");
  const depths = [];
  const found = await player.think(state, { onProgress: ({ depth }) => depths.push(depth) });
  assert.ok(state.legalMoves().includes(found.best));
  assert.equal(found.depth, 3);
  assert.ok(depths.length > 0);
  const same = player.thinkSync(state);
  assert.deepEqual([same.best, same.nodes], [found.best, found.nodes], "one answer on every thread");
  player.close();
});

test("aborting ends the search with what was found", here, async () => {
  const state = (await load("cotulenh")).start();
  const player = engine("ab:depth=60");
  const stop = new AbortController();
  const found = await player.think(state, { signal: stop.signal, onProgress: () => stop.abort() });
  assert.equal(found.stopped, "flag");
  assert.ok(state.legalMoves().includes(found.best));
  const again = await player.think(state, { depth: 1 });
  assert.equal(again.depth, 1, "it can think again");
  await assert.rejects(player.think(state, { signal: AbortSignal.abort() }), { name: "AbortError" });
  player.close();
});

test("two searches asked of one engine come one after the other", here, async () => {
  const game = await load("cotulenh");
  const player = engine("ab:depth=2");
  const [one, other] = [game.start(), game.start().play("Fe2e5")];
  const found = await Promise.all([player.think(one), player.think(other)]);
  assert.ok(one.legalMoves().includes(found[0].best));
  assert.ok(other.legalMoves().includes(found[1].best));
  player.close();
});

test("time is kept", here, async () => {
  const state = (await load("cotulenh")).start();
  const found = engine("ab").thinkSync(state, { time: 50 });
  assert.equal(found.stopped, "time");
});

test("an engine that the small file lacks is found in the large one", { skip: !(await haveFile("cotulenh")) || !(await haveFile("cotulenh", "rooms")) }, async () => {
  const game = await load("cotulenh");
  const state = game.start();
  assert.ok(game.variant.engines.some(({ name }) => name === "descent"), "it is listed all the same");
  const player = engine("descent:iterations=20");
  for (let i = 0; i < 2; i += 1) assert.ok(state.legalMoves().includes((await player.think(state)).best));
  assert.throws(() => player.thinkSync(state), { kind: "apart", message: /think\(\) fetches/ });
  assert.ok(state.legalMoves().includes(engine("ab:depth=1").thinkSync(state).best), "nothing is broken");
  await assert.rejects(engine("descent:depht=2").think(state), { kind: "engine" });
  player.close();
});

const threads = { skip: !existsSync(new URL("../wasm/cotulenh-threads.wasm", import.meta.url)) };

test("threads search one tree together", threads, async () => {
  const state = (await load("cotulenh")).start();
  const [one, several] = [engine("mcts:iterations=3000"), engine("mcts:iterations=3000,threads=3")];
  const alone = await one.think(state);
  const together = await several.think(state);
  // Simulations that meet where a node is being opened count and leave no visit, so their number says nothing.
  for (const { stopped, nodes } of [alone, together]) assert.ok(stopped === "iterations" && nodes > 0, `${stopped} ${nodes}`);
  assert.ok(state.legalMoves().includes(together.best));
  const deep = await several.think(state, { iterations: 500, threads: 2 });
  assert.equal(deep.stopped, "iterations", "another number of them");
  for (const player of [one, several]) player.close();
});

test("alpha-beta with threads finds what one thread finds, and stops when told", threads, async () => {
  const check = "6c4/11/6T4/11/11/11/11/11/11/11/11/5C5 r - - 0 1";
  const state = (await load("cotulenh")).position(check);
  const [one, several] = [engine("ab:depth=3"), engine("ab:depth=3,threads=4")];
  assert.deepEqual((await several.think(state)).score, (await one.think(state)).score);
  const endless = engine("ab:depth=60,threads=3");
  const start = (await load("cotulenh")).start();
  const stop = new AbortController();
  const found = await endless.think(start, { signal: stop.signal, onProgress: () => stop.abort() });
  assert.equal(found.stopped, "flag");
  assert.equal((await endless.think(start, { depth: 1 })).depth, 1, "it can think again");
  for (const player of [one, several, endless]) player.close();
});

test("memory used up on threads is an exception, and the next search begins anew", threads, async () => {
  const state = (await load("cotulenh")).start();
  const player = engine("ab:depth=2,threads=2");
  // More than the memory may grow to.
  await assert.rejects(engine("ab:depth=2,tt=1020,threads=2").think(state), { kind: "crash" });
  assert.equal((await player.think(state)).depth, 2);
  player.close();
});
