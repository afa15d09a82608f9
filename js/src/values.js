// Whole values: copied, compared and written out, whatever they are made of.
// Objects that point at each other (an element and its parent) are followed once.

/** A deep copy that keeps classes; functions are shared. */
export function copy(value, seen = new Map()) {
  if (typeof value !== "object" || value === null) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  if (ArrayBuffer.isView(value)) return value.slice();
  if (value instanceof Date) return new Date(value);
  let made;
  if (Array.isArray(value)) {
    made = new Array(value.length);
    seen.set(value, made);
    for (let i = 0; i < value.length; i += 1) made[i] = copy(value[i], seen);
    return made;
  }
  if (value instanceof Map) {
    made = new Map();
    seen.set(value, made);
    for (const [key, held] of value) made.set(copy(key, seen), copy(held, seen));
    return made;
  }
  if (value instanceof Set) {
    made = new Set();
    seen.set(value, made);
    for (const held of value) made.add(copy(held, seen));
    return made;
  }
  made = Object.create(Object.getPrototypeOf(value));
  seen.set(value, made);
  for (const key of Object.keys(value)) made[key] = copy(value[key], seen);
  return made;
}

/**
 * A text that is equal for equal values: names of fields in order, maps and sets
 * by their contents, one fact a line so that a difference can be shown.
 */
export function written(value) {
  const seen = new Map();
  const write = (value, indent) => {
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "function") return "function";
    if (value === undefined) return "undefined";
    if (Object.is(value, -0)) return "0";
    if (typeof value === "number") return String(value);
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    if (seen.has(value)) return `as #${seen.get(value)}`;
    seen.set(value, seen.size);
    const deeper = `${indent}    `;
    const block = (open, parts, close) =>
      parts.length === 0 ? open + close : `${open}\n${parts.map((part) => `${deeper}${part},\n`).join("")}${indent}${close}`;
    if (Array.isArray(value) || ArrayBuffer.isView(value)) {
      const parts = Array.from(value, (held) => write(held, deeper));
      if (parts.every((part) => part.length < 12)) return `[${parts.join(", ")}]`;
      return block("[", parts, "]");
    }
    if (value instanceof Map) {
      const parts = [...value].map(([key, held]) => `${write(key, deeper)}: ${write(held, deeper)}`);
      return block("Map {", parts.sort(), "}");
    }
    if (value instanceof Set) return block("Set {", [...value].map((held) => write(held, deeper)).sort(), "}");
    const fields = Object.keys(value).filter((key) => value[key] !== undefined).sort();
    return block("{", fields.map((key) => `${key}: ${write(value[key], deeper)}`), "}");
  };
  return write(value, "");
}

/** Two numbers of 32 bits that stand for a text. */
export function hashed(text) {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + i), 0x5bd1e995);
    high ^= high >>> 15;
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b);
  return [(low ^ (low >>> 13)) | 0, (high ^ Math.imul(low, 0x27d4eb2f)) | 0];
}

/** Random numbers from two seeds: `next(n)` is below n. */
export class Luck {
  #a;
  #b;

  constructor(low, high) {
    this.#a = (low | 0) || 0x2545f491;
    this.#b = (high | 0) || 0x4f6cdd1d;
  }

  bits() {
    let t = this.#a;
    const s = this.#b;
    this.#a = s;
    t ^= t << 23;
    t ^= t >>> 17;
    t ^= s ^ (s >>> 26);
    this.#b = t;
    return (t + s) >>> 0;
  }

  /** From 0 up to 1, as Math.random. */
  random() {
    return this.bits() / 2 ** 32;
  }

  below(n) {
    return Math.floor((this.bits() * n) / 2 ** 32);
  }
}
