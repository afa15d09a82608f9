// What lies beside the board: hands, health, counters.

import { colour, playerColour } from "../lib/paint";
import type { ItemKind, Panel } from "../lib/types";
import { Shape } from "./Pieces";

interface Props {
  panels: Panel[];
  /** Items that may be clicked next. */
  targets: Set<number>;
  chosen: number[];
  /** None where they are only looked at. */
  onItem?: (item: number) => void;
}

const round = (value: number) => (Number.isInteger(value) ? `${value}` : value.toFixed(1));

function Content({ kind }: { kind: ItemKind }) {
  if ("fact" in kind) {
    const { name, value } = kind.fact;
    return (
      <span class="fact">
        {name && <span class="fact-name">{name}</span>}
        <span class="fact-value">{value}</span>
      </span>
    );
  }
  if ("meter" in kind) {
    const { name, value, full } = kind.meter;
    const part = Math.max(0, Math.min(1, full > 0 ? value / full : 0));
    return (
      <span class="meter">
        <span class="fact-name">{name}</span>
        <span class="meter-bar" aria-hidden="true">
          <span style={{ width: `${part * 100}%` }} />
        </span>
        <span class="fact-value">
          {round(value)}
          <span class="faint">/{round(full)}</span>
        </span>
      </span>
    );
  }
  if ("card" in kind) {
    const { face, paint, count } = kind.card;
    return (
      <span class={`card ${face ? "" : "back"}`} style={{ "--suit": colour(paint) }}>
        <span role="img" aria-label={face ?? "a hidden card"}>
          {face ?? ""}
        </span>
        {count > 1 && <span class="times">×{count}</span>}
      </span>
    );
  }
  const { layer, count, spoken } = kind.pieces;
  return (
    <span class="held" role="img" aria-label={`${count} ${spoken}`} title={spoken}>
      <svg viewBox="-1.1 -1.1 2.2 2.2" aria-hidden="true">
        <Shape layer={layer} />
      </svg>
      <span class="times">×{count}</span>
    </span>
  );
}

export function Panels({ panels, targets, chosen, onItem }: Props) {
  return (
    <div class="panels">
      {panels.map((panel, i) => (
        <section key={i} class="panel" style={panel.player === null ? {} : { "--seat": playerColour(panel.player) }}>
          {panel.title && <h2 class={panel.player === null ? "" : "seated"}>{panel.title}</h2>}
          <ul class="items">
            {panel.items.map((item, k) => {
              const content = <Content kind={item.kind} />;
              if (item.target === null || !onItem) return <li key={k}>{content}</li>;
              const target = item.target;
              const can = targets.has(target);
              const state = chosen.includes(target) ? "chosen" : can ? "target" : "";
              return (
                <li key={k}>
                  <button
                    type="button"
                    class={`item ${state}`}
                    data-item={target}
                    disabled={!can && state !== "chosen"}
                    aria-pressed={state === "chosen"}
                    onClick={() => onItem(target)}
                  >
                    {content}
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}
