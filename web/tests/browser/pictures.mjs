// The pictures of the README: each game after a few moves.

import { dice, playByClicking, start, until } from "./drive.mjs";

const SHOTS = [
  { name: "cotulenh", game: "cotulenh", seats: ["person", "4"], moves: 3, analysis: true },
  { name: "ringrift", game: "ringrift", variant: "hex8", seats: ["3", "3"], plies: 34 },
  { name: "battlesnake", game: "battlesnake", variant: "standard", seats: ["5", "5", "5", "5"], plies: 60, speed: "2", dark: true },
  { name: "hex", game: "hex", variant: "11x11", seats: ["person", "5"], moves: 8, analysis: true, dark: true },
  { name: "gofish", game: "gofish", variant: "3", seats: ["person", "3", "3"], moves: 4 },
  { name: "chess", game: "chess", seats: ["4", "4"], plies: 14 },
  { name: "othello", game: "othello", seats: ["4", "4"], plies: 20, dark: true },
  { name: "lines", game: "chess", seats: ["person", "3"], moves: 6, pace: "10 minutes", analysis: true },
  { name: "learn", path: "#/learn/cotulenh", mark: ".learn figure svg", below: ".learn figure" },
  { name: "editor", path: "#/edit/cotulenh", mark: ".editor .piece" },
  { name: "home", path: "", mark: ".game-card .piece" },
  { name: "ringrift-phone", game: "ringrift", variant: "hex8", seats: ["3", "3"], plies: 40, width: 320, height: 640 },
  { name: "phone", game: "cotulenh", seats: ["person", "3"], moves: 2, width: 390, height: 844 },
];

export async function pictures(run, address, folder, only) {
  for (const shot of SHOTS) {
    if (only && !only.includes(shot.name)) continue;
    await run(`picture of ${shot.name}`, (page) => take(page, address, folder, shot));
  }
}

async function take(page, address, folder, shot) {
  await page.emulateMedia({ colorScheme: shot.dark ? "dark" : "light" });
  await page.setViewportSize({ width: shot.width ?? 1180, height: shot.height ?? 800 });
  if (shot.path !== undefined) {
    await page.goto(`${address}/${shot.path}`);
    await page.waitForSelector(shot.mark);
    await page.waitForTimeout(800);
    if (shot.below) await page.locator(shot.below).first().scrollIntoViewIfNeeded();
    await page.screenshot({ path: `${folder}/${shot.name}.png`, scale: "css" });
    return;
  }
  await start(page, address, shot.game, shot.variant, shot.seats, { pace: shot.pace });
  const roll = dice(11);
  for (let i = 0; i < (shot.moves ?? 0); i++) await playByClicking(page, roll);
  if (shot.plies) {
    await page.locator(".speed input").fill(shot.speed ?? "4");
    await until(page, "enough moves", (s) => s.now >= shot.plies || s.turn.kind === "over");
    // It may have ended just now.
    await page.click("#pause", { timeout: 2000 }).catch(() => {});
  } else await until(page, "my turn", (s) => s.you.plays !== null && s.thinking.length === 0);
  if (shot.analysis) {
    await page.click("#tab-analysis");
    await page.click("#analyse");
    await page.waitForTimeout(4000);
  }
  await page.mouse.move(5, 5);
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${folder}/${shot.name}.png`, scale: "css" });
}
