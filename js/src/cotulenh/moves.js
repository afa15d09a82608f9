// Moves as the original library shows them.
import { BITS, FLAGS, algebraic, flattenPiece, pieceOf, swapColor } from "./board.js";

const KINDS = { "": FLAGS.NORMAL, x: FLAGS.CAPTURE, _: FLAGS.STAY_CAPTURE, "@": FLAGS.SUICIDE_CAPTURE, "&": FLAGS.COMBINATION };
const KIND_BITS = { "": BITS.NORMAL, x: BITS.CAPTURE, _: BITS.STAY_CAPTURE, "@": BITS.SUICIDE_CAPTURE, "&": BITS.COMBINATION };

const [PLUS, OPEN, MORE, SMALL_A] = ["+", "(", ">", "a"].map((mark) => mark.charCodeAt(0));
const isDigitCode = (code) => code >= 48 && code <= 57;
const isCapital = (code) => code >= 65 && code <= 90;
const isFile = (code) => code >= SMALL_A && code <= SMALL_A + 10;

/**
 * The parts of a step's LAN: piece, origin, sign of a deployment, kind, target. Null for the words that end a
 * session. Lists are long and asked for often, so a text is looked at once, mark by mark.
 */
export function parseStep(lan) {
  const isStack = lan.charCodeAt(0) === OPEN;
  const begin = isStack ? 1 : 0;
  let at = begin;
  while (lan.charCodeAt(at) === PLUS || isCapital(lan.charCodeAt(at))) at += 1;
  if (at === begin) return null;
  const letters = lan.slice(begin, at);
  if (isStack) at += 1;
  const from = at;
  if (!isFile(lan.charCodeAt(at))) return null;
  do at += 1; while (isDigitCode(lan.charCodeAt(at)));
  const origin = lan.slice(from, at);
  const deploy = lan.charCodeAt(at) === MORE;
  if (deploy) at += 1;
  const kind = isFile(lan.charCodeAt(at)) ? "" : lan[at];
  const target = at + kind.length;
  if (!(kind in KINDS) || !isFile(lan.charCodeAt(target))) return null;
  return {
    lan, letters, from: origin, to: lan.slice(target), kind, deploy, name: isStack ? lan.slice(0, from) : letters,
    type: letters[letters.charCodeAt(0) === PLUS ? 1 : 0].toLowerCase(), san: "",
  };
}

/** A number for a kind of piece and a target. */
const goalOf = ({ type, to }) =>
  (type.charCodeAt(0) * 16 + to.charCodeAt(0) - SMALL_A) * 1024 + to.charCodeAt(1) * 16 + (to.length > 2 ? to.charCodeAt(2) - 47 : 0);

/** Steps with their SAN: the origin is named where another like piece gets there too. */
export function withSan(lans) {
  const steps = [];
  const origins = new Map();
  for (const lan of lans) {
    const step = parseStep(lan);
    if (!step) continue;
    steps.push(step);
    const goal = goalOf(step);
    const known = origins.get(goal);
    if (known === undefined) origins.set(goal, step.from);
    else if (typeof known === "string") {
      if (known !== step.from) origins.set(goal, [known, step.from]);
    } else if (!known.includes(step.from)) known.push(step.from);
  }
  for (const step of steps) {
    const rivals = origins.get(goalOf(step));
    const origin = typeof rivals === "string" ? "" : disambiguated(step.from, rivals);
    step.san = `${step.name}${origin}${step.deploy ? ">" : ""}${step.kind}${step.to}`;
  }
  return steps;
}

function disambiguated(from, all) {
  const others = all.filter((at) => at !== from);
  if (!others.some((at) => at[0] === from[0])) return from[0];
  // The first digit alone, as the original writes it.
  return others.some((at) => at.slice(1) === from.slice(1)) ? from : from[1];
}

/** A step's flags as numbers. */
export const bitsOf = (step) => (step.deploy ? BITS.DEPLOY : 0) | KIND_BITS[step.kind];

/** Whether a move as an app gives it means this step. */
export function fits(step, wanted) {
  const square = (at) => (typeof at === "number" ? algebraic(at) : at);
  if (step.from !== square(wanted.from) || step.to !== square(wanted.to)) return false;
  if (typeof wanted.flags === "number") {
    return (bitsOf(step) & ~BITS.NORMAL) === (wanted.flags & ~BITS.NORMAL) && fitsPiece(step, wanted.piece?.type);
  }
  if (!fitsPiece(step, wanted.piece?.type ?? wanted.piece)) return false;
  if (wanted.stay !== undefined && (step.kind === "_") !== Boolean(wanted.stay)) return false;
  return wanted.deploy === undefined || step.deploy === Boolean(wanted.deploy);
}

const fitsPiece = (step, type) => type === undefined || step.type === type.toLowerCase();

/** A move that was made, or one of a list (`after` is "?" there). */
export class MoveResult {
  constructor(step, { color, before, after = "?", captured, completed = !step.deploy, to = step.to, san = step.san, lan = step.lan }) {
    this.color = color;
    this.from = step.from;
    this.to = to;
    this.piece = pieceOf(step.letters, color);
    this.flags = (step.kind === "" && step.deploy ? "" : KINDS[step.kind]) + (step.deploy ? FLAGS.DEPLOY : "");
    this.before = before;
    this.after = after;
    if (captured) this.captured = flattenPiece(captured).map((piece) => ({ ...piece, color: swapColor(color) }));
    this.completed = completed;
    if (step.kind === "_") this.stay = true;
    this.san = san;
    this.lan = lan;
  }

  get isDeploy() { return this.flags.includes(FLAGS.DEPLOY); }
  get isCapture() { return this.flags.includes(FLAGS.CAPTURE); }
  get isStayCapture() { return this.flags.includes(FLAGS.STAY_CAPTURE); }
  get isSuicideCapture() { return this.flags.includes(FLAGS.SUICIDE_CAPTURE); }

  /** Where it came from and where it went. */
  getHighlightSquares() {
    return [this.from, ...(this.to instanceof Map ? this.to.keys() : [this.to])];
  }
}
