// The best lines: a look at where a move leads, and a game of one's own from there.

import { useEffect, useState } from "preact/hooks";
import { Still } from "../board/Still";
import { picture, study } from "../lib/api";
import type { Analysis, Board, Scene, State } from "../lib/types";
import { wantsWords } from "../lib/words";

/** A pointer that only passes asks for nothing. */
const LINGER_MS = 120;

export function Lines({ analysis, state }: { analysis: Analysis; state: State }) {
  const [at, setAt] = useState<{ line: number; move: number }>();
  const [seen, setSeen] = useState<{ board: Board; scene: Scene }>();
  const [trouble, setTrouble] = useState("");
  const open = state.position !== null;
  const upTo = (line: number, move: number) => analysis.lines![line]?.moves.slice(0, move + 1) ?? [];

  useEffect(() => {
    setSeen(undefined);
    if (!at || !open) return;
    const ask = () => picture(state, upTo(at.line, at.move)).then(setSeen, () => {});
    const timer = setTimeout(ask, LINGER_MS);
    return () => clearTimeout(timer);
  }, [at?.line, at?.move, state.now]);

  const follow = async (line: number, move: number) => {
    try {
      location.hash = `#/game/${await study(state, upTo(line, move))}`;
    } catch (failure) {
      setTrouble((failure as Error).message);
    }
  };

  /** A step in words, where the notation does not say it already: the one pointed at, else the first. */
  const inWords = (i: number) => {
    const { moves, short, said } = analysis.lines![i]!;
    const k = at?.line === i ? at.move : 0;
    const words = said?.[k];
    return wantsWords() && words !== (short?.[k] ?? moves[k]) ? words : undefined;
  };

  return (
    <div class="lines-box" onPointerLeave={() => setAt(undefined)}>
      <ol class="lines">
        {analysis.lines!.map((line, i) => (
          <li key={i}>
            <span class="score">{line.score.text}</span>
            <span class="line">
              {line.moves.map((text, k) =>
                open ? (
                  <button
                    key={k}
                    type="button"
                    class="step"
                    data-step={`${i}-${k}`}
                    title={`${line.said?.[k] || text}: play on from here in a game of your own`}
                    onPointerEnter={() => setAt({ line: i, move: k })}
                    onFocus={() => setAt({ line: i, move: k })}
                    onBlur={() => setAt(undefined)}
                    onClick={() => void follow(i, k)}
                  >
                    {line.short?.[k] ?? text}
                  </button>
                ) : (
                  <span key={k}>{line.short?.[k] ?? text} </span>
                ),
              )}
            </span>
            {inWords(i) && <span class="said">{inWords(i)}</span>}
          </li>
        ))}
      </ol>
      {at && seen && seen.board.cells.length > 0 && (
        <div class="peek" aria-hidden="true">
          <Still {...seen} />
        </div>
      )}
      {trouble && <p class="trouble">{trouble}</p>}
    </div>
  );
}
