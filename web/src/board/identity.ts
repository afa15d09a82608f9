// Which piece is which, from one picture to the next.
//
// A picture lists what stands on the board, not what moved. So that only what moved slides, every piece is given a name
// that it keeps: what stands where it stood keeps its name; the rest of the old pieces and of the new ones are paired by
// their looks, the nearest first; what is left over is new.

import type { Board, Piece } from "../lib/types";

export interface Named {
  id: number;
  piece: Piece;
}

/** Pieces are alike when one could have become the other by moving. */
const looks = (piece: Piece) => JSON.stringify([piece.layers, piece.badges]);
/** A stack that grew or lost a piece is still that stack. */
const owner = (piece: Piece) => JSON.stringify(piece.layers[0]?.paint ?? null);

function take(free: Map<string, Named[]>, key: string): Named | undefined {
  const found = free.get(key)?.shift();
  return found;
}

function group(pieces: Named[], key: (piece: Piece) => string): Map<string, Named[]> {
  const groups = new Map<string, Named[]>();
  for (const named of pieces) {
    const name = key(named.piece);
    groups.set(name, [...(groups.get(name) ?? []), named]);
  }
  return groups;
}

/** Names for the pieces of the next picture, in their order; `fresh` gives new ones. */
export function identify(before: Named[], after: Piece[], board: Board, fresh: () => number): Named[] {
  const names: (number | undefined)[] = after.map(() => undefined);
  const used = new Set<number>();
  const give = (i: number, named: Named | undefined) => {
    if (!named || used.has(named.id)) return;
    names[i] = named.id;
    used.add(named.id);
  };
  const open = () => after.map((_, i) => i).filter((i) => names[i] === undefined);
  const left = () => before.filter((named) => !used.has(named.id));

  // In their places, as they were.
  const still = group(before, (piece) => `${piece.cell} ${looks(piece)}`);
  for (const i of open()) give(i, take(still, `${after[i]!.cell} ${looks(after[i]!)}`));

  // Elsewhere, but looking the same; then looking otherwise and of the same colour: a pawn that became a queen, a stack
  // that took something along.
  for (const key of [looks, owner]) {
    const there = group(left(), key);
    const pairs = open().flatMap((i) =>
      (there.get(key(after[i]!)) ?? []).map((named) => ({ i, named, far: distance(board, named.piece.cell, after[i]!.cell) })),
    );
    pairs.sort((a, b) => a.far - b.far || a.i - b.i);
    for (const { i, named } of pairs) if (names[i] === undefined) give(i, named);
  }
  return after.map((piece, i) => ({ id: names[i] ?? fresh(), piece }));
}

function distance(board: Board, a: number, b: number): number {
  const [from, to] = [board.cells[a]?.centre, board.cells[b]?.centre];
  return from && to ? Math.hypot(from[0] - to[0], from[1] - to[1]) : Infinity;
}
