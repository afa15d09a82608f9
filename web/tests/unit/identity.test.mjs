import assert from "node:assert/strict";
import { test } from "node:test";
import { identify } from "./built/board/identity.js";
import { turned } from "./built/board/turned.js";

const board = {
  width: 8,
  height: 8,
  cells: Array.from({ length: 64 }, (_, i) => ({ name: `${i}`, centre: [(i % 8) + 0.5, Math.floor(i / 8) + 0.5], outline: [[0, 0]] })),
  strokes: [{ points: [[0, 0], [8, 0]] }],
  labels: [{ at: [1, 0], writing: "a" }],
};
const piece = (cell, form, player = 0) => ({ cell, layers: [{ glyph: { figure: form }, paint: { player } }], badges: [], spoken: "", text: "" });

function names() {
  let count = 0;
  return () => ++count;
}

test("only what moved has another place", () => {
  const fresh = names();
  const start = [piece(0, "rook"), piece(1, "knight"), piece(8, "pawn"), piece(9, "pawn"), piece(50, "pawn", 1), piece(41, "pawn", 1)];
  const before = identify([], start, board, fresh);
  // The pawn on 9 takes on 50: the list is shorter and in another order.
  const after = identify(before, [piece(0, "rook"), piece(1, "knight"), piece(8, "pawn"), piece(41, "pawn", 1), piece(50, "pawn")], board, fresh);
  const place = (named) => Object.fromEntries(named.map(({ id, piece }) => [id, piece.cell]));
  assert.deepEqual(place(after), { 1: 0, 2: 1, 3: 8, 4: 50, 6: 41 });
});

test("a pawn that becomes a queen, and a stack that grows, stay who they are", () => {
  const fresh = names();
  const before = identify([], [piece(8, "pawn"), piece(20, "king")], board, fresh);
  const after = identify(before, [piece(0, "queen"), piece(20, "king")], board, fresh);
  assert.deepEqual(after.map((n) => n.id), [1, 2]);
});

test("what comes is new, what goes is gone, no name is given twice", () => {
  const fresh = names();
  let now = identify([], [piece(3, "stone")], board, fresh);
  now = identify(now, [piece(3, "stone"), piece(4, "stone"), piece(5, "stone", 1)], board, fresh);
  assert.deepEqual(now.map((n) => n.id), [1, 2, 3]);
  now = identify(now, [], board, fresh);
  now = identify(now, [piece(3, "stone")], board, fresh);
  assert.equal(now[0].id, 4);
});

test("of two that look alike the nearer one moved", () => {
  const fresh = names();
  const before = identify([], [piece(0, "rook"), piece(63, "rook")], board, fresh);
  const after = identify(before, [piece(0, "rook"), piece(60, "rook")], board, fresh);
  assert.deepEqual(after.map((n) => n.id), [1, 2]);
});

test("turned twice a board is itself", () => {
  assert.deepEqual(turned(board).cells[0].centre, [7.5, 7.5]);
  assert.deepEqual(turned(turned(board)), board);
});
