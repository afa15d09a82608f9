// Learn a game: its rules with boards to look at, and a first lesson. All texts come from the game.

import { useEffect, useState } from "preact/hooks";
import { Panels } from "../board/Panels";
import { Still } from "../board/Still";
import { beginAt, guide } from "../lib/api";
import { stoneColours } from "../lib/paint";
import type { Guide, Shown } from "../lib/types";
import { doneTasks, lessonAddress } from "./lesson";

export function Learn({ game }: { game: string }) {
  const [seen, setSeen] = useState<Guide>();
  const [trouble, setTrouble] = useState("");
  useEffect(() => void guide(game).then(setSeen, (failure: Error) => setTrouble(failure.message)), [game]);
  if (trouble) return <p class="trouble centred">{trouble}</p>;
  if (!seen) return <p class="faint centred">…</p>;
  const done = doneTasks(game);
  const begin = async (place: Shown, task?: number) => {
    try {
      const id = await beginAt(game, place);
      location.hash = task === undefined ? `#/game/${id}` : lessonAddress(id, game, task);
    } catch (failure) {
      setTrouble((failure as Error).message);
    }
  };
  return (
    <article class="learn">
      <a class="back" href="#/">
        ← all games
      </a>
      <h1>{seen.title}</h1>
      <p>
        <a class="button primary" href={`#/play/${game}`}>
          Play
        </a>{" "}
        {seen.tasks.length > 0 && (
          <button type="button" id="lesson" onClick={() => void begin(seen.tasks[0]!.shown, 0)}>
            First lesson: {seen.tasks.length} tasks
          </button>
        )}
      </p>
      {seen.blocks.map((block, i) => {
        if (block.kind === "heading") return <h2 key={i}>{block.text}</h2>;
        if (block.kind === "point") return <p key={i} class="point">{block.text}</p>;
        if (!block.shown) return <p key={i}>{block.text}</p>;
        const place = block.shown;
        return (
          <figure key={i} style={stoneColours(["", ""])}>
            <Diagram shown={place} />
            <figcaption>
              {block.text}{" "}
              <button type="button" class="quiet" data-play-on onClick={() => void begin(place)}>
                Play on from here
              </button>
            </figcaption>
          </figure>
        );
      })}
      {seen.tasks.length > 0 && (
        <>
          <h2>First lesson</h2>
          <ol class="tasks">
            {seen.tasks.map((task, i) => (
              <li key={i}>
                <button type="button" data-task={i} onClick={() => void begin(task.shown, i)}>
                  {done.has(i) ? "✓ " : ""}
                  {task.text}
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </article>
  );
}

function Diagram({ shown }: { shown: Shown }) {
  if (shown.board.cells.length > 0) return <Still board={shown.board} scene={shown.scene} />;
  return <Panels panels={shown.scene.panels} targets={new Set()} chosen={[]} />;
}
