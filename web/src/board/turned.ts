// The board from the other side. Coordinates are turned, not the picture, so that writing and figures stay upright.

import type { Board, Point } from "../lib/types";

export function turned(board: Board): Board {
  const turn = ([x, y]: Point): Point => [board.width - x, board.height - y];
  return {
    ...board,
    cells: board.cells.map((cell) => ({ ...cell, centre: turn(cell.centre), outline: cell.outline.map(turn) })),
    strokes: board.strokes.map((stroke) => ({ ...stroke, points: stroke.points.map(turn) })),
    labels: board.labels.map((label) => ({ ...label, at: turn(label.at) })),
  };
}
