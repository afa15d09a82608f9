// A line judged: how many moves of each kind, and what they gave away.

import type { GameCalls } from "../lib/api";
import { playerColour } from "../lib/paint";
import type { Node, State } from "../lib/types";

const WORDS = ["best", "good", "fair", "doubtful", "mistake", "blunder"];

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
  return (
    <div class="grades">
      {graded.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span class="sr">player</span>
              </th>
              {WORDS.map((word) => (
                <th key={word} scope="col" class={`grade-${word}`}>
                  {word}
                </th>
              ))}
              <th scope="col" title="mean share of a win given away">
                lost
              </th>
            </tr>
          </thead>
          <tbody>
            {state.players.map((player, i) => {
              const own = graded.filter((node) => node.by === i);
              const loss = own.reduce((sum, node) => sum + node.grade!.loss, 0) / Math.max(1, own.length);
              return (
                <tr key={i}>
                  <th scope="row">
                    <span class="dot" style={{ background: playerColour(i) }} /> {player.name}
                  </th>
                  {WORDS.map((word) => (
                    <td key={word}>{own.filter((node) => node.grade!.word === word).length || "·"}</td>
                  ))}
                  <td>{(loss * 100).toFixed(1)} %</td>
                </tr>
              );
            })}
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
