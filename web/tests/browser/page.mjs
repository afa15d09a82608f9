// What the page does whatever the game.

import assert from "node:assert/strict";
import { dice, playByClicking, shows, start, state, until } from "./drive.mjs";

export async function pageItself(run, address) {
  await run("by keyboard alone", (page) => byKeyboard(page, address));
  await run("branches", (page) => branches(page, address));
  await run("engine against engine", (page) => engines(page, address));
  await run("set up a position", (page) => setUp(page, address));
  await run("grades and tree", (page) => judged(page, address));
  await run("on a phone", (page) => phone(page, address));
  await run("a spectator only looks on", (page, context) => spectator(page, context, address));
  await run("a damaged save", (page) => damagedSave(page, address));
  await run("a game that is gone", (page) => gone(page, address));
}

async function byKeyboard(page, address) {
  await start(page, address, "tictactoe", undefined, ["person", "person"]);
  await page.focus(".hit[tabindex='0']");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await until(page, "a move by Enter", (s) => s.now === 1);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await until(page, "another one", (s) => s.now === 2);
  await page.keyboard.press("Control+z");
  await until(page, "taken back", (s) => s.now === 1);
  await page.keyboard.press("Control+Shift+Z");
  await until(page, "redone", (s) => s.now === 2);
}

async function branches(page, address) {
  await start(page, address, "connect4", undefined, ["person", "person"]);
  const roll = dice(1);
  for (let i = 0; i < 4; i++) await playByClicking(page, roll);
  await page.click("#back");
  await page.click("#back");
  await until(page, "two back", (s) => s.now === 2);
  const taken = (await state(page)).nodes[3].text;
  for (let seed = 2; (await state(page)).count === 5; seed++) {
    await playByClicking(page, dice(seed));
    if ((await state(page)).count === 5) {
      await page.click("#back");
      await until(page, "back again", (s) => s.now === 2);
    }
  }
  await page.waitForSelector(".branch [data-node='5']");
  const texts = (await state(page)).nodes.map((node) => node.text);
  assert.notEqual(texts[5], taken);
  await page.click("[data-node='4']");
  await shows(page, 4);
}

async function engines(page, address) {
  await start(page, address, "othello", undefined, ["2", "2"]);
  await until(page, "a few moves", (s) => s.now >= 3);
  await page.click("#pause");
  const paused = await until(page, "a pause", (s) => !s.running && s.thinking.length === 0);
  await page.waitForTimeout(900);
  assert.equal((await state(page)).now, paused.now);
  await page.locator(".speed input").fill("5");
  await page.click("#resume");
  await until(page, "more moves", (s) => s.now > paused.now + 2);
}

async function setUp(page, address) {
  await start(page, address, "chess", undefined, ["person", "person"]);
  await page.click("#tab-position");
  const wanted = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
  await page.fill("#position", wanted);
  await page.click("#set-position");
  await until(page, "the position", (s) => s.position === wanted);
  await page.fill("#position", "nonsense");
  await page.click("#set-position");
  await page.waitForSelector(".trouble");
  assert.equal((await state(page)).position, wanted);
}

async function judged(page, address) {
  await start(page, address, "tictactoe", undefined, ["person", "person"]);
  const roll = dice(3);
  for (let i = 0; i < 9 && (await state(page)).turn.kind !== "over"; i++) await playByClicking(page, roll);
  await page.click("#tab-moves");
  await page.click("#grade");
  await page.waitForSelector(".grades tbody td", { timeout: 45_000 });
  await page.click("#back");
  await page.click("#tab-analysis");
  await page.waitForSelector(".graph");
  await page.click("#analyse");
  await page.waitForSelector("[data-twig='1']", { timeout: 45_000 });
  await page.click("[data-twig='1'] >> nth=0");
  await page.waitForSelector("li[aria-expanded=true] > ul, li[aria-expanded=true] > p", { timeout: 45_000 });
}

async function phone(page, address) {
  await page.setViewportSize({ width: 380, height: 780 });
  for (const game of ["cotulenh", "ringrift", "gofish"]) {
    await start(page, address, game, undefined, []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${game} is ${wide} pixels too wide`);
  }
}

async function spectator(page, context, address) {
  await start(page, address, "hex", "5x5", ["person", "person"]);
  const guest = await (await context.browser().newContext()).newPage();
  await guest.goto(page.url());
  await guest.waitForSelector(".game[data-ready=true]");
  await guest.waitForSelector("text=You are looking on.");
  await playByClicking(page, dice(5));
  await guest.waitForSelector(".board .piece");
  assert.equal(await guest.locator(".hit.target").count(), 0);
  // On a board of one's own everything may be tried, and the game stays as it is.
  await guest.click("#explore");
  await guest.waitForFunction((watched) => !location.href.endsWith(watched), /game\/\w+/.exec(page.url())[0]);
  await guest.waitForSelector(".game[data-ready=true] .hit.target");
  await playByClicking(guest, dice(6));
  assert.ok((await state(guest)).you.free);
  assert.equal((await state(page)).count, 2);
  await guest.context().close();
}

async function gone(page, address) {
  page.removeAllListeners("console");
  await page.goto(`${address}/#/game/nosuchgame`);
  await page.waitForSelector("text=This game is gone");
}

async function damagedSave(page, address) {
  await page.goto(address);
  await page.waitForSelector(".game-card");
  const sound = {
    takeback: 1,
    game: "tictactoe",
    variant: "3x3",
    start: "... ... ... x",
    seats: ["person", "person"],
    moves: [[0, "b2"]],
    now: 1,
  };
  const damaged = {
    "cut.json": JSON.stringify(sound).slice(0, 40),
    "list.json": "[1, 2]",
    "move.json": JSON.stringify({ ...sound, moves: [[0, "z9"]] }),
    "place.json": JSON.stringify({ ...sound, start: "nowhere" }),
    "game.json": JSON.stringify({ ...sound, game: "hopscotch" }),
  };
  for (const [name, text] of Object.entries(damaged)) {
    await page.setInputFiles(".load input", { name, mimeType: "application/json", buffer: Buffer.from(text) });
    await page.waitForFunction((name) => document.querySelector("#refused")?.textContent.includes(name), name);
    const said = await page.textContent("#refused");
    assert.match(said, /^\S+ (holds no saved game, or|is of a game)[^{}[\]]*\.$/, said);
    assert.ok((await page.locator(".game-card").count()) > 5, "the games are still there");
  }
}
