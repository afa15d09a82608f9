// Requests to a server, and what it refuses as this package's own errors.
import { TakebackError } from "../fault.js";

/** What the server's codes are called here. */
const KINDS = {
  no_game: "game", unknown: "game", bad_position: "position", bad_engine: "engine",
  unreadable_move: "unreadable", illegal_move: "illegal", over: "over",
};

export class Http {
  #base;
  #fetch;

  constructor(url, { fetch = globalThis.fetch } = {}) {
    try {
      this.#base = new URL("api/v1/", String(url).replace(/\/?$/, "/"));
    } catch (error) {
      throw new TakebackError("request", `"${url}" is no address of a server`, { cause: error });
    }
    this.#fetch = fetch;
  }

  /** The address of a live connection. */
  live(path, token) {
    const url = new URL(path, this.#base);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    if (token) url.searchParams.set("token", token);
    return url;
  }

  /** Call, and answer with what the body says; null where it says nothing. */
  async call(method, path, { body, token, signal } = {}) {
    const headers = {};
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (token) headers.Authorization = `Bearer ${token}`;
    const fetch = this.#fetch;
    const url = new URL(path, this.#base);
    let answer;
    try {
      answer = await fetch(url, { method, headers, body: body && JSON.stringify(body), signal });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw new TakebackError("load", `${url.origin} does not answer: ${error.message}`, { cause: error });
    }
    const text = await answer.text();
    if (answer.ok) return text === "" ? null : JSON.parse(text);
    throw refusal(answer.status, text);
  }
}

function refusal(status, text) {
  let told = null;
  try {
    told = JSON.parse(text).error;
  } catch {
    // Something before the server answered.
  }
  const kind = KINDS[told?.code] ?? "request";
  const error = new TakebackError(kind, told?.message ?? `the server answers with status ${status}`);
  error.code = told?.code ?? null;
  error.status = status;
  return error;
}
