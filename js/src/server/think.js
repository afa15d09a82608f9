// Engines that think on a server: asked once, or watched while they think.
import { TakebackError } from "../fault.js";

/** What ends a search. One of these said now replaces all of the engine's own. */
const EFFORT = { time: (ms) => `${ms}ms`, nodes: String, depth: String, iterations: String };

/** The specification with these limits. */
export function limited(spec, limits) {
  const said = Object.entries(EFFORT).filter(([name]) => limits[name] !== undefined);
  if (said.length === 0) return spec;
  const [name, given = ""] = spec.split(/:(.*)/s);
  if (/^\d+$/.test(name)) {
    throw new TakebackError("engine", `level ${name} has limits of its own; name an engine, such as mcts`);
  }
  const kept = given.split(",").filter((option) => option !== "" && !(option.split("=")[0] in EFFORT));
  return `${name}:${[...kept, ...said.map(([limit, write]) => `${limit}=${write(limits[limit])}`)].join(",")}`;
}

function analysis(found) {
  const score = ({ share, text }) => ({ share, text });
  return {
    best: found.best,
    score: score(found.score),
    shares: found.shares ?? [],
    lines: found.lines.map((line) => ({ score: score(line.score), moves: line.moves })),
    moves: found.moves.map((row) => ({ move: row.move, score: score(row.score), visits: row.visits })),
    nodes: found.nodes, depth: found.depth, deepest: found.deepest, seconds: found.seconds,
    stopped: found.stopped,
  };
}

export async function thinkThere(spec, state, { signal, onProgress, ...limits } = {}) {
  signal?.throwIfAborted();
  const engine = limited(spec, limits);
  const { lines, seed, seat } = limits;
  if (onProgress === undefined && signal === undefined) {
    return analysis(await state.best({ engine, lines, seed, seat }));
  }
  const { server, fullName } = state.game;
  const room = await server.create(fullName, { position: state.text });
  try {
    return await watched(room, { engine, lines }, signal, onProgress);
  } finally {
    await room.end();
  }
}

/** Begin an analysis of a room and hear of it until it ends or is stopped. */
async function watched(room, request, signal, onProgress) {
  let last = null;
  let settle;
  const done = new Promise((resolve, reject) => { settle = { resolve, reject }; });
  const stop = () => {
    if (last) settle.resolve({ ...last, stopped: "flag" });
    else settle.reject(signal.reason);
  };
  signal?.addEventListener("abort", stop, { once: true });
  const live = await room.watch({
    onAnalysis: (view) => {
      if (view.trouble) return settle.reject(new TakebackError("engine", view.trouble));
      if (view.best !== undefined && view.best !== null) {
        last = analysis(view);
        if (!view.done) onProgress?.(last);
      }
      if (view.done && last) settle.resolve(last);
    },
    onEnd: () => settle.reject(new TakebackError("load", "the connection to the server ended")),
  });
  try {
    await room.analyse(request);
    return await done;
  } finally {
    signal?.removeEventListener("abort", stop);
    live.close();
  }
}
