// The client against the real server, which `cargo xtask js` builds. Without one
// (`npm test` alone) these tests are left out.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { access } from "node:fs/promises";
import { after, before, test } from "node:test";
import { TakebackError, connect, engine, load } from "../src/index.js";
import { limited } from "../src/server/think.js";
import { haveFile } from "./have.mjs";

const binary = process.env.TAKEBACK ?? new URL("../../target/debug/takeback", import.meta.url).pathname;
const there = await access(binary).then(() => true, () => false);
const skip = { skip: !there && "the server is not built" };

let child;
let url;

before(async () => {
  if (!there) return;
  child = spawn(binary, ["serve", "--memory", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  url = await new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (bytes) => {
      said += bytes;
      const found = said.match(/http:\/\/[\d.]+:\d+/);
      if (found) resolve(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
});

after(() => child?.kill());

/** Wait for something, but not for ever. */
function within(promise, what, ms = 60_000) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`waited for ${what}`)), ms); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

test("one interface, two back ends", skip, async (t) => {
  for (const place of ["page", "server"]) {
    const missing = place === "page" && !(await haveFile("connect4"));
    await t.test(place, { skip: missing && "its file is not built" }, async () => {
      const game = await load("connect4", place === "server" ? { server: url } : {});
      assert.equal(game.name, "connect4");
      const state = await game.start();
      const before = [state.text, state.turn, state.legalMoves()];
      await state.play("d");
      assert.equal(state.turn, 1);
      const other = state.clone();
      await other.play("d");
      assert.deepEqual([state.moves, other.moves], [["d"], ["d", "d"]]);
      assert.equal(await state.undo(), "d");
      assert.deepEqual([state.text, state.turn, state.legalMoves()], before);
      assert.equal(await state.undo(), null);
      await assert.rejects(async () => state.play("z"), (error) => error instanceof TakebackError);
      assert.equal(state.moves.length, 0, "a refusal changes nothing");
      assert.match(await state.svg({ size: 200 }), /^<svg/);
      assert.equal((await state.inputs()).length, state.legalMoves().length);
      assert.deepEqual(Object.keys(await state.scene()).sort(), ["board", "scene"]);
      const again = await game.fromJSON(JSON.parse(JSON.stringify(other)));
      assert.equal(again.text, other.text);
      assert.equal(other.returns, null);
      const found = await engine("mcts").think(other, { iterations: 200, seed: 3 });
      assert.ok(other.legalMoves().includes(found.best));
      assert.ok(found.nodes > 0 && found.moves.length > 0);
      for (const move of ["c", "d", "c", "d"]) await other.play(move);
      await other.play("a");
      if (!other.isOver) await other.play("d");
      assert.equal(typeof other.isOver, "boolean");
    });
  }
});

test("both back ends list the same moves", skip, async (t) => {
  for (const name of ["cotulenh", "hex:5x5", "tictactoe"]) {
    await t.test(name, { skip: !(await haveFile(name.split(":")[0])) && "its file is not built" }, async () => {
      const [here, there_] = await Promise.all([load(name), load(name, { server: url })]);
      const [mine, theirs] = [here.start(), await there_.start()];
      for (let ply = 0; ply < 6 && !mine.isOver; ply += 1) {
        assert.deepEqual(theirs.legalMoves(), mine.legalMoves());
        assert.deepEqual([theirs.text, theirs.turn], [mine.text, mine.turn]);
        const move = mine.legalMoves()[ply];
        mine.play(move);
        await theirs.play(move);
      }
    });
  }
});

test("every game of the server can be begun", skip, async () => {
  const server = connect(url);
  const { games } = await server.catalogue();
  assert.ok(games.length > 10);
  for (const { name } of games) {
    const state = await (await server.load(name)).start();
    assert.ok(state.isOver === false && state.players >= 1, name);
  }
});

test("chance and rounds played together", skip, async () => {
  const pig = await (await load("pig", { server: url })).start();
  await pig.play("roll");
  assert.equal(pig.turn, "chance");
  const outcomes = pig.chanceOutcomes();
  assert.ok(Math.abs(outcomes.reduce((sum, { probability }) => sum + probability, 0) - 1) < 1e-9);
  const rolled = await pig.roll(3);
  assert.ok(outcomes.some(({ move }) => move === rolled));
  const tron = await (await load("tron", { server: url })).start();
  assert.deepEqual(tron.turn, [0, 1]);
  assert.ok((await tron.choices(1)).length > 0);
});

test("a seed deals", skip, async () => {
  const game = await load("gofish:2", { server: url });
  const [one, same, other] = [await game.start({ seed: 5 }), await game.start({ seed: 5 }), await game.start({ seed: 6 })];
  assert.equal(one.text, same.text);
  assert.notEqual(one.text, other.text);
  await one.play(one.legalMoves()[0]);
  const again = await game.fromJSON(JSON.parse(JSON.stringify(one)));
  assert.equal(again.text, one.text);
});

test("refusals are typed", skip, async () => {
  await assert.rejects(load("chequers", { server: url }), { kind: "game", message: /known games/ });
  await assert.rejects(load("hex:0x0", { server: url }), { kind: "game", message: /known variants/ });
  const game = await load("hex:5x5", { server: url });
  await assert.rejects(game.position("nonsense"), { kind: "position" });
  const state = await game.start();
  await assert.rejects(state.play("z99"), (error) => ["unreadable", "illegal"].includes(error.kind));
  await assert.rejects(engine("mtcs").think(state), { kind: "engine", message: /mcts/ });
  await assert.rejects(engine("5").think(state, { nodes: 5 }), { kind: "engine", message: /level/ });
  await assert.rejects(load("hex", { server: "http://127.0.0.1:1" }), { kind: "load" });
  assert.throws(() => connect("nowhere"), { kind: "request" });
  assert.throws(() => engine("mcts").thinkSync(state), { kind: "request" });
  assert.throws(() => game.verify(), { kind: "request", message: /takeback verify/ });
});

test("limits said now replace those of the specification", () => {
  assert.equal(limited("mcts:time=1s,c=0.5", { iterations: 9 }), "mcts:c=0.5,iterations=9");
  assert.equal(limited("ab", { time: 50, depth: 3 }), "ab:time=50ms,depth=3");
  assert.equal(limited("7", {}), "7");
});

test("an engine reports while it thinks, and stops", skip, async () => {
  const state = await (await load("hex:7x7", { server: url })).start();
  const stop = new AbortController();
  let reports = 0;
  const found = await within(engine("mcts").think(state, {
    time: 20_000, signal: stop.signal, onProgress: () => { reports += 1; stop.abort(); },
  }), "a report");
  assert.ok(reports >= 1);
  assert.equal(found.stopped, "flag");
  assert.ok(state.legalMoves().includes(found.best));
  const whole = await within(engine("mcts").think(state, { iterations: 300, onProgress: () => {} }), "an answer");
  assert.ok(state.legalMoves().includes(whole.best));
  await assert.rejects(engine("mcts").think(state, { signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("a room: two people, one who looks on, everybody told", skip, async () => {
  const server = connect(url);
  const owner = await server.create("tictactoe", { seats: ["person", "person"] });
  const [first, second] = [owner.join(owner.seats[0]), owner.join(owner.seats[1])];
  const seen = [];
  let told;
  const three = new Promise((resolve) => { told = resolve; });
  const live = await server.room(owner.id).watch({
    onState: (state) => {
      seen.push(state.count);
      if (state.count >= 4) told();
    },
  });
  await first.play("b2");
  await assert.rejects(first.play("a1"), { status: 409 });
  await second.play("a1");
  const state = await first.play("a2");
  assert.equal(state.count, 4);
  await within(three, "three moves");
  assert.ok(seen.at(-1) === 4 && seen.length >= 1, String(seen));
  live.close();
  await assert.rejects(server.room(owner.id).play("c3"), { code: "forbidden" });
  assert.equal((await owner.save()).moves.length, 3);
  await assert.rejects(owner.end(), { code: "needs_consent" });
  await owner.ask("end");
  const { proposal } = await first.state();
  assert.ok(proposal.waits_for_you);
  await first.answer(proposal.number, true);
  await second.answer(proposal.number, true);
  await assert.rejects(owner.state(), { kind: "game" });
});

test("a room alone: take back, redo, an engine's move", skip, async () => {
  const room = await connect(url).create("connect4", { seats: ["person", "person"] });
  await room.play("d");
  await room.engineMove("random");
  let now = 1;
  for (let i = 0; i < 200 && now < 2; i += 1) {
    await new Promise((resolve) => { setTimeout(resolve, 20); });
    ({ now } = await room.state());
  }
  assert.equal(now, 2, "the engine has moved");
  const back = await room.undo(2);
  assert.equal(back.now, 0);
  assert.equal((await room.redo(1)).now, 1);
  assert.equal(typeof (await room.position()), "string");
  let ended;
  const end = new Promise((resolve) => { ended = resolve; });
  const live = await room.watch({ onEnd: ended });
  live.look({ node: 0 });
  await room.end();
  await within(end, "the end");
});
