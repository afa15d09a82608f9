// Giving up, draws, another game.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { keepFollowing, type GameCalls } from "../lib/api";
import type { State } from "../lib/types";

interface Props {
  state: State;
  calls: GameCalls;
  wish: (promise: Promise<State | void>) => Promise<void>;
}

export function Ending({ state, calls, wish }: Props) {
  const [sure, setSure] = useState(false);
  const seen = useRef<string | null | undefined>(undefined);
  const over = state.turn.kind === "over" && state.now === state.head;
  const plays = state.you.seats.length > 0;
  const two = state.players.length === 2;
  useLayoutEffect(() => setSure(false), [state.now]);

  const follow = (next: string) => {
    keepFollowing(state.id, next);
    location.hash = `#/game/${next}`;
  };
  // Whoever is here when the next game begins goes along.
  useEffect(() => {
    const before = seen.current;
    seen.current = state.next;
    if (before === null && state.next && plays) follow(state.next);
  }, [state.next]);

  if (state.next) {
    return (
      <button type="button" class="offer primary" id="next-game" onClick={() => follow(state.next!)}>
        To the next game
      </button>
    );
  }
  if (!plays) return null;
  if (over) {
    return (
      <button type="button" class="offer primary" id="rematch" disabled={!!state.proposal} onClick={() => wish(calls.ask("rematch"))}>
        Play again, seats exchanged
      </button>
    );
  }
  if (!two || state.head === 0 || state.now !== state.head) return null;
  return (
    <>
      {!state.proposal && (
        <button type="button" class="offer quiet" id="draw" onClick={() => wish(calls.ask("draw"))}>
          Offer a draw
        </button>
      )}
      {sure ? (
        <>
          <button type="button" class="offer primary" id="resign-sure" onClick={() => wish(calls.resign())}>
            Yes, resign
          </button>
          <button type="button" class="offer quiet" onClick={() => setSure(false)}>
            Play on
          </button>
        </>
      ) : (
        <button type="button" class="offer quiet" id="resign" onClick={() => setSure(true)}>
          Resign
        </button>
      )}
    </>
  );
}
