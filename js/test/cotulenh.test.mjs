import assert from "node:assert/strict";
import { test } from "node:test";
import { haveFile } from "./have.mjs";

const here = { skip: !(await haveFile("cotulenh-original")) };
const lib = here.skip ? null : await import("../src/cotulenh.js");

test("squares are numbered as in the original", here, () => {
  const { SQUARE_MAP, algebraic, file, rank, isSquareOnBoard, NAVY_MASK, LAND_MASK } = lib;
  assert.deepEqual([SQUARE_MAP.a12, SQUARE_MAP.k12, SQUARE_MAP.a11, SQUARE_MAP.k1], [0, 10, 16, 186]);
  assert.equal(algebraic(186), "k1");
  assert.throws(() => algebraic(11));
  assert.deepEqual([file(186), rank(186), isSquareOnBoard(187)], [10, 11, false]);
  const may = (mask, square) => mask[SQUARE_MAP[square]] === 1;
  assert.deepEqual(["b3", "c3", "d6", "d5", "f6"].map((at) => may(NAVY_MASK, at)), [true, true, true, false, false]);
  assert.deepEqual(["b3", "c3", "d6"].map((at) => may(LAND_MASK, at)), [false, true, true]);
});

test("the start position, its pieces and its moves", here, () => {
  const game = new lib.CoTuLenh();
  assert.equal(game.fen(), lib.DEFAULT_POSITION);
  assert.equal(game.moves().length, 116);
  assert.deepEqual(game.get("g1"), { color: "r", type: "c", heroic: false });
  assert.equal(game.get("a1"), undefined);
  assert.equal(game.getCommanderSquare("b"), lib.SQUARE_MAP.g12);
  const rows = game.board();
  assert.deepEqual([rows.length, rows[0].length, rows[0][6].type], [12, 11, "c"]);
  assert.equal(game.moves({ square: "g1" }).length, 9);
  assert.ok(game.moves({ pieceType: "f", verbose: true }).every((move) => move.piece.type === "f" && move.after === "?"));
  assert.deepEqual(game.getMetadata(), { turn: "r", halfMoves: 0, moveNumber: 1, fen: lib.DEFAULT_POSITION });
});

test("moves by text, by object and by numbers; undo", here, () => {
  const game = new lib.CoTuLenh();
  const made = game.move("Fe5");
  assert.deepEqual([made.from, made.to, made.san, made.lan, made.flags, made.color], ["e2", "e5", "Fe5", "Fe2e5", "n", "r"]);
  assert.equal(made.before, lib.DEFAULT_POSITION);
  assert.equal(made.after, game.fen());
  assert.equal(game.turn(), "b");
  game.undo();
  assert.equal(game.fen(), lib.DEFAULT_POSITION);
  game.move({ from: "c5", to: "c6" });
  game.undo();
  const { SQUARE_MAP: at, BITS } = lib;
  game.move({ color: "r", from: at.c5, to: at.c6, piece: { color: "r", type: "i" }, flags: BITS.NORMAL });
  assert.deepEqual(game.history(), ["Ic6"]);
  assert.throws(() => game.move("Ic9"), /Invalid move/);
  assert.throws(() => game.move({ from: "c5", to: "k1" }), /Invalid move/);
  assert.equal(game.history().length, 1);
});

test("every text of a list means its own move", here, () => {
  const game = new lib.CoTuLenh();
  const list = game.moves({ verbose: true });
  for (const { san, lan } of list) {
    if (list.filter((other) => other.san === san).length > 1) continue;
    assert.equal(game.move(san).lan, lan);
    game.undo();
  }
  assert.equal(game.fen(), lib.DEFAULT_POSITION);
});

const STACK = "6c4/11/11/11/11/11/11/11/5(TI)5/11/8A2/3C7 r - - 0 1";

test("a deployment: steps, state, commit, undo of the turn", here, () => {
  const game = new lib.CoTuLenh(STACK);
  const step = game.move({ from: "f4", to: "f6", piece: "t", deploy: true });
  assert.deepEqual([step.isDeploy, step.completed], [true, false]);
  const state = game.getDeployState();
  assert.equal(state.stackSquare, lib.SQUARE_MAP.f4);
  assert.deepEqual(state.originalPiece.carrying.map(({ type }) => type), ["i"]);
  assert.deepEqual(state.remainingPieces.map(({ type }) => type), ["i"]);
  assert.equal(state.canCommit, true);
  assert.equal(game.turn(), "r");
  const { success, result } = game.commitSession();
  assert.equal(success, true);
  assert.deepEqual([result.san, result.completed, result.to.get("f6").type], ["I<T>f6", true, "t"]);
  assert.deepEqual([game.turn(), game.getDeployState(), game.history()], ["b", null, ["I<T>f6"]]);
  game.undo();
  assert.equal(game.fen(), STACK);
  assert.deepEqual(game.commitSession().success, false);
});

test("a session is taken back step by step, or cancelled", here, () => {
  const game = new lib.CoTuLenh(STACK);
  game.move({ from: "f4", to: "f6", piece: "t", deploy: true });
  game.undo();
  assert.equal(game.fen(), STACK);
  game.move({ from: "f4", to: "f6", piece: "t", deploy: true });
  game.cancelSession();
  assert.equal(game.fen(), STACK);
  game.move("T>f6,I>f5");
  assert.equal(game.turn(), "b");
  game.undo();
  assert.equal(game.fen(), STACK);
});

test("a complete deployment waits where it is not to be committed", here, () => {
  const game = new lib.CoTuLenh(STACK);
  const wait = { autoCommit: false };
  game.move({ from: "f4", to: "f6", piece: "t", deploy: true }, wait);
  const last = game.move({ from: "f4", to: "f5", piece: "i", deploy: true }, wait);
  assert.equal(last.completed, false);
  assert.deepEqual([game.turn(), game.moves(), game.history()], ["r", [], []]);
  const state = game.getDeployState();
  assert.deepEqual([state.isComplete, state.canCommit, state.turn], [true, true, "r"]);
  assert.deepEqual([state.stackSquare, state.movedPieces.length], [lib.SQUARE_MAP.f4, 2]);
  assert.throws(() => game.move("Cg12g11"), /commit or cancel/);
  game.undo();
  assert.deepEqual([game.turn(), game.getDeployState().isComplete], ["r", false], "its last step is taken back");
  game.move({ from: "f4", to: "f5", piece: "i", deploy: true }, wait);
  const { success, result } = game.commitSession();
  assert.deepEqual([success, result.completed, game.turn(), game.getDeployState()], [true, true, "b", null]);
  const whole = new lib.CoTuLenh(STACK);
  whole.move("T>f6,I>f5");
  assert.deepEqual([game.fen(), game.history()], [whole.fen(), whole.history()]);
  game.undo();
  assert.equal(game.fen(), STACK);
  game.move({ from: "f4", to: "f6", piece: "t", deploy: true }, wait);
  game.move({ from: "f4", to: "f5", piece: "i", deploy: true }, wait);
  game.cancelSession();
  assert.deepEqual([game.fen(), game.turn()], [STACK, "r"]);
});

test("strict texts and moves the rules forbid", here, () => {
  const game = new lib.CoTuLenh();
  const [san] = game.moves();
  const [{ lan }] = game.moves({ verbose: true });
  assert.notEqual(lan, san);
  assert.throws(() => game.move(lan, { strict: true }), /Invalid move/);
  assert.throws(() => game.move(`${san}!`, { strict: true }), /Invalid move/);
  for (const [text, options] of [[lan, {}], [`${san}!?`, {}], [` ${san} `, {}], [san, { strict: true }]]) {
    game.move(text, options);
    game.undo();
  }
  assert.equal(game.fen(), lib.DEFAULT_POSITION);
  assert.throws(() => game.move({ from: "g1", to: "g12" }, { legal: false }), /not offered/);
});

test("undo is exact through random games with deployments", here, () => {
  const game = new lib.CoTuLenh();
  let seed = 7;
  const below = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };
  const before = [];
  for (let i = 0; i < 200 && !game.isGameOver(); i += 1) {
    const list = game.moves({ verbose: true });
    if (list.length === 0) {
      game.cancelSession();
      break;
    }
    if (game.getDeployState() && game.canCommitSession()) game.commitSession();
    else {
      if (!game.getDeployState()) before.push(game.fen());
      game.move(list[below(list.length)].lan);
    }
  }
  game.cancelSession();
  assert.ok(game.history().length > 10);
  before.length = game.history().length;
  while (before.length > 0) {
    game.undo();
    assert.equal(game.fen(), before.pop());
  }
});

test("setting up, editing, validating", here, () => {
  const game = new lib.CoTuLenh();
  game.clear();
  assert.equal(game.put({ color: "r", type: "c" }, "g1"), true);
  assert.equal(game.put({ color: "b", type: "c" }, "f12"), true);
  assert.throws(() => game.put({ color: "r", type: "n" }, "k5"), /terrain/, "no ship on land");
  assert.equal(game.put({ color: "r", type: "t", carrying: [{ color: "r", type: "i" }] }, "f4"), true);
  assert.equal(game.get("f4", "i").type, "i");
  assert.equal(game.setHeroicStatus("f4", "i", true), true);
  assert.equal(game.getHeroicStatus("f4", "i"), true);
  assert.equal(game.remove("f4").type, "t");
  assert.equal(game.get("f4"), undefined);
  assert.equal(lib.CoTuLenh.checkFen(lib.DEFAULT_POSITION).valid, true);
  const wrong = lib.CoTuLenh.checkFen("11/11 r - - 0 1");
  assert.deepEqual([wrong.valid, wrong.errors[0].category], [false, "structure"]);
  assert.throws(() => new lib.CoTuLenh("nonsense"), /Invalid FEN/);
});

test("attackers and air defence", here, () => {
  const game = new lib.CoTuLenh();
  const { r } = game.getAirDefenseInfluence();
  assert.ok(r.get("c4").includes("c4"));
  const check = new lib.CoTuLenh("6c4/11/11/11/11/11/11/6T4/11/6t4/11/6C4 r - - 0 1");
  assert.equal(check.isCheck(), true);
  assert.deepEqual(check.getAttackers(lib.SQUARE_MAP.g1, "b"), [{ square: lib.SQUARE_MAP.g3, type: "t" }]);
  assert.equal(check.isCommanderInDanger("r"), true);
});

test("games as text, there and back", here, () => {
  const game = new lib.CoTuLenh(STACK);
  game.setHeader("Red", "A \"B\" C");
  game.move("T>f6,I>f5");
  game.setComment("bold");
  game.move(game.moves()[0]);
  const text = game.pgn({ maxWidth: 20 });
  assert.match(text, /\[FEN "6c4/);
  const again = new lib.CoTuLenh();
  again.loadPgn(text);
  assert.deepEqual([again.fen(), again.history(), again.getHeaders().Red], [game.fen(), game.history(), "A \"B\" C"]);
  again.undo();
  assert.equal(again.getComment(), "bold");
  const before = again.fen();
  assert.throws(() => again.loadPgn("1. Zz9 *"), /Invalid move in PGN/);
  assert.equal(again.fen(), before, "nothing has changed");
});
