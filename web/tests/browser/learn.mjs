// From the home page through the rules and the first lesson of every game that has one.

import assert from "node:assert/strict";
import { make, until } from "./drive.mjs";

export async function lessons(run, address) {
  const { games } = await (await fetch(`${address}/api/v1/catalogue`)).json();
  for (const { name } of games.filter((game) => game.guide)) {
    const guide = await (await fetch(`${address}/api/v1/catalogue/${name}/guide`)).json();
    await run(`learn ${name}`, (page) => learn(page, address, name, guide));
  }
}

export async function learn(page, address, game, guide) {
  await page.goto(`${address}/#/`);
  await page.click(`[data-learn="${game}"]`);
  await page.waitForSelector(".learn h1");
  assert.ok((await page.locator(".learn figure svg, .learn figure .panels").count()) > 0, "there is a board to look at");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
  if (guide.tasks.length === 0) return;
  await page.click("#lesson");
  for (const [i, task] of guide.tasks.entries()) {
    await page.waitForSelector(".game[data-ready=true]");
    await page.waitForSelector(`.lesson >> text=${i + 1}/${guide.tasks.length}`);
    if (i === 0) {
      // Another move first: it is legal, it is not right, and it is taken back.
      const now = await until(page, "moves", (s) => s.inputs.length > 1);
      await make(page, now.inputs.find((input) => !task.accept.includes(input.text)).text);
      await page.click("#try-again");
      await until(page, "taken back", (s) => s.now === 0);
      assert.equal(await page.getAttribute(".lesson", "data-right"), "false");
    }
    await make(page, task.accept[0]);
    await page.waitForSelector(".lesson[data-right=true]", { timeout: 45_000 });
    const here = page.url();
    await page.click("#next-task");
    await page.waitForURL((url) => `${url}` !== here);
  }
  await page.waitForSelector(".tasks");
  assert.equal(await page.locator(".tasks button >> text=✓").count(), guide.tasks.length, "all tasks are done");
}
