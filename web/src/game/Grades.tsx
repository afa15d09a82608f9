// A line judged: how many moves of each kind, and what they gave away.

import type { GameCalls } from "../lib/api";
import { playerColour } from "../lib/paint";
import type { Node, State } from "../lib/types";

const WORDS = ["best", "good", "fair", "doubtful", "mistake", "blunder"];

const mean = (losses: number[]) =>
  ((losses.reduce((sum, loss) => sum + loss, 0) / Math.max(1, losses.length)) * 100).toFixed(1);

interface Props {
  state: State;
  nodes: Node[];
  calls: GameCalls;
  wish: (promise: Promise<State | void>) => Promise<void>;
}

export function Grades({ state, nodes, calls, wish }: Props) {
  const graded = state.line.map((id) => nodes[id]!).filter((node) => node?.grade && node.by !== null);
  const busy = state.grading && state.grading.done < state.grading.all;
  const takesPart = state.you.owner || state.you.seats.length > 0;
  const secret = state.hidden && state.turn.kind !== "over";
  const of = (player: number) => graded.filter((node) => node.by === player);
  return (
    <div class="grades">
      {graded.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span class="sr">grade</span>
              </th>
              {state.players.map((player, i) => (
                <th key={i} scope="col">
                  <span class="dot" style={{ background: playerColour(i) }} /> {player.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WORDS.map((word) => (
              <tr key={word}>
                <th scope="row">{word}</th>
                {state.players.map((_, i) => (
                  <td key={i}>{of(i).filter((node) => node.grade!.word === word).length || "·"}</td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row" title="the mean share of a win that a move gave away">
                given away
              </th>
              {state.players.map((_, i) => (
                <td key={i}>{mean(of(i).map((node) => node.grade!.loss))} %</td>
              ))}
            </tr>
          </tbody>
        </table>
      )}
      {busy && <progress value={state.grading!.done} max={state.grading!.all} aria-label="Grading" />}
      {takesPart && !secret && state.line.length > 1 && !busy && (
        <button type="button" id="grade" onClick={() => wish(calls.grade("9"))}>
          Grade every move
        </button>
      )}
    </div>
  );
}

/** What would have been better than the move that led here. */
export function Better({ state, nodes, goTo }: { state: State; nodes: Node[]; goTo: (node: number) => void }) {
  const node = nodes[state.now];
  const grade = node?.grade;
  if (!grade || ["best", "good"].includes(grade.word)) return null;
  return (
    <p class="better" id="better">
      <b>{node.short ?? node.text}</b> is {["mistake", "blunder"].includes(grade.word) ? `a ${grade.word}` : grade.word}: it gives away{" "}
      {(grade.loss * 100).toFixed(0)} % of a win. Better: <b>{grade.short ?? grade.best}</b>
      {grade.said && grade.said !== (grade.short ?? grade.best) && <> ({grade.said})</>}.{" "}
      <button type="button" class="quiet small" onClick={() => goTo(node.parent)}>
        Look before it
      </button>
    </p>
  );
}
