import assert from "node:assert/strict";
import { test } from "node:test";
import { redeem } from "./built/lib/clicks.js";
import { mayPremove } from "./built/lib/line.js";

const move = (...cells) => ({ text: cells.join("-"), clicks: cells.map((cell) => ({ cell })), key: null, touched: cells });
const state = (turn, seats, line = [0, 1, 2]) => ({
  hidden: false, now: line.at(-1), head: line.at(-1), line, turn: { kind: "player", players: [turn] }, you: { seats, plays: null },
});

test("a premove is played, begun, or dropped", () => {
  const inputs = [move(1, 2), move(1, 3)];
  assert.equal(redeem(inputs, [{ cell: 1 }, { cell: 3 }]).play, inputs[1]);
  assert.deepEqual(redeem(inputs, [{ cell: 1 }]), { soFar: [{ cell: 1 }] });
  assert.deepEqual(redeem(inputs, [{ cell: 7 }, { cell: 3 }]), { soFar: [] });
});

test("only where turns are single moves, and while another is to move", () => {
  const single = [{ by: null }, { by: 0 }, { by: 1 }];
  assert.equal(mayPremove(state(1, [0]), single), true);
  assert.equal(mayPremove(state(0, [0]), single), false);
  assert.equal(mayPremove(state(1, [0, 1]), single), false);
  assert.equal(mayPremove(state(1, [0]), [{ by: null }, { by: 0 }, { by: 0 }]), false);
});
