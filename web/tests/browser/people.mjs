// Playing for real: clocks, giving up, draws, another game, a person far away, one screen for several, moves ahead.

import assert from "node:assert/strict";
import { dice, onPhone, playByClicking, start, state, until } from "./drive.mjs";

export async function people(run, address) {
  for (const [size, dress] of [["", async () => {}], [" on a phone", onPhone]]) {
    const walk = (name, test) =>
      run(`${name}${size}`, async (page, context) => {
        await dress(page);
        await test(page, context);
      });
    await walk("a game with a clock", (page) => clocks(page, address));
    await walk("by link with a person far away", (page, context) => byLink(page, context, address));
    await walk("one screen for several hands", (page) => handOver(page, address));
    await walk("a move chosen ahead", (page) => ahead(page, address));
  }
}

/** Also where nothing can be played: such a click is answered too. */
const cell = (page, name) => page.click(`.hit[data-name="${name}"]`, { force: true });
const move = async (page, from, to) => {
  await cell(page, from);
  await cell(page, to);
};
const made = (page, node) => until(page, `move ${node}`, (s) => s.now === node);

async function clocks(page, address) {
  await start(page, address, "chess", undefined, ["person", "person"], { pace: "30 seconds for each turn", name: "Ann" });
  await move(page, "e2", "e4");
  await made(page, 1);
  await move(page, "e7", "e5");
  await made(page, 2);
  await page.waitForSelector(".clock.runs[data-clock='0']");
  const first = await page.textContent("[data-clock='0']");
  assert.match(first, /^0:(30|2\d)$/);
  await page.waitForFunction((first) => document.querySelector("[data-clock='0']").textContent !== first, first);
  await page.waitForSelector("text=Ann (you)");
  await page.click("#resign");
  await page.click("#resign-sure");
  await page.waitForSelector("#status >> text=resigns");
  await page.click("#rematch");
  await page.waitForFunction(() => document.querySelector("#status")?.textContent.includes("your move"));
  const next = await until(page, "the next game", (s) => s.now === 0);
  assert.equal(next.clock.pace.turn.each_ms, 30000, "with the same clock");
}

async function byLink(page, context, address) {
  await start(page, address, "chess", undefined, ["person", "person"]);
  const link = await page.getAttribute("#invite [data-link]", "data-link");
  const far = await (await context.browser().newContext({ viewport: page.viewportSize() })).newPage();
  await far.goto(link);
  await far.waitForSelector(".game[data-ready=true]");
  await until(page, "the seat is taken", (s) => !s.you.free);
  await move(page, "e2", "e4");
  await far.waitForSelector("#status >> text=your move");
  await move(far, "e7", "e5");
  await made(page, 2);
  // A draw is offered, refused by playing on, offered again and agreed.
  await page.click("#draw");
  await far.waitForSelector("#agree");
  await move(page, "d2", "d4");
  await far.waitForSelector("#agree");
  await far.waitForSelector("#status >> text=your move");
  await move(far, "d7", "d5");
  await far.waitForSelector("#agree", { state: "detached" });
  await far.click("#draw");
  await page.click("#agree");
  await far.waitForSelector("#status >> text=A draw by agreement");
  // And another game, seats exchanged: the guest begins.
  await far.click("#rematch");
  const before = page.url();
  await page.click("#agree");
  await page.waitForURL((url) => `${url}` !== before);
  await far.waitForSelector("#status >> text=your move");
  await move(far, "e2", "e4");
  await page.waitForSelector("#status >> text=your move");
  assert.equal((await state(page)).you.seats[0], 1);
  await far.context().close();
}

async function handOver(page, address) {
  await start(page, address, "gofish", "2", ["person", "person"]);
  const roll = dice(3);
  let covered = 0;
  for (let i = 0; i < 60 && covered < 3; i++) {
    // The other hand is the owner's too, once it was sat down at.
    if (await page.locator("[data-sit]").count()) await page.click("[data-sit] >> nth=0");
    const now = await until(page, "somebody's turn", (s) => s.turn.kind === "over" || s.you.plays !== null || s.you.may_sit.length > 0);
    assert.notEqual(now.turn.kind, "over");
    await page.waitForTimeout(150);
    if (await page.locator(".hand-over").count()) {
      assert.equal(await page.locator(".card").count(), 0, "no card is shown");
      assert.ok((await page.textContent(".hand-over")).includes(now.players[now.you.sees].name));
      covered += 1;
      await page.click("#ready");
      await page.waitForSelector(".card");
    }
    if ((await state(page)).you.plays !== null) await playByClicking(page, roll);
  }
  assert.equal(covered, 3, "the screen was handed over, there and back");
}

async function ahead(page, address) {
  await start(page, address, "chess", undefined, ["person", "10"]);
  await move(page, "e2", "e4");
  await until(page, "the engine thinks", (s) => s.thinking.length > 0);
  await move(page, "d2", "d4");
  await page.waitForSelector("#ahead");
  const after = await until(page, "both moves", (s) => s.nodes.filter((node) => node.by === 0).length === 2);
  assert.equal(after.nodes[3].text, "d2d4");
}
