"""The jobs: what a unit is, and how it is done.

A job is made twice from the same :class:`~takeback.cluster.unit.JobSpec`: by the driver, which asks
how many units there are, and in every worker, which does them.
"""

from __future__ import annotations

import importlib
import json
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from takeback.cluster.unit import ClusterError, JobSpec, Unit, Work


class Tally:
    """What the finished units say so far, for the line of progress."""

    def add(self, summary: Any) -> None:
        """Count a unit's summary."""

    def text(self) -> str:
        """A few words, or none."""
        return ""


class Job(ABC):
    """A kind of work, cut into units."""

    #: What ``Work.count`` counts.
    things = "games"

    def __init__(self, plan: dict[str, Any], form: str = "columns") -> None:
        self.plan = plan
        self.form = form

    @abstractmethod
    def units(self) -> int:
        """How many units there are; their numbers begin with 0."""

    @abstractmethod
    def total(self) -> int:
        """How many games (or plies) that is."""

    @abstractmethod
    def work(self, unit: Unit) -> Work:
        """Do a unit. A pure function of the plan and the unit, but for times in the rows."""

    def all(self) -> Iterator[Unit]:
        """The units."""
        return (Unit(i) for i in range(self.units()))

    def tally(self) -> Tally:
        """An empty tally."""
        return Tally()

    def spec(self) -> JobSpec:
        """How a worker makes the same job."""
        name = f"{type(self).__module__}:{type(self).__qualname__}"
        return JobSpec(name, self.plan, self.form)

    def text(self) -> str:
        """All that decides the rows, as text: the same text, the same rows."""
        return json.dumps({"job": self.spec().job, "plan": self.plan}, sort_keys=True)


def make(spec: JobSpec) -> Job:
    """The job of a specification."""
    module, _, name = spec.job.partition(":")
    found = getattr(importlib.import_module(module), name, None)
    if not (isinstance(found, type) and issubclass(found, Job)):
        raise ClusterError(f"{spec.job!r} names no job; it should read module:Class")
    return found(spec.plan, spec.form)


class Empty(Job):
    """Units with nothing in them: what is left is the cost of handing them out."""

    things = "units"

    def units(self) -> int:
        return int(self.plan["units"])

    def total(self) -> int:
        return self.units()

    def work(self, unit: Unit) -> Work:
        return Work(1, None, {"unit": [unit.id]})


def parts(total: int, size: int) -> int:
    """How many pieces of a size it takes."""
    return -(-total // size)


def part(unit: int, total: int, size: int) -> tuple[int, int]:
    """The first of a piece, and how many it has."""
    first = unit * size
    return first, min(size, total - first)
