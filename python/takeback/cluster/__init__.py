"""Tournaments, self-play, tuning and verification on many machines, with Ray.

Work is cut into seeded units; every unit is exactly repeatable, and is written once, under
its number. Killed workers, machines and drivers lose nothing that was finished and double
nothing. ``python -m takeback.cluster --help`` shows the commands; docs/cluster.md has the
way from one laptop to a thousand machines.

>>> from takeback.cluster import Options, run
>>> from takeback.cluster.jobs import Empty
>>> import pathlib, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     state = run(Empty({"units": 3}), pathlib.Path(folder), Options(address="none"))
>>> state.done
3
"""

from __future__ import annotations

from takeback.cluster.jobs import Job
from takeback.cluster.options import Options
from takeback.cluster.run import run
from takeback.cluster.unit import ClusterError, Unit, Work

__all__ = ["ClusterError", "Job", "Options", "Unit", "Work", "run"]
