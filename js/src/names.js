// Which file holds which game.
import { TakebackError } from "./fault.js";

const IN = {
  cotulenh: "cotulenh", battlesnake: "battlesnake", chess: "chess", gofish: "gofish", hex: "hex", ringrift: "ringrift",
  kithex: "small", tictactoe: "small", connect4: "small", othello: "small",
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
