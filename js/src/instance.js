// A running module. It can break (a fault inside, memory used up); then it is
// replaced, and whoever holds positions plays them again on the new one.
import { TakebackError } from "./fault.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Instance {
  #module;
  #exports;
  #memory;
  /** Memory that other instances share, in modules built for that; such an instance is not replaced. */
  #shared;
  #panic = null;
  /** Counts replacements: numbers of tables and engines belong to one generation. */
  generation = 0;
  /** Called with each report of a search, as JSON text. */
  onProgress = null;
  /** Says whether the search under way should end. */
  isStopped = null;
  /** The rules written in JavaScript that this module plays, if any. */
  rules = null;

  constructor(module, rules = null, shared = null) {
    this.#module = module;
    this.#shared = shared;
    this.rules = rules;
    this.#start();
  }

  #start() {
    const imports = {
      takeback: {
        now: () => {
          // Workers count from their own beginnings; threads of one search must agree.
          const now = performance.timeOrigin + performance.now();
          return this.isStopped?.() || this.rules?.failure ? -now : now;
        },
        progress: (at, length) => this.onProgress?.(this.#read(at, length)),
        decimal: (value, at) => this.#write(at, String(value)),
        panicked: (at, length) => { this.#panic = this.#read(at, length); },
      },
    };
    if (this.rules) imports.rules = this.rules.imports(this);
    if (this.#shared) imports.env = { memory: this.#shared };
    this.#exports = new WebAssembly.Instance(this.#module, imports).exports;
    this.#memory = this.#shared ?? this.#exports.memory;
    if (!this.#shared) this.#exports.begin();
  }

  /** Make this the instance that others work for, and room for `helpers` of them; where they are. */
  muster(helpers) {
    this.#exports.begin();
    this.#exports.muster(helpers + 1);
    return Array.from({ length: helpers }, () => {
      const berth = this.#exports.berth();
      if (berth === 0) throw new TakebackError("crash", "there is not enough memory for so many threads");
      return berth;
    });
  }

  /** Work for another instance, on a stack of one's own; never returns. */
  serve(berth, onReady) {
    const { berth_top: top, __wasm_init_tls: own, __stack_pointer: stack, serve } = this.#exports;
    stack.value = top(berth);
    own(berth);
    onReady();
    try {
      serve();
    } catch (error) {
      throw new TakebackError("crash", `a thread broke: ${this.#panic ?? error.message}`, { cause: error });
    }
  }

  /** Begin anew: every number given out so far is void. */
  replace() {
    this.#panic = null;
    this.generation += 1;
    this.rules?.reset();
    this.#start();
  }

  get bytes() {
    return new Uint8Array(this.#memory.buffer);
  }

  /** Room inside the module that rules write to, as numbers of 32 bits. */
  mailWords(count) {
    return new Int32Array(this.#memory.buffer, this.#exports.mail(count * 4), count);
  }

  /** Hand a text over from within a rule; its length. */
  mailText(text) {
    const bytes = encoder.encode(text);
    this.bytes.set(bytes, this.#exports.mail(bytes.length));
    return bytes.length;
  }

  #read(at, length) {
    // A copy: decoders refuse memory that is shared.
    return decoder.decode(new Uint8Array(this.#memory.buffer, at, length).slice());
  }

  #write(at, text) {
    const bytes = encoder.encode(text);
    this.bytes.set(bytes, at);
    return bytes.length;
  }

  readText(at, length) {
    return this.#read(at, length);
  }

  #fill(text) {
    const bytes = encoder.encode(text);
    const at = this.#exports.input(bytes.length);
    new Uint8Array(this.#memory.buffer, at, bytes.length).set(bytes);
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
    if (this.#shared) return new TakebackError("crash", `the module broke: ${why}`, { cause: error });
    this.replace();
    return new TakebackError("crash", `the module broke and was replaced: ${why}`, { cause: error });
  }
}
