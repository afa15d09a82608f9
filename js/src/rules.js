// Games written in JavaScript, under every search and under the verifier.
import { compile } from "./files.js";
import { TakebackError } from "./fault.js";
import { Game } from "./game.js";
import { Instance } from "./instance.js";
import { Store } from "./store.js";

const NEEDED = ["start", "turn", "moves", "payoff"];
const KNOWN = new Set([
  ...NEEDED, "players", "make", "unmake", "apply", "clone", "weight", "key", "keyFromScratch", "compare",
  "evaluate", "observe", "redeal", "moveText", "text", "parse", "name", "zeroSum", "deadEnds",
]);

function refuse(why) {
  throw new TakebackError("rules", why);
}

function checked(rules) {
  if (typeof rules !== "object" || rules === null) refuse("rules are an object of functions");
  const odd = Object.keys(rules).filter((name) => !KNOWN.has(name));
  if (odd.length > 0) refuse(`rules know no ${odd.join(", ")}; they may have ${[...KNOWN].join(", ")}`);
  const { players } = rules;
  if (!Number.isInteger(players) || players < 1 || players > 32) refuse("players is a number from 1 to 32");
  for (const name of NEEDED) {
    if (typeof rules[name] !== "function") refuse(`rules need a function ${name}`);
  }
  const stepwise = typeof rules.make === "function" && typeof rules.unmake === "function";
  if (stepwise === (typeof rules.apply === "function")) {
    refuse("rules need either make and unmake, or apply");
  }
  return rules;
}

/** A game from rules: states are yours, the searches and the verifier ours. */
export async function fromRules(rules) {
  const store = new Store(checked(rules));
  const instance = new Instance(await compile("rules"), store);
  const [description] = JSON.parse(instance.text("games", null));
  const game = new Game(instance, "rules", description, description.variants[0]);
  game.title = rules.name ?? description.title;
  game.store = store;
  return game;
}

/**
 * Walk through a game for broken laws: wrong undo, wrong keys, lists that depend
 * on order, hidden facts that show. The line that breaks one is shrunk.
 * `failure` is null when all held.
 */
export async function verify(game, { plies = 20_000, time, seed = 0 } = {}) {
  const subject = game instanceof Game ? game : await fromRules(game);
  subject.store?.forget();
  return subject.verify({ plies, time, seed });
}
