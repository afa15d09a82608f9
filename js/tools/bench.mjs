// What the package costs, as one table. node js/tools/bench.mjs
import { engine, fromRules, load } from "../src/index.js";
import { hexRules } from "../examples/hex.js";
import { haveFile } from "../test/have.mjs";

/** The best of several runs, in microseconds of processor time a call: what others do on the machine does not count. */
function cost(calls, work) {
  let best = Infinity;
  for (let run = 0; run < 9; run += 1) {
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

const rows = [];
if (await haveFile("cotulenh")) {
  const game = await load("cotulenh");
  const nodes = Object.values(game.perft(3)).reduce((sum, n) => sum + n, 0);
  rows.push(["perft 3 of CoTuLenh", `${(nodes / cost(3, () => game.perft(3))).toFixed(1)} M/s`]);
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
if (await haveFile("rules")) {
  const state = (await fromRules(hexRules(7))).start();
  rows.push(["fromRules: Hex 7x7, mcts", `${Math.round(iterations("mcts", state, 5000))} playouts/s`]);
}
for (const [what, value] of rows) console.log(`${what.padEnd(40)} ${value}`);
