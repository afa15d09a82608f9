// Moves as the original library shows them.
import { BITS, FLAGS, algebraic, flattenPiece, pieceOf, swapColor } from "./board.js";

// Piece, origin, sign of a deployment, kind, target.
const STEP = /^(\(?)([+A-Z]+)\)?([a-k]\d+)(>?)([_x@&]?)([a-k]\d+)$/;
const KINDS = { "": FLAGS.NORMAL, x: FLAGS.CAPTURE, _: FLAGS.STAY_CAPTURE, "@": FLAGS.SUICIDE_CAPTURE, "&": FLAGS.COMBINATION };
const KIND_BITS = { "": BITS.NORMAL, x: BITS.CAPTURE, _: BITS.STAY_CAPTURE, "@": BITS.SUICIDE_CAPTURE, "&": BITS.COMBINATION };

/** The parts of a step's LAN; null for the words that end a session. */
export function parseStep(lan) {
  const parts = STEP.exec(lan);
  if (!parts) return null;
  const [, open, letters, from, deploys, kind, to] = parts;
  return {
    lan, letters, from, to, kind, deploy: deploys === ">", name: open ? `(${letters})` : letters,
    type: letters[letters[0] === "+" ? 1 : 0].toLowerCase(),
  };
}

/** Steps with their SAN: the origin is named where another like piece gets there too. */
export function withSan(lans) {
  const steps = [];
  const origins = new Map();
  for (const lan of lans) {
    const step = parseStep(lan);
    if (!step) continue;
    steps.push(step);
    const goal = step.type + step.to;
    const known = origins.get(goal);
    if (known === undefined) origins.set(goal, step.from);
    else if (typeof known === "string") {
      if (known !== step.from) origins.set(goal, [known, step.from]);
    } else if (!known.includes(step.from)) known.push(step.from);
  }
  for (const step of steps) {
    const rivals = origins.get(step.type + step.to);
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

/** Whether a move as an app gives it means this step. */
export function fits(step, wanted) {
  const square = (at) => (typeof at === "number" ? algebraic(at) : at);
  if (step.from !== square(wanted.from) || step.to !== square(wanted.to)) return false;
  if (typeof wanted.flags === "number") {
    const bits = (step.deploy ? BITS.DEPLOY : 0) | KIND_BITS[step.kind];
    return (bits & ~BITS.NORMAL) === (wanted.flags & ~BITS.NORMAL) && fitsPiece(step, wanted.piece?.type);
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
