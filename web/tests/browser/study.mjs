// Studying: moves in words, refused clicks, the legend, the editor, links, records of others, the archive, what was better.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { onPhone, start, state, until } from "./drive.mjs";

export async function studies(run, address) {
  for (const [size, dress] of [["", async () => {}], [" on a phone", onPhone]]) {
    const walk = (name, test) =>
      run(`${name}${size}`, async (page, context) => {
        await dress(page);
        await test(page, context);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} pixels too wide`);
      });
    await walk("moves in words and as players write them", (page) => words(page, address));
    await walk("an engine's lines as players write them", (page) => lines(page, address));
    await walk("why not", (page) => whyNot(page, address));
    await walk("the legend", (page) => legend(page, address));
    await walk("set up by clicking", (page) => editor(page, address));
    await walk("a link to a position", (page) => share(page, address));
    await walk("records of others", (page) => records(page, address));
    await walk("the archive", (page) => archive(page, address));
    await walk("what was better", (page) => better(page, address));
  }
}

/** Also where nothing can be played: such a click is answered too. */
const cell = (page, name) => page.click(`.hit[data-name="${name}"]`, { force: true });
const made = (page, node) => until(page, `move ${node}`, (s) => s.now === node);

async function words(page, address) {
  await start(page, address, "chess", undefined, ["person", "person"]);
  for (const [i, [from, to]] of [["e2", "e4"], ["d7", "d5"], ["e4", "d5"]].entries()) {
    await cell(page, from);
    await cell(page, to);
    await made(page, i + 1);
  }
  await page.waitForSelector(".turn >> text=exd5");
  await page.waitForSelector(".said >> text=pawn takes pawn on d5");
  await page.click("#words");
  assert.equal(await page.locator(".said").count(), 0);
  await page.click("#words");
  await start(page, address, "ringrift", "square8", ["person", "person"]);
  await cell(page, "3,3");
  await page.click("[data-button='2 rings']");
  // Nobody clicks on before the rings lie there.
  await made(page, 1);
  await cell(page, "3,3");
  await cell(page, "3,6");
  await page.waitForSelector(".said >> text=places 2 rings on 3,3, then moves from 3,3 to 3,6");
}

async function lines(page, address) {
  await start(page, address, "chess", undefined, ["person", "person"]);
  await page.click("#tab-analysis");
  await page.click("#analyse");
  await page.waitForSelector(".step >> nth=1", { timeout: 45_000 });
  await page.waitForSelector("[data-twig='1']", { timeout: 45_000 });
  // As players write them, in lines and in the tree; none names two squares.
  for (const where of [".step", ".twig-move"]) {
    const written = await page.locator(where).allTextContents();
    assert.ok(written.length > 0 && written.every((text) => !/^[a-h][1-8][a-h][1-8]/.test(text)), `${where}: ${written.join(" ")}`);
  }
  await page.waitForSelector(".lines .said");
  await page.click("#analyse");
  await start(page, address, "ringrift", "square8", ["person", "person"]);
  await page.click("#tab-analysis");
  await page.click("#analyse");
  await page.waitForSelector(".lines .said >> text=/^places/", { timeout: 45_000 });
  // The words follow what one points at.
  await page.focus("[data-step='0-1']");
  await page.waitForFunction(() => document.querySelector(".lines .said")?.textContent.includes("moves from"));
  await page.click("#analyse");
}

async function whyNot(page, address) {
  await start(page, address, "chess", undefined, ["person", "person"]);
  await cell(page, "e7");
  await page.waitForSelector("#why >> text=It is White's turn");
  await cell(page, "e2");
  await cell(page, "e5");
  await page.waitForSelector("#why >> text=A pawn goes one step");
  await start(page, address, "ringrift", "square8", ["person", "person"]);
  await cell(page, "3,3");
  await page.click("[data-button='2 rings']");
  await made(page, 1);
  await cell(page, "0,0");
  await page.waitForSelector("#why >> text=just placed");
}

async function legend(page, address) {
  await start(page, address, "cotulenh", undefined, ["person", "person"]);
  await page.click(".legend summary");
  await page.waitForSelector(".legend dt:has-text('tank') svg");
  const said = await page.evaluate(() => [...document.querySelectorAll(".hit title")].map((title) => title.textContent).join("\n"));
  assert.match(said, /tank: Two steps straight/);
}

async function editor(page, address) {
  await page.goto(`${address}/#/edit/chess`);
  await page.waitForSelector(".editor .piece");
  await page.click("[data-brush='']");
  await cell(page, "d2");
  await page.waitForFunction(() => document.querySelectorAll(".editor .piece").length === 31);
  await page.click("[data-brush='Q']");
  await cell(page, "e4");
  await page.waitForFunction(() => document.querySelector("#edit-position").value.includes("/4Q3/"));
  await page.waitForFunction(() => document.querySelectorAll(".editor .piece").length === 32);
  await page.fill("#edit-position", "8/8/8/8/8/8/8/8 w - - 0 1");
  await page.waitForFunction(() => document.querySelector("#edit-trouble").textContent.length > 10);
  assert.ok(await page.isDisabled("#edit-play"), "what cannot be played is not played");
  const wanted = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
  await page.fill("#edit-position", wanted);
  await page.waitForFunction(() => !document.querySelector("#edit-play").disabled);
  await page.click("#edit-play");
  await page.waitForSelector(".game[data-ready=true]");
  assert.equal((await state(page)).position, wanted);
}

async function share(page, address) {
  await start(page, address, "chess", undefined, ["person", "person"]);
  await cell(page, "g1");
  await cell(page, "f3");
  const { position } = await made(page, 1);
  await page.click("#tab-position");
  const link = await page.getAttribute("#share-position", "data-link");
  await page.goto(link);
  await page.waitForSelector(".editor .piece");
  assert.equal(await page.inputValue("#edit-position"), position);
}

const PGN = `[Event "Opera"]
[White "Morphy"]
[Black "Duke and Count"]
[Result "1-0"]

1.e4 e5 2.Nf3 d6 3.d4 Bg4 4.dxe5 Bxf3 5.Qxf3 dxe5 6.Bc4 Nf6 7.Qb3 Qe7 8.Nc3 c6 9.Bg5 b5
10.Nxb5 cxb5 11.Bxb5+ Nbd7 12.O-O-O Rd8 13.Rxd7 Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7
16.Qb8+ Nxb8 17.Rd8# 1-0
`;

async function records(page, address) {
  await page.goto(`${address}/#/play/chess`);
  await page.waitForSelector("#start");
  await page.setInputFiles("#import", { name: "opera.pgn", mimeType: "text/plain", buffer: Buffer.from(PGN) });
  await page.waitForSelector(".game[data-ready=true]");
  const game = await until(page, "the whole game", (s) => s.now === 33);
  assert.equal(game.players[0].person, "Morphy");
  await page.waitForSelector(".turn >> text=Rd8#");
  await page.click("#tab-position");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export")]);
  const text = readFileSync(await download.path(), "utf8");
  assert.match(text, /17\. Rd8# 1-0/);
  await page.goto(`${address}/#/play/chess`);
  await page.waitForSelector("#start");
  await page.setInputFiles("#import", { name: "bad.pgn", mimeType: "text/plain", buffer: Buffer.from("1. e5 *") });
  await page.waitForSelector(".setup .trouble >> text=not legal");
}

async function archive(page, address) {
  const name = `Zoe ${page.viewportSize().width}`;
  await start(page, address, "chess", undefined, ["person", "person"], { name });
  // The shortest mate there is.
  for (const [i, [from, to]] of [["f2", "f3"], ["e7", "e5"], ["g2", "g4"], ["d8", "h4"]].entries()) {
    await cell(page, from);
    await cell(page, to);
    await made(page, i + 1);
  }
  const id = /game\/(\w+)/.exec(page.url())[1];
  await page.goto(`${address}/#/games`);
  await page.waitForSelector(`section:first-child [data-listed="${id}"]`);
  await page.fill("#search-player", name);
  await page.selectOption("#search-game", "chess");
  await page.waitForSelector(`section:nth-child(2) [data-listed="${id}"] >> text=won`);
  await page.selectOption("#search-result", "draw");
  await page.waitForSelector("text=Nothing was found.");
  await page.selectOption("#search-result", "1");
  await page.click(`section:nth-child(2) [data-listed="${id}"]`);
  await page.waitForSelector(".game[data-ready=true]");
  await page.waitForSelector("#status >> text=wins");
}

async function better(page, address) {
  await start(page, address, "chess", undefined, ["person", "person"]);
  const moves = [["f2", "f3"], ["e7", "e5"], ["g2", "g4"]];
  for (const [i, [from, to]] of moves.entries()) {
    await cell(page, from);
    await cell(page, to);
    await made(page, i + 1);
  }
  await page.click("#grade");
  await page.waitForSelector(".grades tbody td", { timeout: 45_000 });
  await page.waitForSelector(".grade-blunder", { timeout: 45_000 });
  await page.click("[data-node='3']");
  await page.waitForSelector("#better >> text=blunder");
  assert.ok((await page.locator(".arrow").count()) > 0, "the better move is shown on the board");
}
