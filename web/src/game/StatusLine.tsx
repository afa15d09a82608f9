// What is going on, in words.

import { playerColour } from "../lib/paint";
import type { State } from "../lib/types";

function called(state: State, seat: number): string {
  const { name, person } = state.players[seat]!;
  return person ? `${name} (${person})` : name;
}

export function verdict(state: State): string {
  const { outcome } = state;
  if (outcome && state.now === state.head) {
    const by = outcome.by === null ? "" : called(state, outcome.by);
    const shares = won(state);
    if (outcome.why === "resigned") return `${by} resigns: ${shares}`;
    if (outcome.why === "time") return `Time is up for ${by}: ${shares}`;
    return "A draw by agreement";
  }
  return won(state);
}

function won(state: State): string {
  const result = state.result ?? [];
  const best = Math.max(...result);
  const winners = result.flatMap((share, i) => (share === best ? [state.players[i]!.name] : []));
  if (result.length === 1) return "The game is over";
  if (winners.length === result.length) return "A draw";
  return winners.length === 1 ? `${winners[0]} wins` : `${winners.join(" and ")} share the win`;
}

function sentence(state: State): string {
  const name = (player: number) => state.players[player]?.name ?? "";
  const own = state.you.plays;
  switch (state.turn.kind) {
    case "over":
      return verdict(state);
    case "chance":
      return "Chance decides";
    case "together": {
      const left = state.turn.players.filter((p) => !state.chosen.includes(p));
      return own !== null ? `${name(own)}: choose` : `Waiting for ${left.map(name).join(", ")}`;
    }
    case "player": {
      const player = state.turn.players[0]!;
      if (state.thinking.includes(player)) return `${name(player)} is thinking`;
      if (state.you.seats.includes(player)) return `${name(player)}: your move`;
      return `${name(player)} to move`;
    }
  }
}

export function StatusLine({ state }: { state: State }) {
  const player = state.you.plays ?? state.turn.players[0];
  const thinking = state.thinking.length > 0;
  return (
    <div class="status" role="status" aria-live="polite">
      <span
        class={`dot ${thinking ? "pulse" : ""}`}
        style={{ background: player === undefined ? "var(--accent)" : playerColour(player) }}
        aria-hidden="true"
      />
      <strong id="status">{sentence(state)}</strong>
      {state.scene.status && <span class="detail">{state.scene.status}</span>}
      {state.trouble && <span class="trouble">{state.trouble}</span>}
    </div>
  );
}
