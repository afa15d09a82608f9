// The board as a thing to handle: what slides, what can be dragged, from which side one looks.

import assert from "node:assert/strict";
import { start, state, until } from "./drive.mjs";

export async function boardItself(run, address) {
  await run("only what moved slides", (page) => sliding(page, address));
  await run("drag and drop", (page) => dragging(page, address));
  await run("from the other side", (page) => otherSide(page, address));
  await run("arrows of one's own", (page) => arrows(page, address));
  await run("the engine goes on beside the moves", (page) => beside(page, address));
}

const middle = async (page, name) => {
  const box = await page.locator(`.hit[data-name="${name}"]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** What an engine that was told to stop says in the end: its last report may be on its way. */
async function lastWord(page, selector) {
  let said = await page.textContent(selector);
  for (let tries = 0; tries < 20; tries += 1) {
    await page.waitForTimeout(500);
    const now = await page.textContent(selector);
    if (now === said) return said;
    said = now;
  }
  throw new Error(`${selector} goes on changing`);
}

async function drag(page, from, to, button = "left") {
  const [a, b] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(...a);
  await page.mouse.down({ button });
  await page.mouse.move((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, { steps: 4 });
  await page.mouse.move(...b, { steps: 4 });
  await page.mouse.up({ button });
}

const click = async (page, from, to, node) => {
  await page.click(`.hit[data-name="${from}"]`);
  await page.click(`.hit[data-name="${to}"]`);
  await until(page, `${from} to ${to}`, (s) => s.now === node);
  await page.waitForTimeout(80);
};

async function sliding(page, address) {
  await start(page, address, "chess", undefined, ["person", "person"]);
  await click(page, "e2", "e4", 1);
  await click(page, "d7", "d5", 2);
  // Elements remember where they were, whatever their place in the document.
  await page.evaluate(() => {
    for (const piece of document.querySelectorAll(".board .piece")) piece.before_ = piece.style.transform;
  });
  await click(page, "e4", "d5", 3);
  const seen = await page.evaluate(() => {
    const pieces = [...document.querySelectorAll(".board .piece")];
    const known = pieces.filter((piece) => piece.before_ !== undefined);
    return { all: pieces.length, known: known.length, moved: known.filter((piece) => piece.before_ !== piece.style.transform).length };
  });
  assert.deepEqual(seen, { all: 31, known: 31, moved: 1 }, "a pawn took a pawn, and thirty pieces stood still");
}

async function dragging(page, address) {
  await start(page, address, "chess", undefined, ["person", "person"]);
  await drag(page, "e2", "e4");
  const after = await until(page, "a move by dragging", (s) => s.now === 1);
  assert.equal(after.nodes[1].text, "e2e4");
  await drag(page, "e7", "e3");
  await page.waitForTimeout(150);
  assert.equal((await state(page)).now, 1, "what the rules forbid is not played");
}

async function otherSide(page, address) {
  await start(page, address, "chess", undefined, ["2", "person"]);
  await until(page, "the engine's move", (s) => s.you.plays === 1);
  const [, mine] = await middle(page, "e7");
  const [, theirs] = await middle(page, "e2");
  assert.ok(mine > theirs, "the second player sits below");
  await page.click("#flip");
  const [, turned] = await middle(page, "e7");
  assert.ok(turned < mine, "and may look from the other side");
}

async function arrows(page, address) {
  await start(page, address, "chess", undefined, ["person", "person"]);
  await drag(page, "g1", "f3", "right");
  await page.waitForSelector(".arrow");
  await drag(page, "g1", "f3", "right");
  assert.equal(await page.locator(".arrow").count(), 0, "the same arrow again takes it away");
  assert.equal((await state(page)).now, 0);
}

async function beside(page, address) {
  await start(page, address, "chess", undefined, ["person", "person"]);
  await page.click("#tab-analysis");
  await page.click("#analyse");
  await page.waitForSelector("[data-step='0-0']", { timeout: 45_000 });
  await page.click("#tab-moves");
  await page.waitForSelector(".arrow", { timeout: 45_000 });
  await click(page, "e2", "e4", 1);
  // It has gone on to the new position by itself.
  await page.waitForSelector(".arrow", { timeout: 45_000 });
  await page.click("#tab-analysis");
  await page.waitForSelector("[data-step='0-0']", { timeout: 45_000 });
  await page.hover("[data-step='0-0']");
  await page.waitForSelector(".peek svg .piece", { timeout: 45_000 });
  await page.click("#analyse");
  const [here, line] = [page.url(), await lastWord(page, "[data-step='0-0']")];
  await page.click("[data-step='0-0']");
  await page.waitForURL((url) => `${url}` !== here);
  await page.waitForSelector(".game[data-ready=true]");
  const study = await until(page, "a game of one's own", (s) => s.now === 1);
  assert.equal(study.nodes[1].short ?? study.nodes[1].text, line.trim());
}
