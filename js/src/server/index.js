// A server's games: positions it is asked about, and rooms it keeps.
import { TakebackError } from "../fault.js";
import { ServerGame } from "./game.js";
import { Http } from "./http.js";
import { Room } from "./room.js";

export { ServerGame, ServerState } from "./game.js";
export { Room } from "./room.js";

export class Server {
  #catalogue = null;

  constructor(url, options) {
    this.http = new Http(url, options);
  }

  /** Games, variants, levels. Asked for once. */
  catalogue() {
    this.#catalogue ??= this.http.call("GET", "catalogue").catch((error) => {
      this.#catalogue = null;
      throw error;
    });
    return this.#catalogue;
  }

  /** A game by name: `GAME` or `GAME:VARIANT`. */
  async load(name) {
    const [wanted, variant] = String(name).split(":");
    const { games } = await this.catalogue();
    const game = games.find((one) => one.name === wanted);
    if (!game) {
      const known = games.map((one) => one.name).join(", ");
      throw new TakebackError("game", `there is no game "${wanted}"; known games: ${known}`);
    }
    const chosen = variant === undefined ? game.variants[0] : game.variants.find((one) => one.name === variant);
    if (!chosen) {
      const known = game.variants.map((one) => one.name).join(", ");
      throw new TakebackError("game", `${wanted} has no variant "${variant}"; known variants: ${known}`);
    }
    return new ServerGame(this, game, chosen);
  }

  /** Begin a game that the server keeps: { seats, seed, position, pause_ms }. */
  async create(name, options = {}) {
    const [game, variant] = String(name).split(":");
    const begun = await this.http.call("POST", "games", { body: { game, variant, ...options } });
    return new Room(this.http, begun.id, begun.owner, begun.seats);
  }

  /** A game begun by somebody else; with a token one sits there, without one looks on. */
  room(id, token) {
    return new Room(this.http, id, token);
  }
}

/** A server by its address. */
export function connect(url, options) {
  return new Server(url, options);
}
