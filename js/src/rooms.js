// The files of the games with rooms, a third larger, apart from the others: whoever imports one set is not
// given the other by a bundler.
import { compiler } from "./fetch.js";

const ROOMS = {
  cotulenh: () => new URL("../rooms/cotulenh.wasm", import.meta.url),
  battlesnake: () => new URL("../rooms/battlesnake.wasm", import.meta.url),
  chess: () => new URL("../rooms/chess.wasm", import.meta.url),
  gofish: () => new URL("../rooms/gofish.wasm", import.meta.url),
  hex: () => new URL("../rooms/hex.wasm", import.meta.url),
  ringrift: () => new URL("../rooms/ringrift.wasm", import.meta.url),
  small: () => new URL("../rooms/small.wasm", import.meta.url),
};

/** The compiled module of a file; fetched and compiled once. */
export const compile = compiler(ROOMS);
