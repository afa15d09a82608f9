// A task above the board: what to do, and whether the move did it.

import { useEffect, useState } from "preact/hooks";
import { beginAt, guide } from "../lib/api";
import type { Guide, Node } from "../lib/types";
import { lessonAddress, setDone, type LessonPlace } from "./lesson";

interface Props {
  place: LessonPlace;
  /** Moves made so far, the start first. */
  nodes: Node[];
  again: () => void;
}

export function Lesson({ place, nodes, again }: Props) {
  const [seen, setSeen] = useState<Guide>();
  const [trouble, setTrouble] = useState("");
  useEffect(() => void guide(place.game).then(setSeen, (failure: Error) => setTrouble(failure.message)), [place.game]);
  const task = seen?.tasks[place.task];
  // The newest try counts; every one of them is a branch from the start.
  const tries = nodes.filter((node, i) => i > 0 && node.parent === 0);
  const last = tries[tries.length - 1];
  // Where something is hidden, moves are told in other words.
  const right = !!last && !!task && [...task.accept, ...task.heard].includes(last.text);
  useEffect(() => {
    if (right) setDone(place.game, place.task);
  }, [right]);
  if (trouble) return <p class="trouble">{trouble}</p>;
  if (!seen || !task) return null;
  const next = seen.tasks[place.task + 1];
  const go = async () => {
    if (!next) return void (location.hash = `#/learn/${place.game}`);
    try {
      location.hash = lessonAddress(await beginAt(place.game, next.shown), place.game, place.task + 1);
    } catch (failure) {
      setTrouble((failure as Error).message);
    }
  };
  return (
    <section class={`lesson ${right ? "right" : last ? "wrong" : ""}`} aria-live="polite" data-right={right}>
      <p>
        <b>
          {place.task + 1}/{seen.tasks.length}
        </b>{" "}
        {task.text}
      </p>
      {right && <p>Right. {task.why}</p>}
      {last && !right && <p>{last.short ?? last.text} is a legal move, but not what was asked for.</p>}
      {right && (
        <button type="button" class="primary" id="next-task" onClick={() => void go()}>
          {next ? "Next" : "Done: back to the rules"}
        </button>
      )}
      {last && !right && (
        <button type="button" id="try-again" onClick={again}>
          Take it back and try again
        </button>
      )}
    </section>
  );
}
