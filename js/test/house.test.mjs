import assert from "node:assert/strict";
import { test } from "node:test";
import { House, memoryStore } from "../src/house.js";
import { haveFile } from "./have.mjs";

const patience = 60_000;

/** Begin a game; how to ask for it, and its states as they come. */
async function begin(house, game) {
  const { status, body } = await house.request("POST", "/games", game);
  assert.equal(status, 201, JSON.stringify(body));
  const { id, owner } = body;
  const ask = (method, path = "", sent) => house.request(method, `/games/${id}${path}`, sent, owner);
  const messages = [];
  let wake = () => {};
  const watching = await house.watch(id, { token: owner, onMessage: (message) => { messages.push(message); wake(); } });
  const until = async (what, holds) => {
    const end = Date.now() + patience;
    for (;;) {
      const found = messages.findLast(holds);
      if (found) return found;
      assert.ok(Date.now() < end, `${what}: ${JSON.stringify(messages.at(-1)).slice(0, 400)}`);
      await new Promise((resolve) => { wake = resolve; setTimeout(resolve, 500); });
    }
  };
  return { id, owner, ask, until, messages, watching };
}

test("a person plays an engine, takes back and goes on", { skip: !(await haveFile("cotulenh", "rooms")) }, async () => {
  const house = new House();
  try {
    const { ask, until } = await begin(house, { game: "cotulenh", seats: ["person", "2"] });
    const first = await until("the start", (m) => m.type === "state");
    assert.equal(first.you.plays, 0);
    const play = await ask("POST", "/moves?since=1", { move: first.inputs[0].text, seat: 0, node: 0 });
    assert.equal(play.status, 200);
    assert.equal(play.body.first, 1, "only what is new");
    const mine = await until("an answer", (m) => m.now >= 2 && m.you?.plays === 0);
    assert.ok(mine.nodes.some(({ by }) => by === 1));
    const { body: back } = await ask("POST", "/goto", { node: 0 });
    assert.equal(back.position, first.position);
    assert.equal(back.running, false);
    const wrong = await ask("POST", "/moves", { move: "nonsense" });
    assert.deepEqual([wrong.status, wrong.body.error.code], [422, "unreadable_move"]);
  } finally {
    house.close();
  }
});

test("analysis reports, stops, and a tree is unfolded", { skip: !(await haveFile("cotulenh", "rooms")) }, async () => {
  const house = new House();
  try {
    const { ask, until, messages } = await begin(house, { game: "cotulenh", seats: ["person", "person"] });
    assert.equal((await ask("POST", "/analysis", { engine: "ab", lines: 2, time_ms: 30_000 })).status, 202);
    const report = await until("a report", (m) => m.type === "analysis" && m.lines?.length === 2);
    assert.equal(report.done, false);
    assert.equal((await ask("DELETE", "/analysis")).status, 204);
    await until("its end", (m) => m.type === "analysis" && m.done);
    const { status, body } = await ask("POST", "/tree", { engine: "ab:depth=2", line: [report.best] });
    assert.deepEqual([status, body.seat], [200, 1]);
    assert.ok(messages.length > 2);
  } finally {
    house.close();
  }
});

test("a game outlives its house, and a broken module", { skip: !(await haveFile("tictactoe", "rooms")) }, async () => {
  const store = memoryStore();
  const first = new House({ store });
  const { id, owner, ask, until } = await begin(first, { game: "tictactoe", seats: ["person", "1"] });
  await ask("POST", "/moves", { move: "b2" });
  const left = await until("an answer", (m) => m.now === 2);
  first.close();
  const second = new House({ store });
  try {
    const { status, body } = await second.request("GET", `/games/${id}`, undefined, owner);
    assert.deepEqual([status, body.position, body.you.owner], [200, left.position, true]);
    // More memory than there are addresses: the module is replaced, the game is not lost.
    const broken = await second.request("POST", `/games/${id}/engine`, { engine: "ab:depth=2,tt=4090" }, owner);
    assert.notEqual(broken.status, 200);
    const after = await second.request("GET", `/games/${id}`, undefined, owner);
    assert.deepEqual([after.status, after.body.position], [200, left.position]);
    assert.equal((await second.request("DELETE", `/games/${id}`, undefined, owner)).status, 204);
    assert.equal((await second.request("GET", `/games/${id}`, undefined, owner)).body.error.code, "no_game");
  } finally {
    second.close();
  }
});

test("engines play each other with chance and rounds played together", { skip: !(await haveFile("tron", "rooms")) }, async () => {
  const house = new House();
  try {
    for (const game of ["pig", "tron"]) {
      const { until } = await begin(house, { game, seats: ["2", "2"], pause_ms: 5 });
      const over = await until(`${game} ends`, (m) => m.turn?.kind === "over");
      assert.equal(over.result.length, 2);
    }
  } finally {
    house.close();
  }
});

test("what is not here is said as a server says it", { skip: !(await haveFile("tictactoe", "rooms")) }, async () => {
  const house = new House();
  const unknown = await house.request("POST", "/games", { game: "chequers" });
  assert.deepEqual([unknown.status, unknown.body.error.code], [404, "unknown"]);
  const gone = await house.request("GET", "/games/nobody");
  assert.deepEqual([gone.status, gone.body.error.code], [404, "no_game"]);
  let code;
  await house.watch("nobody", { onMessage() {}, onEnd: (why) => { code = why; } });
  assert.equal(code, 4404);
});
