// Engines think in a worker, so that a page stays alive; rules written in
// JavaScript stay on their own thread, since functions do not travel.
import { TakebackError } from "./fault.js";
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
    set onmessage(hear) { worker.on("message", (data) => hear({ data })); },
    set onerror(hear) { worker.on("error", hear); },
  };
}

const canShare = () =>
  typeof SharedArrayBuffer !== "undefined" && (inNode || globalThis.crossOriginIsolated === true);

export class Engine {
  #spec;
  #worker = null;
  #flag = null;
  #queue = Promise.resolve();

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
      return JSON.parse(instance.text("think", JSON.stringify(limits), engine, table));
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
    const { game } = state;
    const request = {
      module: await game.compile(), file: game.file, game: game.fullName, spec: this.#spec,
      origin: state.origin, moves: state.moves, limits, flag: null,
    };
    if (!this.#worker) {
      this.#worker = await startWorker();
      this.#flag = canShare() ? new Int32Array(new SharedArrayBuffer(4)) : null;
    }
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
        worker.onmessage = ({ data }) => {
          if (data.progress) {
            last = JSON.parse(data.progress);
            onProgress?.(last);
          } else {
            signal?.removeEventListener("abort", stop);
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

  /** End the worker; a later search starts another. */
  close() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

/** An engine by its specification: "mcts:time=1s", "ab:depth=6", or a level "5". */
export function engine(spec) {
  return new Engine(spec);
}
