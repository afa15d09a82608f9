// Who plays a seat: a person, a level, or an engine in full.

import { useState } from "preact/hooks";

interface Props {
  name: string;
  who: string;
  /** The ten levels as engines; none if there are no engines. */
  levels: string[];
  named: { name: string; level: number }[];
  onChange: (who: string) => void;
}

const SPEC = "…";

/** `level:4`, `level:level=4` and `4` are the same. */
export function levelOf(who: string): string {
  return /^level:(?:level=)?(\d+)$/.exec(who)?.[1] ?? who;
}

export function SeatSelect({ name, who, levels, named, onChange }: Props) {
  const level = levelOf(who);
  const listed = level === "person" || (/^\d+$/.test(level) && Number(level) <= levels.length);
  const [full, setFull] = useState(!listed);
  const nameOf = (level: number) => named.find((known) => known.level === level)?.name;
  return (
    <label class="seat-select">
      <span class="seat-name">{name}</span>
      <select
        value={full ? SPEC : level}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          setFull(chosen === SPEC);
          onChange(chosen === SPEC ? (levels[levels.length - 2] ?? "mcts:time=1s") : chosen);
        }}
      >
        <option value="person">person</option>
        {levels.map((spec, i) => (
          <option key={i} value={`${i + 1}`} title={spec}>
            engine, level {i + 1}
            {nameOf(i + 1) ? ` (${nameOf(i + 1)})` : ""}
          </option>
        ))}
        {levels.length > 0 && <option value={SPEC}>engine, in full…</option>}
      </select>
      {full && (
        <input
          type="text"
          value={who}
          aria-label={`Engine of ${name}`}
          spellcheck={false}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </label>
  );
}
