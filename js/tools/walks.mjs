// Random games by the program and by the package: every position's key, list, texts and
// result must be the same. The program writes golden games as digests, the package plays
// them again from the same seeds.
//
//   TAKEBACK=path/to/takeback node js/tools/walks.mjs [--games 100000] [--only hex,chess]
//
// Without --games a sample of four of each variant.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gameNames, load } from "../src/index.js";

const option = (name, usual) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? usual : process.argv[at + 1];
};
const total = Number(option("--games", "4"));
const only = option("--only")?.split(",") ?? gameNames;
const program = process.env.TAKEBACK ?? "takeback";
/** Games written at once, so that no text grows too long. */
const CHUNK = 5000;

const folder = await mkdtemp(join(tmpdir(), "takeback-walks-"));
let failed = 0;
try {
  for (const name of only) {
    const sums = new Map();
    try {
      for (let done = 0; done < total; done += CHUNK) {
        const most = String(Math.min(CHUNK, total - done));
        const seed = String(1000 + done);
        await promisify(execFile)(program, [
          "golden", name, "--out", folder, "--digests", "--most", most, "--seed", seed, "--bytes", "1000000000",
        ]);
        for (const file of await readdir(join(folder, name))) {
          const variant = file.replace(/\.txt$/, "");
          const game = await load(`${name}:${variant}`);
          const { games, plies } = await game.compareGolden(await readFile(join(folder, name, file), "utf8"));
          assert.ok(games > 0 && plies > 0);
          const sum = sums.get(variant) ?? { games: 0, plies: 0 };
          sums.set(variant, { games: sum.games + games, plies: sum.plies + plies });
        }
      }
      const all = [...sums].map(([variant, { games, plies }]) => `${variant} ${games} games, ${plies} plies`);
      console.log(`ok      ${name}: ${all.join("; ")}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}: ${error.message}`);
    }
  }
} finally {
  await rm(folder, { recursive: true });
}
process.exitCode = failed > 0 ? 1 : 0;
