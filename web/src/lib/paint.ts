// Colours by meaning; the style sheet gives them for light and dark.

import type { Paint } from "./types";

export function colour(paint: Paint): string {
  if (typeof paint === "string") return paint === "clear" ? "transparent" : `var(--paint-${paint})`;
  return `var(--player-${paint.player % 8})`;
}

export function playerColour(player: number): string {
  return `var(--player-${player % 8})`;
}
