// A picture of the search tree that can be unfolded: each move with the share of
// the search that went into it.

import { useState } from "preact/hooks";
import { ApiFailure, type GameCalls } from "../lib/api";
import { playerColour } from "../lib/paint";
import type { Analysis, Found } from "../lib/types";
import { short } from "./AnalysisPanel";

interface Props {
  analysis: Analysis;
  calls: GameCalls;
  engine: string;
  seats: number;
}

const SHOWN = 8;

export function SearchTree({ analysis, calls, engine }: Props) {
  return (
    <details class="tree" open>
      <summary>Search tree</summary>
      <Level moves={analysis.moves ?? []} seat={analysis.seat} line={[]} calls={calls} engine={engine} />
    </details>
  );
}

interface LevelProps {
  moves: Found["moves"];
  seat: number;
  line: string[];
  calls: GameCalls;
  engine: string;
}

function Level({ moves, seat, line, calls, engine }: LevelProps) {
  const all = moves.reduce((sum, move) => sum + move.visits, 0) || 1;
  return (
    <ul role={line.length ? "group" : "tree"}>
      {moves.slice(0, SHOWN).map((move) => (
        <Branch key={move.move} move={move} part={move.visits / all} {...{ seat, line, calls, engine }} />
      ))}
      {moves.length > SHOWN && <li class="faint more" role="none">and {moves.length - SHOWN} more</li>}
    </ul>
  );
}

interface BranchProps extends Omit<LevelProps, "moves"> {
  move: Found["moves"][number];
  part: number;
}

function Branch({ move, part, seat, line, calls, engine }: BranchProps) {
  const [below, setBelow] = useState<(Found & { seat: number }) | string>();
  const [open, setOpen] = useState(false);
  const here = [...line, move.move];
  const toggle = () => {
    setOpen(!open);
    if (open || below) return;
    calls.tree(engine, here).then(setBelow, (failure: Error) => {
      setBelow(failure instanceof ApiFailure && failure.code === "over" ? "the game ends here" : failure.message);
    });
  };
  return (
    <li role="treeitem" aria-expanded={open}>
      <button type="button" class="twig" data-twig={here.length} onClick={toggle} style={{ "--seat": playerColour(seat) }}>
        <span class="fold" aria-hidden="true">
          {open ? "▾" : "▸"}
        </span>
        <span class="twig-move" title={move.said ?? move.move}>
          {move.short ?? move.move}
        </span>
        <span class="bar" aria-hidden="true">
          <span style={{ width: `${Math.max(1, part * 100)}%` }} />
        </span>
        <span class="twig-score">{move.score.text}</span>
        <span class="faint">{short(move.visits)}</span>
      </button>
      {open && below === undefined && <p class="faint">…</p>}
      {open && typeof below === "string" && <p class="faint">{below}</p>}
      {open && typeof below === "object" && (
        <Level moves={below.moves} seat={below.seat} line={here} calls={calls} engine={engine} />
      )}
    </li>
  );
}
