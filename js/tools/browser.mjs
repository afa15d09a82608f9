// The package in Chromium, from a plain file server: golden games, an engine in a
// worker that reports and stops, threads on an isolated page, rules in JavaScript, the drop-in.
//
//   node js/tools/browser.mjs

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname } from "node:path";

const root = new URL("../../", import.meta.url);
const { chromium } = createRequire(new URL("web/package.json", root))("playwright-core");
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".txt": "text/plain", ".html": "text/html" };

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, "http://127.0.0.1");
  // Workers of an isolated page ask for the second header too.
  response.setHeader("cross-origin-embedder-policy", "require-corp");
  if (pathname === "/" || pathname === "/isolated") {
    if (pathname === "/") response.removeHeader("cross-origin-embedder-policy");
    else response.setHeader("cross-origin-opener-policy", "same-origin");
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>takeback</title>");
    return;
  }
  try {
    const content = await readFile(new URL(`.${pathname}`, root));
    response.writeHead(200, { "content-type": TYPES[extname(pathname)] ?? "application/octet-stream" }).end(content);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const address = `http://127.0.0.1:${server.address().port}/`;

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? BROWSERS.find(existsSync),
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const page = await (await browser.newContext()).newPage();
page.on("pageerror", (error) => { throw error; });
await page.goto(address);
const built = (name) => existsSync(new URL(`js/wasm/${name}.wasm`, root));

const tests = {
  "golden games": { needs: "cotulenh", run: async () => {
    const { load } = await import("/js/src/index.js");
    const text = await (await fetch("/golden/cotulenh/standard.txt")).text();
    return (await (await load("cotulenh")).compareGolden(text)).plies > 0;
  } },
  "a worker thinks, reports and stops": { needs: "cotulenh", run: async () => {
    const { engine, load } = await import("/js/src/index.js");
    const state = (await load("cotulenh")).start();
    const stop = new AbortController();
    let reports = 0;
    const player = engine("ab:depth=60");
    const found = await player.think(state, { signal: stop.signal, onProgress: () => { reports += 1; stop.abort(); } });
    const again = await player.think(state, { depth: 2 });
    return reports > 0 && found.stopped === "flag" && state.legalMoves().includes(found.best) && again.depth === 2;
  } },
  "threads on an isolated page": { needs: "cotulenh-threads", at: "isolated", run: async () => {
    const { engine, load } = await import("/js/src/index.js");
    const state = (await load("cotulenh")).start();
    const player = engine("mcts:iterations=2000,threads=3");
    const found = await player.think(state);
    const stop = new AbortController();
    const stopped = await player.think(state, { iterations: 1e9, signal: stop.signal, onProgress: () => stop.abort() });
    const deep = await engine("ab:depth=3,threads=2").think(state);
    return crossOriginIsolated && found.stopped === "iterations" && stopped.stopped === "flag" && deep.depth === 3;
  } },
  "threads asked for where nothing is shared": { needs: "cotulenh", run: async () => {
    const { engine, load } = await import("/js/src/index.js");
    const found = await engine("mcts:iterations=200,threads=3").think((await load("cotulenh")).start());
    return !crossOriginIsolated && found.nodes === 200;
  } },
  "rules in JavaScript": { needs: "rules", run: async () => {
    const { engine, fromRules, verify } = await import("/js/src/index.js");
    const { gardenRules } = await import("/js/examples/garden.js");
    const { failure } = await verify(gardenRules({ forgetful: true }), { plies: 2000 });
    const { best } = await engine("mcts:iterations=200").think((await fromRules(gardenRules())).start());
    return failure !== null && best !== undefined;
  } },
  "the browser keeps games, the latest": { needs: "rules", run: async () => {
    const { browserStore } = await import("/js/src/house.js");
    const name = (i) => `game ${String(i).padStart(3, "0")}`;
    const first = browserStore("kept games");
    for (let i = 0; i < 205; i += 1) await first.write(name(i), { game: "hex", text: `{"n":${i}}` });
    await first.forget(name(203));
    const again = browserStore("kept games");
    for (let tries = 0; tries < 200 && (await again.read(name(0))); tries += 1) await new Promise((wait) => setTimeout(wait, 20));
    const kept = await Promise.all([0, 3, 4, 203, 204].map(async (i) => (await again.read(name(i)))?.text ?? null));
    return JSON.stringify(kept) === JSON.stringify([null, null, '{"n":4}', null, '{"n":204}']);
  } },
  "the drop-in": { needs: "cotulenh", run: async () => {
    const { CoTuLenh } = await import("/js/src/cotulenh.js");
    const game = new CoTuLenh();
    const before = game.fen();
    game.move(game.moves()[0]);
    game.undo();
    return game.fen() === before && game.moves().length === 116;
  } },
};

/** The page that embeds a board: a move is answered and taken back. */
async function embedded() {
  const board = await (await browser.newContext()).newPage();
  await board.goto(new URL("js/examples/board.html", address).href);
  const buttons = board.locator("#moves button");
  await board.getByText("Your move.").waitFor();
  const all = await buttons.count();
  await buttons.first().click();
  await board.getByText("Your move.").waitFor();
  const pieces = await board.locator("#board svg").innerHTML();
  await board.getByText("Take back").click();
  await board.waitForFunction((before) => document.querySelector("#board svg").innerHTML !== before, pieces);
  const again = await buttons.count();
  await board.close();
  return all > 0 && again === all;
}

let failed = 0;
if (built("small")) {
  const well = await embedded().catch((error) => { console.log(error.message); return false; });
  failed += well ? 0 : 1;
  console.log(`${well ? "ok      " : "FAILED  "} a page that embeds a board`);
}
for (const [name, { needs, run, at = "" }] of Object.entries(tests)) {
  if (!built(needs)) {
    console.log(`skipped  ${name}: ${needs}.wasm is not built`);
    continue;
  }
  try {
    await page.goto(new URL(at, address).href);
    assert.equal(await page.evaluate(run), true);
    console.log(`ok       ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED   ${name}: ${error.message}`);
  }
}
await browser.close();
server.close();
process.exitCode = failed > 0 ? 1 : 0;
