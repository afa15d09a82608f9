// What an engine thinks, as it thinks.

import { playerColour, writingOn } from "../lib/paint";
import type { Analysis, State } from "../lib/types";
import { Lines } from "./Lines";
import { ScoreGraph } from "./ScoreGraph";
import { SearchTree } from "./SearchTree";
import type { Watching } from "./useAnalysis";
import type { Live } from "./useGame";

interface Props {
  live: Live;
  state: State;
  watching: Watching;
  heat: boolean;
  setHeat: (on: boolean) => void;
  goTo: (node: number) => void;
}

export function short(count: number): string {
  if (count < 1000) return `${count}`;
  if (count < 1_000_000) return `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)} k`;
  return `${(count / 1_000_000).toFixed(count < 10_000_000 ? 1 : 0)} M`;
}

export function AnalysisPanel({ live, state, watching, heat, setHeat, goTo }: Props) {
  const { calls, nodes } = live;
  const { on, toggle, engine, choose, lines, setLines, found: analysis } = watching;
  const takesPart = state.you.owner || state.you.seats.length > 0;

  return (
    <div class="analysis">
      {takesPart && (
        <div class="ask">
          <button type="button" id="analyse" class={on ? "primary" : ""} aria-pressed={on} onClick={toggle}>
            {on ? "Stop" : "Analyse"}
          </button>
          <label>
            <span>Engine</span>
            <input
              type="text"
              list="engines"
              value={engine}
              spellcheck={false}
              onChange={(event) => choose(event.currentTarget.value.trim() || "10")}
            />
            <datalist id="engines">
              {["10", "9", "7", "ab:time=10s", "mcts:time=10s"].map((spec) => (
                <option key={spec} value={spec} />
              ))}
            </datalist>
          </label>
          <label>
            <span>Lines</span>
            <select value={lines} onChange={(event) => setLines(Number(event.currentTarget.value))}>
              {[1, 2, 3, 5, 8].map((n) => (
                <option key={n} value={n}>
                  {n}
                </option>
              ))}
            </select>
          </label>
          <label class="switch">
            <input type="checkbox" checked={heat} onChange={(e) => setHeat(e.currentTarget.checked)} />
            heat map, arrows
          </label>
        </div>
      )}
      <Shares state={state} shares={analysis?.shares ?? nodes[state.now]?.value ?? null} />
      {analysis?.trouble && <p class="trouble">{analysis.trouble}</p>}
      {analysis?.lines && <Report analysis={analysis} state={state} />}
      {!analysis && <p class="faint">Start the analysis to see what an engine makes of this position.</p>}
      <ScoreGraph state={state} nodes={nodes} goTo={goTo} />
      {analysis?.moves && state.position !== null && (
        <SearchTree key={`${state.epoch}-${state.now}`} analysis={analysis} calls={calls} engine={engine} seats={state.players.length} />
      )}
    </div>
  );
}

function Shares({ state, shares }: { state: State; shares: number[] | null }) {
  if (!shares) return null;
  const all = shares.reduce((sum, share) => sum + share, 0) || 1;
  return (
    <div class="shares" role="img" aria-label={shares.map((s, i) => `${state.players[i]?.name} ${(s * 100).toFixed(0)} %`).join(", ")}>
      {shares.map((share, i) => (
        <span key={i} style={{ flexGrow: Math.max(share / all, 0.001), background: playerColour(i), color: writingOn(i) }}>
          {share / all > 0.14 && `${(share * 100).toFixed(0)} %`}
        </span>
      ))}
    </div>
  );
}

function Report({ analysis, state }: { analysis: Analysis; state: State }) {
  return (
    <>
      <dl class="figures" id="figures" data-nodes={analysis.nodes} data-done={analysis.done}>
        <div>
          <dt>{state.players[analysis.seat]?.name}</dt>
          <dd>{analysis.score?.text}</dd>
        </div>
        <div>
          <dt>depth</dt>
          <dd>
            {analysis.depth}
            <span class="faint">/{analysis.deepest}</span>
          </dd>
        </div>
        <div>
          <dt>nodes</dt>
          <dd>{short(analysis.nodes ?? 0)}</dd>
        </div>
        <div>
          <dt>nodes/s</dt>
          <dd>{short(analysis.nodes_per_second ?? 0)}</dd>
        </div>
        <div>
          <dt>{analysis.done ? (analysis.stopped ?? "ended") : "running"}</dt>
          <dd>{(analysis.seconds ?? 0).toFixed(1)} s</dd>
        </div>
      </dl>
      <Lines analysis={analysis} state={state} />
    </>
  );
}
