// The interface that the original's callers are written against, name by name.
import assert from "node:assert/strict";
import { test } from "node:test";
import { haveFile } from "./have.mjs";

const here = { skip: !(await haveFile("cotulenh")) };
const lib = here.skip ? null : await import("../src/cotulenh.js");
const { CoTuLenh, SQUARE_MAP: at } = lib ?? {};

const COMMANDERS = "6c4/11/11/11/11/11/11/11/11/11/11/5C5 r - - 0 1";
/** Both commanders and what else is asked for. */
function board(pieces, turn = "r") {
  const game = new CoTuLenh(COMMANDERS);
  for (const [square, piece] of Object.entries(pieces)) game.put(piece, square);
  return turn === "r" ? game : new CoTuLenh(game.fen().replace(" r ", ` ${turn} `));
}
const red = (type, ...carrying) => ({ color: "r", type, ...(carrying.length > 0 && { carrying: carrying.map((one) => ({ color: "r", type: one })) }) });
const blue = (type) => ({ color: "b", type });

test("constants", here, () => {
  const letters = ["COMMANDER", "INFANTRY", "TANK", "MILITIA", "ENGINEER", "ARTILLERY", "ANTI_AIR", "MISSILE", "AIR_FORCE", "NAVY", "HEADQUARTER"];
  assert.equal(letters.map((name) => lib[name]).join(""), "citmeagsfnh");
  assert.deepEqual([lib.RED, lib.BLUE], ["r", "b"]);
  assert.equal(Object.keys(at).length, 132);
  for (const [name, number] of Object.entries(at)) {
    assert.equal(lib.algebraic(number), name);
    assert.equal(number, (12 - Number(name.slice(1))) * 16 + name.charCodeAt(0) - 97);
  }
  assert.deepEqual(lib.FLAGS, { NORMAL: "n", CAPTURE: "c", STAY_CAPTURE: "s", SUICIDE_CAPTURE: "k", DEPLOY: "d", COMBINATION: "b" });
  assert.deepEqual(lib.BITS, { NORMAL: 1, CAPTURE: 2, STAY_CAPTURE: 4, SUICIDE_CAPTURE: 8, DEPLOY: 16, COMBINATION: 32 });
  assert.deepEqual(Object.keys(lib.SEVEN_TAG_ROSTER), ["Event", "Site", "Date", "Round", "Red", "Blue", "Result"]);
  for (const symbol of "citmeagsfnh") assert.equal(lib.ROLE_TO_SYMBOL[lib.SYMBOL_TO_ROLE[symbol]], symbol);
  assert.deepEqual([lib.NAVY_MASK.length, lib.LAND_MASK.length], [256, 256]);
  assert.equal(lib.getMovementMask("n"), lib.NAVY_MASK);
  assert.equal(lib.getMovementMask("t"), lib.LAND_MASK);
});

test("small functions", here, () => {
  assert.deepEqual([lib.swapColor("r"), lib.swapColor("b")], ["b", "r"]);
  assert.deepEqual(["0", "9", "a", "10", ""].map(lib.isDigit), [true, true, false, false, false]);
  assert.deepEqual([0, 10, 11, 186, 187, 192, -1].map(lib.isSquareOnBoard), [true, true, false, true, false, false, false]);
  const stack = { color: "r", type: "n", heroic: true, carrying: [{ color: "r", type: "f" }, { color: "r", type: "t" }] };
  assert.deepEqual(lib.flattenPiece(stack), [{ color: "r", type: "n", heroic: true }, { color: "r", type: "f" }, { color: "r", type: "t" }]);
  assert.equal(lib.validateFenString(lib.DEFAULT_POSITION).valid, true);
});

test("texts that are no positions: category, code, sentence, place", here, () => {
  const empty = "11/11/11/11/11/11/11/11/11/11/11/11";
  const wrong = {
    "11/11/11/11/11/11/11/11/11/11/11 r - - 0 1": ["structure", "FEN_INVALID_RANK_COUNT"],
    [`${empty} r - -`]: ["structure", "FEN_INVALID_FORMAT"],
    [`${empty} w - - 0 1`]: ["structure", "FEN_INVALID_TURN"],
    [`${empty} r KQ - 0 1`]: ["structure", "FEN_INVALID_FORMAT"],
    [`${empty} r - e3 0 1`]: ["structure", "FEN_INVALID_FORMAT"],
    [`${empty} r - - -1 1`]: ["structure", "FEN_INVALID_HALF_MOVES"],
    [`${empty} r - - 0 0`]: ["structure", "FEN_INVALID_MOVE_NUMBER"],
    [`${empty.slice(0, -2)}1c1 r - - 0 1`]: ["structure", "FEN_INVALID_FILE_COUNT"],
    [`${empty.slice(0, -2)}((c))10 r - - 0 1`]: ["structure", "FEN_MISMATCH_PARENTHESES"],
    [`${empty.slice(0, -2)}c)10 r - - 0 1`]: ["structure", "FEN_MISMATCH_PARENTHESES"],
    [`${empty.slice(0, -2)}x10 r - - 0 1`]: ["lexical", "FEN_INVALID_PIECE"],
    [`${empty.slice(0, -2)}12 r - - 0 1`]: ["lexical", "FEN_INVALID_FILE_COUNT"],
    [`${empty.slice(0, -2)}++c10 r - - 0 1`]: ["lexical", "FEN_INVALID_FORMAT"],
    [`${empty} r - - 0 1`]: ["semantic", "FEN_INVALID_COMMANDERS"],
    "n5c4/11/11/11/11/11/11/11/11/11/11/n5C4 r - - 0 1": null,
    "6c3n/11/11/11/11/11/11/11/11/11/11/5C5 r - - 0 1": ["terrain", "FEN_INVALID_TERRAIN", /k12/],
    "6c4/11/11/11/11/11/11/11/3(TA)7/11/11/5C5 r - - 0 1": ["combination", "FEN_INVALID_COMBINATION", /d4/],
  };
  for (const [fen, expected] of Object.entries(wrong)) {
    const { valid, errors } = CoTuLenh.checkFen(fen);
    if (expected === null) {
      assert.equal(valid, true, fen);
      continue;
    }
    const [category, code, sentence = /./] = expected;
    const error = errors.find((one) => one.code === code);
    assert.ok(error, `${fen}: ${JSON.stringify(errors)}`);
    assert.equal(error.category, category, fen);
    assert.match(error.message, sentence);
    assert.equal(valid, false);
    assert.throws(() => CoTuLenh.checkFen(fen, { throwOnError: true }), /Invalid FEN/);
  }
  const [letter] = CoTuLenh.checkFen(`${empty.slice(0, -2)}x10 r - - 0 1`).errors;
  assert.deepEqual(letter.location, { rank: 1, context: "x" });
  assert.equal(CoTuLenh.checkFen(`${empty} r - - 0 1`, { checkSemantics: false }).valid, true);
  assert.throws(() => new CoTuLenh("11/11 r - - 0 1"), /Invalid FEN: .*rank/);
});

test("position: load, fen, clear, counters", here, () => {
  const game = new CoTuLenh("11/11/11/11/11/11/11/11/11/11/3c7/4C6 b - - 25 15");
  assert.deepEqual([game.turn(), game.halfMoves(), game.moveNumber()], ["b", 25, 15]);
  game.load("11/11/11/11/11/11/11/11/11/11/3c7/4C6 r - -", { skipValidation: true });
  assert.deepEqual([game.turn(), game.halfMoves(), game.moveNumber()], ["r", 0, 1]);
  game.setHeader("Event", "kept");
  game.load(COMMANDERS, { preserveHeaders: true });
  assert.equal(game.getHeaders().Event, "kept");
  game.load(COMMANDERS);
  assert.equal(game.getHeaders().Event, "?");
  game.setHeader("Event", "kept");
  game.clear({ preserveHeaders: true });
  assert.deepEqual([game.fen(), game.getHeaders().Event], [lib.EMPTY_POSITION, "kept"]);
  assert.equal(game.getCommanderSquare("r"), -1);
  const before = game.fen();
  assert.throws(() => game.load("nonsense"));
  assert.equal(game.fen(), before, "nothing has changed");
});

test("position: squares by name and by number", here, () => {
  const game = board({ d4: red("t", "i") });
  assert.deepEqual(game.get(at.d4), game.get("d4"));
  assert.deepEqual(game.get("d4", "i"), { color: "r", type: "i", heroic: false });
  assert.equal(game.get("d4", "m"), undefined);
  assert.equal(game.get("z9"), undefined);
  assert.equal(game.put(blue("i"), at.e5), true);
  assert.equal(game.remove(at.e5).type, "i");
  assert.equal(game.remove("e5"), undefined);
  const cell = game.board()[8][3];
  assert.deepEqual(cell, { square: "d4", type: "t", color: "r", heroic: false });
  assert.equal(game.board()[0][0], null);
});

test("put throws where a piece may not stand, and keeps what it was given", here, () => {
  const game = new CoTuLenh();
  game.clear();
  assert.throws(() => game.put(blue("i"), "z9"), /square/);
  assert.throws(() => game.put(blue("n"), "e4"), /terrain/);
  assert.throws(() => game.put(red("t"), "a1"), /terrain/);
  assert.equal(game.put(blue("c"), "f5"), true);
  assert.throws(() => game.put(blue("c"), "f12"), /commander/);
  assert.equal(game.put(blue("c"), "f5"), true, "the same one again");
  assert.equal(game.put(red("c"), "k12"), true);
  game.put(blue("i"), "f5");
  assert.deepEqual([game.get("f5").type, game.getCommanderSquare("b")], ["i", -1]);
  game.put({ color: "b", type: "n", carrying: [{ color: "b", type: "i" }, { color: "b", type: "t", heroic: true }] }, "b7");
  assert.deepEqual(game.get("b7").carrying, [{ color: "b", type: "i", heroic: false }, { color: "b", type: "t", heroic: true }]);
  const piece = { color: "r", type: "m" };
  game.put(piece, "e4");
  piece.type = "t";
  assert.equal(game.get("e4").type, "m", "a copy");
});

test("a stack that the rules do not know can be looked at and changed, not played", here, () => {
  const game = board({});
  game.put({ color: "b", type: "i", carrying: [{ color: "b", type: "t", heroic: true }, { color: "b", type: "m" }] }, "e4");
  assert.deepEqual(["t", "i", "m", undefined].map((type) => game.getHeroicStatus("e4", type)), [true, false, false, false]);
  assert.deepEqual(game.moves(), []);
  assert.throws(() => game.move("Cf2"), /cannot be played/);
  assert.equal(game.setHeroicStatus("e4", "m", true), true);
  assert.equal(game.getHeroicStatus("e4", "m"), true);
  game.remove("e4");
  assert.equal(game.fen(), COMMANDERS);
  assert.ok(game.moves().length > 0);
});

test("heroic status", here, () => {
  const game = board({ h2: red("i"), c3: red("n", "f") });
  assert.equal(game.getHeroicStatus("a5"), false);
  assert.equal(game.setHeroicStatus("h2", "i", true), true);
  assert.equal(game.getHeroicStatus("h2"), true);
  assert.equal(game.setHeroicStatus("c3", "f", true), true);
  assert.deepEqual([game.getHeroicStatus("c3"), game.getHeroicStatus("c3", "f")], [false, true]);
  assert.equal(game.setHeroicStatus("c3", undefined, true), true);
  assert.equal(game.getHeroicStatus("c3"), true, "without a type the carrier is meant");
  for (const [square, type] of [["d4", "i"], ["h2", "t"], ["z9", "i"]]) assert.equal(game.setHeroicStatus(square, type, true), false);
});

test("moves: filters, shapes, flags of every kind", here, () => {
  const game = board({
    d4: red("t"), d5: blue("i"), d3: red("a"), b3: blue("n"), c2: red("n"), h4: red("f"), k4: blue("s"), j2: red("t"), j3: red("i"),
  });
  const all = game.moves({ verbose: true });
  assert.ok(all.every((move) => move instanceof lib.MoveResult && move.after === "?" && move.before === game.fen() && move.color === "r"));
  const of = (from, to) => all.find((move) => move.from === from && move.to === to);
  const kinds = (move) => [move.flags, move.isCapture, move.isStayCapture, move.isSuicideCapture, move.isDeploy];
  assert.deepEqual(kinds(of("d4", "e4")), ["n", false, false, false, false]);
  assert.deepEqual(kinds(of("d4", "d5")), ["c", true, false, false, false]);
  assert.deepEqual(kinds(of("d3", "b3")), ["s", false, true, false, false]);
  assert.equal(of("d3", "b3").stay, true);
  assert.equal(of("d4", "e4").stay, undefined);
  assert.deepEqual(kinds(of("h4", "k4")), ["k", false, false, true, false]);
  assert.deepEqual(kinds(of("j2", "j3")), ["b", false, false, false, false]);
  assert.deepEqual(of("d4", "d5").captured, [{ color: "b", type: "i", heroic: false }]);
  assert.equal(of("d4", "e4").captured, undefined);
  assert.deepEqual([of("d4", "e4").completed, of("d4", "e4").san, of("d4", "e4").lan], [true, "Te4", "Td4e4"]);
  assert.deepEqual(of("d4", "e4").getHighlightSquares(), ["d4", "e4"]);
  assert.deepEqual(game.moves(), all.map(({ san }) => san));
  assert.deepEqual(game.moves({ square: "d4" }), all.filter(({ from }) => from === "d4").map(({ san }) => san));
  assert.deepEqual(game.moves({ pieceType: "t" }), all.filter(({ piece }) => piece.type === "t").map(({ san }) => san));
  assert.deepEqual(game.moves({ square: "b3" }), [], "the other side's");
});

test("a move by every form; one that fits none or several throws and changes nothing", here, () => {
  const game = board({ c2: red("t", "i") });
  const fen = game.fen();
  for (const move of ["Cf2", "Cf1f2", "f1-f2", { from: "f1", to: "f2" }, { from: "f1", to: "f2", piece: "c", deploy: false, stay: false },
    { color: "r", from: at.f1, to: at.f2, piece: red("c"), flags: lib.BITS.NORMAL }]) {
    const result = game.move(move);
    assert.deepEqual([result.lan, result.before, result.after, result.completed], ["Cf1f2", fen, game.fen(), true]);
    game.undo();
    assert.equal(game.fen(), fen);
  }
  for (const move of ["Ch9", "If1-f0", "nonsense", { from: "f1", to: "k9" }, { from: "f1", to: "f2", deploy: true }, null, 7]) {
    assert.throws(() => game.move(move), Error, JSON.stringify(move));
  }
  assert.throws(() => game.move({ from: "c2", to: "c3" }), /Ambiguous/);
  assert.deepEqual([game.fen(), game.history()], [fen, []]);
});

test("a session: results, state, undo, commit, cancel", here, () => {
  const game = board({ c3: red("f", "t", "m") });
  const fen = game.fen();
  assert.deepEqual([game.getSession(), game.getDeployState(), game.canCommitSession()], [null, null, false]);
  assert.deepEqual([game.commitSession().success, typeof game.commitSession().reason], [false, "string"]);
  const first = game.move({ from: "c3", to: "c4", piece: "t", deploy: true });
  assert.deepEqual([first.san, first.flags, first.completed, first.isDeploy, first.to], ["(FM)<T>c4", "d", false, true, "c4"]);
  assert.deepEqual([first.lan, game.turn(), game.moveNumber(), game.history()], ["c3:(FM):T>c4", "r", 1, []]);
  assert.ok(game.moves({ verbose: true }).every(({ from }) => from === "c3"));
  const state = game.getDeployState();
  assert.deepEqual(Object.keys(state).sort(),
    ["canCommit", "isComplete", "movedPieces", "originalPiece", "remainingPieces", "stackSquare", "stayPiece", "turn"]);
  assert.deepEqual([state.stackSquare, state.turn, state.canCommit, state.isComplete], [at.c3, "r", true, false]);
  assert.deepEqual([state.originalPiece.type, state.originalPiece.carrying.map(({ type }) => type)], ["f", ["t", "m"]]);
  assert.deepEqual([state.remainingPieces.map(({ type }) => type), state.stayPiece.type], [["f", "m"], "f"]);
  assert.deepEqual(state.movedPieces.map(({ piece, from, to }) => [piece.type, from, to]), [["t", "c3", "c4"]]);
  const session = game.getSession();
  assert.deepEqual([session.commands.length, session.commands[0].move.piece.type, session.commands[0].move.to], [1, "t", at.c4]);
  assert.deepEqual([session.remaining[0].type, session.startFEN, session.moves[0].flags], ["f", fen, lib.BITS.DEPLOY | lib.BITS.NORMAL]);
  assert.equal(game.fen(), `${fen} c3:(FM):T>c4...`);
  assert.equal(game.fen(false), fen);
  game.move({ from: "c3", to: "d3", piece: "m", deploy: true });
  game.undo();
  assert.equal(game.getSession().commands.length, 1);
  game.undo();
  assert.deepEqual([game.fen(), game.getSession()], [fen, null]);
  game.move("T>c4");
  const { success, result } = game.commitSession();
  assert.deepEqual([success, result.completed, result.san, [...result.to.keys()]], [true, true, "(FM)<T>c4", ["c4"]]);
  assert.deepEqual(result.getHighlightSquares(), ["c3", "c4"]);
  assert.deepEqual([game.turn(), game.history(), game.get("c3").carrying.length], ["b", ["(FM)<T>c4"], 1]);
  game.undo();
  assert.equal(game.fen(), fen);
  for (const [piece, to] of [["t", "d3"], ["m", "c4"]]) game.move({ from: "c3", to, piece, deploy: true });
  const last = game.move({ from: "c3", to: "f3", piece: "f", deploy: true });
  assert.deepEqual([last.completed, last.to.get("f3").type, game.getSession(), game.turn()], [true, "f", null, "b"]);
  game.undo();
  game.move("T>c4");
  game.cancelSession();
  assert.deepEqual([game.fen(), game.getSession()], [fen, null]);
});

test("the end", here, () => {
  const says = (fen) => {
    const game = new CoTuLenh(fen);
    return ["isCheck", "isCheckmate", "isStalemate", "isDraw", "isDrawByFiftyMoves", "isThreefoldRepetition", "isCommanderCaptured", "isGameOver"]
      .filter((name) => game[name]());
  };
  assert.deepEqual(says(lib.DEFAULT_POSITION), []);
  assert.deepEqual(says("11/11/11/11/11/11/11/11/3C7/4+M6/2c8/11 b - - 7 4"), ["isStalemate", "isDraw", "isGameOver"]);
  assert.deepEqual(says(COMMANDERS.replace("0 1", "100 60")), ["isDraw", "isDrawByFiftyMoves", "isGameOver"]);
  assert.deepEqual(says("11/11/11/11/11/11/11/11/11/11/11/5C5 b - - 0 1").slice(-2), ["isCommanderCaptured", "isGameOver"]);
  const check = board({ f3: blue("t") });
  assert.deepEqual([check.isCheck(), check.isCommanderInDanger("r"), check.isCommanderInDanger("b")], [true, true, false]);
  assert.deepEqual(check.getAttackers(at.f1, "b"), [{ square: at.f3, type: "t" }]);
  assert.deepEqual(check.getAttackers(at.f1, "r"), []);
});

test("air defence follows the board", here, () => {
  const game = board({ c5: red("g") });
  const { r, b } = game.getAirDefenseInfluence();
  assert.deepEqual([[...r.keys()].sort(), b.size], [["b5", "c4", "c5", "c6", "d5"], 0]);
  assert.ok([...r.values()].every((guns) => guns.join() === "c5"));
  game.setHeroicStatus("c5", "g", true);
  assert.equal(game.getAirDefenseInfluence().r.size, 13);
});

test("the game: history, headers, comments, metadata, PGN", here, () => {
  const game = new CoTuLenh();
  game.setComment("before");
  game.move("Ic6");
  game.setComment("a {note}");
  game.move("Ch12");
  game.move("Ed6");
  const fen = game.fen();
  assert.deepEqual(game.history(), ["Ic6", "Ch12", "Ed6"]);
  assert.deepEqual(game.history({ verbose: true }).map(({ from, to }) => from + to), ["c5c6", "g12h12", "d5d6"]);
  assert.deepEqual(game.getMetadata(), { turn: "b", halfMoves: 3, moveNumber: 2, fen });
  assert.equal(game.fen(), fen, "asking changes nothing");
  assert.equal(game.setHeader("Red", "A").Red, "A");
  assert.deepEqual([game.setHeader("Odd", "x").Odd, game.removeHeader("Odd"), game.removeHeader("Odd"), game.getHeaders().Odd], ["x", true, false, undefined]);
  assert.deepEqual([game.removeHeader("Red"), game.getHeaders().Red], [true, "?"]);
  game.setComment("here");
  assert.deepEqual([game.getComment(), game.removeComment(), game.getComment(), game.removeComment()], ["here", "here", undefined, undefined]);
  const text = game.pgn({ clocks: ["0:10:00", 59, 3661] });
  for (const tag of Object.keys(lib.SEVEN_TAG_ROSTER)) assert.ok(text.includes(`[${tag} "`), tag);
  assert.match(text, new RegExp(`\\[Date "${new Date().getFullYear()}\\.\\d\\d\\.\\d\\d"\\]`));
  assert.match(text, /\{before\} 1\. Ic6 \{\[%clk 0:10:00\] a \(note\)\} 1\.\.\. Ch12 \{\[%clk 0:00:59\]\} 2\. Ed6 \{\[%clk 1:01:01\]\} \*$/);
  assert.ok(!text.includes("[FEN "), "the usual start is not written");
  assert.ok(game.pgn({ newline: "\r\n" }).includes("\r\n"));
  assert.ok(game.pgn({ maxWidth: 12 }).split("\n\n")[1].split("\n").every((line) => line.length <= 12 || !line.includes(" ")));
  const again = new CoTuLenh();
  again.loadPgn(game.pgn());
  assert.deepEqual([again.fen(), again.history()], [fen, game.history()]);
  assert.throws(() => again.loadPgn("1. Ic6", { strict: true }), /result/);
  const custom = new CoTuLenh(COMMANDERS);
  assert.match(custom.pgn(), /\[SetUp "1"\]\n\[FEN "6c4/);
});

test("trying moves as an AI does leaves the game as it was", here, () => {
  const game = new CoTuLenh();
  for (const move of game.moves({ verbose: true })) {
    const tried = new CoTuLenh(game.fen());
    tried.move({ from: move.from, to: move.to, piece: move.piece.type, deploy: move.isDeploy, stay: move.isStayCapture });
    tried.undo();
    assert.equal(tried.fen(), game.fen());
  }
});
