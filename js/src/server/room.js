// A game that a server keeps: people and engines at one table, everybody told of
// every change.
import { openSocket } from "./socket.js";

export class Room {
  #http;
  #token;

  constructor(http, id, token, seats = []) {
    this.#http = http;
    this.#token = token ?? null;
    this.id = id;
    /** Tokens of the seats that are people's, for whoever is to sit there. */
    this.seats = seats;
  }

  /** Who this is: the owner, a seat, or null for one who looks on. */
  get token() { return this.#token; }

  #call(method, path = "", body = undefined) {
    return this.#http.call(method, `games/${encodeURIComponent(this.id)}${path}`, { body, token: this.#token });
  }

  /** The same game as somebody else: with a seat's token one plays that seat. */
  join(token) { return new Room(this.#http, this.id, token, []); }

  /** The same game without a token. */
  lookOn() { return this.join(null); }

  state() { return this.#call("GET"); }
  board() { return this.#call("GET", "/board"); }
  async position() { return (await this.#call("GET", "/position")).position; }
  save() { return this.#call("GET", "/save"); }

  /** Play; { seat } in a round played together, { version } to be refused if the game has moved on. */
  play(move, { seat, version } = {}) {
    return this.#call("POST", "/moves", { move: String(move), seat, version });
  }

  undo(plies = 1) { return this.#call("POST", "/takeback", { plies }); }
  redo(plies = 1) { return this.#call("POST", "/redo", { plies }); }
  goTo(node) { return this.#call("POST", "/goto", { node }); }
  sit(seat) { return this.#call("POST", "/sit", { seat }); }
  ask(wish) { return this.#call("POST", "/ask", wish); }
  answer(number, agree) { return this.#call("POST", "/answer", { number, agree }); }
  change(change) { return this.#call("PATCH", "", change); }
  engineMove(engine) { return this.#call("POST", "/engine", engine === undefined ? {} : { engine }); }
  analyse(request = {}) { return this.#call("POST", "/analysis", request); }
  stopAnalysis() { return this.#call("DELETE", "/analysis"); }

  /** End the game and forget it. */
  async end() { await this.#call("DELETE"); }

  /**
   * Hear of every change: { onState, onAnalysis, onEnd }. Close it when done.
   */
  async watch({ onState, onAnalysis, onEnd } = {}) {
    const url = this.#http.live(`games/${encodeURIComponent(this.id)}/live`, this.#token);
    const live = { closed: false };
    const socket = await openSocket(url, (text) => {
      if (live.closed) return;
      const news = JSON.parse(text);
      if (news.type === "analysis") onAnalysis?.(news);
      else onState?.(news);
    }, (code) => { if (!live.closed) onEnd?.(code); });
    return {
      /** Look at another position of the tree, for oneself; nothing: follow the game. */
      look: (look = {}) => socket.send(JSON.stringify({ look })),
      close: () => { live.closed = true; socket.close(); },
    };
  }
}
