import assert from "node:assert/strict";
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
