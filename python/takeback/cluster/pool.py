"""Workers on a Ray cluster.

Every worker is an actor of one core (or of as many as a unit needs), so that engines and
their tables are made once and not for each unit. Actors rather than tasks also because a
task costs Ray far more than a call to an actor: on two local nodes 60 to 80 empty tasks a
second against 1,000 to 1,500 empty calls.

Ray is asked for as few promises as possible: no restarts, no retries, no stored objects
beyond a result on its way. A worker that dies is dropped with what it held, and the
driver hands that out again. Machines that join are found by looking at the cluster's
cores once a second; machines that leave take their workers with them.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError

from takeback.cluster.jobs import Job
from takeback.cluster.options import Options
from takeback.cluster.unit import ClusterError, Failed, Finished, Lost, Outcome, Unit
from takeback.cluster.worker import Worker, version

#: Seconds between looks at the cluster.
LOOK = 1.0


def connect(options: Options) -> None:
    """Join the cluster, or start one on this machine that ends with this process."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if options.address is None:
        ray.init(
            num_cpus=options.cores,
            include_dashboard=False,
            _node_ip_address="127.0.0.1",
            **quiet,
        )
        return
    if options.address.startswith("127."):
        quiet["_node_ip_address"] = options.address.partition(":")[0]
    try:
        ray.init(address=options.address, **quiet)
    except (ConnectionError, RuntimeError, ValueError, RayError) as error:
        raise ClusterError(
            f"no Ray cluster at {options.address}: {error}; "
            "`ray start --head --port=6379` begins one, see docs/cluster.md"
        ) from error


@dataclass(eq=False)
class _Member:
    """A worker as the driver sees it."""

    actor: Any
    hello: Any
    units: dict[int, Any] = field(default_factory=dict)
    pid: int = 0
    host: str = ""
    ready: bool = False
    gone: bool = False


class RayPool:
    """Workers on all cores of a cluster, whatever joins and leaves."""

    def __init__(self, job: Job, options: Options) -> None:
        self.options = options
        self._spec = ray.put(job.spec())
        self._remote = ray.remote(Worker)
        self._members: list[_Member] = []
        # A reference's member: of its hello, or of a unit.
        self._owner: dict[Any, _Member] = {}
        # A token for each unit that a ready member may still be given.
        self._tokens: deque[_Member] = deque()
        self._out = 0
        self._left = 0
        self._looked = 0.0
        self._nodes = 0
        self._ready = 0

    def expect(self, units: int) -> None:
        self._left = units
        if time.monotonic() - self._looked >= LOOK:
            self._look()

    def room(self) -> int:
        most = self.options.in_flight
        return len(self._tokens) if most is None else min(len(self._tokens), most - self._out)

    def submit(self, unit: Unit) -> None:
        member = self._tokens.popleft()
        while member.gone:
            member = self._tokens.popleft()
        reference = member.actor.work.remote(unit.id, unit.body)
        member.units[unit.id] = reference
        self._owner[reference] = member
        self._out += 1

    def wait(self, seconds: float) -> list[Outcome]:
        references = list(self._owner)
        if not references:
            time.sleep(min(seconds, 0.05))
            return []
        ready, _ = ray.wait(references, num_returns=1, timeout=seconds)
        if ready and len(references) > 1:
            # Whatever else is there by now, in the same go.
            ready, _ = ray.wait(references, num_returns=len(references), timeout=0)
        outcomes: list[Outcome] = []
        for reference, value in zip(ready, self._fetch(ready), strict=True):
            member = self._owner.get(reference)
            if member is None:  # its member went with another reference of this batch
                continue
            if reference == member.hello:
                self._greet(member, value)
            elif isinstance(value, tuple):
                del self._owner[reference]
                del member.units[value[0]]
                self._tokens.append(member)
                self._out -= 1
                outcomes.append(Failed(*value) if len(value) == 2 else Finished(*value))
            if isinstance(value, Exception):
                outcomes.extend(self._drop(member, value))
        return outcomes

    def text(self) -> str:
        return f"{self._ready} workers on {self._nodes} nodes"

    def close(self) -> None:
        for member in list(self._members):
            self._drop(member, None)
        ray.shutdown()

    def _fetch(self, ready: list[Any]) -> Iterable[Any]:
        """Values, or the errors in their place; together where nothing is wrong."""
        try:
            return list(ray.get(ready))
        except RayError:
            return [self._value(reference) for reference in ready]

    def _value(self, reference: Any) -> Any:
        try:
            return ray.get(reference)
        except RayError as error:
            return error

    def _look(self) -> None:
        """As many workers as there are cores for them, and units."""
        self._looked = time.monotonic()
        self._nodes = sum(bool(node["Alive"]) for node in ray.nodes())
        cores = ray.cluster_resources().get("CPU", 0.0)
        wanted = min(int(cores / self.options.cores_each), max(self._left, 0))
        if self.options.workers is not None:
            wanted = min(wanted, self.options.workers)
        for _ in range(wanted - len(self._members)):
            self._add()
        # Those that found no core, since their machine has left, wait for nothing.
        idle = [member for member in self._members if not member.ready]
        for member in idle[: max(len(self._members) - max(wanted, 1), 0)]:
            self._drop(member, None)

    def _add(self) -> None:
        settings: dict[str, Any] = {
            "num_cpus": self.options.cores_each,
            "max_restarts": 0,
            "max_task_retries": 0,
            "scheduling_strategy": "SPREAD",
        }
        if self.options.memory is not None:
            settings["memory"] = self.options.memory
        actor = self._remote.options(**settings).remote(self._spec, self.options.memory)
        member = _Member(actor, actor.hello.remote())
        self._members.append(member)
        self._owner[member.hello] = member

    def _greet(self, member: _Member, value: Any) -> None:
        del self._owner[member.hello]
        if isinstance(value, RayTaskError):
            raise ClusterError(f"a worker cannot make the job: {value.cause}")
        if isinstance(value, Exception):
            return
        if value["version"] != version():
            raise ClusterError(
                f"{value['host']} has takeback {value['version']}, this driver {version()}: "
                "the same unit could come out differently; install the same package everywhere"
            )
        member.pid, member.host, member.ready = value["pid"], value["host"], True
        self._ready += 1
        self._tokens.extend([member] * self.options.depth)
        self._say("joined", pid=member.pid, host=member.host)

    def _drop(self, member: _Member, error: Exception | None) -> list[Outcome]:
        """Give up a worker and what it held."""
        if member.gone:
            return []
        self._ready -= member.ready
        member.gone, member.ready = True, False
        self._members.remove(member)
        self._tokens = deque(token for token in self._tokens if token is not member)
        self._owner.pop(member.hello, None)
        with contextlib.suppress(Exception):
            ray.kill(member.actor)
        why = " ".join(str(error).split())[:300]
        # A machine that leaves, or cannot be reached, says nothing against the unit that
        # ran there; a process that ends on a machine that stays does.
        guilty = "worker process has died" in str(error)
        lost: list[Outcome] = []
        for place, (unit, reference) in enumerate(member.units.items()):
            self._owner.pop(reference, None)
            self._out -= 1
            lost.append(Lost(unit, why, guilty and place == 0))
        if error is not None:
            self._say("lost", pid=member.pid, host=member.host, units=len(lost), why=why)
        return lost

    def _say(self, event: str, **more: Any) -> None:
        if self.options.log is not None:
            line = {"event": event, "time": round(time.time(), 3), **more}
            self.options.log.write(json.dumps(line) + "\n")
            self.options.log.flush()
