// A small app from `npm pack`'s file, built by Vite, in Chromium: a move is answered by level 5, the
// page stays alive under a search of three seconds, and a search stops when told. The figures are
// printed and not judged: what a busy machine shows is no fault of the package.
//
//   node js/tools/vite.mjs

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = new URL("../../", import.meta.url);
const require = createRequire(new URL("web/package.json", root));
const { chromium } = require("playwright-core");
const { build } = await import(pathToFileURL(join(fileURLToPath(new URL("web/node_modules/vite/", root)), "dist/node/index.js")).href);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

const PAGE = `<!doctype html><title>app</title><div id="board"></div><p id="says"></p><div id="moves"></div>
<script type="module" src="/main.js"></script>`;

/** The app: twenty lines. */
const APP = `import { engine, load } from "takeback";
const state = (await load("cotulenh")).start();
const opponent = engine("5");
const [board, says, moves] = ["board", "says", "moves"].map((id) => document.getElementById(id));
function show(text) {
  board.innerHTML = state.svg({ size: 480 });
  says.textContent = text;
  moves.replaceChildren(...state.legalMoves().map((move) => {
    const button = document.createElement("button");
    button.textContent = move;
    button.onclick = () => answer(move);
    return button;
  }));
}
async function answer(move) {
  state.play(move);
  show("thinking");
  state.play((await opponent.think(state)).best);
  show("your move");
}
Object.assign(window, { state, engine });
show("your move");
`;

const app = await mkdtemp(join(tmpdir(), "takeback-app-"));
let browser;
let server;
try {
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", app], { cwd: new URL("js/", root) });
  const file = join(app, packed.toString().trim().split("\n").at(-1));
  console.log(`packed: ${((await stat(file)).size / 1000).toFixed(0)} kB`);
  await mkdir(join(app, "node_modules/takeback"), { recursive: true });
  execFileSync("tar", ["xzf", file, "-C", join(app, "node_modules/takeback"), "--strip-components", "1"]);
  await writeFile(join(app, "index.html"), PAGE);
  await writeFile(join(app, "main.js"), APP);
  await build({ root: app, logLevel: "error", build: { target: "es2022" }, worker: { format: "es" } });

  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://app");
    const found = join(app, "dist", pathname === "/" ? "index.html" : pathname);
    if (!existsSync(found)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(found)] ?? "application/octet-stream" }).end(await readFile(found));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? BROWSERS.find(existsSync), headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const page = await browser.newPage();
  page.on("pageerror", (error) => { throw error; });
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.getByText("your move").waitFor();
  const begun = Date.now();
  await page.locator("#moves button").first().click();
  await page.waitForFunction(() => window.state.moves.length === 2, null, { timeout: 120_000 });
  console.log(`ok       a move is answered by level 5 after ${Date.now() - begun} ms`);

  const seen = await page.evaluate(async () => {
    let frames = 0;
    let longest = 0;
    let last = performance.now();
    let isOver = false;
    const count = (now) => {
      frames += 1;
      longest = Math.max(longest, now - last);
      last = now;
      if (!isOver) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    const begun = performance.now();
    const found = await window.engine("ab:time=3s").think(window.state, { onProgress: () => {} });
    isOver = true;
    return { frames, longest, ms: performance.now() - begun, best: found.best };
  });
  assert.ok(seen.best && seen.frames > 0);
  const rate = (1000 * seen.frames / seen.ms).toFixed(1);
  console.log(`ok       ${rate} frames a second while it searches for ${Math.round(seen.ms)} ms; the longest took ${Math.round(seen.longest)} ms`);

  const stopped = await page.evaluate(async () => {
    const stop = new AbortController();
    let told;
    const found = await window.engine("ab:depth=60").think(window.state, {
      signal: stop.signal,
      onProgress: () => {
        told ??= performance.now();
        stop.abort();
      },
    });
    return { ms: performance.now() - told, best: found.best };
  });
  assert.ok(stopped.best);
  console.log(`ok       a search stops after ${stopped.ms.toFixed(1)} ms`);
} finally {
  await browser?.close();
  server?.close();
  await rm(app, { recursive: true });
}
