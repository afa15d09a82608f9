// A running module. It can break (a fault inside, memory used up); then it is
// replaced, and whoever holds positions plays them again on the new one.
import { TakebackError } from "./fault.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Instance {
  #module;
  #exports;
  #panic = null;
  /** Counts replacements: numbers of tables and engines belong to one generation. */
  generation = 0;
  /** Called with each report of a search, as JSON text. */
  onProgress = null;
  /** Says whether the search under way should end. */
  isStopped = null;
  /** The rules written in JavaScript that this module plays, if any. */
  rules = null;

  constructor(module, rules = null) {
    this.#module = module;
    this.rules = rules;
    this.#start();
  }

  #start() {
    const imports = {
      takeback: {
        now: () => {
          const now = performance.now() + 1;
          return this.isStopped?.() || this.rules?.failure ? -now : now;
        },
        progress: (at, length) => this.onProgress?.(this.#read(at, length)),
        panicked: (at, length) => { this.#panic = this.#read(at, length); },
      },
    };
    if (this.rules) imports.rules = this.rules.imports(this);
    this.#exports = new WebAssembly.Instance(this.#module, imports).exports;
    this.#exports.begin();
  }

  /** Begin anew: every number given out so far is void. */
  replace() {
    this.#panic = null;
    this.generation += 1;
    this.rules?.reset();
    this.#start();
  }

  get bytes() {
    return new Uint8Array(this.#exports.memory.buffer);
  }

  /** Room inside the module that rules write to, as numbers of 32 bits. */
  mailWords(count) {
    return new Int32Array(this.#exports.memory.buffer, this.#exports.mail(count * 4), count);
  }

  /** Hand a text over from within a rule; its length. */
  mailText(text) {
    const bytes = encoder.encode(text);
    this.bytes.set(bytes, this.#exports.mail(bytes.length));
    return bytes.length;
  }

  #read(at, length) {
    // A copy: decoders refuse memory that is shared.
    return decoder.decode(new Uint8Array(this.#exports.memory.buffer, at, length).slice());
  }

  readText(at, length) {
    return this.#read(at, length);
  }

  #fill(text) {
    const bytes = encoder.encode(text);
    const at = this.#exports.input(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
  }

  /** Call, and answer with the number as it comes. */
  raw(name, ...args) {
    let answer;
    try {
      answer = this.#exports[name](...args);
    } catch (error) {
      throw this.#broken(error);
    }
    if (this.rules?.failure) throw this.#ruleFailed();
    return answer;
  }

  #refusal(length) {
    const text = this.#read(this.#exports.output(), -length);
    const cut = text.indexOf("\n");
    return new TakebackError(text.slice(0, cut), text.slice(cut + 1));
  }

  /** Call with a text, and answer with a number. */
  number(name, input, ...args) {
    if (input !== null) this.#fill(input);
    const answer = this.raw(name, ...args);
    if (answer < 0) throw this.#refusal(answer);
    return answer;
  }

  /** Call with a text, and answer with a text. */
  text(name, input, ...args) {
    const length = this.number(name, input, ...args);
    return length === 0 ? "" : this.#read(this.#exports.output(), length);
  }

  #ruleFailed() {
    const { rule, error } = this.rules.failure;
    this.replace();
    const why = error instanceof Error ? error.message : String(error);
    return new TakebackError("rule", `the rule ${rule} threw: ${why}`, { cause: error });
  }

  #broken(error) {
    if (this.rules?.failure) return this.#ruleFailed();
    const why = this.#panic ?? error.message;
    this.replace();
    return new TakebackError("crash", `the module broke and was replaced: ${why}`, { cause: error });
  }
}
