// What the package costs, as one table. node js/tools/bench.mjs
//
// With TAKEBACK=path/to/takeback (a release build) the same work is done natively beside it, and compared.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { described } from "../src/game.js";
import { engine, fromRules, load } from "../src/index.js";
import { Instance } from "../src/instance.js";
import { compile as compileLarge } from "../src/rooms.js";
import { hexRules } from "../examples/hex.js";
import { haveFile } from "../test/have.mjs";

/** The best of several runs, in microseconds of processor time a call: what others do on the machine does not count. */
function cost(calls, work, runs = 9) {
  let best = Infinity;
  for (let run = 0; run < runs; run += 1) {
    const begun = process.cpuUsage();
    for (let i = 0; i < calls; i += 1) work();
    const { user, system } = process.cpuUsage(begun);
    best = Math.min(best, (user + system) / calls);
  }
  return best;
}

/** Iterations a second of processor time. */
function iterations(spec, state, count) {
  const player = engine(spec);
  return 1e6 * count / cost(1, () => player.thinkSync(state, { iterations: count }));
}

/** Seconds of processor time that the program takes for this; null where there is none, or no way to know. */
function native(...args) {
  const program = process.env.TAKEBACK;
  if (!program || !existsSync("/usr/bin/time")) return null;
  let best = Infinity;
  for (let i = 0; i < 3; i += 1) {
    const timed = execFileSync("/bin/sh", ["-c", '/usr/bin/time -f "%U %S" "$@" 2>&1 >/dev/null | tail -n 1', "sh", program, ...args], { encoding: "utf8" });
    const [user, system] = timed.trim().split(" ").map(Number);
    best = Math.min(best, user + system);
  }
  return best;
}

/** Ours beside the native time: "0.38 s, natively 0.25 s: 0.66 of its speed". */
function beside(seconds, ...args) {
  const there = native(...args);
  return there === null ? `${seconds.toFixed(2)} s` : `${seconds.toFixed(2)} s, natively ${there.toFixed(2)} s: ${(there / seconds).toFixed(2)} of its speed`;
}

const rows = [];
if (await haveFile("cotulenh")) {
  const game = await load("cotulenh");
  const nodes = Object.values(game.perft(3)).reduce((sum, n) => sum + n, 0);
  rows.push(["perft 3 of CoTuLenh", `${(nodes / cost(3, () => game.perft(3))).toFixed(1)} M/s`]);
  rows.push(["perft 4 of CoTuLenh, 183,653,322 lines", beside(cost(1, () => game.perft(4), 2) / 1e6, "perft", "cotulenh", "4", "--threads", "1")]);
  const thinking = cost(1, () => engine("ab").thinkSync(game.start(), { nodes: 200_000 }));
  rows.push(["alpha-beta of CoTuLenh from the start", `${Math.round(200_000 / thinking * 1000)} k nodes/s`]);
  const { CoTuLenh } = await import("../src/cotulenh.js");
  const original = new CoTuLenh();
  const fen = original.fen();
  const loading = cost(100, () => original.load(fen, { skipValidation: true }));
  const listing = cost(100, () => { original.load(fen, { skipValidation: true }); original.moves(); }) - loading;
  rows.push(["drop-in: moves(), 116 texts", `${listing.toFixed(0)} us`]);
  original.load(fen);
  rows.push(["drop-in: move and undo", `${cost(100, () => { original.move({ from: "e2", to: "e5" }); original.undo(); }).toFixed(0)} us`]);
}
for (const [name, what, spec] of [
  ["hex", "300,000 playouts of Hex 11x11", "mcts:iterations=300000"],
  ["ringrift", "3,000 playouts of RingRift to the end", "mcts:iterations=3000,cut=20000"],
]) {
  if (!(await haveFile(name))) continue;
  // Where levels are not played by playouts, these are in the large file.
  const game = name === "ringrift" ? described(new Instance(await compileLarge(name)), name) : await load(name);
  const state = game.start();
  const player = engine(spec);
  rows.push([what, beside(cost(1, () => player.thinkSync(state), 3) / 1e6, "analyze", name, "--engine", spec)]);
}
if (await haveFile("rules")) {
  const state = (await fromRules(hexRules(7))).start();
  rows.push(["fromRules: Hex 7x7, mcts", `${Math.round(iterations("mcts", state, 5000))} playouts/s`]);
}
for (const [what, value] of rows) console.log(`${what.padEnd(40)} ${value}`);
