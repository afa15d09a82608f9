// Colours by meaning; the style sheet gives them for light and dark.

import type { Paint } from "./types";

export function colour(paint: Paint): string {
  if (typeof paint === "string") return paint === "clear" ? "transparent" : `var(--paint-${paint})`;
  return `var(--player-${paint.player % 8})`;
}

export function playerColour(player: number): string {
  return `var(--player-${player % 8})`;
}

/** What is written on a player's colour. */
export function writingOn(player: number): string {
  return `var(--player-${player % 8}-writing, #fff)`;
}

/** Players who are called White and Black are shown so. */
export function stoneColours(names: string[]): Record<string, string> {
  const stones = names.map((name, i) => [`--player-${i}`, name.toLowerCase()] as const);
  const known = stones.filter(([, name]) => name === "white" || name === "black");
  const written = { white: "#222", black: "#fff" };
  return Object.fromEntries(
    known.flatMap(([player, name]) => [
      [player, `var(--paint-${name})`],
      [`${player}-writing`, written[name as "white" | "black"]],
    ]),
  );
}
