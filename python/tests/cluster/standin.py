"""A job that stands in for games: rows that follow from a seed, with some time to pass."""

from __future__ import annotations

import hashlib
import os
import time
from typing import Any

from takeback.cluster.jobs import Job, Tally
from takeback.cluster.unit import Unit, Work


class Count(Tally):
    """Adds up what the units say."""

    def __init__(self) -> None:
        self.sum = 0

    def add(self, summary: Any) -> None:
        self.sum += summary["sum"]

    def text(self) -> str:
        return f"sum {self.sum}"


class Standin(Job):
    """``units`` of three rows, slow as long as the file ``gate`` is there. ``bad`` units raise,
    ``deadly`` ones end their process, ``hungry`` ones want a gigabyte."""

    def units(self) -> int:
        return int(self.plan["units"])

    def total(self) -> int:
        return 3 * self.units()

    def work(self, unit: Unit) -> Work:
        gate = self.plan.get("gate")
        if gate and os.path.exists(gate):
            time.sleep(0.3)
        if unit.id in self.plan.get("bad", []):
            raise ValueError(f"unit {unit.id} is no good")
        if unit.id in self.plan.get("deadly", []):
            os._exit(9)
        if unit.id in self.plan.get("hungry", []):
            bytearray(1 << 30)
        text = f"{self.plan['seed']}/{unit.id}/{unit.body}".encode()
        values = list(hashlib.sha256(text).digest()[:3])
        rows = {"number": [3 * unit.id + i for i in range(3)], "value": values}
        return Work(3, {"sum": sum(values)}, rows)

    def tally(self) -> Count:
        return Count()
