"""Tournaments that note when and at what cost each unit was played."""

from __future__ import annotations

import os
import time
from typing import Any

from takeback.cluster.games import Tournament
from takeback.cluster.unit import Unit, Work


class Metered(Tournament):
    """The same games; every row says which process played it, when its unit began and
    ended, and the processor time that took."""

    def __init__(self, plan: dict[str, Any], form: str = "columns") -> None:
        super().__init__(plan, form)
        # Engines, code and tables are there before the clock runs.
        self.native.columns(0, 1)

    def work(self, unit: Unit) -> Work:
        begun, used = time.time(), time.process_time()
        work = super().work(unit)
        row = {"pid": os.getpid(), "begun": begun, "ended": time.time()}
        row["used"] = (time.process_time() - used) / work.count
        more = {name: [value] * work.count for name, value in row.items()}
        return Work(work.count, work.summary, {**work.columns, **more})
