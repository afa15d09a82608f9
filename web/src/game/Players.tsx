// Who plays, and who is in turn.

import { useEffect, useState } from "preact/hooks";
import { catalogue, type GameCalls } from "../lib/api";
import { playerColour } from "../lib/paint";
import type { Catalogue, State } from "../lib/types";
import { SeatSelect, levelOf } from "../picker/SeatSelect";
import { ClockFace } from "./ClockFace";

/** How a player came off: of two, won, lost or drawn; of more, the place. */
export function standing(result: number[], seat: number): string {
  const share = result[seat]!;
  const ahead = result.filter((other) => other > share).length;
  const level = result.filter((other) => other === share).length;
  if (level === result.length) return result.length === 1 ? "over" : "draw";
  if (ahead === 0) return level === 1 ? "won" : "shares the win";
  if (result.length === 2 || share === 0) return "lost";
  return `place ${ahead + 1}`;
}

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
                  <span class="faint who">{player.open ? "waits for somebody" : whoIs(player, state.you.seats.includes(i))}</span>
                </>
              )}
              {state.chosen.includes(i) && <span class="tag">chosen</span>}
              {state.result && <span class="tag">{standing(state.result, i)}</span>}
              {state.clock && <ClockFace clock={state.clock} seat={i} name={player.name} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function whoIs({ who, person }: State["players"][number], yours: boolean): string {
  if (who === "person") return person ? (yours ? `${person} (you)` : person) : yours ? "you" : "person";
  const level = levelOf(who);
  return /^\d+$/.test(level) ? `engine, level ${level}` : who;
}
