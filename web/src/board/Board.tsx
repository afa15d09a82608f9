// The board: cells, what stands on them, and what can be clicked.

import { memo } from "preact/compat";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { colour } from "../lib/paint";
import type { Board, Cell, Overlay, Paint, Point, Scene } from "../lib/types";
import { dragged, type Drag } from "./drag";
import { identify, type Named } from "./identity";
import { PieceMark, RibbonMark } from "./Pieces";

const path = (points: Point[]) => points.map(([x, y]) => `${x},${y}`).join(" ");

function Outline({ cell, grow = 1, ...rest }: { cell: Cell; grow?: number; [key: string]: unknown }) {
  if (cell.outline.length === 0) {
    return <circle cx={cell.centre[0]} cy={cell.centre[1]} r={cell.radius * grow} {...rest} />;
  }
  return <polygon points={path(cell.outline)} {...rest} />;
}

/** What never changes is drawn once. */
export const Ground = memo(function Ground({ board }: { board: Board }) {
  return (
    <g class="ground" aria-hidden="true">
      {board.cells.map((cell, i) =>
        cell.outline.length > 0 ? (
          <Outline key={i} cell={cell} fill={colour(cell.paint)} class="cell" />
        ) : null,
      )}
      {board.strokes.map((stroke, i) => (
        <polyline
          key={i}
          points={path(stroke.points)}
          fill="none"
          stroke={colour(stroke.paint)}
          stroke-width={stroke.width}
          stroke-dasharray={stroke.dashed ? `${stroke.width * 3} ${stroke.width * 3}` : undefined}
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      ))}
      {board.labels.map((label, i) => (
        <text key={i} x={label.at[0]} y={label.at[1]} class="label" dy="0.35em">
          {label.writing}
        </text>
      ))}
    </g>
  );
});

export function Wash({ overlay, board }: { overlay: Overlay; board: Board }) {
  const cells = overlay.cells.map((i) => board.cells[i]).filter((cell): cell is Cell => !!cell);
  return (
    <g class={`overlay ${overlay.kind}`} style={{ "--wash": colour(overlay.paint) }} aria-hidden="true">
      {cells.map((cell, i) => (
        <Outline key={i} cell={cell} />
      ))}
    </g>
  );
}

export interface BoardProps {
  board: Board;
  scene: Scene;
  /** Cells that may be clicked next. */
  targets: Set<number>;
  /** Cells clicked so far. */
  chosen: number[];
  /** Cells of the last move. */
  last: number[];
  /** Heat of cells between 0 and 1. */
  heat: Map<number, number>;
  zones: boolean;
  /** Arrows over what the scene has: an engine's moves, one's own. */
  arrows: Drawn[];
  onCell: (cell: number) => void;
  /** From cell to cell with the other button: an arrow of one's own, or none any more. */
  onArrow: (from: number, to: number) => void;
  label: string;
  /** What is said of what stands on a cell. */
  notes?: Map<number, string>;
  /** Somebody pressed long on a cell: a finger cannot hover. */
  onNote?: (cell: number) => void;
}

/** An arrow that the page draws; a bold one is meant more. */
export interface Drawn {
  from: number;
  to: number;
  paint: Paint;
  bold: number;
}

/** A finger that rests so long wants to know. */
const LONG_MS = 550;

/** Touch handlers that tell of a long press on a cell. */
function longPress(onNote: BoardProps["onNote"]) {
  let timer = 0;
  const let_go = () => clearTimeout(timer);
  return {
    onTouchStart: (event: TouchEvent) => {
      const hit = (event.target as Element).closest<SVGElement>("[data-cell]");
      clearTimeout(timer);
      if (hit && onNote) timer = window.setTimeout(() => onNote(Number(hit.dataset.cell)), LONG_MS);
    },
    onTouchMove: let_go,
    onTouchEnd: let_go,
  };
}

/** When nearly everything can be clicked, the dots step back. */
const MANY = 36;

/** The cell that lies in this direction, the nearest by eye. */
function neighbour(board: Board, from: number, dx: number, dy: number): number {
  const here = board.cells[from]?.centre ?? [0, 0];
  let best = from;
  let least = Infinity;
  board.cells.forEach((cell, i) => {
    const [x, y] = [cell.centre[0] - here[0], cell.centre[1] - here[1]];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    const cost = along + 2.2 * aside;
    if (along > 0.05 && cost < least) {
      least = cost;
      best = i;
    }
  });
  return best;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export function BoardView(props: BoardProps) {
  const { board, scene, targets, chosen, last, heat, zones, onCell } = props;
  const [focus, setFocus] = useState(0);
  const [drag, setDrag] = useState<Drag>();
  const svg = useRef<SVGSVGElement>(null);
  const pieces = useNamed(scene, board);
  const spoken = useMemo(() => {
    const words = new Map<number, string[]>();
    const add = (cell: number, text: string) => words.set(cell, [...(words.get(cell) ?? []), text]);
    scene.pieces.forEach((piece) => add(piece.cell, piece.spoken));
    scene.ribbons.forEach((ribbon) => new Set(ribbon.cells).forEach((c) => add(c, ribbon.spoken)));
    return words;
  }, [scene]);

  const describe = (cell: Cell, i: number) => {
    const parts = [cell.name, ...(spoken.get(i) ?? [])];
    if (targets.has(i)) parts.push("can be chosen");
    if (chosen.includes(i)) parts.push("chosen");
    return parts.join(", ");
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    if (step && !event.defaultPrevented) {
      const to = neighbour(board, focus, ...step);
      setFocus(to);
      svg.current?.querySelector<SVGElement>(`[data-cell="${to}"]`)?.focus();
      event.preventDefault();
    } else if (event.key === "Enter" || event.key === " ") {
      onCell(focus);
      event.preventDefault();
    }
  };

  return (
    <svg
      ref={svg}
      class="board"
      viewBox={`0 0 ${board.width} ${board.height}`}
      role="group"
      aria-label={props.label}
      onKeyDown={onKeyDown}
      {...longPress(props.onNote)}
      {...dragged({ svg, board, targets, chosen, drag, setDrag, onCell, onArrow: props.onArrow })}
    >
      <Ground board={board} />
      {scene.overlays
        .filter((overlay) => overlay.kind === "wash" || (overlay.kind === "zone" && zones))
        .map((overlay, i) => (
          <Wash key={`o${i}`} overlay={overlay} board={board} />
        ))}
      <g class="last" aria-hidden="true">
        {last.map((i) => board.cells[i] && <Outline key={i} cell={board.cells[i]!} grow={1.1} />)}
      </g>
      <g class="heat" aria-hidden="true">
        {[...heat].map(
          ([i, warm]) =>
            board.cells[i] && (
              <Outline key={i} cell={board.cells[i]!} grow={1.15} style={{ opacity: 0.12 + 0.68 * warm }} />
            ),
        )}
      </g>
      <g aria-hidden="true">
        {scene.ribbons.map((ribbon, i) => (
          <RibbonMark key={i} ribbon={ribbon} board={board} />
        ))}
        {pieces.map(({ id, piece }) => (
          <PieceMark key={id} piece={piece} board={board} held={drag?.moved && drag.from === piece.cell ? drag.at : undefined} />
        ))}
      </g>
      {scene.overlays
        .filter((overlay) => overlay.kind === "frame")
        .map((overlay, i) => (
          <Wash key={`f${i}`} overlay={overlay} board={board} />
        ))}
      <Arrows board={board} arrows={scene.arrows.map((arrow) => ({ ...arrow, bold: 1 }))} />
      <Arrows board={board} arrows={props.arrows} />
      <g class={`hits ${targets.size > MANY ? "many" : ""}`}>
        {board.cells.map((cell, i) => {
          const state = chosen.includes(i) ? "chosen" : targets.has(i) ? "target" : "";
          return (
            <g
              key={i}
              role="button"
              data-cell={i}
              data-name={cell.name}
              class={`hit ${state}`}
              tabIndex={i === focus ? 0 : -1}
              aria-label={describe(cell, i)}
              aria-pressed={chosen.includes(i)}
              aria-disabled={!targets.has(i)}
              onClick={() => onCell(i)}
              onFocus={() => setFocus(i)}
            >
              <title>
                {[cell.name, ...(spoken.get(i) ?? [])].join(": ")}
                {props.notes?.has(i) ? `\n${props.notes.get(i)}` : ""}
              </title>
              <Outline cell={cell} grow={1.15} class="area" />
              {state === "target" && (
                <circle
                  cx={cell.centre[0]}
                  cy={cell.centre[1]}
                  r={cell.radius * (spoken.has(i) ? 1.06 : 0.3)}
                  class={spoken.has(i) ? "may-take" : "may"}
                />
              )}
            </g>
          );
        })}
      </g>
    </svg>
  );
}

/** The scene's pieces by names that they keep from picture to picture. */
function useNamed(scene: Scene, board: Board): Named[] {
  const before = useRef<Named[]>([]);
  const count = useRef(0);
  const named = useMemo(() => identify(before.current, scene.pieces, board, () => ++count.current), [scene]);
  useEffect(() => void (before.current = named), [named]);
  return named;
}

function Arrows({ board, arrows }: { board: Board; arrows: Drawn[] }) {
  return (
    <g class="arrows" aria-hidden="true">
      {arrows.map((arrow, i) => {
        const [from, to] = [board.cells[arrow.from]?.centre, board.cells[arrow.to]?.centre];
        if (!from || !to) return null;
        const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
        const size = (board.cells[arrow.to]?.radius ?? 0.4) * (0.3 + 0.25 * arrow.bold);
        return (
          <g key={i} class="arrow" style={{ color: colour(arrow.paint), opacity: 0.35 + 0.65 * arrow.bold }}>
            <line x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} stroke-width={size * 0.45} />
            <path
              d="M.6 0-.6.6V-.6Z"
              transform={`translate(${to[0]} ${to[1]}) rotate(${angle}) scale(${size})`}
            />
          </g>
        );
      })}
    </g>
  );
}
