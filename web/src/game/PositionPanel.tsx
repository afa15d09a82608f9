// The position as text, the game as a file, seats to give away.

import { useEffect, useState } from "preact/hooks";
import { load, seatTokens, type GameCalls } from "../lib/api";
import { sharedAddress } from "../lib/share";
import { isHere } from "../lib/table";
import type { State } from "../lib/types";

/** Whoever opens a seat's address plays that seat and sees what it may see. */
function Invitations({ state }: { state: State }) {
  const seats = seatTokens(state.id).flatMap((token, i) => (token && state.players[i]?.who === "person" ? [{ token, i }] : []));
  return (
    <div class="faint invitations">
      <p>Whoever opens this page's address looks on.</p>
      {state.you.owner && seats.length > 1 && (
        <p>
          To play from two places, open one of these and send the others:{" "}
          {seats.map(({ token, i }) => (
            <a key={i} href={`#/game/${state.id}?token=${token}`} target="_blank" rel="noopener">
              {state.players[i]!.name}{" "}
            </a>
          ))}
        </p>
      )}
    </div>
  );
}

interface Props {
  state: State;
  calls: GameCalls;
  wish: (promise: Promise<State | void>) => Promise<void>;
}

export function PositionPanel({ state, calls, wish }: Props) {
  const [text, setText] = useState(state.position ?? "");
  const [said, setSaid] = useState("");
  useEffect(() => setText(state.position ?? ""), [state.position]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied.");
    } catch {
      setSaid("Select the text and copy it.");
    }
  };
  const share = async () => {
    try {
      await navigator.clipboard.writeText(await sharedAddress(calls));
      setSaid("The link is copied: whoever opens it stands here with these moves.");
    } catch (failure) {
      setSaid((failure as Error).message);
    }
  };
  const save = async () => {
    try {
      const saved = JSON.stringify(await calls.save(), null, 1);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([saved], { type: "application/json" }));
      link.download = `${state.game}-${state.variant}.json`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      setSaid("Saved.");
    } catch (failure) {
      setSaid((failure as Error).message);
    }
  };
  const open = async (event: Event) => {
    const file = (event.currentTarget as HTMLInputElement).files?.[0];
    if (!file) return;
    try {
      location.hash = `#/game/${await load(file)}`;
    } catch (failure) {
      setSaid((failure as Error).message);
    }
  };

  return (
    <div class="position">
      {state.position === null ? (
        <p class="faint">The position is hidden until the game is over.</p>
      ) : (
        <>
          <textarea
            rows={5}
            value={text}
            spellcheck={false}
            aria-label="Position"
            id="position"
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <div class="group">
            <button type="button" onClick={copy}>
              Copy
            </button>
            {state.you.owner && (
              <button
                type="button"
                id="set-position"
                disabled={text.trim() === state.position}
                onClick={() => wish(calls.setPosition(text.trim()))}
              >
                Set up
              </button>
            )}
          </div>
        </>
      )}
      <div class="group">
        <button type="button" onClick={save}>
          Save game
        </button>
        <button type="button" id="share" onClick={share}>
          Copy a link
        </button>
        <label class="button">
          Load game
          <input type="file" accept=".json,application/json" class="hidden-input" onChange={open} />
        </label>
      </div>
      {!isHere && <Invitations state={state} />}
      {said && <p role="status">{said}</p>}
    </div>
  );
}
