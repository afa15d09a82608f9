"""Tuning on many machines.

The steps of an optimiser follow each other, but the games of a step do not: a unit is a
few sets of one comparison. Where the tuning stands is not stored at all. It follows from
the units that are: a driver that begins anew asks the optimiser for its first step, finds
the answers in the store, tells it, and so on until one is missing.

A step waits for its last unit, so a step should have many more units than there are
workers: give it more games (``--games``), or let CMA-ES ask for a cloud of points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from takeback import _takeback as native
from takeback.cluster.driver import Driver, State
from takeback.cluster.games import unit_size
from takeback.cluster.jobs import Job, parts
from takeback.cluster.options import Options
from takeback.cluster.run import workers
from takeback.cluster.sinks import Dataset
from takeback.cluster.unit import ClusterError, Finished, Unit, Work

#: The step whose number the final match goes by.
LAST = (1 << 64) - 1


class Compare(Job):
    """Sets of weights against each other.

    The plan: ``game``, ``engine``, what ``takeback._takeback.Tuning`` takes besides, ``unit``
    (sets of a unit) and ``verdict`` (games of the final match).
    """

    def __init__(self, plan: dict[str, Any], form: str = "columns") -> None:
        super().__init__(plan, form)
        self.size = unit_size(plan)
        self.native = self.begin()
        self.comparisons = len(self.native.comparisons())
        self.sets = parts(int(plan["games"]), self.native.set_size)
        self.verdict_sets = parts(int(plan["verdict"]), self.native.set_size)

    def begin(self) -> native.Tuning:
        """The tuning before its first step."""
        given = {
            k: v for k, v in self.plan.items() if k not in ("game", "engine", "unit", "verdict")
        }
        return native.Tuning(self.plan["game"], self.plan["engine"], **given)

    def per_step(self) -> int:
        """Units of a step."""
        return self.comparisons * parts(self.sets, self.size)

    def units(self) -> int:
        return int(self.plan["steps"]) * self.per_step() + parts(self.verdict_sets, self.size)

    def total(self) -> int:
        steps = int(self.plan["steps"]) * self.comparisons * self.sets
        return (steps + self.verdict_sets) * int(self.native.set_size)

    def all(self) -> Iterator[Unit]:
        raise ClusterError("the units of a tuning follow from its results: takeback.cluster.tune")

    def step(self, tuning: native.Tuning) -> list[list[Unit]]:
        """The units of the next step, those of each comparison together."""
        first = tuning.done * self.per_step()
        each = parts(self.sets, self.size)
        return [
            self._pieces(first + i * each, tuning.done, pair, self.sets)
            for i, pair in enumerate(tuning.comparisons())
        ]

    def verdict(self, tuning: native.Tuning) -> list[Unit]:
        """The units of the final match."""
        first = int(self.plan["steps"]) * self.per_step()
        return self._pieces(first, LAST, (tuning.values, tuning.usual), self.verdict_sets)

    def _pieces(
        self, first: int, step: int, pair: tuple[list[int], list[int]], sets: int
    ) -> list[Unit]:
        starts = range(0, sets, self.size)
        bodies = ([step, list(pair), start, min(self.size, sets - start)] for start in starts)
        return [Unit(first + i, body) for i, body in enumerate(bodies)]

    def work(self, unit: Unit) -> Work:
        step, pair, first, count = unit.body
        found = self.native.compare((pair[0], pair[1]), step, first, count)
        sets, total, squares, games = found
        # Steps are written as text: the last one's number is too large for a column.
        columns: dict[str, list[Any]] = {
            "step": ["verdict" if step == LAST else str(step)],
            "first": [first],
            "sets": [sets],
            "sum": [total],
            "squares": [squares],
            "games": [games],
        }
        return Work(games, list(found), columns)


@dataclass
class Verdict:
    """What came of a tuning."""

    #: The weights, by name.
    weights: list[tuple[str, int]]
    #: Games of all steps.
    games: int
    #: Tuned against usual: score and Elo with their intervals, superiority.
    result: dict[str, Any]
    tuning: native.Tuning


class _Kept:
    """A store that remembers what it was given: the optimiser wants to know."""

    def __init__(self, sink: Dataset) -> None:
        self.sink = sink
        self.known: dict[int, list[float]] = {}
        self.games = 0
        for unit, count, summary in sink.finished():
            self.known[unit] = summary
            self.games += count

    def finished(self) -> Iterator[tuple[int, int, Any]]:
        return iter(())

    def write(self, batch: Sequence[Finished]) -> None:
        self.sink.write(batch)
        for done in batch:
            self.known[done.unit] = done.summary

    def close(self) -> None:
        self.sink.close()


def tune(
    plan: dict[str, Any],
    folder: Path,
    options: Options | None = None,
    watch: Callable[[State], None] = lambda _: None,
) -> Verdict:
    """Tune, and play the tuned weights against the usual ones; goes on where it stopped."""
    options = options or Options()
    job = Compare(plan)
    sink = _Kept(Dataset(folder, job.text()))
    state = State(job.units(), job.total(), done=len(sink.known), count=sink.games)
    try:
        with workers(job, options) as pool:
            driver = Driver(pool, watch, options.attempts, options.gather)
            tuning = job.begin()
            while tuning.done < int(plan["steps"]):
                played = answers(driver, job.step(tuning), sink, state)
                scores = [total / sets for sets, total, _, _ in played]
                tuning.tell(scores, int(sum(games for *_, games in played)))
            ((sets, total, squares, _),) = answers(driver, [job.verdict(tuning)], sink, state)
            result: Any = native.sample(int(sets), total, squares)
            return Verdict(tuning.weights, tuning.games, result, tuning)
    finally:
        sink.close()


def answers(
    driver: Driver, comparisons: list[list[Unit]], sink: _Kept, state: State
) -> list[list[float]]:
    """Sets, scores, squares and games of each comparison; what is not known is played."""
    units = [unit for comparison in comparisons for unit in comparison]
    driver.work((unit for unit in units if unit.id not in sink.known), sink, state)
    driver.complain(state)
    # Added in the order of the units, whatever order they came in: the same last bit.
    known = [[sink.known[unit.id] for unit in comparison] for comparison in comparisons]
    return [[sum(column) for column in zip(*rows, strict=True)] for rows in known]
