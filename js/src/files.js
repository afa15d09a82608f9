// Which file holds which game, and how it is read here. The addresses are written
// out so that bundlers find the files.
import { TakebackError } from "./fault.js";

const FILES = {
  rules: () => new URL("../wasm/rules.wasm", import.meta.url),
  cotulenh: () => new URL("../wasm/cotulenh.wasm", import.meta.url),
  battlesnake: () => new URL("../wasm/battlesnake.wasm", import.meta.url),
  chess: () => new URL("../wasm/chess.wasm", import.meta.url),
  gofish: () => new URL("../wasm/gofish.wasm", import.meta.url),
  hex: () => new URL("../wasm/hex.wasm", import.meta.url),
  ringrift: () => new URL("../wasm/ringrift.wasm", import.meta.url),
  small: () => new URL("../wasm/small.wasm", import.meta.url),
};

const IN = {
  cotulenh: "cotulenh", battlesnake: "battlesnake", chess: "chess", gofish: "gofish", hex: "hex", ringrift: "ringrift", kithex: "small", tictactoe: "small", connect4: "small", othello: "small",
  atari: "small", pig: "small", kuhn: "small", leduc: "small", liar: "small", goofspiel: "small", phantomttt: "small",
  darkhex: "small", tron: "small", eights: "small",
};

/** The names that `load` knows. */
export const gameNames = Object.freeze(Object.keys(IN));

/** The file of a game, by its name without a variant. */
export function fileOf(game) {
  if (Object.hasOwn(IN, game)) return IN[game];
  throw new TakebackError("game", `there is no game "${game}"; known games: ${gameNames.join(", ")}`);
}

const compiled = new Map();

/** The compiled module of a file; fetched and compiled once. */
export function compile(file) {
  let module = compiled.get(file);
  if (!module) {
    module = fetchModule(FILES[file]()).catch((error) => {
      compiled.delete(file);
      throw new TakebackError("load", `${file}.wasm cannot be loaded: ${error.message}`, { cause: error });
    });
    compiled.set(file, module);
  }
  return module;
}

async function fetchModule(url) {
  if (url.protocol === "file:") {
    const name = "node:fs/promises";
    const { readFile } = await import(/* @vite-ignore */ name);
    return WebAssembly.compile(await readFile(url));
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.pathname}: status ${answer.status}`);
  // Not compileStreaming: many static hosts do not know the type of such files.
  return WebAssembly.compile(await answer.arrayBuffer());
}
