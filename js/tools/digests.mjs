// Random games natively and in WebAssembly: every turn, list, key and payoff, and every game taken back,
// boiled down to one number for each variant, which must be the same.
//
//   cargo build --profile quick --package takeback-wasm --features games --example digest
//   DIGEST=target/quick/examples/digest node js/tools/digests.mjs [--games 100000] [--only hex,chess] [--seed 1]
//
// --games is for each game of the house; its variants share them.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { gameNames, load } from "../src/index.js";

const option = (name, usual) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? usual : process.argv[at + 1];
};
const total = Number(option("--games", "1000"));
const seed = Number(option("--seed", "1"));
const only = option("--only")?.split(",") ?? gameNames;
/** Games digested at once, so that both sides work at the same time and a difference is found early. */
const CHUNK = 2000;

const native = spawn(process.env.DIGEST ?? "target/quick/examples/digest", [], { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: native.stdout })[Symbol.asyncIterator]();
native.on("error", (error) => {
  console.log(`FAILED  ${error.message}; build it as this file says`);
  process.exit(1);
});

let failed = 0;
for (const name of only) {
  const { variants } = await load(name);
  const share = Math.ceil(total / variants.length);
  const sum = { games: 0, plies: 0 };
  const wrong = [];
  const begun = performance.now();
  for (const { name: variant } of variants) {
    const game = await load(`${name}:${variant}`);
    for (let from = 0; from < share; from += CHUNK) {
      const games = Math.min(CHUNK, share - from);
      native.stdin.write(`${game.fullName} ${seed} ${from} ${games}\n`);
      const here = await game.digest({ seed, from, games });
      const { value, done } = await answers.next();
      if (done || JSON.stringify(JSON.parse(value)) !== JSON.stringify(here)) {
        wrong.push(`${variant} from game ${from}: ${JSON.stringify(here)} here, ${done ? "nothing" : value} natively`);
        if (done) break;
      }
      sum.games += here.games;
      sum.plies += here.plies;
    }
  }
  failed += wrong.length;
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  if (wrong.length > 0) console.log(`FAILED  ${name}: ${wrong[0]}`);
  else console.log(`ok      ${name}: ${sum.games} games of ${variants.length} variants, ${sum.plies} plies, ${seconds} s`);
}
native.stdin.end();
process.exitCode = failed > 0 ? 1 : 0;
