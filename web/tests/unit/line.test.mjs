import assert from "node:assert/strict";
import { test } from "node:test";
import { backFrom, redoFrom } from "./built/lib/line.js";

const node = (parent, kind, ...players) => ({ parent, turn: { kind, players } });
const state = (line, now, seats) => ({ line, now, you: { seats } });

test("against an engine, one goes back to one's own decisions", () => {
  const nodes = [node(0, "player", 0), node(0, "player", 1), node(1, "player", 0), node(2, "player", 1), node(3, "over")];
  const line = [0, 1, 2, 3, 4];
  assert.equal(backFrom(state(line, 4, [0]), nodes), 2);
  assert.equal(backFrom(state(line, 2, [0]), nodes), 0);
  assert.equal(backFrom(state(line, 0, [0]), nodes), undefined);
  assert.equal(redoFrom(state(line, 0, [0]), nodes), 2);
  assert.equal(redoFrom(state(line, 2, [0]), nodes), 4);
  assert.equal(backFrom(state(line, 3, []), nodes), 2);
});

test("a round played together is one step", () => {
  const nodes = [node(0, "together", 0, 1), node(0, "together", 1), node(1, "chance"), node(2, "together", 0, 1)];
  const line = [0, 1, 2, 3];
  assert.equal(backFrom(state(line, 3, [0]), nodes), 0);
  assert.equal(redoFrom(state(line, 0, [0]), nodes), 3);
});
