"""Handing out units until all of them are in the store.

The driver keeps no state but the store's: it asks which units are there, hands out the
others, and writes what comes back. So it may be killed at any moment; the same command
goes on. What bounds it: a worker holds at most a few units, and nothing is handed out
while a batch is being written, so neither memory nor the network fills up when the store
is slow.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from takeback.cluster.jobs import Tally
from takeback.cluster.sinks import Sink
from takeback.cluster.unit import ClusterError, Failed, Finished, Lost, Outcome, Unit


class Pool(Protocol):
    """Whoever does units."""

    def room(self) -> int:
        """How many more units may be handed out now."""

    def submit(self, unit: Unit) -> None:
        """Hand out a unit; only where there is room."""

    def wait(self, seconds: float) -> Sequence[Outcome]:
        """What has come back, waiting for the first at most so long."""

    def expect(self, units: int) -> None:
        """So many units are left: more workers than that are of no use."""

    def text(self) -> str:
        """A few words on how many workers there are."""


@dataclass
class State:
    """Where a job stands."""

    units: int
    total: int
    #: Units in the store, and what they hold.
    done: int = 0
    count: int = 0
    #: The same, of this run alone.
    new_units: int = 0
    new_count: int = 0
    #: Units handed out again because they were lost.
    again: int = 0
    failed: dict[int, str] = field(default_factory=dict)
    tally: Tally = field(default_factory=Tally)
    workers: str = ""
    #: From the first unit handed out to the last one written, in this run.
    seconds: float = 0.0


@dataclass
class Driver:
    """Runs jobs on a pool."""

    pool: Pool
    #: Hears of every change, at most some times a second.
    watch: Callable[[State], None] = lambda _: None
    #: So often may a worker die at a unit before the unit is given up.
    attempts: int = 5
    #: Seconds that finished units wait for others to be written with them.
    gather: float = 1.0
    #: Bytes at which they do not wait.
    batch: int = 32 << 20
    clock: Callable[[], float] = time.monotonic

    def run(self, units: Iterable[Unit], sink: Sink, state: State) -> State:
        """Do the units that the store does not hold yet.

        Raises :class:`ClusterError` at the end if units failed; all others are in the store.
        """
        there = set()
        for unit, count, summary in sink.finished():
            there.add(unit)
            state.done += 1
            state.count += count
            state.tally.add(summary)
        missing = (unit for unit in units if unit.id not in there)
        self.work(missing, sink, state)
        self.complain(state)
        return state

    def complain(self, state: State) -> None:
        """Raise if units failed."""
        if state.failed:
            first = min(state.failed)
            raise ClusterError(
                f"{len(state.failed)} of {state.units} units failed, the first is unit {first}: "
                f"{state.failed[first]}; the others are kept, and the same command tries again"
            )

    def work(self, missing: Iterable[Unit], sink: Sink, state: State) -> None:
        """Do these units and write them."""
        waiting = iter(missing)
        next_one = next(waiting, None)
        # Lost ones first: they are the oldest.
        again: deque[Unit] = deque()
        out: dict[int, Unit] = {}
        deaths: dict[int, int] = {}
        buffer: list[Finished] = []
        since, size, begun = 0.0, 0, None
        try:
            while True:
                self.pool.expect(state.units - state.done - len(buffer))
                for _ in range(self.pool.room()):
                    if again:
                        unit = again.popleft()
                    elif next_one is not None:
                        unit, next_one = next_one, next(waiting, None)
                    else:
                        break
                    begun = self.clock() if begun is None else begun
                    out[unit.id] = unit
                    self.pool.submit(unit)
                # Here, when everybody has just been given all that may be held: a disk that
                # takes long then keeps nobody waiting.
                if buffer and (size >= self.batch or self.clock() - since >= self.gather):
                    self._write(buffer, sink, state)
                    size = 0
                if not out and not again and next_one is None:
                    break
                for outcome in self.pool.wait(0.25):
                    unit = out.pop(outcome.unit)
                    if isinstance(outcome, Finished):
                        since = since if buffer else self.clock()
                        buffer.append(outcome)
                        size += len(outcome.data)
                    elif isinstance(outcome, Failed):
                        state.failed[unit.id] = outcome.why
                    else:
                        self._lost(outcome, unit, again, deaths, state)
                state.workers = self.pool.text()
                self.watch(state)
        finally:
            # Also on Ctrl-C: what has come back is not thrown away.
            self._write(buffer, sink, state)
            state.seconds += self.clock() - begun if begun is not None else 0.0
        self.watch(state)

    def _lost(
        self, lost: Lost, unit: Unit, again: deque[Unit], deaths: dict[int, int], state: State
    ) -> None:
        deaths[unit.id] = deaths.get(unit.id, 0) + lost.guilty
        if deaths[unit.id] >= self.attempts:
            state.failed[unit.id] = f"{self.attempts} workers died at it: {lost.why}"
        else:
            again.append(unit)
            state.again += 1

    def _write(self, buffer: list[Finished], sink: Sink, state: State) -> None:
        if not buffer:
            return
        sink.write(buffer)
        for done in buffer:
            state.done += 1
            state.new_units += 1
            state.count += done.count
            state.new_count += done.count
            state.tally.add(done.summary)
        buffer.clear()
