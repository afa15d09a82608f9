// How clicks become moves.
//
// Every legal move is a run of clicks. The page keeps the clicks so far, shows
// what may come next, and plays the move whose clicks are complete. Where one
// move's clicks begin another's, the player may finish there.

import type { MoveInput, Target } from "./types";

export function same(a: Target, b: Target): boolean {
  return key(a) === key(b);
}

export function key(target: Target): string {
  if ("cell" in target) return `c${target.cell}`;
  if ("item" in target) return `i${target.item}`;
  return `b${target.button}`;
}

function begins(clicks: Target[], so_far: Target[]): boolean {
  return so_far.length <= clicks.length && so_far.every((click, i) => same(click, clicks[i]!));
}

/** Moves that the clicks so far may still mean. */
export function candidates(inputs: MoveInput[], so_far: Target[]): MoveInput[] {
  return inputs.filter((input) => begins(input.clicks, so_far));
}

/** What may be clicked next, each once, in order. */
export function next(inputs: MoveInput[], so_far: Target[]): Target[] {
  const found = new Map<string, Target>();
  for (const input of candidates(inputs, so_far)) {
    const target = input.clicks[so_far.length];
    if (target) found.set(key(target), target);
  }
  return [...found.values()];
}

/** The move that is complete with these clicks, if one is. */
export function complete(inputs: MoveInput[], so_far: Target[]): MoveInput | undefined {
  if (so_far.length === 0) return undefined;
  return candidates(inputs, so_far).find((input) => input.clicks.length === so_far.length);
}

export interface Clicked {
  so_far: Target[];
  /** To be played now. */
  play?: MoveInput;
}

/** One more click. A click that leads nowhere begins anew, or lets go. */
export function click(inputs: MoveInput[], so_far: Target[], target: Target): Clicked {
  if (next(inputs, so_far).some((known) => same(known, target))) {
    const longer = [...so_far, target];
    const move = complete(inputs, longer);
    if (move && next(inputs, longer).length === 0) return { so_far: [], play: move };
    return { so_far: longer };
  }
  const last = so_far[so_far.length - 1];
  if (last && same(last, target)) return { so_far: so_far.slice(0, -1) };
  if (so_far.length > 0) return click(inputs, [], target);
  return { so_far: [] };
}

/** The move that a key means. */
export function byKey(inputs: MoveInput[], pressed: string): MoveInput | undefined {
  return inputs.find((input) => input.key === pressed);
}

/** What clicks that were made ahead mean in the position that came: a move, or a beginning, or nothing. */
export function redeem(inputs: MoveInput[], clicks: Target[]): { play?: MoveInput; soFar: Target[] } {
  const open = candidates(inputs, clicks);
  const whole = complete(inputs, clicks);
  if (whole && open.length === 1) return { play: whole, soFar: [] };
  return { soFar: open.length > 0 ? clicks : [] };
}
