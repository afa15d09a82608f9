// The files of the games. The addresses are written out so that bundlers find them.
import { compiler } from "./fetch.js";

const FILES = {
  rules: () => new URL("../wasm/rules.wasm", import.meta.url),
  cotulenh: () => new URL("../wasm/cotulenh.wasm", import.meta.url),
  battlesnake: () => new URL("../wasm/battlesnake.wasm", import.meta.url),
  chess: () => new URL("../wasm/chess.wasm", import.meta.url),
  gofish: () => new URL("../wasm/gofish.wasm", import.meta.url),
  hex: () => new URL("../wasm/hex.wasm", import.meta.url),
  ringrift: () => new URL("../wasm/ringrift.wasm", import.meta.url),
  small: () => new URL("../wasm/small.wasm", import.meta.url),
  // All of them in one file, for who wants them all.
  games: () => new URL("../wasm/games.wasm", import.meta.url),
  "cotulenh-original": () => new URL("../wasm/cotulenh-original.wasm", import.meta.url),
  "cotulenh-threads": () => new URL("../wasm/cotulenh-threads.wasm", import.meta.url),
};

/** The file of a game that was built for shared memory, if there is one. */
export const threadedFile = (file) => (Object.hasOwn(FILES, `${file}-threads`) ? `${file}-threads` : null);

/** The compiled module of a file; fetched and compiled once. */
export const compile = compiler(FILES);
