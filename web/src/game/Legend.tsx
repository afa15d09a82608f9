// What the pieces are and do: a list beside the board, and notes for the cells. All texts come from the game.

import { useEffect, useMemo, useState } from "preact/hooks";
import { Shape } from "../board/Pieces";
import { catalogue, guide } from "../lib/api";
import type { Guide, Layer, State } from "../lib/types";

type Note = Guide["legend"][number];

/** The legend of a game that has one. */
export function useLegend(game: string | undefined): Note[] {
  const [notes, setNotes] = useState<Note[]>([]);
  useEffect(() => {
    setNotes([]);
    if (!game) return;
    const read = async () => {
      const known = (await catalogue()).games.find((known) => known.name === game);
      if (known?.guide) setNotes((await guide(game)).legend);
    };
    read().catch(() => {});
  }, [game]);
  return notes;
}

/** What is said of a piece by the words it is called with. */
export function notesOf(notes: Note[], spoken: string): Note[] {
  const words = ` ${spoken.toLowerCase()} `;
  return notes.filter(({ name }) => new RegExp(`[^a-z]${name.toLowerCase()}s?[^a-z]`).test(words));
}

/** What hovering over a cell says beyond what stands there. */
export function notesByCell(notes: Note[], state: State): Map<number, string> {
  const all = new Map<number, string>();
  for (const { cell, spoken } of state.scene.pieces) {
    const said = notesOf(notes, spoken).map(({ name, says }) => `${name}: ${says}`);
    if (said.length > 0) all.set(cell, said.join("\n"));
  }
  return all;
}

export function Legend({ notes, state }: { notes: Note[]; state: State }) {
  const layers = useMemo(() => {
    const found = new Map<string, Layer>();
    for (const piece of state.scene.pieces) {
      if (piece.layers.length !== 1) continue;
      for (const { name } of notesOf(notes, piece.spoken)) if (!found.has(name)) found.set(name, piece.layers[0]!);
    }
    return found;
  }, [notes, state.scene]);
  if (notes.length === 0) return null;
  return (
    <details class="legend">
      <summary>Pieces</summary>
      <dl>
        {notes.map(({ name, says }) => (
          <div key={name}>
            <dt>
              {layers.has(name) && (
                <svg viewBox="-1.1 -1.1 2.2 2.2" aria-hidden="true">
                  <Shape layer={layers.get(name)!} />
                </svg>
              )}
              {name}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
