// What the tests do on the page.

const PATIENCE = 45_000;

/** A stream of numbers that is the same every time. */
export function dice(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Choose a game and its seats, and press Play. */
export async function start(page, address, game, variant, seats, { pace, name } = {}) {
  await page.goto(`${address}/#/play/${game}`);
  await page.waitForSelector("#start");
  if (variant) await page.check(`input[name=variant][value="${variant}"]`);
  const rows = page.locator(".seat-row select");
  for (let i = 0; i < seats.length; i++) await rows.nth(i).selectOption(seats[i]);
  if (pace) await page.selectOption("#pace", { label: pace });
  if (name !== undefined) await page.fill("#own-name", name);
  await page.click("#start");
  await page.waitForSelector(".game[data-ready=true]", { timeout: PATIENCE });
}

/** As on a phone. */
export const onPhone = (page) => page.setViewportSize({ width: 390, height: 780 });

/** The state as the page's own token sees it. */
export function state(page) {
  return page.evaluate(async () => {
    const id = /game\/(\w+)/.exec(location.hash)[1];
    const own = JSON.parse(localStorage.getItem("takeback.tokens") ?? "[]").find(([known]) => known === id)?.[1];
    const token = sessionStorage.getItem(`takeback.tokens.${id}`) ?? own;
    // A page without a server answers itself.
    if (globalThis.takeback) return (await globalThis.takeback.ask("GET", `/games/${id}`, undefined, token)).body;
    const answer = await fetch(`/api/v1/games/${id}`, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
    return answer.json();
  });
}

/** Wait until the page shows a state for which this holds. */
export async function until(page, what, holds) {
  const begun = Date.now();
  for (;;) {
    const now = await state(page);
    if (holds(now)) return now;
    if (Date.now() - begun > PATIENCE) {
      const { turn, thinking, running, trouble } = now;
      throw new Error(`${what}: still ${JSON.stringify({ turn, thinking, running, trouble, now: now.now })}`);
    }
    await page.waitForTimeout(40);
  }
}

/** What the board and the panels show, to compare: names, attributes and text,
 * without what only says what can be clicked. */
export function look(page) {
  return page.evaluate(() => {
    const passing = new Set(["target", "chosen"]);
    const told = (node) => {
      if (node.nodeType === Node.TEXT_NODE) return node.textContent;
      const attributes = [...node.attributes]
        .filter(({ name }) => !["disabled", "aria-pressed"].includes(name))
        .map(({ name, value }) => [name, name === "class" ? value.split(" ").filter((c) => c && !passing.has(c)).join(" ") : value])
        .map(([name, value]) => `${name}=${value}`);
      return `<${node.tagName} ${attributes.sort().join(" ")}>${[...node.childNodes].map(told).join("")}</>`;
    };
    return [...document.querySelectorAll(".board .piece, .board .ribbon, .panels")].map(told).join("\n");
  });
}

/** Click a move as the page's own list of clicks has it. */
export async function make(page, text) {
  const now = await until(page, "a move to make", (s) => s.inputs.length > 0);
  const input = now.inputs.find((input) => input.text === text);
  if (!input) throw new Error(`${text} cannot be made`);
  for (const target of input.clicks) {
    if ("cell" in target) await page.click(`[data-cell="${target.cell}"]`);
    else if ("button" in target) await page.click(`[data-button="${target.button}"]`);
    else await page.click(`[data-item="${target.item}"]`);
  }
  if (await page.locator("[data-finish]").count()) await page.click("[data-finish]");
}

const CHOICES = ".hit.target, .item.target, [data-button], [data-finish]";

/** What can be clicked, and what was. */
function offered(page) {
  return page.evaluate((choices) => [...document.querySelectorAll(`${choices}, .chosen`)].map((node) => node.outerHTML).join(), CHOICES);
}

/** Play one move by clicking on what is offered; the state after it. */
export async function playByClicking(page, roll) {
  const before = await until(page, "my turn", (s) => s.turn.kind === "over" || (s.you.plays !== null && s.thinking.length === 0));
  if (before.turn.kind === "over") return before;
  for (let clicks = 0; clicks < 30; clicks++) {
    await page.waitForSelector(CHOICES, { timeout: PATIENCE });
    const offers = page.locator(CHOICES);
    const count = await offers.count();
    const shown = await offered(page);
    if (count > 0) {
      const box = offers.nth(roll(count));
      await box.scrollIntoViewIfNeeded();
      await box.click({ timeout: 10_000 });
    }
    // A click that was part of a move changes what is offered. A move changes nothing until it is
    // answered: on a busy machine a click in the meantime would make another.
    const clicked = Date.now();
    do {
      await page.waitForTimeout(60);
      const after = await state(page);
      if (after.version !== before.version && (after.count !== before.count || after.now !== before.now || after.chosen.length > 0)) {
        return after;
      }
    } while (Date.now() - clicked < 2_000 && (await offered(page)) === shown);
  }
  throw new Error("thirty clicks made no move");
}

/** Wait for the board to show the position with this number. */
export async function shows(page, node) {
  await page.click("#tab-moves");
  await page.waitForSelector(`[data-node="${node}"][aria-current]`, { timeout: PATIENCE });
  await page.waitForTimeout(60);
}
