// Where "take back" goes back to.

import type { Node, State } from "./types";

/** Whether a round played together is only half decided at this position. */
function withinRound(nodes: Node[], id: number): boolean {
  const node = nodes[id]!;
  if (id === 0 || node.turn.kind !== "together") return false;
  const before = nodes[node.parent]!.turn;
  return before.kind === "together" && before.players.length > node.turn.players.length;
}

/** Positions where somebody looks up from the board: one's own decisions, or
 * every decision if one only watches. */
function isStop(state: State, nodes: Node[], id: number): boolean {
  const { turn } = nodes[id]!;
  if (id === 0) return true;
  if (turn.kind === "chance" || nodes[id]!.forced || withinRound(nodes, id)) return false;
  const own = state.you.seats;
  return own.length === 0 || turn.kind === "over" || turn.players.some((p) => own.includes(p));
}

export function backFrom(state: State, nodes: Node[]): number | undefined {
  const at = state.line.indexOf(state.now);
  for (let i = at - 1; i >= 0; i--) if (isStop(state, nodes, state.line[i]!)) return state.line[i];
  return undefined;
}

export function redoFrom(state: State, nodes: Node[]): number | undefined {
  const at = state.line.indexOf(state.now);
  for (let i = at + 1; i < state.line.length; i++) {
    if (i === state.line.length - 1 || isStop(state, nodes, state.line[i]!)) return state.line[i];
  }
  return undefined;
}

/** Whether a move may be chosen while another is to move: only where turns are single moves, since
 * nobody has ever moved twice in a row here. */
export function mayPremove(state: State, nodes: Node[]): boolean {
  const { turn, you, hidden } = state;
  if (hidden || turn.kind !== "player" || state.now !== state.head || you.seats.length !== 1) return false;
  if (you.plays !== null || you.seats.includes(turn.players[0]!)) return false;
  return state.line.every((id, i) => i === 0 || nodes[id]?.by === null || nodes[id]?.by !== nodes[state.line[i - 1]!]?.by);
}
