import assert from "node:assert/strict";
import { test } from "node:test";
import { readRows, withCell } from "./built/lib/rows.js";

test("a position row by row is read and changed", () => {
  const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const rows = readRows(start, 64);
  assert.equal(rows.cells[0], "r");
  assert.equal(withCell(rows, 0, "r"), start);
  assert.equal(withCell(rows, 28, "Q").split(" ")[0], "rnbqkbnr/pppppppp/8/4Q3/8/8/PPPPPPPP/RNBQKBNR".replace("8/4Q3/8/8", "8/4Q3/8/8"));
  assert.equal(withCell(rows, 52, "").split(" ")[0], "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR");
});

test("groups and long runs count as cells", () => {
  const stacks = readRows("6c4/11/5(TI)5 r - - 0 1", 33);
  assert.equal(stacks.cells[27], "(TI)");
  assert.equal(withCell(stacks, 27, "+I").split(" ")[0], "6c4/11/5+I5");
  const sized = readRows("7x7 7/7/7/3b3/7/7/7 w -", 49);
  assert.equal(sized.at, 1);
  assert.equal(withCell(sized, 0, "w"), "7x7 w6/7/7/3b3/7/7/7 w -");
});

test("what is not written so is left alone", () => {
  assert.equal(readRows("square8 rings=10 lps=2", 64), undefined);
  assert.equal(readRows("8/8 w", 64), undefined);
});
