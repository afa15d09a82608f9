"""The part that runs on every core of every machine."""

from __future__ import annotations

import os
import platform
import resource
import traceback
from importlib import metadata
from typing import Any

from takeback.cluster.jobs import Job, make
from takeback.cluster.sinks import encode
from takeback.cluster.unit import WIRE, Failed, Finished, JobSpec, Unit


def version() -> str:
    """What must be the same on all machines, or the same unit could differ."""
    try:
        return f"{metadata.version('takeback')} wire {WIRE}"
    except metadata.PackageNotFoundError:
        return f"unpacked wire {WIRE}"


def perform(job: Job, unit: Unit) -> Finished | Failed:
    """Do a unit; an error inside becomes a value, so that the worker lives on."""
    try:
        work = job.work(unit)
        if job.form == "lines":
            data = "\n".join(work.lines).encode()
        else:
            data = encode(work.columns, unit.id)
        return Finished(unit.id, work.count, work.summary, data)
    except MemoryError:
        return Failed(unit.id, "it needs more memory than a worker may have (--memory)")
    except Exception as error:  # noqa: BLE001 (whatever a job raises is the job's answer)
        last = traceback.extract_tb(error.__traceback__)[-1]
        return Failed(unit.id, f"{type(error).__name__}: {error} ({last.name})")


class Worker:
    """One process that does units, one after the other."""

    def __init__(self, spec: JobSpec, memory: int | None = None) -> None:
        if memory is not None:
            limit_memory(memory)
        self.job = make(spec)

    def hello(self) -> dict[str, Any]:
        """Who answers."""
        return {"pid": os.getpid(), "host": platform.node(), "version": version()}

    def work(self, unit: int, body: Any) -> tuple[Any, ...]:
        """Do a unit. Goes as a bare tuple, which costs the driver half of what a class does."""
        done = perform(self.job, Unit(unit, body))
        if isinstance(done, Failed):
            return (done.unit, done.why)
        return (done.unit, done.count, done.summary, done.data)


def limit_memory(more: int) -> None:
    """Let this process have so many bytes beyond what it has now.

    What goes beyond fails in this worker alone, instead of taking the machine's memory
    from all of them.
    """
    if platform.system() != "Linux":
        return
    with open("/proc/self/status", encoding="ascii") as status:
        fields = dict(line.split(":", 1) for line in status if ":" in line)
    now = int(fields["VmData"].split()[0]) * 1024
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = now + more if hard == resource.RLIM_INFINITY else min(now + more, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


class Inline:
    """A pool of one: units are done in this process. For small jobs and for tests."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.unit: Unit | None = None

    def room(self) -> int:
        return 0 if self.unit else 1

    def submit(self, unit: Unit) -> None:
        self.unit = unit

    def wait(self, seconds: float) -> list[Finished | Failed]:
        unit, self.unit = self.unit, None
        return [perform(self.job, unit)] if unit else []

    def expect(self, units: int) -> None:
        pass

    def text(self) -> str:
        return "this process"

    def close(self) -> None:
        pass
