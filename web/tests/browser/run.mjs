// Every game in a real browser: start, play by clicking, take back all, redo,
// let the engine answer, watch the analysis, reload and find the game again.
//
//   TAKEBACK=path/to/takeback node tests/browser/run.mjs [--only hex,chess] [--pictures FOLDER]
//
// Without TAKEBACK, ADDRESS names a server that runs already.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { boardItself } from "./board.mjs";
import { everyGame } from "./game.mjs";
import { lessons } from "./learn.mjs";
import { looks } from "./looks.mjs";
import { pageItself } from "./page.mjs";
import { people } from "./people.mjs";
import { pictures } from "./pictures.mjs";
import { studies } from "./study.mjs";

const option = (name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Start the server on a free port; its address. */
async function serve() {
  if (!process.env.TAKEBACK) return { address: process.env.ADDRESS ?? "http://127.0.0.1:7878", end: () => {} };
  const server = spawn(process.env.TAKEBACK, ["serve", "--memory", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: server.stdout })) {
    const found = /http:\/\/\S+/.exec(line);
    if (found) return { address: found[0], end: () => server.kill("SIGTERM") };
  }
  throw new Error("the server did not start");
}

const executablePath = process.env.CHROMIUM ?? BROWSERS.find(existsSync);
const { address, end } = await serve();
const browser = await chromium.launch({ executablePath, headless: true, args: ARGS });
let failed = 0;
let passed = 0;

async function run(name, test) {
  const begun = Date.now();
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(`${error}`));
  // A refusal that the page shows is no fault of the page.
  const refusal = /status of (400|404|409|422)/;
  page.on("console", (message) => {
    if (message.type() === "error" && !refusal.test(message.text())) wrong.push(message.text());
  });
  try {
    await test(page, context);
    if (wrong.length > 0) throw new Error(`the page complained: ${wrong.join("; ")}`);
    passed += 1;
    console.log(`ok   ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}: ${error.stack ?? error}`);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name.replace(/\W+/g, "-")}.png` });
  } finally {
    await context.close();
  }
}

try {
  const only = option("--only")?.split(",");
  const folder = option("--pictures");
  if (folder) {
    mkdirSync(folder, { recursive: true });
    await pictures(run, address, folder, only);
  } else {
    await everyGame(run, address, only);
    if (!only || only.includes("board")) await boardItself(run, address);
    if (!only || only.includes("learn")) await lessons(run, address);
    if (!only || only.includes("people")) await people(run, address);
    if (!only || only.includes("study")) await studies(run, address);
    if (!only || only.includes("looks")) await looks(run, address);
    if (!only || only.includes("page")) await pageItself(run, address);
  }
} finally {
  await browser.close();
  end();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
