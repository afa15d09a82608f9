"""What travels between the driver and its workers.

A big job is cut into *units*. A unit is a number and, for some jobs, a few words more;
what comes of it follows from the job and the unit alone, whoever does it, where and how
often. That one rule is what makes everything else here simple: a unit that was lost is
done again, a unit that was done twice gives the same rows twice, and the number is the
key under which they are written once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

#: The version of what travels; a worker of another one is refused.
WIRE = 1


@dataclass(frozen=True)
class Unit:
    """A piece of work: its number in the job, and what the job adds to that."""

    id: int
    body: Any = None


@dataclass(frozen=True)
class Work:
    """What a worker made of a unit.

    ``count`` is how many games (or plies) it was; ``summary`` is small, JSON-able and kept
    beside the rows; ``columns`` are the rows, or ``lines`` where a record book takes them.
    """

    count: int
    summary: Any = None
    columns: dict[str, list[Any]] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Finished:
    """A unit that came back, packed: an Arrow stream, or lines of text."""

    unit: int
    count: int
    summary: Any
    data: bytes


@dataclass(frozen=True)
class Lost:
    """A unit that did not come back: its worker or the whole machine went away.

    ``guilty`` says that the worker was at this very unit when it died; a unit that only
    waited behind another one has nothing to do with it.
    """

    unit: int
    why: str
    guilty: bool


@dataclass(frozen=True)
class Failed:
    """A unit that ends in an error. It would do so again, so it is not repeated."""

    unit: int
    why: str


Outcome = Finished | Lost | Failed


@dataclass(frozen=True)
class JobSpec:
    """A job as it is sent to workers: a class by name, its plan, the form of its rows."""

    job: str
    plan: dict[str, Any]
    form: str = "columns"


class ClusterError(Exception):
    """Something that a person has to decide; the text says what."""
