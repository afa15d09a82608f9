// Several play at one screen and hide something from each other: nothing is shown until the right one looks.

import type { State } from "../lib/types";

/** The seat whose turn it is to look, while somebody else may still be looking. */
export function handsOverTo(state: State | undefined, looking: number | undefined): number | undefined {
  if (!state?.hidden || state.turn.kind === "over") return undefined;
  const own = state.you.seats.filter((seat) => state.players[seat]?.who === "person");
  const sees = state.you.sees;
  return own.length > 1 && sees !== null && sees !== looking ? sees : undefined;
}

export function HandOver({ name, ready }: { name: string; ready: () => void }) {
  return (
    <div class="hand-over" role="dialog" aria-label="Hand over">
      <h1>{name} is next</h1>
      <p class="faint">Hand the screen over. What the others hold stays hidden until {name} looks.</p>
      <button type="button" class="primary large" id="ready" onClick={ready}>
        I am {name}: show my hand
      </button>
    </div>
  );
}
