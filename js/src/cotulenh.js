// A drop-in for CoTuLenh's own library: the same class, constants and shapes on
// takeback's rules. Undo is exact, also inside deployments on the sea.
import { described, instanceOf } from "./game.js";
import { TakebackError } from "./fault.js";
import {
  BLUE, COMMANDER, DEFAULT_POSITION, EMPTY_POSITION, RED, SQUARE_MAP, algebraic, flattenPiece, getMovementMask, isSquareOnBoard,
  pieceOf, readBoard, writeBoard,
} from "./cotulenh/board.js";
import { fenErrors } from "./cotulenh/fen.js";
import { MoveResult, bitsOf, fits, withSan } from "./cotulenh/moves.js";
import { SEVEN_TAG_ROSTER, clocked, readPgn, today, writePgn } from "./cotulenh/pgn.js";

export * from "./cotulenh/board.js";
export { MoveResult } from "./cotulenh/moves.js";
export { SEVEN_TAG_ROSTER } from "./cotulenh/pgn.js";

// A file of its own: whole turns, reasons and attackers are asked by nobody else.
const game = described(await instanceOf("cotulenh-original"), "cotulenh");

function reasonsAgainst(fen, semantics) {
  return fenErrors(fen, JSON.parse(game.instance.text("cotulenh_reasons", fen, Number(semantics))));
}

/** Whether a text is a position: { valid, errors: [{ category, code, message, location }] }. */
export function validateFenString(fen, options) {
  return CoTuLenh.checkFen(fen, options);
}

/** A square's name, of a name or a number; undefined where there is no such square. */
function squareName(square) {
  if (typeof square === "number") return isSquareOnBoard(square) ? algebraic(square) : undefined;
  return Object.hasOwn(SQUARE_MAP, square) ? square : undefined;
}

/** A piece as it stands on a board: every mark written out, none of the caller's objects kept. */
function placed({ type, color, heroic = false, carrying = [] }) {
  const held = carrying.map((one) => ({ color: one.color ?? color, type: one.type, heroic: Boolean(one.heroic) }));
  return { color, type, heroic: Boolean(heroic), ...(held.length > 0 && { carrying: held }) };
}

export class CoTuLenh {
  #state;
  /** The turns played: { steps, result }. */
  #turns = [];
  /** The steps of the open session: { lan, result }. */
  #steps = [];
  /** Whether a complete deployment waits to be committed. */
  #held = false;
  #headers = { ...SEVEN_TAG_ROSTER };
  #comments = new Map();
  /** A board with a stack that the rules do not know: it can be looked at and changed, not played. */
  #odd = null;
  // What is known of the position reached; asked for once, and known again after undo.
  #cache = {};
  #caches = [];

  constructor(fen = DEFAULT_POSITION, { skipLastGuardPromotion = false } = {}) {
    if (skipLastGuardPromotion) {
      throw new TakebackError("request", "a side's last guard is always promoted here; skipLastGuardPromotion is not offered");
    }
    this.load(fen);
  }

  static checkFen(fen, { checkSemantics = true, throwOnError = false } = {}) {
    const errors = reasonsAgainst(String(fen), checkSemantics);
    if (throwOnError && errors.length > 0) throw new Error(`Invalid FEN: ${errors[0].message}`);
    return { valid: errors.length === 0, errors };
  }

  // Position

  load(fen, { skipValidation = false, preserveHeaders = false } = {}) {
    if (!skipValidation) CoTuLenh.checkFen(fen, { checkSemantics: false, throwOnError: true });
    const fields = String(fen).trim().split(/\s+/);
    // Unchecked texts may leave the counters out.
    const text = fields.length < 6 ? [...fields, ...["r", "-", "-", "0", "1"].slice(fields.length - 1)].join(" ") : fen;
    this.#begin(game.position(text), preserveHeaders);
  }

  /** A new game from this position. */
  #begin(state, preserveHeaders) {
    this.#state?.free();
    this.#state = state;
    this.#turns = [];
    this.#steps = [];
    this.#held = false;
    this.#comments.clear();
    if (!preserveHeaders) this.#headers = { ...SEVEN_TAG_ROSTER };
    this.#cache = {};
    this.#caches = [];
    this.#odd = null;
  }

  clear({ preserveHeaders = false } = {}) {
    this.load(EMPTY_POSITION, { preserveHeaders });
  }

  #play(lan) {
    this.#state.play(lan);
    this.#caches.push(this.#cache);
    this.#cache = {};
  }

  #takeBack() {
    this.#state.undo();
    this.#cache = this.#caches.pop();
  }

  #known() {
    if (this.#odd) throw new Error(`this board cannot be played: ${this.#odd}`);
    this.#cache.facts ??= JSON.parse(game.instance.text("cotulenh_facts", null, this.#state.tableNumber));
    return this.#cache.facts;
  }

  #pieces() {
    this.#cache.board ??= readBoard(this.#isDeploying() ? this.#known().board : this.fen());
    return this.#cache.board;
  }

  fen(includeDeployState = true) {
    this.#cache.fen ??= this.#state.text;
    return includeDeployState ? this.#cache.fen : this.#cache.fen.split(" ").slice(0, 6).join(" ");
  }

  /** Only an open session is written with colons. */
  #isDeploying() {
    return this.fen().includes(":");
  }

  get(at, type) {
    const piece = this.#pieces().get(squareName(at));
    if (!piece) return undefined;
    if (type === undefined) return structuredClone(piece);
    const found = flattenPiece(piece).find((one) => one.type === type);
    return found && { ...found };
  }

  /** Set up another board; false while a session is open. */
  #setUp(change) {
    if (this.#steps.length > 0) return false;
    const board = new Map(this.#pieces());
    change(board);
    const fields = this.fen(false).split(" ");
    const fen = [writeBoard(board), ...fields.slice(1)].join(" ");
    try {
      this.#begin(game.position(fen), true);
    } catch (error) {
      if (!(error instanceof TakebackError) || error.kind !== "position") throw error;
      // A stack that the rules do not know stands until it is changed again.
      this.#begin(game.position(EMPTY_POSITION), true);
      this.#odd = error.message;
      this.#cache.fen = fen;
    }
    this.#cache.board = board;
    return true;
  }

  /** Place a piece; throws where it may not stand, and at a second commander of a side. */
  put(piece, at) {
    const square = squareName(at);
    if (square === undefined) throw new Error(`${String(at)} is no square of the board`);
    const one = placed(piece);
    const parts = flattenPiece(one);
    // The first that may carry decides in a stack that is given in another order.
    if (!parts.some(({ type }) => getMovementMask(type)[SQUARE_MAP[square]] === 1)) {
      throw new Error(`${one.type} may not stand on ${square}: the terrain is not its own`);
    }
    if (parts.length === 1 && getMovementMask(one.type)[SQUARE_MAP[square]] !== 1) {
      throw new Error(`${one.type} may not stand on ${square}: the terrain is not its own`);
    }
    const commands = (held) => flattenPiece(held).some(({ type, color }) => type === COMMANDER && color === one.color);
    if (commands(one)) {
      for (const [other, held] of this.#pieces()) {
        if (other !== square && commands(held)) throw new Error(`the commander of ${one.color} stands on ${other}; a side has one`);
      }
    }
    return this.#setUp((board) => board.set(square, one));
  }

  remove(at) {
    const square = squareName(at);
    const piece = square && this.get(square);
    if (!piece) return undefined;
    return this.#setUp((board) => board.delete(square)) ? piece : undefined;
  }

  getHeroicStatus(square, type) {
    return this.get(square, type)?.heroic ?? false;
  }

  /** Without a type the carrier is meant. */
  setHeroicStatus(at, type, on) {
    const square = squareName(at);
    const piece = square && this.get(square);
    if (!piece) return false;
    const one = [piece, ...(piece.carrying ?? [])].find((held) => type === undefined || held.type === type);
    if (!one) return false;
    one.heroic = Boolean(on);
    return this.#setUp((board) => board.set(square, piece));
  }

  /** Twelve rows from rank 12 down, eleven files. */
  board() {
    const rows = Array.from({ length: 12 }, () => new Array(11).fill(null));
    for (const [square, { type, color, heroic }] of this.#pieces()) {
      const number = SQUARE_MAP[square];
      rows[number >> 4][number & 15] = { square, type, color, heroic };
    }
    return rows;
  }

  turn() {
    // A complete deployment that waits to be committed is still its player's.
    if (this.#held) return this.#steps[0].result.color;
    const fen = this.fen();
    return fen[fen.indexOf(" ") + 1];
  }

  moveNumber() { return Number(this.fen().split(" ")[5]); }
  halfMoves() { return Number(this.fen().split(" ")[4]); }

  getCommanderSquare(color) {
    const square = this.#known().commander[color];
    return square === null ? -1 : SQUARE_MAP[square];
  }

  getMetadata() {
    return { turn: this.turn(), halfMoves: this.halfMoves(), moveNumber: this.moveNumber(), fen: this.fen() };
  }

  getAttackers(square, color) {
    return JSON.parse(game.instance.text("cotulenh_attackers", `${algebraic(square)} ${color}`, this.#state.tableNumber))
      .map(({ square: at, type }) => ({ square: SQUARE_MAP[at], type }));
  }

  getAirDefenseInfluence() {
    const { r, b } = JSON.parse(game.instance.text("cotulenh_air", null, this.#state.tableNumber));
    return { r: new Map(Object.entries(r)), b: new Map(Object.entries(b)) };
  }

  // Moves

  #listed() {
    this.#cache.list ??= withSan(this.#state.legalMoves());
    return this.#cache.list;
  }

  moves({ verbose = false, square, pieceType } = {}) {
    if (this.#held || this.#odd) return [];
    let list = this.#listed();
    if (square !== undefined) list = list.filter((step) => step.from === squareName(square));
    if (pieceType !== undefined) list = list.filter((step) => step.type === pieceType);
    if (!verbose) return list.map((step) => step.san);
    const [color, before] = [this.turn(), this.fen()];
    return list.map((step) => new MoveResult(step, { color, before, captured: this.#target(step) }));
  }

  #target(step) {
    return step.kind === "" || step.kind === "&" ? undefined : this.#pieces().get(step.to);
  }

  #find(move, strict) {
    const list = this.#listed();
    if (typeof move === "string") {
      if (strict) return list.filter((step) => step.san === move);
      const bare = move.trim().replace(/[+#^!?]+$/, "");
      const found = list.filter((step) => step.san === bare || step.lan === bare);
      const squares = /^([a-k]\d+)-?([a-k]\d+)$/.exec(bare);
      return found.length > 0 || !squares ? found : list.filter((step) => step.from === squares[1] && step.to === squares[2]);
    }
    if (typeof move !== "object" || move === null) throw new Error(`Invalid move: ${String(move)}`);
    return list.filter((step) => fits(step, move));
  }

  /**
   * Make a move; throws where none or several fit. { strict }: of texts only the
   * SAN of `moves()`. { autoCommit: false }: a deployment that has become complete
   * waits for `commitSession`. { legal: false } finds no more than is legal.
   */
  move(move, { strict = false, autoCommit = true, legal = true } = {}) {
    const what = typeof move === "string" ? move : JSON.stringify(move);
    if (this.#held) throw new Error(`Invalid move: ${what}: the deployment is complete, commit or cancel it`);
    if (this.#odd) throw new Error(`Invalid move: ${what}: this board cannot be played: ${this.#odd}`);
    const found = this.#find(move, strict);
    if (found.length === 0 && typeof move === "string" && !strict && this.#steps.length === 0) {
      return this.#wholeTurn(move.trim());
    }
    if (found.length === 1) return this.#step(found[0], autoCommit);
    if (found.length > 1) throw new Error(`Ambiguous move: ${what} may be ${found.map((step) => step.lan).join(", ")}`);
    const why = legal ? "" : ": moves that the rules forbid are not offered, with legal: false neither";
    throw new Error(`Invalid move: ${what}${why}`);
  }

  #wholeTurn(text) {
    let steps;
    try {
      steps = game.instance.text("cotulenh_read_turn", text, this.#state.tableNumber).split("\n");
    } catch (error) {
      throw new Error(`Invalid move: ${text}`, { cause: error });
    }
    let result;
    for (const lan of steps) {
      result = lan === "commit" ? this.commitSession().result : this.#step(this.#listed().find((step) => step.lan === lan));
    }
    return result;
  }

  #step(step, autoCommit = true) {
    const [color, before, captured] = [this.turn(), this.fen(), this.#target(step)];
    this.#play(step.lan);
    this.#held = step.deploy && !autoCommit && !this.#isDeploying();
    const completed = !this.#held && !this.#isDeploying();
    const result = new MoveResult(step, { color, before, after: this.fen(), captured, completed });
    if (!step.deploy) {
      this.#turns.push({ steps: 1, result });
      return result;
    }
    this.#steps.push({ lan: step.lan, step, result });
    if (completed) return this.#finished(this.#steps.length);
    // Inside a session a result tells of all its steps so far.
    [result.san, result.lan] = this.#sessionText();
    return result;
  }

  /** The open session so far, as SAN and LAN. */
  #sessionText() {
    const written = this.#held ? "" : (this.fen().split(" ")[6] ?? "").replace(/\.\.\.$/, "");
    const [origin, stay = "", steps = ""] = written.split(":");
    if (steps !== "") return [stay === "" ? steps : `${stay}<${steps}`, `${origin}:${stay}:${steps}`];
    const held = this.#steps.map(({ step }) => `${step.name}>${step.kind}${step.to}`).join(",");
    return [held, `${this.#steps[0].step.from}::${held}`];
  }

  /** The session has ended: its steps become one turn. */
  #finished(count) {
    const steps = this.#steps;
    const [first] = steps;
    const { color, before } = first.result;
    const lans = this.#state.moves.slice(-count);
    const start = game.position(before);
    const [san, lan] = game.instance.text("cotulenh_turn_text", lans.join("\n"), start.tableNumber).split("\n");
    start.free();
    const to = new Map(steps.map(({ step }) => [step.to, this.get(step.to)]).filter(([, piece]) => piece));
    const captured = steps.flatMap(({ result }) => result.captured ?? []);
    const result = new MoveResult(first.step, { color, before, after: this.fen(), completed: true, to, san, lan });
    if (captured.length > 0) result.captured = captured;
    this.#turns.push({ steps: count, result });
    this.#steps = [];
    return result;
  }

  /** Take back the last step of an open session, else the last turn. */
  undo() {
    if (this.#steps.length > 0) {
      this.#steps.pop();
      this.#held = false;
      this.#takeBack();
      return;
    }
    const turn = this.#turns.pop();
    for (let i = 0; i < (turn?.steps ?? 0); i += 1) this.#takeBack();
  }

  // Sessions

  /** The state of the session with its steps as `commands` and `moves`, and where it began. */
  getSession() {
    const state = this.getDeployState();
    if (!state) return null;
    const moves = this.#steps.map(({ step, result }) => ({
      color: result.color, from: SQUARE_MAP[step.from], to: SQUARE_MAP[step.to], piece: result.piece,
      flags: bitsOf(step), ...(result.captured && { captured: result.captured }),
    }));
    const startFEN = this.#steps[0]?.result.before ?? this.fen(false);
    return { ...state, isDeploy: true, remaining: state.remainingPieces, moves, commands: moves.map((move) => ({ move })), startFEN };
  }

  getDeployState() {
    const { origin: open, canCommit: may, turn: next } = this.#known();
    const origin = this.#held ? this.#steps[0].step.from : open;
    if (origin === null) return null;
    const [turn, canCommit] = this.#held ? [this.turn(), true] : [next, may];
    const [, stay = ""] = this.#held ? [] : (this.fen().split(" ")[6] ?? "").split(":");
    const start = readBoard(this.#steps[0]?.result.before ?? this.fen(false));
    const stayPiece = stay === "" ? null : pieceOf(stay.replace(/[()]/g, ""), turn);
    const remainingPieces = stayPiece ? flattenPiece(stayPiece) : [];
    return {
      stackSquare: SQUARE_MAP[origin], turn, originalPiece: start.get(origin),
      movedPieces: this.#steps.map(({ result }) => ({
        piece: result.piece, from: result.from, to: result.to, captured: result.captured,
      })),
      remainingPieces, stayPiece, canCommit, isComplete: remainingPieces.length === 0,
    };
  }

  canCommitSession() { return this.#held || this.#known().canCommit; }

  commitSession() {
    if (this.#steps.length === 0) return { success: false, reason: "No active deploy session" };
    if (this.#held) {
      this.#held = false;
      return { success: true, result: this.#finished(this.#steps.length) };
    }
    if (!this.canCommitSession()) return { success: false, reason: "The session cannot be committed as it stands" };
    this.#play("commit");
    return { success: true, result: this.#finished(this.#steps.length + 1) };
  }

  cancelSession() {
    while (this.#steps.length > 0) this.undo();
  }

  // The end

  isCheck() { return this.#known().attacked[this.turn()]; }
  isCommanderInDanger(color) { return this.#known().danger[color]; }
  isCheckmate() { return this.#known().ending === "checkmate"; }
  isStalemate() { return this.#known().ending === "stalemate"; }
  isDrawByFiftyMoves() { return this.halfMoves() >= 100; }
  isThreefoldRepetition() { return this.#known().ending === "threefold"; }
  isCommanderCaptured() { return this.#known().ending === "commander_captured"; }
  isDraw() { return this.isDrawByFiftyMoves() || this.isThreefoldRepetition() || this.isStalemate(); }
  isGameOver() { return this.#known().ending !== null; }

  // The game

  history({ verbose = false } = {}) {
    const results = this.#turns.map(({ result }) => result);
    return verbose ? results : results.map(({ san }) => san);
  }

  setHeader(name, value) {
    this.#headers[name] = String(value);
    return this.getHeaders();
  }

  getHeaders() { return { ...this.#headers }; }

  removeHeader(name) {
    if (!Object.hasOwn(this.#headers, name)) return false;
    if (name in SEVEN_TAG_ROSTER) this.#headers[name] = SEVEN_TAG_ROSTER[name];
    else delete this.#headers[name];
    return true;
  }

  getComment() { return this.#comments.get(this.fen()); }
  setComment(comment) { this.#comments.set(this.fen(), String(comment).replaceAll("{", "(").replaceAll("}", ")")); }

  removeComment() {
    const comment = this.getComment();
    this.#comments.delete(this.fen());
    return comment;
  }

  #result() {
    if (!this.isGameOver()) return this.#headers.Result;
    if (this.isDraw()) return "1/2-1/2";
    const lost = this.isCheckmate() ? this.turn() : [RED, BLUE].find((color) => this.getCommanderSquare(color) === -1);
    return lost === RED ? "0-1" : "1-0";
  }

  /** The position before the first turn. */
  #start() {
    const first = this.#turns[0] ?? this.#steps[0];
    return first ? first.result.before : this.fen();
  }

  /** { clocks }: what each turn left on its player's clock, as text or in seconds. */
  pgn({ newline = "\n", maxWidth = 0, clocks = [] } = {}) {
    const start = this.#start();
    const result = this.#odd ? this.#headers.Result : this.#result();
    const headers = { ...this.#headers, Result: result };
    if (headers.Date === SEVEN_TAG_ROSTER.Date) headers.Date = today();
    if (start !== DEFAULT_POSITION) Object.assign(headers, { SetUp: "1", FEN: start });
    const turns = this.#turns.map(({ result: { color, before, after, san } }) => ({
      color, number: before.split(" ")[5], san, comment: this.#comments.get(after),
    })).map((turn, i) => (clocks[i] === undefined ? turn : { ...turn, comment: clocked(clocks[i], turn.comment) }));
    return writePgn({ headers, turns, opening: this.#comments.get(start), result, newline, maxWidth });
  }

  loadPgn(text, { strict = false } = {}) {
    const { headers, opening, turns, result } = readPgn(text);
    if (strict && result === null) throw new Error("Invalid PGN: there is no result at its end");
    const { FEN, SetUp: _, ...rest } = headers;
    const read = new CoTuLenh(FEN ?? DEFAULT_POSITION);
    if (opening) read.setComment(opening);
    turns.forEach(({ san, comment }, i) => {
      try {
        read.move(san);
      } catch (error) {
        throw new Error(`Invalid move in PGN: turn ${i + 1}, ${san}`, { cause: error });
      }
      if (comment) read.setComment(comment);
    });
    this.#state.free();
    this.#state = read.#state;
    this.#turns = read.#turns;
    this.#steps = [];
    this.#held = false;
    this.#comments = read.#comments;
    this.#headers = { ...SEVEN_TAG_ROSTER, ...rest };
    if (result) this.#headers.Result = result;
    this.#cache = read.#cache;
    this.#caches = read.#caches;
  }
}
