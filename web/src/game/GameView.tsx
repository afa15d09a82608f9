// A game: board, panels, moves, analysis.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { BoardView } from "../board/Board";
import { Panels } from "../board/Panels";
import { turned } from "../board/turned";
import { Lesson } from "../learn/Lesson";
import type { LessonPlace } from "../learn/lesson";
import { byKey, click, complete, next, redeem, same } from "../lib/clicks";
import { backFrom, mayPremove, redoFrom } from "../lib/line";
import { stoneColours } from "../lib/paint";
import { knock } from "../lib/sound";
import type { MoveInput, Node, State, Target } from "../lib/types";
import { AnalysisPanel } from "./AnalysisPanel";
import { Consent } from "./Consent";
import { Controls } from "./Controls";
import { HandOver, handsOverTo } from "./HandOver";
import { heatOf } from "./heat";
import { Legend, notesByCell, useLegend } from "./Legend";
import { MoveList } from "./MoveList";
import { Players } from "./Players";
import { PositionPanel } from "./PositionPanel";
import { Invite } from "./Share";
import { StatusLine } from "./StatusLine";
import { arrowsOf, useAnalysis } from "./useAnalysis";
import { useGame } from "./useGame";

const cellsOf = (targets: Target[]) => targets.flatMap((t) => ("cell" in t ? [t.cell] : []));
const itemsOf = (targets: Target[]) => targets.flatMap((t) => ("item" in t ? [t.item] : []));
const buttonsOf = (targets: Target[]) => targets.flatMap((t) => ("button" in t ? [t.button] : []));

/** Boards with so many cells can be made larger than the screen. */
const MANY_CELLS = 100;

/** What the zones are about, without whose they are: `air defence`. */
function zonesOf(state: State): string {
  const kinds = state.scene.overlays.filter((overlay) => overlay.kind === "zone").map((overlay) => overlay.spoken.split(" of ")[0]!);
  return [...new Set(kinds)].join(", ");
}

/** The move that would have been better than the one that led here. */
function betterArrow(state: State, nodes: Node[]) {
  const grade = nodes[state.now]?.grade;
  const [from, to] = [grade?.cells[0], grade?.cells[grade.cells.length - 1]];
  if (!grade || ["best", "good"].includes(grade.word) || from === undefined || to === undefined || from === to) return [];
  return [{ from, to, paint: "good" as const, bold: 0.9 }];
}

/** Whether one plays the second seat and no other. */
function isSecond(state: State | undefined): boolean {
  const mine = (state?.you.seats ?? []).filter((seat) => state?.players[seat]?.who === "person");
  return mine.length === 1 && mine[0] === 1;
}

function isTyping(event: KeyboardEvent): boolean {
  const element = event.target as HTMLElement;
  return ["INPUT", "TEXTAREA", "SELECT"].includes(element.tagName);
}

/** How large the board is shown; what was in the middle of its frame stays there. */
function useZoom() {
  const [zoom, setZoom] = useState(1);
  const frame = useRef<HTMLDivElement>(null);
  const middle = useRef<[number, number]>([0.5, 0.5]);
  const zoomTo = (to: number) => {
    const box = frame.current;
    if (box) {
      middle.current = [
        (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
        (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
      ];
    }
    setZoom(to);
  };
  useLayoutEffect(() => {
    const box = frame.current;
    const [x, y] = middle.current;
    box?.scrollTo(x * box.scrollWidth - box.clientWidth / 2, y * box.scrollHeight - box.clientHeight / 2);
  }, [zoom]);
  return { zoom, zoomTo, frame };
}

export function GameView({ id, lesson }: { id: string; lesson?: LessonPlace }) {
  const live = useGame(id);
  const { state, board, nodes, calls, wish } = live;
  const [soFar, setSoFar] = useState<Target[]>([]);
  const [heatOn, setHeat] = useState(true);
  const [zones, setZones] = useState(true);
  const [flipped, setFlipped] = useState<boolean>();
  const [own, setOwn] = useState<[number, number][]>([]);
  const [ahead, setAhead] = useState<Target[]>([]);
  const [why, setWhy] = useState("");
  const [looking, setLooking] = useState<number>();
  const { zoom, zoomTo, frame } = useZoom();
  const legend = useLegend(state?.game);
  const watching = useAnalysis(live);
  const [tab, setTab] = useState<"moves" | "analysis" | "position">("moves");

  const version = state?.version;
  // Before anybody can click on what is drawn: after the paint a quick first click would be forgotten.
  useLayoutEffect(() => setSoFar([]), [state?.now, state?.epoch, state?.you.plays]);
  useLayoutEffect(() => setOwn([]), [state?.now, state?.epoch]);
  useLayoutEffect(() => setWhy(""), [state?.now, state?.epoch, soFar.length]);
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
  const early = !!state && mayPremove(state, nodes);
  const onTarget = (target: Target) => {
    // While others think, a move is chosen ahead: two clicks at most, a third begins anew.
    if (early) return setAhead(ahead.length >= 2 ? [target] : [...ahead, target]);
    const clicked = click(inputs, soFar, target);
    const refused = !clicked.play && clicked.so_far.length === 0 && !soFar.some((known) => same(known, target));
    if (refused && state && (state.you.seats.length > 0 || state.you.plays !== null)) {
      calls.why([...soFar, target], state.now).then(({ why }) => setWhy(why ?? ""), () => {});
    }
    setSoFar(clicked.so_far);
    if (clicked.play) play(clicked.play);
  };
  // One's turn has come: what was chosen ahead is played if it can be.
  useEffect(() => {
    if (ahead.length === 0 || early) return;
    setAhead([]);
    if (inputs.length === 0) return;
    const meant = redeem(inputs, ahead);
    if (meant.play) play(meant.play);
    else setSoFar(meant.soFar);
  }, [state?.now, state?.thinking.length, early]);
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
      else if (event.key === "Escape") {
        setSoFar([]);
        setAhead([]);
      }
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
  const handed = handsOverTo(state, looking);
  if (handed !== undefined) {
    return <HandOver name={state!.players[handed]!.name} ready={() => setLooking(handed)} />;
  }
  if (!state || !board || !shown) return <p class="faint centred">{live.trouble || "…"}</p>;

  const hasBoard = board.cells.length > 0;
  const buttons = buttonsOf(targets);
  const draws = heatOn && watching.on;
  const heat = draws || (heatOn && tab === "analysis") ? heatOf(state, watching.found) : new Map<number, number>();
  const arrows = [
    ...(draws ? arrowsOf(state, watching.found) : []),
    ...betterArrow(state, nodes),
    ...(ahead.length === 2 ? [cellsOf(ahead)] : []).flatMap(([from, to]) =>
      from === undefined || to === undefined ? [] : [{ from, to, paint: "accent" as const, bold: 0.6 }],
    ),
    ...own.map(([from, to]) => ({ from, to, paint: "good" as const, bold: 0.8 })),
  ];
  const onArrow = (from: number, to: number) => {
    const rest = own.filter(([a, b]) => a !== from || b !== to);
    // The same arrow again takes it away; a click without a way, all of them.
    setOwn(from === to ? [] : rest.length < own.length ? rest : [...own, [from, to]]);
  };
  const notes = notesByCell(legend, state);
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
          <div
            ref={frame}
            class={`board-frame ${zoom > 1 ? "zoomed" : ""}`}
            style={{ "--ratio": board.width / board.height, "--zoom": zoom }}
          >
            <BoardView
              board={shown}
              scene={state.scene}
              targets={new Set(cellsOf(targets))}
              chosen={cellsOf(early ? ahead : soFar)}
              notes={notes}
              onNote={(cell) => setWhy(notes.get(cell) ?? state.scene.pieces.find((piece) => piece.cell === cell)?.spoken ?? "")}
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
        {board.cells.length >= MANY_CELLS && (
          <div class="zoom" role="group" aria-label="Size of the board">
            <button type="button" id="smaller" class="small" disabled={zoom === 1} onClick={() => zoomTo(Math.max(1, zoom - 1))}>
              − <span class="sr">smaller</span>
            </button>
            <button type="button" id="larger" class="small" disabled={zoom === 4} onClick={() => zoomTo(zoom + 1)}>
              + <span class="sr">larger</span>
            </button>
          </div>
        )}
        <p class="why" role="status" id="why">
          {why}
        </p>
        {early && ahead.length > 0 && (
          <p class="faint" role="status" id="ahead">
            Chosen ahead; it is played when your turn comes, if the rules allow it.{" "}
            <button type="button" class="quiet small" onClick={() => setAhead([])}>
              Forget it
            </button>
          </p>
        )}
        <Invite state={state} />
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
      <section class="side" aria-label="Beside the board">
        <Players state={state} calls={calls} wish={wish} />
        {hasBoard && state.scene.panels.length > 0 && (
          <Panels
            panels={state.scene.panels}
            targets={new Set(itemsOf(targets))}
            chosen={itemsOf(soFar)}
            onItem={(item) => onTarget({ item })}
          />
        )}
        <Legend notes={legend} state={state} />
        {hasZones && (
          <label class="switch" title={zonesOf(state)}>
            <input type="checkbox" checked={zones} onChange={(e) => setZones(e.currentTarget.checked)} />
            show {zonesOf(state) || "zones"}
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
      </section>
    </div>
  );
}
