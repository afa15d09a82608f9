"""How much of a cluster to use, and how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO

from takeback.cluster.unit import ClusterError


@dataclass
class Options:
    """How much of a cluster to use, and how."""

    #: ``HOST:PORT`` or ``auto`` for a cluster that is there; nothing for one that is
    #: started on this machine and ends with the job; ``none`` for this process alone.
    address: str | None = None
    #: Cores of a cluster of our own; all, if not given.
    cores: int | None = None
    #: At most so many workers.
    workers: int | None = None
    #: Cores a worker takes.
    cores_each: float = 1
    #: Bytes a worker may take.
    memory: int | None = None
    #: Units a worker holds: one that it does, and the next ones, so that it never waits.
    depth: int = 2
    #: At most so many units handed out, whatever the number of workers.
    in_flight: int | None = None
    #: So often may a worker die at a unit before the unit is given up.
    attempts: int = 5
    #: Seconds that finished units wait for others to be written with them.
    gather: float = 1.0
    #: Events as JSON lines.
    log: IO[str] | None = None

    def check(self) -> None:
        """Refuse what makes no sense, with a sentence."""
        least = {"cores": 1, "workers": 1, "depth": 1, "in_flight": 1, "attempts": 1, "memory": 1 << 20}
        for name, low in least.items():
            value = getattr(self, name)
            if value is not None and value < low:
                raise ClusterError(f"--{name.replace('_', '-')} must be at least {low}, not {value}")
        if not 0 < self.cores_each <= 1024:
            raise ClusterError("--cores-each must be above 0 and at most 1024")
        if not 0 <= self.gather <= 3600:
            raise ClusterError("--gather must be from 0 to 3600 seconds")


def size(text: str) -> int:
    """A number of bytes such as ``512M``.

    >>> size("2k"), size("1.5G")
    (2048, 1610612736)
    """
    units = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
    number = text.strip().upper().removesuffix("B").removesuffix("I")
    unit = number[-1:] if number[-1:] in units else ""
    try:
        value = float(number.removesuffix(unit)) * units[unit]
    except ValueError:
        value = -1.0
    if not 0 < value < 1 << 60:
        raise ClusterError(f"{text!r} is no size such as 512M or 2G")
    return int(value)
