// Take back, redo, pause, speed.

import { Icon } from "../lib/Icon";
import type { GameCalls } from "../lib/api";
import type { State } from "../lib/types";

interface Props {
  state: State;
  back: number | undefined;
  redo: number | undefined;
  goTo: (node: number | undefined) => void;
  calls: GameCalls;
  wish: (promise: Promise<State | void>) => Promise<void>;
  /** Look from the other side; none where there is no board. */
  flip: (() => void) | undefined;
}

const SPEEDS = [0, 150, 400, 600, 1200, 2500];

export function Controls({ state, back, redo, goTo, calls, wish, flip }: Props) {
  const takesPart = state.you.owner || state.you.seats.length > 0;
  const last = state.line[state.line.length - 1];
  const engines = state.players.filter((player) => player.who !== "person").length;
  const waits =
    !state.running &&
    state.turn.kind !== "over" &&
    (state.turn.kind === "chance" || state.turn.players.some((p) => state.players[p]?.who !== "person"));
  // Where others play one looks back and forth for oneself; taking back is asked for.
  const free = state.you.free;
  return (
    <div class="controls" role="group" aria-label="Controls">
      {!takesPart && <p class="faint centred">You are looking on.</p>}
      <div class="group">
        <button type="button" id="first" disabled={state.now === 0} onClick={() => goTo(0)} title="To the start">
          <Icon name="first" />
          <span class="sr">{free ? "Take back all" : "To the start"}</span>
        </button>
        <button type="button" id="back" disabled={back === undefined} onClick={() => goTo(back)} title={free ? "Take back ( [ )" : "Look back ( [ )"}>
          <Icon name="back" /> {free ? "Take back" : "Back"}
        </button>
        <button type="button" id="redo" disabled={redo === undefined} onClick={() => goTo(redo)} title={free ? "Redo ( ] )" : "Look on ( ] )"}>
          {free ? "Redo" : "On"} <Icon name="redo" />
        </button>
        <button type="button" id="last" disabled={state.now === last} onClick={() => goTo(last)} title="To the end">
          <Icon name="last" />
          <span class="sr">{free ? "Redo all" : "To the end"}</span>
        </button>
      </div>
      <div class="group">
        {flip && (
          <button type="button" id="flip" onClick={flip} title="Look from the other side">
            <Icon name="flip" />
            <span class="sr">Turn the board</span>
          </button>
        )}
        {takesPart && waits && (
          <button type="button" id="resume" class="primary" onClick={() => wish(calls.change({ running: true }))}>
            <Icon name="play" /> Go on
          </button>
        )}
        {takesPart && state.running && engines === state.players.length && state.turn.kind !== "over" && (
          <button type="button" id="pause" onClick={() => wish(calls.change({ running: false }))}>
            <Icon name="pause" /> Pause
          </button>
        )}
        {state.you.plays !== null && state.thinking.length === 0 && (
          <button type="button" id="engine" onClick={() => wish(calls.engineMove())} title="Let an engine play this move">
            <Icon name="spark" /> Engine's move
          </button>
        )}
        {takesPart && engines > 1 && (
          <label class="speed">
            <span>Speed</span>
            <input
              type="range"
              min={0}
              max={SPEEDS.length - 1}
              value={SPEEDS.length - 1 - nearest(state.pause_ms)}
              aria-valuetext={`${state.pause_ms} milliseconds between moves`}
              onChange={(event) =>
                wish(calls.change({ pause_ms: SPEEDS[SPEEDS.length - 1 - Number(event.currentTarget.value)] }))
              }
            />
          </label>
        )}
      </div>
    </div>
  );
}

function nearest(pause: number): number {
  const found = SPEEDS.findIndex((speed) => speed >= pause);
  return found < 0 ? SPEEDS.length - 1 : found;
}
