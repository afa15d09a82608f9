// Who plays, and who is in turn.

import { useEffect, useState } from "preact/hooks";
import { catalogue, type GameCalls } from "../lib/api";
import { playerColour } from "../lib/paint";
import type { Catalogue, State } from "../lib/types";
import { SeatSelect, levelOf } from "../picker/SeatSelect";

interface Props {
  state: State;
  calls: GameCalls;
  wish: (promise: Promise<State | void>) => Promise<void>;
}

export function Players({ state, calls, wish }: Props) {
  const [all, setAll] = useState<Catalogue>();
  const [editing, setEditing] = useState(false);
  useEffect(() => void catalogue().then(setAll, () => {}), []);
  const variant = all?.games
    .find((game) => game.name === state.game)
    ?.variants.find((variant) => variant.name === state.variant);
  const change = (seat: number, who: string) =>
    wish(calls.change({ seats: state.players.map((p, i) => (i === seat ? who : p.who)) }));
  return (
    <section class="players-box">
      <header>
        <h1>{state.title}</h1>
        <span class="faint">{state.variant}</span>
        {state.you.owner && (
          <button type="button" class="quiet small" aria-expanded={editing} onClick={() => setEditing(!editing)}>
            {editing ? "done" : "seats"}
          </button>
        )}
      </header>
      <ul>
        {state.players.map((player, i) => {
          const active = state.turn.players.includes(i) && state.turn.kind !== "over";
          const share = state.result?.[i];
          return (
            <li key={i} class={active ? "active" : ""} style={{ "--seat": playerColour(i) }}>
              <span class={`dot ${state.thinking.includes(i) ? "pulse" : ""}`} aria-hidden="true" />
              {editing && variant && all ? (
                <SeatSelect
                  name={player.name}
                  who={player.who}
                  levels={variant.levels}
                  named={all.levels}
                  onChange={(who) => change(i, who)}
                />
              ) : (
                <>
                  <span class="seat-name">{player.name}</span>
                  <span class="faint who">{player.open ? "waits for somebody" : whoIs(player.who, state.you.seats.includes(i))}</span>
                </>
              )}
              {state.chosen.includes(i) && <span class="tag">chosen</span>}
              {share !== undefined && <span class="tag">{share === 1 ? "won" : share === 0 ? "lost" : share.toFixed(2)}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function whoIs(who: string, yours: boolean): string {
  if (who === "person") return yours ? "you" : "person";
  const level = levelOf(who);
  return /^\d+$/.test(level) ? `engine, level ${level}` : who;
}
