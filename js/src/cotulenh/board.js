// Squares, pieces and positions as the original library names them.

export const RED = "r";
export const BLUE = "b";
export const COMMANDER = "c";
export const INFANTRY = "i";
export const TANK = "t";
export const MILITIA = "m";
export const ENGINEER = "e";
export const ARTILLERY = "a";
export const ANTI_AIR = "g";
export const MISSILE = "s";
export const AIR_FORCE = "f";
export const NAVY = "n";
export const HEADQUARTER = "h";

export const DEFAULT_POSITION =
  "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 0 1";
export const EMPTY_POSITION = "11/11/11/11/11/11/11/11/11/11/11/11 r - - 0 1";

export const FLAGS = Object.freeze({
  NORMAL: "n", CAPTURE: "c", STAY_CAPTURE: "s", SUICIDE_CAPTURE: "k", DEPLOY: "d", COMBINATION: "b",
});
export const BITS = Object.freeze({
  NORMAL: 1, CAPTURE: 2, STAY_CAPTURE: 4, SUICIDE_CAPTURE: 8, DEPLOY: 16, COMBINATION: 32,
});

export const ROLE_TO_SYMBOL = Object.freeze({
  commander: COMMANDER, infantry: INFANTRY, tank: TANK, militia: MILITIA, engineer: ENGINEER,
  artillery: ARTILLERY, anti_air: ANTI_AIR, missile: MISSILE, air_force: AIR_FORCE, navy: NAVY,
  headquarter: HEADQUARTER,
});
export const SYMBOL_TO_ROLE = Object.freeze(
  Object.fromEntries(Object.entries(ROLE_TO_SYMBOL).map(([role, symbol]) => [symbol, role])));

const FILE_LETTERS = "abcdefghijk";

/** Square name to number: row from the top times sixteen, plus the file. */
export const SQUARE_MAP = Object.freeze(Object.fromEntries(
  Array.from({ length: 132 }, (_, i) => {
    const [row, column] = [Math.floor(i / 11), i % 11];
    return [`${FILE_LETTERS[column]}${12 - row}`, row * 16 + column];
  })));

export const file = (square) => square & 15;
export const rank = (square) => square >> 4;
export const isSquareOnBoard = (square) => file(square) < 11 && rank(square) >= 0 && rank(square) < 12;
export const swapColor = (color) => (color === RED ? BLUE : RED);
export const isDigit = (character) => character.length === 1 && character >= "0" && character <= "9";

export function algebraic(square) {
  if (!isSquareOnBoard(square)) throw new Error(`${square} is no square`);
  return `${FILE_LETTERS[file(square)]}${12 - rank(square)}`;
}

function mask(mayStand) {
  const bytes = new Uint8Array(256);
  for (const square of Object.values(SQUARE_MAP)) bytes[square] = Number(mayStand(file(square), 12 - rank(square)));
  return bytes;
}

/** Where ships may stand: the sea, the river's mouth and the c-file. */
export const NAVY_MASK = mask((column, row) => column <= 2 || ((column === 3 || column === 4) && (row === 6 || row === 7)));
/** Where everything on land may stand. */
export const LAND_MASK = mask((column) => column >= 2);
export const getMovementMask = (type) => (type === NAVY ? NAVY_MASK : LAND_MASK);

/** The carrier first, then the carried, each alone. */
export function flattenPiece(piece) {
  const { carrying = [], ...carrier } = piece;
  return [carrier, ...carrying.map(({ carrying: _, ...carried }) => carried)];
}

/** A piece from letters such as `+T` or `(NFt)` without its parentheses. */
export function pieceOf(letters, color) {
  const all = letters.match(/\+?[a-z]/gi).map((text) => ({
    color, type: text.at(-1).toLowerCase(), heroic: text.length > 1,
  }));
  const [carrier, ...carrying] = all;
  return carrying.length > 0 ? { ...carrier, carrying } : carrier;
}

/** A position's first field as a map from squares to pieces. */
export function readBoard(fen) {
  const board = new Map();
  fen.split(" ", 1)[0].split("/").forEach((row, fromTop) => {
    let column = 0;
    for (const [, count, stack, single] of row.matchAll(/(\d+)|\(([^)]*)\)|(\+?[a-z])/gi)) {
      if (count) {
        column += Number(count);
        continue;
      }
      const letters = stack ?? single;
      const color = /[A-Z]/.test(letters) ? RED : BLUE;
      board.set(`${FILE_LETTERS[column]}${12 - fromTop}`, pieceOf(letters, color));
      column += 1;
    }
  });
  return board;
}

function pieceLetters(piece) {
  const letters = flattenPiece(piece).map(({ type, heroic }) =>
    (heroic ? "+" : "") + (piece.color === RED ? type.toUpperCase() : type));
  return letters.length > 1 ? `(${letters.join("")})` : letters[0];
}

/** The same map as a position's first field. */
export function writeBoard(board) {
  const rows = [];
  for (let row = 12; row >= 1; row -= 1) {
    let text = "";
    let empty = 0;
    for (const letter of FILE_LETTERS) {
      const piece = board.get(`${letter}${row}`);
      if (!piece) {
        empty += 1;
        continue;
      }
      if (empty > 0) text += empty;
      empty = 0;
      text += pieceLetters(piece);
    }
    rows.push(empty > 0 ? text + empty : text);
  }
  return rows.join("/");
}
