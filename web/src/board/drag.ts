// Dragging: with the first button or a finger a piece, with the second an arrow.
//
// A drag is two clicks, so it needs no rules of its own: what it begins on is clicked when it leaves that cell, what it
// ends on when it ends there.

import type { RefObject } from "preact";
import type { Board, Point } from "../lib/types";

export interface Drag {
  from: number;
  /** Where the pointer is, in the board's units. */
  at: Point;
  /** Whether it has left its cell. */
  moved: boolean;
  arrow: boolean;
}

interface Props {
  svg: RefObject<SVGSVGElement | null>;
  board: Board;
  targets: Set<number>;
  chosen: number[];
  drag: Drag | undefined;
  setDrag: (drag: Drag | undefined) => void;
  onCell: (cell: number) => void;
  onArrow: (from: number, to: number) => void;
}

const SECOND_BUTTON = 2;

/** The cell that was hit, if one was. */
function cellAt(target: EventTarget | null): number | undefined {
  const hit = target instanceof Element ? target.closest<SVGElement>("[data-cell]") : null;
  return hit ? Number(hit.dataset.cell) : undefined;
}

/** The cell under a point of the window: a captured pointer names only where it began. */
function cellUnder(event: PointerEvent): number | undefined {
  return cellAt(document.elementFromPoint(event.clientX, event.clientY));
}

function place(svg: SVGSVGElement | null, event: PointerEvent): Point {
  const matrix = svg?.getScreenCTM()?.inverse();
  if (!matrix) return [0, 0];
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  return [at.x, at.y];
}

/** Event handlers of a board on which things are dragged. */
export function dragged({ svg, targets, chosen, drag, setDrag, onCell, onArrow }: Props) {
  return {
    onPointerDown: (event: PointerEvent) => {
      const from = cellAt(event.target);
      const arrow = event.button === SECOND_BUTTON;
      if (from === undefined || !event.isPrimary) return;
      if (arrow || targets.has(from)) setDrag({ from, at: place(svg.current, event), moved: false, arrow });
    },
    onPointerMove: (event: PointerEvent) => {
      if (!drag || drag.arrow) return;
      const left = drag.moved || cellUnder(event) !== drag.from;
      // The first click of the two, once it is clear that this is no click.
      if (left && !drag.moved && !chosen.includes(drag.from)) onCell(drag.from);
      if (left) setDrag({ ...drag, at: place(svg.current, event), moved: true });
    },
    onPointerUp: (event: PointerEvent) => {
      if (!drag) return;
      const to = cellUnder(event);
      setDrag(undefined);
      if (to === undefined) return;
      if (drag.arrow) onArrow(drag.from, to);
      else if (drag.moved && to !== drag.from && targets.has(to)) onCell(to);
    },
    onPointerCancel: () => setDrag(undefined),
    onPointerLeave: () => setDrag(undefined),
    onContextMenu: (event: Event) => event.preventDefault(),
  };
}
