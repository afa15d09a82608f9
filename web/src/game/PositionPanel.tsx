// The position as text, the game as a file, seats to give away.

import { useEffect, useState } from "preact/hooks";
import { catalogue, importGame, load, seatTokens, type GameCalls } from "../lib/api";
import { sharedAddress } from "../lib/share";
import { isHere } from "../lib/table";
import type { State } from "../lib/types";
import { Copy, positionAddress } from "./Share";

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
  // What is typed counts for the position it was typed under. (Copied into the field by an effect, a new position
  // took away what somebody quick had typed before the first paint.)
  const [typed, setTyped] = useState<{ over: string | null; text: string } | null>(null);
  const text = typed?.over === state.position ? typed.text : (state.position ?? "");
  const [said, setSaid] = useState("");
  const [form, setForm] = useState<string | null>(null);
  useEffect(() => {
    const known = (games: { name: string; exports: string | null }[]) => games.find((game) => game.name === state.game);
    catalogue().then((all) => setForm(known(all.games)?.exports ?? null), () => {});
  }, [state.game]);

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
  const download = async (text: Promise<string>, extension: string) => {
    try {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([await text], { type: "text/plain" }));
      link.download = `${state.game}-${state.variant}.${extension}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      setSaid("Saved.");
    } catch (failure) {
      setSaid((failure as Error).message);
    }
  };
  const save = () => download(calls.save().then((saved) => JSON.stringify(saved, null, 1)), "json");
  const open = async (event: Event) => {
    const file = (event.currentTarget as HTMLInputElement).files?.[0];
    if (!file) return;
    try {
      const isOurs = file.name.endsWith(".json");
      location.hash = `#/game/${await (isOurs ? load(file) : importGame(state.game, file))}`;
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
            onInput={(event) => setTyped({ over: state.position, text: event.currentTarget.value })}
          />
          <div class="group">
            <button type="button" onClick={copy}>
              Copy
            </button>
            <Copy id="share-position" text={positionAddress(state.game, state.variant, state.position)}>
              Copy a link to it
            </Copy>
            <a class="button" id="edit" href={positionAddress(state.game, state.variant, state.position).replace(/^[^#]*/, "")}>
              Edit
            </a>
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
          Copy a link with its moves
        </button>
        {form && (
          <button type="button" id="export" onClick={() => download(calls.exported(), form)}>
            Download {form.toUpperCase()}
          </button>
        )}
        <label class="button">
          Load game
          <input type="file" class="hidden-input" id="load-game" onChange={open} />
        </label>
      </div>
      {!isHere && <Invitations state={state} />}
      {said && <p role="status">{said}</p>}
    </div>
  );
}
