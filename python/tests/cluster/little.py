"""A cluster of two nodes on this machine, and ways to hurt it.

Ray's nodes talk to the machine's own address while their services listen on loopback; in
a network namespace with nothing but loopback both are the same, and nobody else's Ray is
near. Needs `unshare` and `nsenter`, and the right to use them.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import takeback

#: Where stand-ins are, and the package as this process has it.
PATHS = (Path(__file__).resolve().parent, Path(takeback.__file__).resolve().parents[1])
PORT = 6399

#: Set to run what takes minutes; to iterations a move of one side.
LONG = "TAKEBACK_CLUSTER_LONG"
#: Set where being unable to run the tests is a failure.
REQUIRED = "TAKEBACK_CLUSTER_REQUIRED"


def namespace_flags() -> list[str] | None:
    """How a network namespace is made here, or nothing where it is not permitted."""
    for flags in (["--net"], ["--net", "--user", "--map-root-user"]):
        command = ["unshare", *flags, "ip", "link", "set", "lo", "up"]
        with contextlib.suppress(OSError):
            if subprocess.run(command, capture_output=True, check=False).returncode == 0:
                return flags
    return None


def wait_for(what: str, ready: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {seconds} s")
        time.sleep(0.05)


class Little:
    """Two nodes of one core each. Use as a context manager."""

    def __init__(self, flags: list[str]) -> None:
        # Sockets lie below it, and their paths must be short.
        self.folder = Path(tempfile.mkdtemp(prefix="tb-", dir="/tmp"))
        token = self.folder / "token"
        token.write_text(secrets.token_hex(16))
        self.environment = {
            **os.environ,
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN_PATH": str(token),
            "RAY_USAGE_STATS_ENABLED": "0",
            # Ray gives way to everybody else by 15; here its games are what is measured.
            "RAY_worker_niceness": "0",
            "PYTHONPATH": os.pathsep.join(map(str, PATHS)),
        }
        self.environment.pop("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", None)
        holder = "ip link set lo up && echo up && exec sleep 100000"
        self.holder = subprocess.Popen(
            ["unshare", *flags, "sh", "-c", holder], stdout=subprocess.PIPE, text=True
        )
        assert self.holder.stdout is not None and self.holder.stdout.readline() == "up\n"
        user = ["--user", "--preserve-credentials"] if "--user" in flags else []
        self.enter = ["nsenter", f"--target={self.holder.pid}", "--net", *user]
        self.nodes: dict[int, int] = {}

    def __enter__(self) -> Little:
        try:
            self.head = self.start_node(head=True)
            self.second = self.start_node()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for node in list(self.nodes):
            self.kill_node(node)
        self.holder.kill()
        self.holder.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start_node(self, head: bool = False) -> int:
        """Start a node; it is known by the process that keeps it."""
        ray = Path(sys.executable).parent / "ray"
        where = (
            [
                "--head",
                f"--port={PORT}",
                "--include-dashboard=false",
                f"--temp-dir={self.folder / 'r'}",
            ]
            if head
            else [f"--address=127.0.0.1:{PORT}"]
        )
        command = [
            *(*self.enter, str(ray), "start", "--block", "--node-ip-address=127.0.0.1"),
            *("--num-cpus=1", "--object-store-memory=80000000", *where),
        ]
        log = open(self.folder / f"node-{len(self.nodes)}-{time.time_ns()}.log", "w")
        node = subprocess.Popen(
            command,
            env=self.environment,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        log.close()
        self.nodes[node.pid] = node.pid
        path = Path(log.name)
        # On an idle machine four seconds.
        wait_for(f"a node ({path})", lambda: "Ray runtime started" in path.read_text(), 180)
        return node.pid

    def kill_node(self, node: int) -> None:
        """End a whole node by SIGKILL: all its processes, as when the machine goes away."""
        del self.nodes[node]
        for pid in [*descendants(node), node]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(node, 0)

    def driver(self, *arguments: str, log: Path | None = None) -> subprocess.Popen[str]:
        """`python -m takeback.cluster`, inside."""
        more = ["--log", str(log)] if log else []
        return subprocess.Popen(
            [
                *(*self.enter, sys.executable, "-m", "takeback.cluster", *arguments),
                *("--address", f"127.0.0.1:{PORT}", *more),
            ],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str) -> str:
        """The same to its end; what it prints."""
        driver = self.driver(*arguments)
        out, err = driver.communicate(timeout=600)
        assert driver.returncode == 0, err[-3000:]
        return out


def descendants(pid: int) -> list[int]:
    """All processes below one, by /proc."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = entry.read_text().rpartition(")")[2].split()
            parents.setdefault(int(fields[1]), []).append(int(entry.parent.name))
    found, left = [], [pid]
    while left:
        children = parents.get(left.pop(), [])
        found += children
        left += children
    return found


def events(log: Path) -> list[dict[str, object]]:
    """What the driver said of its workers."""
    if not log.exists():
        return []
    lines = log.read_text().splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


def living(log: Path) -> list[int]:
    """Workers that joined and are still there."""
    pids = [event["pid"] for event in events(log) if event["event"] == "joined"]
    return [pid for pid in pids if isinstance(pid, int) and Path(f"/proc/{pid}").exists()]
