// Links: the seat to send to somebody far away, the position to show to somebody.

import { useState } from "preact/hooks";
import { seatTokens } from "../lib/api";
import { isHere } from "../lib/table";
import type { State } from "../lib/types";

const here = () => location.href.split("#")[0];

/** An address that shows this position to whoever opens it. */
export function positionAddress(game: string, variant: string, position: string): string {
  return `${here()}#/edit/${game}?${new URLSearchParams({ variant, position })}`;
}

export function Copy({ text, id, children }: { text: string; id?: string; children: preact.ComponentChildren }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied.");
    } catch {
      setSaid(text);
    }
  };
  return (
    <span class="copy">
      <button type="button" id={id} data-link={text} onClick={copy}>
        {children}
      </button>
      {said && (
        <span class="faint copied" role="status">
          {said}
        </span>
      )}
    </span>
  );
}

/** Before the first move, whoever began a game for several people may send seats away. */
export function Invite({ state }: { state: State }) {
  const tokens = seatTokens(state.id);
  const people = state.players.flatMap((player, i) => (player.who === "person" && tokens[i] ? [i] : []));
  // The first seat is one's own.
  const others = people.slice(1);
  const untaken = state.you.free || state.players.some((player) => player.open);
  // Without a server nobody else can come in.
  if (isHere || !state.you.owner || others.length === 0 || state.head > 0 || !untaken) return null;
  return (
    <div class="invite" id="invite">
      <p>
        <b>Playing with somebody far away?</b> Send this link; whoever opens it takes the seat. At one screen, just play.
      </p>
      {others.map((i) => (
        <Copy key={i} text={`${here()}#/game/${state.id}?token=${tokens[i]}`}>
          Copy the link for {state.players[i]!.name}
        </Copy>
      ))}
    </div>
  );
}
