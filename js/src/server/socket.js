// A WebSocket: the platform's where there is one, else (Node before 22) as much of
// RFC 6455 as a reader of text messages needs.

/** Frames are told apart by these. */
const [TEXT, CLOSE, PING, PONG] = [1, 8, 9, 10];
/** No message of the server is longer; one that is, is not the server's. */
const LONGEST = 64 * 1024 * 1024;

/** Open a connection; `hear` gets each text, `ended` the code of its end. */
export async function openSocket(url, hear, ended) {
  if (typeof globalThis.WebSocket === "function") return ofPlatform(url, hear, ended);
  const [http, https, crypto] = await Promise.all(
    ["node:http", "node:https", "node:crypto"].map((name) => import(/* @vite-ignore */ name)));
  const secure = url.protocol === "wss:";
  const address = new URL(url);
  address.protocol = secure ? "https:" : "http:";
  const request = (secure ? https : http).request(address, {
    headers: {
      Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": crypto.randomBytes(16).toString("base64"),
    },
  });
  const socket = await new Promise((resolve, reject) => {
    request.on("upgrade", (_, stream, head) => {
      if (head.length > 0) stream.unshift(head);
      resolve(stream);
    });
    request.on("response", ({ statusCode }) => reject(new Error(`no live connection: status ${statusCode}`)));
    request.on("error", reject);
    request.end();
  });
  return new Frames(socket, crypto.randomBytes, hear, ended);
}

function ofPlatform(url, hear, ended) {
  const socket = new WebSocket(url);
  socket.onmessage = ({ data }) => hear(String(data));
  socket.onclose = ({ code }) => ended(code);
  return new Promise((resolve, reject) => {
    socket.onerror = () => reject(new Error("no live connection"));
    socket.onopen = () => {
      socket.onerror = null;
      resolve({ send: (text) => socket.send(text), close: () => socket.close() });
    };
  });
}

class Frames {
  #socket;
  #random;
  #hear;
  #ended;
  #waiting = Buffer.alloc(0);
  #parts = [];
  #code = 1006;

  constructor(socket, random, hear, ended) {
    this.#socket = socket;
    this.#random = random;
    this.#hear = hear;
    this.#ended = ended;
    socket.on("data", (bytes) => {
      this.#waiting = Buffer.concat([this.#waiting, bytes]);
      while (this.#frame());
    });
    socket.on("error", () => {});
    socket.on("close", () => this.#ended(this.#code));
  }

  /** Take one frame off what has arrived; false when it is not whole yet. */
  #frame() {
    const bytes = this.#waiting;
    if (bytes.length < 2) return false;
    const [kind, last] = [bytes[0] & 15, (bytes[0] & 128) !== 0];
    let [length, at] = [bytes[1] & 127, 2];
    if (length === 126) {
      if (bytes.length < 4) return false;
      [length, at] = [bytes.readUInt16BE(2), 4];
    } else if (length === 127) {
      if (bytes.length < 10) return false;
      [length, at] = [Number(bytes.readBigUInt64BE(2)), 10];
    }
    if (length > LONGEST) {
      this.#socket.destroy();
      return false;
    }
    if (bytes.length < at + length) return false;
    const body = bytes.subarray(at, at + length);
    this.#waiting = bytes.subarray(at + length);
    this.#take(kind, last, body);
    return true;
  }

  #take(kind, last, body) {
    if (kind === CLOSE) {
      if (body.length >= 2) this.#code = body.readUInt16BE(0);
      this.#write(CLOSE, body);
      this.#socket.end();
    } else if (kind === PING) {
      this.#write(PONG, body);
    } else if (kind !== PONG) {
      this.#parts.push(body);
      if (!last) return;
      const text = Buffer.concat(this.#parts).toString("utf8");
      this.#parts = [];
      this.#hear(text);
    }
  }

  /** What a client sends is masked. */
  #write(kind, body) {
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    const mask = this.#random(4);
    const head = body.length < 126
      ? Buffer.from([128 | kind, 128 | body.length])
      : Buffer.from([128 | kind, 128 | 126, body.length >> 8, body.length & 255]);
    const masked = Buffer.from(body);
    for (let i = 0; i < masked.length; i += 1) masked[i] ^= mask[i % 4];
    this.#socket.write(Buffer.concat([head, mask, masked]));
  }

  send(text) { this.#write(TEXT, Buffer.from(text, "utf8")); }

  close() {
    this.#code = 1000;
    this.#write(CLOSE, Buffer.from([1000 >> 8, 1000 & 255]));
    this.#socket.end();
  }
}
