// Every move played, turn by turn, in words beside the notation; branches indented.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GameCalls } from "../lib/api";
import { playerColour } from "../lib/paint";
import type { Node, State } from "../lib/types";
import { setWantsWords, wantsWords } from "../lib/words";
import { Better, Grades } from "./Grades";

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
  const [words, setWords] = useState(wantsWords());
  const hasWords = nodes.some((node) => node.said);
  const toggle = () => {
    setWantsWords(!words);
    setWords(!words);
  };
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
        title={
          grade
            ? `${grade.word}: gave away ${(grade.loss * 100).toFixed(0)} %; best ${grade.short ?? grade.best}`
            : node.short
              ? node.text
              : undefined
        }
        onClick={() => goTo(id)}
      >
        <span class="ply">{node.ply}</span>
        {node.short ?? (node.text || "…")}
        {grade && MARKS[grade.word] && <b class="mark">{MARKS[grade.word]}</b>}
      </button>
    );
  };

  /** Whether two moves belong to one turn: the same player's, or chance between them. */
  const sameTurn = (a: number, b: number) => nodes[b]!.by === null || nodes[a]!.by === nodes[b]!.by;
  const said = (turn: number[]) => {
    // What the notation says already is not said twice.
    const worth = (node: Node) => node.said && node.said !== (node.short ?? node.text);
    const parts = turn.map((id) => nodes[id]!).filter(worth).map((node) => node.said!);
    return parts.join(", then ");
  };
  /** Moves in a row, as turns with words. */
  const turns = (run: number[]) => {
    const all: number[][] = [];
    for (const id of run) {
      const last = all[all.length - 1];
      if (last && sameTurn(last[last.length - 1]!, id)) last.push(id);
      else all.push([id]);
    }
    return all.map((turn) => (
      <div key={`t${turn[0]}`} class="turn">
        {turn.map(chip)}
        {words && said(turn) && <span class="said">{said(turn)}</span>}
      </div>
    ));
  };

  // A line goes on by each position's first move; the others are branches.
  const line = (from: number, depth: number) => {
    const parts: preact.ComponentChild[] = [];
    let run: number[] = depth > 0 ? [from] : [];
    const flush = () => {
      parts.push(...turns(run));
      run = [];
    };
    let at: number | undefined = from;
    while (at !== undefined) {
      const [first, ...others]: number[] = children[at] ?? [];
      if (first !== undefined) run.push(first);
      if (depth < 12 && others.length > 0) {
        flush();
        for (const other of others) {
          parts.push(
            <div key={`b${other}`} class="branch">
              {line(other, depth + 1)}
            </div>,
          );
        }
      }
      at = first;
    }
    flush();
    return parts;
  };

  return (
    <div class="moves-sheet">
      <div class="moves" ref={list} role="group" aria-label="Moves">
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
      {hasWords && (
        <label class="switch">
          <input type="checkbox" id="words" checked={words} onChange={toggle} />
          in words
        </label>
      )}
      <Better state={state} nodes={nodes} goTo={goTo} />
      <Grades {...props} />
    </div>
  );
}
