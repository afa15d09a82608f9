"""One line that says how far a job is."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable
from typing import IO

from takeback.cluster.driver import State


class Line:
    """Rewrites itself on a terminal; elsewhere it is printed now and then."""

    def __init__(
        self,
        things: str,
        out: IO[str] | None = None,
        clock: Callable[[], float] = time.monotonic,
        every: float | None = None,
    ) -> None:
        self.things = things
        self.out = out or sys.stderr
        self.terminal = self.out.isatty()
        self.clock = clock
        self.every = every if every is not None else (0.5 if self.terminal else 10.0)
        self.said = float("-inf")
        # Times and counts of the last half minute: what the speed is taken from.
        self.marks: deque[tuple[float, int]] = deque([(clock(), 0)])
        self.width = 0

    def __call__(self, state: State) -> None:
        now = self.clock()
        if state.new_count != self.marks[-1][1]:
            self.marks.append((now, state.new_count))
        while len(self.marks) > 2 and now - self.marks[0][0] > 30:
            self.marks.popleft()
        if now - self.said >= self.every or state.done == state.units:
            self.said = now
            self._show(self.text(state))

    def speed(self) -> float:
        """Things a second, of late."""
        (t0, n0), (t1, n1) = self.marks[0], self.marks[-1]
        return (n1 - n0) / (t1 - t0) if t1 > t0 else 0.0

    def text(self, state: State) -> str:
        """The line."""
        speed = self.speed()
        words = [
            f"{state.count:,}/{state.total:,} {self.things} ({state.done:,}/{state.units:,} units)"
        ]
        if speed > 0:
            words.append(f"{speed:,.1f} {self.things}/s")
        if said := state.tally.text():
            words.append(said)
        if state.workers:
            words.append(state.workers)
        if state.again:
            words.append(f"{state.again} units again")
        if state.failed:
            words.append(f"{len(state.failed)} units FAILED")
        if speed > 0 and state.done < state.units:
            words.append(f"ends in {duration((state.total - state.count) / speed)}")
        return ", ".join(words)

    def close(self) -> None:
        """Leave the line as it is."""
        if self.terminal and self.width:
            self.out.write("\n")
            self.width = 0

    def _show(self, text: str) -> None:
        if self.terminal:
            self.out.write(f"\r{text:<{self.width}}")
            self.width = len(text)
        else:
            self.out.write(text + "\n")
        self.out.flush()


def duration(seconds: float) -> str:
    """A time in the two largest words: ``3 h 12 min``."""
    left = round(max(seconds, 0))
    words = []
    for size, name in ((86400, "d"), (3600, "h"), (60, "min"), (1, "s")):
        if left >= size:
            words.append(f"{left // size} {name}")
            left %= size
    return " ".join(words[:2]) or "0 s"
