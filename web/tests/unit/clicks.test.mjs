import assert from "node:assert/strict";
import { test } from "node:test";
import { byKey, click, complete, next } from "./built/lib/clicks.js";

const cell = (n) => ({ cell: n });
const move = (text, ...clicks) => ({ text, clicks, key: null, touched: [] });
const moves = [
  move("0-1", cell(0), cell(1)),
  move("0-2", cell(0), cell(2)),
  move("0-2-3", cell(0), cell(2), cell(3)),
  move("pass", { button: "pass" }),
  { ...move("up", cell(9)), key: "ArrowUp" },
];

test("each target is offered once", () => {
  assert.deepEqual(next(moves, []), [cell(0), { button: "pass" }, cell(9)]);
  assert.deepEqual(next(moves, [cell(0)]), [cell(1), cell(2)]);
});

test("a complete run of clicks is played", () => {
  const first = click(moves, [], cell(0));
  assert.equal(first.play, undefined);
  assert.equal(click(moves, first.so_far, cell(1)).play.text, "0-1");
  assert.equal(click(moves, [], { button: "pass" }).play.text, "pass");
});

test("where a move begins another one the player may finish", () => {
  const { so_far, play } = click(moves, [cell(0)], cell(2));
  assert.equal(play, undefined);
  assert.equal(complete(moves, so_far).text, "0-2");
  assert.equal(click(moves, so_far, cell(3)).play.text, "0-2-3");
});

test("a second click lets go, a click elsewhere begins anew", () => {
  assert.deepEqual(click(moves, [cell(0)], cell(0)).so_far, []);
  assert.deepEqual(click(moves, [cell(0), cell(2)], cell(2)).so_far, [cell(0)]);
  assert.equal(click(moves, [cell(0)], cell(9)).play.text, "up");
  assert.deepEqual(click(moves, [cell(0)], cell(7)).so_far, []);
});

test("a key means a move", () => {
  assert.equal(byKey(moves, "ArrowUp").text, "up");
  assert.equal(byKey(moves, "x"), undefined);
});
