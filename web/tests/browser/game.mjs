// The walk through one game.

import assert from "node:assert/strict";
import { dice, look, playByClicking, shows, start, state, until } from "./drive.mjs";

/** Further boards worth a walk: another shape, more players. */
const MORE = { ringrift: ["hex8-3"], gofish: ["3"], battlesnake: ["standard"], hex: ["5x5"] };

export async function everyGame(run, address, only) {
  const { games } = await (await fetch(`${address}/api/v1/catalogue`)).json();
  for (const game of games) {
    if (only && !only.includes(game.name)) continue;
    const names = [game.variants[0].name, ...(MORE[game.name] ?? [])];
    for (const variant of game.variants.filter((v) => names.includes(v.name))) {
      await run(`${game.name}:${variant.name}`, (page) => walk(page, address, game.name, variant));
    }
  }
}

export async function walk(page, address, game, variant) {
  const roll = dice(7 + game.length);
  const engines = variant.levels.length > 0;
  const seats = Array.from({ length: variant.players }, (_, i) => (i === 0 || !engines ? "person" : "2"));
  await start(page, address, game, variant.name, seats);
  const first = await until(page, "the first move", (s) => s.you.plays !== null && s.thinking.length === 0);
  await shows(page, first.now);
  const firstLook = await look(page);

  // Play, and let the engine answer.
  let last = first;
  const answered = () => !engines || variant.players === 1 || last.nodes.some((node) => node.by !== null && node.by !== 0);
  for (let i = 0; i < 12 && last.turn.kind !== "over" && (i < 3 || !answered()); i++) {
    await playByClicking(page, roll);
    last = await until(page, "everybody has moved", (s) => s.turn.kind === "over" || (s.you.plays !== null && s.thinking.length === 0));
  }
  assert.ok(last.now > first.now, "moves were played");
  assert.ok(answered() || last.turn.kind === "over", "the engine has answered");
  await shows(page, last.now);
  const lastLook = await look(page);

  // Take back all of them, one after the other.
  for (let i = 0; i < 60 && (await page.isEnabled("#back")); i++) {
    const before = (await state(page)).now;
    await page.click("#back");
    await until(page, "one back", (s) => s.now !== before);
    await page.waitForTimeout(30);
  }
  const back = await state(page);
  assert.ok(back.now <= first.now, "all moves are taken back");
  if (first.now > 0) await page.click(`[data-node="${first.now}"]`);
  await shows(page, first.now);
  assert.equal(await look(page), firstLook, "the first position looks as it did");
  assert.equal((await state(page)).position, first.position);

  // Redo.
  await page.click("#last");
  await shows(page, last.now);
  assert.equal(await look(page), lastLook, "redone, it looks as it did");
  assert.equal((await state(page)).position, last.position);

  // Analysis, where there is something to decide and nothing to hide from us.
  if (engines && last.turn.kind !== "over") {
    await page.click("#tab-analysis");
    await page.click("#analyse");
    // A forced move needs no search: it is done with no node at all.
    const begun = () => {
      const figures = document.querySelector("#figures");
      return Number(figures?.dataset.nodes) > 0 || figures?.dataset.done === "true";
    };
    await page.waitForFunction(begun, null, { timeout: 45_000 });
    const nodes = () => page.evaluate(() => Number(document.querySelector("#figures").dataset.nodes));
    const seen = await nodes();
    await page.waitForFunction(
      (seen) => {
        const figures = document.querySelector("#figures");
        return Number(figures?.dataset.nodes) > seen || figures?.dataset.done === "true";
      },
      seen,
      { timeout: 45_000 },
    );
    assert.ok((await page.locator(".lines li").count()) > 0, "lines are shown");
    await page.click("#analyse");
  }

  // Reload, and find the game again.
  await page.reload();
  await page.waitForSelector(".game[data-ready=true]", { timeout: 45_000 });
  await shows(page, last.now);
  assert.equal(await look(page), lastLook, "after a reload it looks as it did");
}
