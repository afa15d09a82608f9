// The other thread: one module, one engine at a time, kept from search to search. Or a helper of such a
// thread, which shares its memory and does nothing but its jobs.
import { Instance } from "./instance.js";
import { optionText } from "./options.js";

const inNode = typeof process !== "undefined" && Boolean(process.versions?.node);

/** Where answers go. Bundlers make plain scripts of workers, in which nothing can be awaited. */
let port = globalThis;
let instance = null;
let file = null;
let seat = null;

function engineFor(game, spec) {
  const { generation } = instance;
  if (seat && seat.game === game && seat.spec === spec && seat.generation === generation) {
    return seat.engine;
  }
  if (seat && seat.generation === generation) instance.raw("dismiss", seat.engine);
  seat = null;
  const engine = instance.number("engine", `${game}\n${spec}`);
  seat = { game, spec, generation, engine };
  return engine;
}

function think({ module, file: wanted, game, spec, origin, moves, limits, flag }) {
  if (file !== wanted) {
    instance = new Instance(module);
    [file, seat] = [wanted, null];
  }
  instance.isStopped = flag ? () => Atomics.load(flag, 0) !== 0 : null;
  instance.onProgress = (progress) => port.postMessage({ progress });
  const engine = engineFor(game, spec);
  const { position, seed } = origin;
  const table = seed !== undefined
    ? instance.number("deal", game, seed)
    : instance.number("table", position === undefined ? game : `${game}\n${position}`);
  try {
    for (const move of moves) instance.number("play_again", move, table);
    return instance.text("think", optionText(limits), engine, table);
  } finally {
    // Nothing to free where the module was replaced: numbers of the old are void.
    instance.raw("leave", table);
  }
}

/** Memory is shared from now on; where helpers are to live in it. */
function muster({ module, file: name, memory, helpers }) {
  instance = new Instance(module, null, memory);
  [file, seat] = [name, null];
  return instance.muster(helpers);
}

function serve({ module, memory, berth, flag }) {
  const helper = new Instance(module, null, memory);
  helper.isStopped = () => Atomics.load(flag, 0) !== 0;
  helper.serve(berth, () => port.postMessage({ ready: true }));
}

function hear(request) {
  try {
    if (request.muster) port.postMessage({ berths: muster(request.muster) });
    else if (request.serve) serve(request.serve);
    else port.postMessage({ found: think(request) });
  } catch (error) {
    port.postMessage({ kind: error.kind ?? "crash", message: error.message });
  }
}

if (inNode) {
  const name = "node:worker_threads";
  import(/* @vite-ignore */ name).then(({ parentPort }) => {
    port = parentPort;
    port.on("message", hear);
  });
} else {
  port.onmessage = ({ data }) => hear(data);
}
