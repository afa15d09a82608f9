// A position that is only looked at.

import type { Board, Scene } from "../lib/types";
import { Ground, Wash } from "./Board";
import { PieceMark, RibbonMark } from "./Pieces";

export function Still({ board, scene }: { board: Board; scene: Scene }) {
  return (
    <svg class="still" viewBox={`0 0 ${board.width} ${board.height}`} aria-hidden="true">
      <Ground board={board} />
      {scene.overlays
        .filter((overlay) => overlay.kind === "wash")
        .map((overlay, i) => (
          <Wash key={i} overlay={overlay} board={board} />
        ))}
      {scene.ribbons.map((ribbon, i) => (
        <RibbonMark key={i} ribbon={ribbon} board={board} />
      ))}
      {scene.pieces.map((piece, i) => (
        <PieceMark key={i} piece={piece} board={board} />
      ))}
    </svg>
  );
}
