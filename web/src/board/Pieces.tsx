// Pieces, stacks, bodies: everything that stands on cells.

import { colour } from "../lib/paint";
import type { Badge, Board, Cell, Glyph, Layer, Piece, Point, Ribbon } from "../lib/types";

/** Seats are told apart by more than colour: each marks its discs differently. */
function SeatMark({ paint }: { paint: Layer["paint"] }) {
  if (typeof paint === "string") return null;
  switch (paint.player) {
    case 0:
      return null;
    case 1:
      return <circle r={0.5} fill="none" class="seat-mark" />;
    case 2:
      return <path d="M-.45 0H.45" class="seat-mark" />;
    case 3:
      return <path d="M-.4 0H.4M0-.4V.4" class="seat-mark" />;
    default:
      return <path d="M0-.45.4.3H-.4Z" class="seat-mark" fill="none" />;
  }
}

/** The same on rings: notches, so many as the seat's number. */
function RingMark({ paint }: { paint: Layer["paint"] }) {
  if (typeof paint === "string") return null;
  const notches = Array.from({ length: paint.player }, (_, i) => (i * 360) / paint.player);
  return (
    <>
      {notches.map((angle) => (
        <path key={angle} d="M0-.88V-.5" class="notch" transform={`rotate(${angle})`} />
      ))}
    </>
  );
}

function kindOf(glyph: Glyph): [string, string] {
  if (typeof glyph === "string") return [glyph, ""];
  const [kind, detail] = Object.entries(glyph)[0]!;
  return [kind, detail as string];
}

/** One piece within a circle of radius 1. */
export function Shape({ layer, cell }: { layer: Layer; cell?: Cell }) {
  const [kind, detail] = kindOf(layer.glyph);
  const fill = colour(layer.paint);
  switch (kind) {
    case "disc":
      return (
        <>
          <circle r={0.92} fill={fill} class="body" />
          <SeatMark paint={layer.paint} />
        </>
      );
    case "ring":
      return (
        <>
          <circle r={0.68} fill="none" stroke="var(--piece-edge)" stroke-width={0.56} />
          <circle r={0.68} fill="none" stroke={fill} stroke-width={0.44} />
          <path d="M-.6-.48A.77.77 0 0 1 .3-.71" class="shine" />
          <path d="M.6.48A.77.77 0 0 1-.3.71" class="shade" />
          <RingMark paint={layer.paint} />
        </>
      );
    case "dot":
      return <circle r={0.36} fill={fill} class="body" />;
    case "cross":
      return (
        <path d="M-.6-.6.6.6M.6-.6-.6.6" stroke={fill} stroke-width={0.3} stroke-linecap="round" />
      );
    case "block":
      return <polygon points={blockOutline(cell)} fill={fill} class="body block" />;
    case "token":
      return (
        <>
          <circle r={0.95} fill={fill} class="body" />
          <text class="writing" style={{ fontSize: `${writingSize(detail)}px` }} dy="0.36em">
            {detail}
          </text>
        </>
      );
    case "path":
      return (
        <>
          <circle r={0.97} fill={fill} class="body" />
          <path d={detail} class="drawing" transform="scale(.72)" fill-rule="evenodd" />
        </>
      );
    case "figure":
      return <path d={detail} fill={fill} class="figure" fill-rule="evenodd" />;
    default:
      return <circle r={0.9} fill={fill} class="body" />;
  }
}

/** A block is its cell, a little smaller. */
function blockOutline(cell: Cell | undefined): string {
  const square: Point[] = [[-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]];
  if (!cell || cell.outline.length === 0) return square.map((p) => p.join()).join(" ");
  const [x, y] = cell.centre;
  const part = 0.93 / cell.radius;
  return cell.outline.map((p) => `${(p[0] - x) * part},${(p[1] - y) * part}`).join(" ");
}

function writingSize(text: string): number {
  return [...text].length > 2 ? 0.72 : [...text].length > 1 ? 0.92 : 1.15;
}

function BadgeMark({ badge, order }: { badge: Badge; order: number }) {
  const at = `translate(${0.72 - order * 0.7} -0.72)`;
  if (badge === "star") {
    return (
      <path
        transform={`${at} scale(.42)`}
        class="badge-star"
        d="M0-1 .29-.31 1-.31.43.13.65.85 0 .42-.65.85-.43.13-1-.31-.29-.31Z"
      />
    );
  }
  return (
    <g transform={at}>
      <circle r={0.42} class="badge" />
      <text class="badge-text" dy="0.35em">
        {badge.number}
      </text>
    </g>
  );
}

/** How far each disc of a stack lies above the one below. */
const RISE = 0.2;

/** Discs and rings lie on each other; tokens would hide each other, so those
 * that are carried stand beside their carrier, smaller. */
function placed(layers: Layer[]): [number, number, number][] {
  const tokens = layers.some((layer) => ["token", "path"].includes(kindOf(layer.glyph)[0]));
  if (layers.length === 1) return [[0, 0, 1]];
  if (!tokens) {
    const rise = Math.min(RISE, 0.9 / layers.length);
    return layers.map((_, i) => [0, (rise * (layers.length - 1)) / 2 - i * rise, 0.94]);
  }
  return layers.map((_, i) => {
    if (i === 0) return [-0.12, 0.1, 0.92];
    const side = i % 2 === 1 ? 1 : -1;
    return [side * 0.6, -0.62 + Math.floor((i - 1) / 2) * 0.5, 0.52];
  });
}

/** `held`: where somebody drags it to, instead of its cell. */
export function PieceMark({ piece, board, held }: { piece: Piece; board: Board; held?: Point }) {
  const cell = board.cells[piece.cell];
  if (!cell) return null;
  const places = placed(piece.layers);
  const [x, y] = held ?? cell.centre;
  return (
    <g class={held ? "piece held-piece" : "piece"} style={{ transform: `translate(${x}px, ${y}px) scale(${cell.radius})` }}>
      {piece.layers.map((layer, i) => {
        const [x, y, size] = places[i]!;
        return (
          <g key={i} transform={`translate(${x} ${y}) scale(${size})`}>
            <Shape layer={layer} cell={cell} />
          </g>
        );
      })}
      {piece.badges.map((badge, i) => (
        <BadgeMark key={i} badge={badge} order={i} />
      ))}
    </g>
  );
}

/** A part of a body: dark edge, colour, light back; the end is thinner. */
function Band({ run, fill, radius, tail }: { run: Point[]; fill: string; radius: number; tail: boolean }) {
  const path = (points: Point[]) => (points.length > 1 ? points : [points[0]!, points[0]!]).map((p) => p.join(",")).join(" ");
  const thick = tail && run.length > 2 ? run.slice(0, -1) : run;
  const layers: [string, number, string][] = [
    ["var(--piece-edge)", 1.58, "edge"],
    [fill, 1.4, ""],
    ["#fff", 0.34, "back"],
  ];
  return (
    <g fill="none" stroke-linecap="round" stroke-linejoin="round">
      {layers.map(([stroke, width, kind]) => (
        <g key={kind} class={`band-${kind}`}>
          <polyline points={path(run)} stroke={stroke} stroke-width={radius * width * (thick === run ? 1 : 0.62)} />
          {thick !== run && <polyline points={path(thick)} stroke={stroke} stroke-width={radius * width} />}
        </g>
      ))}
    </g>
  );
}

/** A body through cells: a rounded band with a head that looks forward. */
export function RibbonMark({ ribbon, board }: { ribbon: Ribbon; board: Board }) {
  const points = ribbon.cells.map((cell) => board.cells[cell]?.centre).filter((p): p is Point => !!p);
  const head = points[0];
  const radius = board.cells[ribbon.cells[0] ?? 0]?.radius ?? 0.4;
  if (!head) return null;
  // A band that leaves the board on one side and returns on the other is two.
  const runs: Point[][] = [[head]];
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    if (Math.hypot(a[0] - b[0], a[1] - b[1]) > radius * 5) runs.push([b]);
    else runs[runs.length - 1]!.push(b);
  }
  const neck = points.find((p) => p[0] !== head[0] || p[1] !== head[1]);
  const angle = neck ? (Math.atan2(head[1] - neck[1], head[0] - neck[0]) * 180) / Math.PI : -90;
  const fill = colour(ribbon.paint);
  return (
    <g class="ribbon" aria-label={ribbon.spoken}>
      {runs.map((run, i) => (
        <Band key={i} run={run} fill={fill} radius={radius} tail={i === runs.length - 1} />
      ))}
      <g transform={`translate(${head[0]} ${head[1]}) rotate(${angle}) scale(${radius})`}>
        <path d="M.9 0H1.25M1.25 0 1.45-.16M1.25 0 1.45.16" class="tongue" />
        <path d="M-.75-.82C.1-1.12 1.05-.62 1.05 0S.1 1.12-.75.82Z" fill={fill} class="body" />
        <circle cx={0.3} cy={-0.38} r={0.24} class="eye" />
        <circle cx={0.3} cy={0.38} r={0.24} class="eye" />
        <circle cx={0.38} cy={-0.38} r={0.11} class="pupil" />
        <circle cx={0.38} cy={0.38} r={0.11} class="pupil" />
      </g>
    </g>
  );
}
