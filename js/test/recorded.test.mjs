// Games and positions recorded from the original, where they lie beside this checkout.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { haveFile } from "./have.mjs";

const folder = new URL("../../../shared/vectors/cotulenh/", import.meta.url);
const here = { skip: !existsSync(folder) ? "there is no recorded data beside this checkout" : !(await haveFile("cotulenh-original")) };
const { CoTuLenh, SQUARE_MAP } = here.skip ? {} : await import("../src/cotulenh.js");

function lines(name) {
  const bytes = readFileSync(new URL(name, folder));
  const text = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
  return text.trim().split("\n").map((line) => JSON.parse(line));
}

const ending = (game) => (game.isCheckmate() ? "checkmate"
  : game.isCommanderCaptured() ? "commander_captured"
    : game.isDrawByFiftyMoves() ? "fifty"
      : game.isStalemate() ? "stalemate" : null);

test("the drop-in plays recorded games as the original did, and takes them back", here, () => {
  let game;
  let taken = 0;
  const takeBack = () => {
    game.cancelSession();
    const turns = game.history({ verbose: true });
    for (const turn of turns.reverse()) {
      game.undo();
      assert.equal(game.fen(), turn.before);
      taken += 1;
    }
  };
  for (const row of lines("traces.jsonl.gz")) {
    if (row.ply === 0) {
      if (game) takeBack();
      game = new CoTuLenh(row.fen);
    }
    assert.equal(game.fen(), row.fen);
    const steps = game.moves({ verbose: true }).map(({ lan }) => lan);
    assert.deepEqual(steps.sort(), row.legal.filter((step) => step !== "commit").sort());
    let result;
    if (row.move === "cancel") game.cancelSession();
    else result = row.move === "commit" ? game.commitSession().result : game.move(row.move);
    if (row.turn_end && row.san) assert.equal(result.san, row.san);
    if (game.getDeployState()) continue;
    assert.equal(game.isCheck(), row.check);
    assert.equal(game.isCommanderInDanger(game.turn()), row.danger);
    assert.equal(ending(game), row.over);
  }
  takeBack();
  assert.ok(taken > 6000);
});

test("positions: attackers, danger, air defence", here, () => {
  for (const row of lines("positions.jsonl.gz")) {
    const game = new CoTuLenh(row.fen);
    for (const color of ["r", "b"]) {
      assert.equal(game.isCommanderInDanger(color), row.danger[color], row.fen);
      const square = row.commander[color];
      assert.equal(game.getCommanderSquare(color), square === null ? -1 : SQUARE_MAP[square]);
      assert.deepEqual([...game.getAirDefenseInfluence()[color].keys()].sort(), [...row.air_defence[color]].sort());
    }
  }
});

test("texts that are no positions are refused for the original's reasons", here, () => {
  for (const { fen, semantics, valid, categories } of lines("fen_validation.jsonl")) {
    const verdict = CoTuLenh.checkFen(fen, { checkSemantics: semantics });
    assert.equal(verdict.valid, valid, fen);
    const found = [...new Set(verdict.errors.map(({ category }) => category))].sort();
    assert.deepEqual(found, [...categories].sort(), fen);
  }
});
