// Which of the built files are here: a package with some of them is tested too.
import { access } from "node:fs/promises";
import { fileOf } from "../src/names.js";

export async function haveFile(game, folder = "wasm") {
  const file = ["rules", "games", "cotulenh-original"].includes(game) ? game : fileOf(game);
  return access(new URL(`../${folder}/${file}.wasm`, import.meta.url)).then(() => true, () => false);
}
