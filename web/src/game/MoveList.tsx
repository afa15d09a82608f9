// Every move played, branches indented.

import { useEffect, useMemo, useRef } from "preact/hooks";
import type { GameCalls } from "../lib/api";
import { playerColour } from "../lib/paint";
import type { Node, State } from "../lib/types";
import { Grades } from "./Grades";

interface Props {
  state: State;
  nodes: Node[];
  goTo: (node: number) => void;
  calls: GameCalls;
  wish: (promise: Promise<State | void>) => Promise<void>;
}

const MARKS: Record<string, string> = { best: "", good: "", fair: "", doubtful: "?!", mistake: "?", blunder: "??" };

export function MoveList(props: Props) {
  const { state, nodes, goTo } = props;
  const list = useRef<HTMLDivElement>(null);
  const children = useMemo(() => {
    const all: number[][] = nodes.map(() => []);
    nodes.forEach((node, i) => i > 0 && all[node.parent]?.push(i));
    return all;
  }, [nodes]);
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>("[aria-current]");
    const box = list.current;
    if (here && box) box.scrollTop = here.offsetTop - box.clientHeight / 2;
    else if (box && state.now === 0) box.scrollTop = 0;
  }, [state.now, nodes.length]);

  const chip = (id: number) => {
    const node = nodes[id]!;
    const grade = node.grade;
    return (
      <button
        key={id}
        type="button"
        class={`move ${node.by === null ? "chance" : ""} ${grade ? `grade-${grade.word}` : ""}`}
        style={node.by === null ? {} : { "--seat": playerColour(node.by) }}
        data-node={id}
        aria-current={id === state.now ? "step" : undefined}
        title={grade ? `${grade.word}: gave away ${(grade.loss * 100).toFixed(0)} %; best ${grade.best}` : undefined}
        onClick={() => goTo(id)}
      >
        <span class="ply">{node.ply}</span>
        {node.text || "…"}
        {grade && MARKS[grade.word] && <b class="mark">{MARKS[grade.word]}</b>}
      </button>
    );
  };

  // A line goes on by each position's first move; the others are branches.
  const line = (from: number, depth: number) => {
    const parts: preact.ComponentChild[] = [];
    let at: number | undefined = from;
    while (at !== undefined) {
      const [first, ...others]: number[] = children[at] ?? [];
      if (first !== undefined) parts.push(chip(first));
      if (depth < 12) {
        for (const other of others) {
          parts.push(
            <div key={`b${other}`} class="branch">
              {chip(other)}
              {line(other, depth + 1)}
            </div>,
          );
        }
      }
      at = first;
    }
    return parts;
  };

  return (
    <div class="moves-sheet">
      <div class="moves" ref={list} aria-label="Moves">
        <button
          type="button"
          class="move start"
          data-node={0}
          aria-current={state.now === 0 ? "step" : undefined}
          onClick={() => goTo(0)}
        >
          start
        </button>
        {line(0, 0)}
      </div>
      <Grades {...props} />
    </div>
  );
}
