// The time that a seat has left, counted down between two states.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { Clock } from "../lib/types";

/** So often the face is drawn anew while time runs. */
const TICK_MS = 200;

export function shown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${seconds % 60}`.padStart(2, "0");
  return hours > 0 ? `${hours}:${`${minutes}`.padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

export function ClockFace({ clock, seat, name }: { clock: Clock; seat: number; name: string }) {
  const begun = useMemo(() => performance.now(), [clock]);
  const [, redraw] = useState(0);
  const runs = clock.running.includes(seat);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => redraw((n) => n + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [runs]);
  const left = (clock.left_ms[seat] ?? 0) - (runs ? performance.now() - begun : 0);
  return (
    <span class={`clock ${runs ? "runs" : ""} ${left < 20_000 ? "short" : ""}`} data-clock={seat} role="timer" aria-label={`Time of ${name}`}>
      {shown(left)}
    </span>
  );
}
