// Positions that are written row by row: `rnbqkbnr/8/3p4/…`, runs of empty cells as numbers. Many notations are,
// so that a cell can be changed without knowing the game.

export interface Rows {
  /** What stands on each cell, in order of the board; empty for nothing. */
  cells: string[];
  /** Cells of each row. */
  widths: number[];
  /** The words of the text, and which of them holds the rows. */
  words: string[];
  at: number;
}

/** A group in brackets, something with marks before or behind it, or a number. */
const TOKEN = /\+?\([^()]*\)|\d+|\+?[A-Za-z][*+]?/g;

function row(text: string): string[] | undefined {
  const tokens = text.match(TOKEN) ?? [];
  if (tokens.join("") !== text) return undefined;
  return tokens.flatMap((token) => (/^\d+$/.test(token) ? Array<string>(Math.min(Number(token), 400)).fill("") : [token]));
}

/** The position taken apart, if one of its words has a place for each of so many cells. */
export function readRows(text: string, count: number): Rows | undefined {
  const words = text.trim().split(/ +/);
  for (const [at, word] of words.entries()) {
    if (!word.includes("/")) continue;
    const rows = word.split("/").map(row);
    if (rows.some((cells) => !cells)) continue;
    const cells = rows.flatMap((cells) => cells!);
    if (cells.length === count) return { cells, widths: rows.map((cells) => cells!.length), words, at };
  }
  return undefined;
}

/** The position with another thing on one cell. */
export function withCell({ cells, widths, words, at }: Rows, cell: number, what: string): string {
  const changed = cells.map((old, i) => (i === cell ? what : old));
  let next = 0;
  const rows = widths.map((width) => {
    let [text, empty] = ["", 0];
    for (const here of changed.slice(next, (next += width))) {
      if (here === "") {
        empty += 1;
        continue;
      }
      text += (empty ? `${empty}` : "") + here;
      empty = 0;
    }
    return text + (empty ? `${empty}` : "");
  });
  return words.map((word, i) => (i === at ? rows.join("/") : word)).join(" ");
}
