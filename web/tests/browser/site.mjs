// The page without a server: a folder under a sub-path of a plain file server, which is shut down
// after the first visit. Then all of it goes on: a whole game against a level, with a deployment;
// the walk through a game with analysis; rules and lesson; a link that carries a position.
//
//   TAKEBACK=path/to/takeback node tests/browser/site.mjs [--only hex,chess]

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";
import { make, start, state, until } from "./drive.mjs";
import { walk } from "./game.mjs";
import { learn } from "./learn.mjs";

const PATIENCE = 120_000;
const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json",
  ".svg": "image/svg+xml", ".wasm": "application/wasm" };
const UNDER = "/some/where/";

const at = process.argv.indexOf("--only");
const only = at < 0 ? ["cotulenh", "tictactoe", "gofish"] : process.argv[at + 1].split(",");

const folder = mkdtempSync(join(tmpdir(), "takeback-site-"));
console.log(execFileSync(process.env.TAKEBACK ?? "takeback", ["page", "--out", folder]).toString().trim());
const written = (file) => JSON.parse(readFileSync(join(folder, "data", file), "utf8"));

/** Whatever lies in the folder, and nothing else. */
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://site");
  const file = join(folder, pathname.slice(UNDER.length) || "index.html");
  if (!pathname.startsWith(UNDER) || !existsSync(file)) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const address = `http://127.0.0.1:${server.address().port}${UNDER.slice(0, -1)}`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? BROWSERS.find(existsSync), headless: true, args: ARGS,
});
const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
await context.grantPermissions(["clipboard-read", "clipboard-write"]);
const page = await context.newPage();
let wrong = [];
page.on("pageerror", (error) => wrong.push(`${error}`));
page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));

async function firstVisit() {
  const begun = Date.now();
  await page.goto(`${address}/`);
  await page.waitForSelector(".game-card");
  console.log(`     the games are shown after ${Date.now() - begun} ms`);
  // All is kept when what keeps it has taken over.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: PATIENCE });
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector(".game-card");
  assert.equal(await page.locator("a[href='/api.html']").count(), 0, "nothing of a server's");
}

const mine = (s) => s.turn.kind === "over" || (s.you.plays !== null && s.thinking.length === 0);

/** A stack is put together, an engine answers, one of its pieces is deployed; then engines play on to the end. */
async function wholeGame() {
  await start(page, address, "cotulenh", undefined, ["person", "2"]);
  const first = await until(page, "my move", mine);
  await make(page, first.inputs.find(({ text }) => text.includes("&")).text);
  const second = await until(page, "an answer", (s) => s.now >= 2 && mine(s));
  await make(page, second.inputs.find(({ text }) => text.includes(">")).text);
  let now = await until(page, "deployed", (s) => s.now > second.now);
  assert.ok(now.nodes.some(({ text }) => text.includes(">")), "a piece has left its stack");
  // The rest of the stack stays or goes; then the turn is over and the engine answers.
  while (!now.nodes.some(({ by }, i) => by === 1 && i > second.now)) {
    const { inputs } = now;
    const next = inputs.find(({ text }) => text === "commit") ?? inputs.find(({ text }) => text.includes(">")) ?? inputs[0];
    await make(page, next.text);
    now = await until(page, "another answer", (s) => s.now > now.now && mine(s));
  }
  await page.click(".players-box button[aria-expanded]");
  await page.locator(".players-box select").first().selectOption("2");
  const begun = Date.now();
  for (;;) {
    now = await state(page);
    if (now.turn.kind === "over") break;
    assert.equal(now.trouble, null);
    assert.ok(Date.now() - begun < 5 * PATIENCE, `still playing at ${now.now}`);
    await page.waitForTimeout(500);
  }
  console.log(`     ${now.now} moves, result ${now.result.join(" ")}`);
}

async function walks() {
  const { games } = written("catalogue.json");
  for (const game of games.filter(({ name }) => only.includes(name))) {
    await walk(page, address, game.name, game.variants[0]);
  }
}

/** A link to a position carries its moves to somebody else's browser. */
async function link() {
  await start(page, address, "cotulenh", undefined, ["person", "person"]);
  for (let i = 0; i < 2; i++) {
    const now = await until(page, "my move", mine);
    await make(page, now.inputs[0].text);
    await until(page, "made", (s) => s.now > now.now);
  }
  const { position, nodes } = await state(page);
  await page.click("#tab-position");
  await page.click("#share");
  await page.waitForSelector("text=The link is copied");
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto("about:blank");
  await page.goto(shared);
  await page.waitForSelector(".game[data-ready=true]", { timeout: PATIENCE });
  const there = await state(page);
  assert.equal(there.position, position);
  assert.deepEqual(there.nodes.map(({ text }) => text), nodes.map(({ text }) => text));
}

let failed = 0;
async function run(name, test) {
  const begun = Date.now();
  wrong = [];
  try {
    await test();
    assert.deepEqual(wrong, [], "the page complained");
    console.log(`ok   ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}: ${error.stack ?? error} ${wrong.join("; ")}`);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/site-${failed}.png` });
  }
}

try {
  await run("first visit, then no network", firstVisit);
  await run("a whole game with a deployment", wholeGame);
  await run(`walks: ${only.join(", ")}`, walks);
  await run("rules and lesson", () => learn(page, address, "cotulenh", written("cotulenh/guide.json")));
  await run("a link to a position", link);
} finally {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true });
}
process.exit(failed === 0 ? 0 : 1);
