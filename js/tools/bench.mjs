// What the package costs, as one table. node js/tools/bench.mjs
import { performance } from "node:perf_hooks";
import { engine, fromRules, load } from "../src/index.js";
import { hexRules } from "../examples/hex.js";
import { haveFile } from "../test/have.mjs";

/** The best of several runs, in microseconds a call: what others do on the machine only adds. */
function cost(calls, work) {
  let best = Infinity;
  for (let run = 0; run < 9; run += 1) {
    const begun = performance.now();
    for (let i = 0; i < calls; i += 1) work();
    best = Math.min(best, (performance.now() - begun) / calls);
  }
  return best * 1000;
}

const rows = [];
if (await haveFile("cotulenh")) {
  const game = await load("cotulenh");
  for (let run = 0, best = Infinity; run < 3; run += 1) {
    const begun = performance.now();
    const nodes = Object.values(game.perft(3)).reduce((sum, n) => sum + n, 0);
    best = Math.min(best, performance.now() - begun);
    if (run === 2) rows.push(["perft 3 of CoTuLenh", `${(nodes / best / 1000).toFixed(1)} M/s`]);
  }
  const found = engine("ab").thinkSync(game.start(), { time: 1000 });
  rows.push(["alpha-beta, 1 s from the start", `${found.nodes} nodes, depth ${found.depth}`]);
  const { CoTuLenh } = await import("../src/cotulenh.js");
  const original = new CoTuLenh();
  const fen = original.fen();
  rows.push(["drop-in: load and moves(), 116 texts", `${cost(100, () => { original.load(fen, { skipValidation: true }); original.moves(); }).toFixed(0)} us`]);
  rows.push(["drop-in: move and undo", `${cost(100, () => { original.move({ from: "e2", to: "e5" }); original.undo(); }).toFixed(0)} us`]);
  rows.push(["drop-in: move, undo and moves()", `${cost(100, () => { original.move({ from: "e2", to: "e5" }); original.undo(); original.moves(); }).toFixed(0)} us`]);
}
if (await haveFile("rules")) {
  const state = (await fromRules(hexRules(7))).start();
  const player = engine("mcts");
  player.thinkSync(state, { iterations: 5000 });
  let best = 0;
  for (let run = 0; run < 5; run += 1) {
    const { seconds } = player.thinkSync(state, { iterations: 10_000 });
    best = Math.max(best, 10_000 / seconds);
  }
  rows.push(["fromRules: Hex 7x7, mcts", `${Math.round(best)} playouts/s`]);
}
for (const [name, board] of [["hex", "hex:7x7"], ["ringrift", "ringrift"]]) {
  if (!(await haveFile(name))) continue;
  const state = (await load(board)).start();
  let best = 0;
  for (let run = 0; run < 3; run += 1) {
    const { seconds } = engine("mcts").thinkSync(state, { iterations: 500 });
    best = Math.max(best, 500 / seconds);
  }
  rows.push([`${board}: mcts`, `${Math.round(best)} iterations/s`]);
}
for (const [what, value] of rows) console.log(`${what.padEnd(40)} ${value}`);
