// The players' chances over the game.

import { playerColour } from "../lib/paint";
import type { Node, State } from "../lib/types";

const WIDTH = 320;
const HEIGHT = 90;

export function ScoreGraph({ state, nodes, goTo }: { state: State; nodes: Node[]; goTo: (node: number) => void }) {
  const line = state.line.filter((id) => nodes[id]);
  const known = line.filter((id) => nodes[id]!.value).length;
  if (known < 2) return null;
  const x = (i: number) => (line.length < 2 ? 0 : (i / (line.length - 1)) * WIDTH);
  const at = line.indexOf(state.now);
  const onClick = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const i = Math.round(((event.clientX - box.left) / box.width) * (line.length - 1));
    const node = line[Math.max(0, Math.min(line.length - 1, i))];
    if (node !== undefined) goTo(node);
  };
  return (
    <svg class="graph" viewBox={`-2 -2 ${WIDTH + 4} ${HEIGHT + 4}`} onClick={onClick} role="img" aria-label="Chances over the game; the move list has the figures">
      <line x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} class="middle" />
      {state.players.map((_, player) => {
        const points = line.flatMap((id, i) => {
          const value = nodes[id]!.value?.[player];
          return value === undefined ? [] : [`${x(i).toFixed(1)},${((1 - value) * HEIGHT).toFixed(1)}`];
        });
        return (
          <polyline
            key={player}
            points={points.join(" ")}
            style={{ stroke: playerColour(player) }}
            stroke-dasharray={player % 2 ? "5 3" : undefined}
          />
        );
      })}
      <line x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} class="here" />
    </svg>
  );
}
