// Engines think in a worker, so that a page stays alive; rules written in
// JavaScript stay on their own thread, since functions do not travel.
import { TakebackError } from "./fault.js";
import { optionText } from "./options.js";
import { thinkThere } from "./server/think.js";

const inNode = typeof process !== "undefined" && Boolean(process.versions?.node);

async function startWorker() {
  if (!inNode) {
    return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  }
  const name = "node:worker_threads";
  const { Worker: NodeWorker } = await import(/* @vite-ignore */ name);
  // In two steps, or bundlers would add the plain file to what they make for browsers.
  const here = import.meta.url;
  const worker = new NodeWorker(new URL("./worker.js", here));
  worker.unref();
  return {
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    set onmessage(hear) { worker.removeAllListeners("message").on("message", (data) => hear({ data })); },
    set onerror(hear) { worker.removeAllListeners("error").on("error", hear); },
  };
}

const canShare = () =>
  typeof SharedArrayBuffer !== "undefined" && (inNode || globalThis.crossOriginIsolated === true);

/** Pages of 64 KiB that a module for shared memory begins with, and that it may grow to: as it was linked. */
const SHARED_MEMORY = { initial: 512, maximum: 16384, shared: true };

/** Threads that are asked for: by the search, or by the engine's text. */
function threadsOf(spec, limits) {
  const asked = limits.threads ?? Number(/[:,]threads=(\d+)/.exec(spec)?.[1] ?? 1);
  return Math.min(Math.max(1, Math.floor(asked) || 1), 64);
}

/** The next message of a worker. */
function answerOf(worker) {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.kind ? reject(new TakebackError(data.kind, data.message)) : resolve(data));
    worker.onerror = (error) => reject(new TakebackError("crash", `the worker failed: ${error.message}`, { cause: error }));
  });
}

export class Engine {
  #spec;
  #worker = null;
  #flag = null;
  #queue = Promise.resolve();
  /** Workers that share the first one's memory, with the file and their number. */
  #crew = null;
  /** Files that lack this engine; it is found in their large ones. */
  #apart = new Set();

  constructor(spec) {
    this.#spec = String(spec);
  }

  get spec() { return this.#spec; }

  /**
   * Think about a position. Aborting ends the search at once; what it had found
   * by then is the answer, or the signal's reason where it had found nothing.
   */
  think(state, { signal, onProgress, ...limits } = {}) {
    const run = () => {
      if (state.game.server) return thinkThere(this.#spec, state, { signal, onProgress, ...limits });
      return state.game.file === "rules"
        ? this.#here(state, signal, onProgress, limits)
        : this.#away(state, signal, onProgress, limits);
    };
    const thought = this.#queue.then(run, run);
    this.#queue = thought.catch(() => {});
    return thought;
  }

  /** The same on this thread, which does nothing else meanwhile. */
  thinkSync(state, { onProgress, isStopped, ...limits } = {}) {
    if (state.game.server) throw new TakebackError("request", "a server is asked by think, which is awaited");
    const { instance, fullName } = state.game;
    const table = state.tableNumber;
    const engine = instance.number("engine", `${fullName}\n${this.#spec}`);
    const { generation } = instance;
    instance.onProgress = onProgress ? (text) => onProgress(JSON.parse(text)) : null;
    instance.isStopped = isStopped ?? null;
    try {
      return JSON.parse(instance.text("think", optionText(limits), engine, table));
    } finally {
      instance.onProgress = null;
      instance.isStopped = null;
      if (instance.generation === generation) instance.raw("dismiss", engine);
    }
  }

  async #here(state, signal, onProgress, limits) {
    signal?.throwIfAborted();
    return this.thinkSync(state, { onProgress, isStopped: () => signal?.aborted, ...limits });
  }

  async #away(state, signal, onProgress, limits) {
    signal?.throwIfAborted();
    const { file } = state.game;
    const threads = threadsOf(this.#spec, limits);
    if (!this.#apart.has(file)) {
      try {
        return await this.#ask(state, signal, onProgress, limits, threads);
      } catch (error) {
        if (error.kind !== "apart") throw error;
        this.#apart.add(file);
      }
    }
    return this.#ask(state, signal, onProgress, limits, 1, true);
  }

  /** The first worker, with the file that suits: threads, small or large. */
  async #ready(game, threads, isLarge) {
    const file = isLarge ? null : game.threadedFile;
    const helpers = file && threads > 1 && canShare() ? threads - 1 : 0;
    if (this.#worker && (this.#crew?.helpers.length ?? 0) !== helpers) this.close();
    if (!this.#worker) {
      this.#worker = await startWorker();
      this.#flag = canShare() ? new Int32Array(new SharedArrayBuffer(4)) : null;
    }
    if (helpers === 0) {
      return isLarge
        ? { module: await game.compileLarge(), file: `large ${game.file}` }
        : { module: await game.compile(), file: game.source };
    }
    const module = await game.compileThreaded();
    if (this.#crew?.file !== file) {
      try {
        await this.#enlist(module, file, helpers);
      } catch (error) {
        this.close();
        throw error;
      }
    }
    return { module, file };
  }

  /** Start helpers that share the first worker's memory. */
  async #enlist(module, file, count) {
    const memory = new WebAssembly.Memory(SHARED_MEMORY);
    this.#crew = { file, helpers: [], fail: () => {} };
    const mustered = answerOf(this.#worker);
    this.#worker.ref?.();
    this.#worker.postMessage({ muster: { module, file, memory, helpers: count } });
    const { berths } = await mustered;
    const crew = this.#crew;
    crew.helpers = await Promise.all(berths.map(async (berth) => {
      const helper = await startWorker();
      const ready = answerOf(helper);
      helper.ref?.();
      helper.postMessage({ serve: { module, memory, berth, flag: this.#flag } });
      await ready;
      helper.unref?.();
      // All that a helper says later is that it broke.
      helper.onmessage = ({ data }) => crew.fail(new TakebackError(data.kind, data.message));
      helper.onerror = (error) => crew.fail(new TakebackError("crash", `a thread failed: ${error.message}`));
      return helper;
    }));
  }

  async #ask(state, signal, onProgress, limits, threads, isLarge = false) {
    const { game } = state;
    const request = {
      ...await this.#ready(game, threads, isLarge), game: game.fullName, spec: this.#spec,
      origin: state.origin, moves: state.moves, limits, flag: null,
    };
    signal?.throwIfAborted();
    const [worker, flag] = [this.#worker, this.#flag];
    if (flag) Atomics.store(flag, 0, 0);
    let last = null;
    worker.ref?.();
    try {
      return await new Promise((resolve, reject) => {
        const stop = () => {
          if (flag) Atomics.store(flag, 0, 1);
          else {
            this.close();
            if (last) resolve({ ...last, stopped: "flag" });
            else reject(signal.reason);
          }
        };
        signal?.addEventListener("abort", stop, { once: true });
        if (this.#crew) {
          this.#crew.fail = (error) => {
            this.close();
            reject(error);
          };
        }
        worker.onmessage = ({ data }) => {
          if (data.progress) {
            last = JSON.parse(data.progress);
            onProgress?.(last);
          } else {
            signal?.removeEventListener("abort", stop);
            // Memory that is shared is not replaced: who shares it begins anew.
            if (data.kind === "crash" && this.#crew) this.close();
            if (data.found) resolve(JSON.parse(data.found));
            else reject(new TakebackError(data.kind, data.message));
          }
        };
        worker.onerror = (error) => {
          this.close();
          reject(new TakebackError("crash", `the worker failed: ${error.message}`, { cause: error }));
        };
        worker.postMessage({ ...request, flag });
      });
    } finally {
      worker.unref?.();
    }
  }

  /** End the workers; a later search starts others. */
  close() {
    for (const worker of [this.#worker, ...(this.#crew?.helpers ?? [])]) worker?.terminate();
    [this.#worker, this.#crew] = [null, null];
  }
}

/** An engine by its specification: "mcts:time=1s", "ab:depth=6", or a level "5". */
export function engine(spec) {
  return new Engine(spec);
}
