// A game: board, panels, moves, analysis.

import { useEffect, useMemo, useState } from "preact/hooks";
import { BoardView } from "../board/Board";
import { Panels } from "../board/Panels";
import { turned } from "../board/turned";
import { Lesson } from "../learn/Lesson";
import type { LessonPlace } from "../learn/lesson";
import { byKey, click, complete, next } from "../lib/clicks";
import { backFrom, redoFrom } from "../lib/line";
import { stoneColours } from "../lib/paint";
import { knock } from "../lib/sound";
import type { MoveInput, State, Target } from "../lib/types";
import { AnalysisPanel } from "./AnalysisPanel";
import { Consent } from "./Consent";
import { Controls } from "./Controls";
import { heatOf } from "./heat";
import { MoveList } from "./MoveList";
import { Players } from "./Players";
import { PositionPanel } from "./PositionPanel";
import { StatusLine } from "./StatusLine";
import { arrowsOf, useAnalysis } from "./useAnalysis";
import { useGame } from "./useGame";

const cellsOf = (targets: Target[]) => targets.flatMap((t) => ("cell" in t ? [t.cell] : []));
const itemsOf = (targets: Target[]) => targets.flatMap((t) => ("item" in t ? [t.item] : []));
const buttonsOf = (targets: Target[]) => targets.flatMap((t) => ("button" in t ? [t.button] : []));

/** Whether one plays the second seat and no other. */
function isSecond(state: State | undefined): boolean {
  const mine = (state?.you.seats ?? []).filter((seat) => state?.players[seat]?.who === "person");
  return mine.length === 1 && mine[0] === 1;
}

function isTyping(event: KeyboardEvent): boolean {
  const element = event.target as HTMLElement;
  return ["INPUT", "TEXTAREA", "SELECT"].includes(element.tagName);
}

export function GameView({ id, lesson }: { id: string; lesson?: LessonPlace }) {
  const live = useGame(id);
  const { state, board, nodes, calls, wish } = live;
  const [soFar, setSoFar] = useState<Target[]>([]);
  const [heatOn, setHeat] = useState(true);
  const [zones, setZones] = useState(true);
  const [flipped, setFlipped] = useState<boolean>();
  const [own, setOwn] = useState<[number, number][]>([]);
  const watching = useAnalysis(live);
  const [tab, setTab] = useState<"moves" | "analysis" | "position">("moves");

  const version = state?.version;
  useEffect(() => setSoFar([]), [state?.now, state?.epoch, state?.you.plays]);
  useEffect(() => setOwn([]), [state?.now, state?.epoch]);
  useEffect(() => {
    if (state && state.now > 0) knock(state.result ? 0.6 : 1);
  }, [state?.now]);
  // Who plays the second side sits there, until it is turned by hand.
  const isTurned = flipped ?? (!!board?.faced && isSecond(state));
  const shown = useMemo(() => (board && isTurned ? turned(board) : board), [board, isTurned]);

  const seat = state?.you.plays ?? null;
  const inputs: MoveInput[] = state && seat !== null && state.thinking.length === 0 ? state.inputs : [];
  const targets = useMemo(() => next(inputs, soFar), [state, soFar]);
  const finish = complete(inputs, soFar);

  const play = (move: MoveInput) => {
    setSoFar([]);
    if (state && seat !== null) void wish(calls.play(move.text, seat, state.now, nodes.length));
  };
  const onTarget = (target: Target) => {
    const clicked = click(inputs, soFar, target);
    setSoFar(clicked.so_far);
    if (clicked.play) play(clicked.play);
  };
  const back = state && backFrom(state, nodes);
  const redo = state && redoFrom(state, nodes);
  const goTo = (node: number | undefined) => {
    if (node === undefined) return;
    // Where others play, or one only watches, one looks about alone.
    if (state?.you.free) void wish(calls.goTo(node));
    else live.look(node);
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || event.altKey) return;
      const undo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
      const meant = event.ctrlKey || event.metaKey ? undefined : byKey(inputs, event.key);
      if (undo && event.shiftKey) goTo(redo);
      else if (undo) goTo(back);
      else if (meant) play(meant);
      else if (event.key === "[") goTo(back);
      else if (event.key === "]") goTo(redo);
      else if (event.key === "Escape") setSoFar([]);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey, { capture: true });
    return () => removeEventListener("keydown", onKey, { capture: true });
  }, [version, soFar, nodes]);

  if (live.gone) {
    return (
      <div class="centred">
        <h1>This game is gone</h1>
        <p>It was ended, or nobody looked at it for a long time.</p>
        <a class="button primary" href="#/">
          Choose a game
        </a>
      </div>
    );
  }
  if (!state || !board || !shown) return <p class="faint centred">{live.trouble || "…"}</p>;

  const hasBoard = board.cells.length > 0;
  const buttons = buttonsOf(targets);
  const draws = heatOn && watching.on;
  const heat = draws || (heatOn && tab === "analysis") ? heatOf(state, watching.found) : new Map<number, number>();
  const arrows = [
    ...(draws ? arrowsOf(state, watching.found) : []),
    ...own.map(([from, to]) => ({ from, to, paint: "good" as const, bold: 0.8 })),
  ];
  const onArrow = (from: number, to: number) => {
    const rest = own.filter(([a, b]) => a !== from || b !== to);
    // The same arrow again takes it away; a click without a way, all of them.
    setOwn(from === to ? [] : rest.length < own.length ? rest : [...own, [from, to]]);
  };
  const hasZones = state.scene.overlays.some((overlay) => overlay.kind === "zone");

  return (
    <div
      class={`game ${hasBoard ? "" : "no-board"}`}
      data-ready={live.connected}
      style={stoneColours(state.players.map((player) => player.name))}
    >
      <div class="stage">
        {lesson && <Lesson key={id} place={lesson} nodes={nodes} again={() => goTo(0)} />}
        <StatusLine state={state} />
        {hasBoard && (
          <div class="board-frame" style={{ "--ratio": board.width / board.height }}>
            <BoardView
              board={shown}
              scene={state.scene}
              targets={new Set(cellsOf(targets))}
              chosen={cellsOf(soFar)}
              last={nodes[state.now]?.touched ?? []}
              heat={heat}
              zones={zones}
              arrows={arrows}
              onArrow={onArrow}
              onCell={(cell) => onTarget({ cell })}
              label={`${state.title} board`}
            />
          </div>
        )}
        {!hasBoard && (
          <Panels
            panels={state.scene.panels}
            targets={new Set(itemsOf(targets))}
            chosen={itemsOf(soFar)}
            onItem={(item) => onTarget({ item })}
          />
        )}
        <div class="offers" role="group" aria-label="Choices">
          {buttons.map((button) => (
            <button key={button} type="button" class="offer" data-button={button} onClick={() => onTarget({ button })}>
              {button}
            </button>
          ))}
          {finish && (
            <button type="button" class="offer primary" data-finish onClick={() => play(finish)}>
              Finish here
            </button>
          )}
          {soFar.length > 0 && (
            <button type="button" class="offer quiet" data-cancel onClick={() => setSoFar([])}>
              Cancel
            </button>
          )}
        </div>
        <Consent state={state} calls={calls} wish={wish} follow={() => live.look(undefined)} />
        <Controls
          state={state}
          back={back}
          redo={redo}
          goTo={goTo}
          calls={calls}
          wish={wish}
          flip={hasBoard ? () => setFlipped(!isTurned) : undefined}
        />
        {live.trouble && (
          <p class="trouble" role="alert">
            {live.trouble}
          </p>
        )}
      </div>
      <aside class="side">
        <Players state={state} calls={calls} wish={wish} />
        {hasBoard && state.scene.panels.length > 0 && (
          <Panels
            panels={state.scene.panels}
            targets={new Set(itemsOf(targets))}
            chosen={itemsOf(soFar)}
            onItem={(item) => onTarget({ item })}
          />
        )}
        {hasZones && (
          <label class="switch">
            <input type="checkbox" checked={zones} onChange={(e) => setZones(e.currentTarget.checked)} />
            show zones
          </label>
        )}
        <div class="tabs" role="tablist">
          {(["moves", "analysis", "position"] as const).map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={tab === name}
              aria-controls="sheet"
              onClick={() => setTab(name)}
            >
              {name}
            </button>
          ))}
        </div>
        <div class="sheet" id="sheet" role="tabpanel" aria-labelledby={`tab-${tab}`}>
          {tab === "moves" && <MoveList state={state} nodes={nodes} goTo={goTo} calls={calls} wish={wish} />}
          {tab === "analysis" && (
            <AnalysisPanel live={live} state={state} watching={watching} heat={heatOn} setHeat={setHeat} goTo={goTo} />
          )}
          {tab === "position" && <PositionPanel state={state} calls={calls} wish={wish} />}
        </div>
      </aside>
    </div>
  );
}
