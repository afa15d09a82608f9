// What others ask for, what one asks them, and seats that wait for somebody.

import { useState } from "preact/hooks";
import { study, type GameCalls } from "../lib/api";
import type { State, Wish } from "../lib/types";
import { Ending } from "./Ending";

interface Props {
  state: State;
  calls: GameCalls;
  wish: (promise: Promise<State | void>) => Promise<void>;
  /** Back to where the game is. */
  follow: () => void;
}

function inWords(wish: Wish): string {
  if (wish === "end") return "end the game";
  if (wish === "draw") return "call it a draw";
  if (wish === "rematch") return "play again";
  if ("go_to" in wish) return wish.go_to === 0 ? "go back to the start" : `go back to move ${wish.go_to}`;
  if ("running" in wish) return wish.running ? "go on" : "pause";
  if ("seats" in wish) return "change who plays";
  return "set up another position";
}

export function Consent({ state, calls, wish, follow }: Props) {
  const { proposal, you } = state;
  const away = state.now !== state.head;
  const playing = you.seats.length > 0 && !you.free;
  const hands = you.may_sit.filter((seat) => state.turn.players.includes(seat));
  return (
    <div class="offers consent" role="group" aria-label="Agreements">
      {away && (
        <button type="button" class="offer primary" id="follow" onClick={follow}>
          Back to the game
        </button>
      )}
      {proposal?.waits_for_you && (
        <>
          <span role="status">They ask to {inWords(proposal.wish)}.</span>
          <button type="button" class="offer primary" id="agree" onClick={() => wish(calls.answer(proposal.number, true))}>
            Agree
          </button>
          <button type="button" class="offer" id="refuse" onClick={() => wish(calls.answer(proposal.number, false))}>
            Refuse
          </button>
        </>
      )}
      {proposal?.yours && <span role="status">You asked to {inWords(proposal.wish)}.</span>}
      {playing && !proposal && state.head > 0 && (
        <button
          type="button"
          class="offer quiet"
          id="ask-back"
          onClick={() => wish(calls.ask({ go_to: away ? state.now : parentOf(state) }))}
        >
          {away ? "Ask to go on from here" : "Ask to take back"}
        </button>
      )}
      {!you.free && state.position !== null && <Explore state={state} />}
      <Ending state={state} calls={calls} wish={wish} />
      {hands.map((seat) => (
        <button key={seat} type="button" class="offer" data-sit={seat} onClick={() => wish(calls.sit(seat))}>
          Show me the hand of {state.players[seat]!.name}
        </button>
      ))}
    </div>
  );
}

/** The position shown becomes a board of one's own: to try, to take back, to ask an engine. Nobody else's game changes. */
function Explore({ state }: { state: State }) {
  const [trouble, setTrouble] = useState("");
  const explore = () =>
    study(state, []).then(
      (id) => void (location.hash = `#/game/${id}`),
      (failure: Error) => setTrouble(failure.message),
    );
  return (
    <>
      <button type="button" class="offer quiet" id="explore" title="A board of your own; this game goes on" onClick={explore}>
        Explore from here
      </button>
      {trouble && <span class="trouble">{trouble}</span>}
    </>
  );
}

/** The position one move before the game's. */
function parentOf(state: State): number {
  const at = state.line.indexOf(state.head);
  return at > 0 ? state.line[at - 1]! : 0;
}
