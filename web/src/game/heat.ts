// Which cells the search looks at most.

import type { Analysis, State } from "../lib/types";

/** Each cell's warmth: how far the visits of the moves that concern it lie above
 * the mean, against the warmest cell. The last cell a move concerns counts; where it starts does not
 * say much. */
export function heatOf(state: State, analysis: Analysis | undefined): Map<number, number> {
  const heat = new Map<number, number>();
  if (!analysis?.moves || analysis.node !== state.now) return heat;
  const visits = new Map(analysis.moves.map((m) => [m.move, m.visits]));
  for (const input of state.inputs) {
    const cell = input.touched[input.touched.length - 1];
    if (cell !== undefined) heat.set(cell, (heat.get(cell) ?? 0) + (visits.get(input.text) ?? 0));
  }
  const counts = [...heat.values()];
  const most = Math.max(0, ...counts);
  const mean = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
  for (const [cell, count] of heat) {
    const warm = counts.length === 1 ? 1 : (count - mean) / (most - mean);
    if (warm > 0) heat.set(cell, Math.sqrt(warm));
    else heat.delete(cell);
  }
  return heat;
}
