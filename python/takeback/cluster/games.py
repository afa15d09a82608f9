"""The jobs of takeback: tournaments, self-play, verification.

Games are numbered before the first is played, and a unit is a run of numbers. The games
are those that `takeback tournament` and `takeback selfplay` play with the same options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import takeback
from takeback import _takeback as native
from takeback.cluster.jobs import Job, Tally, part, parts
from takeback.cluster.unit import ClusterError, Finished, Unit, Work


class Standing(Tally):
    """Wins, draws and losses of every pair, and the Elo that follows."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.counts: dict[tuple[int, int], list[int]] = {}

    def add(self, summary: Any) -> None:
        for first, second, *games in summary:
            cell = self.counts.setdefault((first, second), [0, 0, 0])
            for place, number in enumerate(games):
                cell[place] += number

    def elo(self) -> list[tuple[float, float]]:
        """Rating and half its 95 % interval of each engine; the mean is zero."""
        counts = [(*pair, float(w), float(d), float(l)) for pair, (w, d, l) in self.counts.items()]
        return native.elo_of(len(self.names), counts)

    def text(self) -> str:
        if not self.counts:
            return ""
        rated = self.elo()
        if len(rated) == 2:
            # The mean is zero, so the difference is twice the first one's rating.
            mid, error = (2 * value for value in rated[0])
            return f"Elo {mid:+.0f} [{mid - error:+.0f}, {mid + error:+.0f}]"
        best = max(range(len(rated)), key=lambda i: rated[i][0])
        mid, error = rated[best]
        return f"{self.names[best]} leads, Elo {mid:+.0f} [{mid - error:+.0f}, {mid + error:+.0f}]"


def count(
    names: list[str], seats: Iterable[list[str]], payoffs: Iterable[list[int]]
) -> list[list[int]]:
    """Games of two by pair: first seat, second seat, wins of the first, draws, losses."""
    place = {name: i for i, name in enumerate(names)}
    cells: dict[tuple[int, int], list[int]] = {}
    for who, what in zip(seats, payoffs, strict=True):
        if len(who) == 2:
            cell = cells.setdefault((place[who[0]], place[who[1]]), [0, 0, 0])
            cell[0 if what[0] > what[1] else 1 if what[0] == what[1] else 2] += 1
    return [[*pair, *cell] for pair, cell in sorted(cells.items())]


class Tournament(Job):
    """Everybody against everybody.

    The plan: ``game``, ``engines``, and what ``takeback._takeback.Tournament`` takes
    besides; ``unit``: games of a unit.
    """

    def __init__(self, plan: dict[str, Any], form: str = "columns") -> None:
        super().__init__(plan, form)
        self.size = unit_size(plan)
        given = {k: v for k, v in plan.items() if k not in ("game", "engines", "unit")}
        self.native = native.Tournament(plan["game"], plan["engines"], **given)
        self.names = self.native.names

    def units(self) -> int:
        return parts(self.native.games, self.size)

    def total(self) -> int:
        return self.native.games

    def work(self, unit: Unit) -> Work:
        first, games = part(unit.id, self.total(), self.size)
        if self.form == "lines":
            lines, seats, payoffs = self.native.lines(first, games)
            return Work(games, count(self.names, seats, payoffs), lines=lines)
        columns = self.native.columns(first, games)
        return Work(games, count(self.names, columns["seats"], columns["payoffs"]), columns)

    def tally(self) -> Standing:
        return Standing(self.names)


class Selfplay(Job):
    """Labelled positions from games of an engine against itself.

    The plan: ``game``, ``engine``, and what ``takeback._takeback.Selfplay`` takes besides;
    ``unit``: games of a unit.
    """

    def __init__(self, plan: dict[str, Any], form: str = "columns") -> None:
        super().__init__(plan, form)
        self.size = unit_size(plan)
        given = {k: v for k, v in plan.items() if k not in ("game", "engine", "unit")}
        self.native = native.Selfplay(plan["game"], plan["engine"], **given)

    def units(self) -> int:
        return parts(self.total(), self.size)

    def total(self) -> int:
        return int(self.plan["games"])

    def work(self, unit: Unit) -> Work:
        first, games = part(unit.id, self.total(), self.size)
        return Work(games, None, self.native.columns(first, games))


class Broken(Tally):
    """How many laws were found broken."""

    def __init__(self) -> None:
        self.found = 0

    def add(self, summary: Any) -> None:
        self.found += summary

    def text(self) -> str:
        return f"{self.found} BROKEN" if self.found else "all laws hold"


class Verify(Job):
    """Moves made and taken back, with every law looked at.

    The plan: ``games`` (each ``GAME:VARIANT``), ``plies`` of each, ``unit`` plies of a unit,
    ``seed``. Every unit walks other ways, and a broken law is shrunk where it is found.
    """

    things = "plies"

    def __init__(self, plan: dict[str, Any], form: str = "columns") -> None:
        super().__init__(plan, form)
        self.size = unit_size(plan)
        self.games = [takeback.load(name) for name in plan["games"]]
        self.each = parts(int(plan["plies"]), self.size)

    def units(self) -> int:
        return self.each * len(self.games)

    def total(self) -> int:
        return int(self.plan["plies"]) * len(self.games)

    def work(self, unit: Unit) -> Work:
        # Neighbours are of different games, so that the slow ones are spread.
        which, turn = unit.id % len(self.games), unit.id // len(self.games)
        _, plies = part(turn, int(self.plan["plies"]), self.size)
        seed = (int(self.plan["seed"]) * 0x9E3779B97F4A7C15 + turn) % (1 << 63)
        found: Any = self.games[which].verify(plies=plies, seed=seed, threads=1)
        failure = found["failure"]
        name = self.games[which].name
        again = f"takeback verify {name} --plies {plies} --seed {seed} --threads 1"
        row: dict[str, list[Any]] = {
            "variant": [name],
            "seed": [seed],
            "plies": [found["plies"]],
            "games": [found["games"]],
            "failure": [failure["text"] if failure else ""],
            "again": [again if failure else ""],
        }
        return Work(plies, int(failure is not None), row)

    def tally(self) -> Broken:
        return Broken()


def unit_size(plan: dict[str, Any]) -> int:
    """How large a unit is."""
    size = int(plan.get("unit", 100))
    if not 1 <= size <= 1_000_000_000:
        raise ClusterError(f"a unit has at least one game or ply, not {size}")
    return size


class Book:
    """takeback's SQLite file of games as a store; see :mod:`takeback.cluster.sinks`."""

    def __init__(self, path: Path, job: Tournament, name: str | None = None) -> None:
        self.job = job
        self.book = native.Book(path, job.native, name)

    def finished(self) -> Iterator[tuple[int, int, Any]]:
        # `takeback tournament` may have left units half played: those are played again,
        # and what the file has of them stays as it is.
        there = dict(zip(self.book.finished(), self.book.results(), strict=True))
        for unit in range(self.job.units()):
            first, number = part(unit, self.job.total(), self.job.size)
            games = [there.get(n) for n in range(first, first + number)]
            if all(games):
                whole = [game for game in games if game]
                seats = [[name for name, _ in game] for game in whole]
                payoffs = [[payoff for _, payoff in game] for game in whole]
                yield unit, number, count(self.job.names, seats, payoffs)

    def write(self, batch: Sequence[Finished]) -> None:
        self.book.add([line for done in batch for line in done.data.decode().split("\n") if line])

    def close(self) -> None:
        pass
