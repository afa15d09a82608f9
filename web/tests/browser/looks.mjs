// How it looks and reads: no violation of accessibility, big boards on small screens, the path of a newcomer, the size of the script.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { onPhone, playByClicking, start, state, until, dice } from "./drive.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function looks(run, address) {
  await run("the script is small", () => small(address));
  await run("the first paint, measured", (page, context) => painted(context, address));
  for (const scheme of ["light", "dark"]) {
    await run(`axe, ${scheme}`, async (page) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await accessible(page, address);
    });
    await run(`axe on a phone, ${scheme}`, async (page) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await onPhone(page);
      await accessible(page, address);
    });
  }
  await run("big boards on a phone", (page) => zoomed(page, address));
  await run("readable at 320 pixels", (page) => narrow(page, address));
  await run("players of many are told their place", (page) => places(page, address));
  await run("a newcomer's path", (page) => newcomer(page, address));
}

async function small(address) {
  const script = Buffer.from(await (await fetch(`${address}/assets/page.js`)).arrayBuffer());
  const packed = gzipSync(script).length;
  assert.ok(packed <= 120_000, `${packed} bytes packed`);
  console.log(`     ${(packed / 1000).toFixed(1)} kB packed`);
}

/** Visits of somebody who was never here. */
const VISITS = 5;

/** When the home page is first painted, and when its largest part is: told, not judged, since the machine may be busy. */
async function painted(context, address) {
  const seen = [];
  for (let i = 0; i < VISITS; i++) {
    const fresh = await context.browser().newContext({ viewport: { width: 1280, height: 860 } });
    const page = await fresh.newPage();
    await page.goto(address);
    await page.waitForSelector(".game-card svg");
    await page.waitForTimeout(300);
    seen.push(
      await page.evaluate(
        () =>
          new Promise((tell) => {
            const first = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
            new PerformanceObserver((list) => tell({ first, largest: list.getEntries().at(-1).startTime })).observe({
              type: "largest-contentful-paint",
              buffered: true,
            });
          }),
      ),
    );
    await fresh.close();
  }
  const middle = (name) => seen.map((one) => one[name]).sort((a, b) => a - b)[VISITS >> 1];
  assert.ok(seen.every(({ first, largest }) => first > 0 && largest >= first), JSON.stringify(seen));
  console.log(`     first paint after ${middle("first").toFixed(0)} ms, the largest part after ${middle("largest").toFixed(0)} ms`);
}

/** No violation on the page as it is. */
async function check(page, where) {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => (await window.axe.run(document)).violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`));
  assert.deepEqual(found, [], `${where}: ${found.join("\n")}`);
}

async function accessible(page, address) {
  await page.goto(address);
  await page.waitForSelector(".game-card");
  await page.waitForTimeout(500);
  await check(page, "home");
  for (const [where, mark] of [["play/cotulenh", "#start"], ["learn/chess", ".learn h1"], ["games", ".archive"], ["edit/chess", ".editor .piece"]]) {
    await page.goto(`${address}/#/${where}`);
    await page.waitForSelector(mark);
    await check(page, where);
  }
  for (const game of ["chess", "cotulenh", "gofish", "battlesnake"]) {
    await start(page, address, game, undefined, game === "gofish" ? ["person", "2"] : ["person", "person"]);
    await check(page, game);
  }
  await page.click("#tab-analysis");
  await check(page, "analysis");
  await page.click("#tab-position");
  await check(page, "position");
}

async function zoomed(page, address) {
  await onPhone(page);
  for (const [game, variant] of [["hex", "19x19"], ["ringrift", "hexagonal"]]) {
    await start(page, address, game, variant, ["person", "person"]);
    const size = async () => (await page.locator(".hit >> nth=0").boundingBox()).width;
    const before = await size();
    await page.click("#larger");
    await page.click("#larger");
    const after = await size();
    assert.ok(after > before * 2.5 && after >= 30, `${game}: ${before} became ${after} pixels`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    // The board is panned inside its frame, and can still be played on.
    await page.evaluate(() => document.querySelector(".zoomed").scrollTo(200, 200));
    await page.waitForTimeout(60);
    const left = await page.evaluate(() => document.querySelector(".zoomed").scrollLeft);
    assert.ok(left >= 150, `panned by ${left}`);
    await playByClicking(page, dice(4));
  }
}

async function narrow(page, address) {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ["", "#/games", "#/edit/cotulenh", "#/learn/ringrift", "#/play/battlesnake"]) {
    await page.goto(`${address}/${path}`);
    await page.waitForTimeout(400);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${path || "home"} is ${wide} pixels too wide`);
  }
  for (const [game, variant] of [["ringrift", "hex8"], ["battlesnake", "standard"]]) {
    await start(page, address, game, variant, []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${game} is ${wide} pixels too wide`);
  }
}

async function places(page, address) {
  await start(page, address, "battlesnake", "standard", ["1", "1", "1", "1"]);
  await page.locator(".speed input").fill("5");
  await until(page, "the end", (s) => s.turn.kind === "over");
  await page.waitForSelector(".players-box .tag");
  const told = await page.locator(".players-box .tag").allTextContents();
  assert.equal(told.length, 4);
  assert.ok(told.every((text) => !/\d\.\d/.test(text)), told.join(", "));
}

/** Click a move as the page's own list of clicks has it. */
async function make(page, text) {
  const now = await until(page, "a move to make", (s) => s.inputs.length > 0 && s.you.plays !== null);
  const input = now.inputs.find((input) => input.text === text);
  for (const target of input.clicks) {
    if ("cell" in target) await page.click(`[data-cell="${target.cell}"]`);
    else if ("button" in target) await page.click(`[data-button="${target.button}"]`);
  }
  if (await page.locator("[data-finish]").count()) await page.click("[data-finish]");
}

/** From the first page through the lesson about deploying to a game won against the weakest level. */
async function newcomer(page, address) {
  await page.goto(address);
  await page.click("[data-learn='cotulenh']");
  const { tasks } = await (await fetch(`${address}/api/v1/catalogue/cotulenh/guide`)).json();
  const deploy = tasks.findIndex((task) => task.text.includes("deploy"));
  await page.click(`[data-task="${deploy}"]`);
  await page.waitForSelector(".game[data-ready=true]");
  await make(page, tasks[deploy].accept[0]);
  await page.waitForSelector(".lesson[data-right=true]");
  await page.goto(address);
  await page.click("[data-game='cotulenh']");
  await page.waitForSelector("#start");
  await page.locator(".seat-row select").nth(1).selectOption("1");
  await page.click("#start");
  await page.waitForSelector(".game[data-ready=true]");
  // A newcomer has no plan of his own, but somebody beside him; every move is made by clicking.
  for (let i = 0; i < 160; i++) {
    const now = await until(page, "my turn", (s) => s.turn.kind === "over" || (s.you.plays === 0 && s.thinking.length === 0));
    if (now.turn.kind === "over") break;
    const body = JSON.stringify({ game: "cotulenh", variant: now.variant, position: now.position, engine: "6", time_ms: 400 });
    const headers = { "Content-Type": "application/json" };
    const { best } = await (await fetch(`${address}/api/v1/positions/best`, { method: "POST", headers, body })).json();
    await make(page, best);
    await until(page, "a move", (s) => s.turn.kind === "over" || s.head !== now.head);
  }
  const end = await state(page);
  assert.equal(end.turn.kind, "over");
  assert.equal(end.result[0], 1, "level 1 is beaten");
  await page.waitForSelector("#status >> text=Red wins");
}
