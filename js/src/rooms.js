// The large files of the games: with every search, the verifier and rooms. The others have the rules and the
// searches that people play against, and send whoever wants more here.
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
