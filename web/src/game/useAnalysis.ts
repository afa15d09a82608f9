// The engine beside the game: it goes on whichever sheet is open, from position to position, until it is stopped.

import { useEffect, useState } from "preact/hooks";
import type { Drawn } from "../board/Board";
import type { Analysis, State } from "../lib/types";
import type { Live } from "./useGame";

const ENGINE = "takeback.analysis";
const TIME_MS = 20_000;

export interface Watching {
  on: boolean;
  toggle: () => void;
  engine: string;
  choose: (text: string) => void;
  lines: number;
  setLines: (lines: number) => void;
  /** What it has found about the position shown. */
  found?: Analysis;
}

export function useAnalysis(live: Live): Watching {
  const { calls, wish, state } = live;
  const [engine, setEngine] = useState(localStorage.getItem(ENGINE) ?? "10");
  const [lines, setLines] = useState(3);
  const [on, setOn] = useState(false);
  const canAsk = state?.turn.kind === "player" || state?.turn.kind === "together";

  useEffect(() => {
    if (on && canAsk) void wish(calls.analyse(engine, lines, TIME_MS));
  }, [on, state?.now, state?.epoch, engine, lines]);
  useEffect(
    () => () => {
      if (on) void calls.stopAnalysis().catch(() => {});
    },
    [on],
  );
  const choose = (text: string) => {
    setEngine(text);
    localStorage.setItem(ENGINE, text);
  };
  const found = live.analysis?.node === state?.now ? live.analysis : undefined;
  return { on, toggle: () => setOn(!on), engine, choose, lines, setLines, found };
}

/** The first moves of the best lines, where they lead from cell to cell. */
export function arrowsOf(state: State, found: Analysis | undefined): Drawn[] {
  const best = (found?.lines ?? []).slice(0, 3).map((line) => line.moves[0]);
  return best.flatMap((text, i) => {
    const cells = state.inputs.find((input) => input.text === text)?.touched ?? [];
    const [from, to] = [cells[0], cells[cells.length - 1]];
    if (from === undefined || to === undefined || from === to) return [];
    return [{ from, to, paint: "accent" as const, bold: 1 - i * 0.4 }];
  });
}
