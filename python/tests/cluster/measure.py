"""Games a second: two Ray nodes against two plain processes, taken in turns.

    python tests/cluster/measure.py                      the usual comparison
    python tests/cluster/measure.py --games 20000 --rounds 5
    python tests/cluster/measure.py --units 20000        the driver with empty units

Both sides play the same games of the same plan; the plain processes, which have half of
the games each, write nothing. The clock runs from the first unit's begin to the last one's
end; what Ray and the processes take to start is not in it. On a machine that others use
too, the games for a second of processor time and the share of time that workers waited
between units say more than the clock.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import metered
from little import Little, descendants, namespace_flags
from takeback.cluster.sinks import read

PLAIN = """
import json, sys
from metered import Metered
from takeback.cluster.unit import Unit
plan, units = json.loads(sys.argv[1])
job = Metered(plan)
print("ready", flush=True)
sys.stdin.readline()
rows = []
for unit in units:
    columns = job.work(Unit(unit)).columns
    rows += zip(*(columns[name] for name in ("pid", "begun", "ended", "used")))
print(json.dumps(rows))
"""


@dataclass
class Run:
    """What a side did: games, by the clock and by the processor."""

    games_a_second: float
    games_a_processor_second: float
    waited: float
    #: Processor time beyond that of the games, as a share of it.
    beside: float = 0.0


def run_of(rows: list[tuple[int, float, float, float]]) -> Run:
    """Of every game's process, begin and end of its unit, and processor time."""
    units = defaultdict(set)
    for pid, begun, ended, _ in rows:
        units[pid].add((begun, ended))
    span = max(row[2] for row in rows) - min(row[1] for row in rows)
    worked = sum(ended - begun for unit in units.values() for begun, ended in unit)
    there = sum(max(e for _, e in unit) - min(b for b, _ in unit) for unit in units.values())
    used = sum(row[3] for row in rows)
    return Run(len(rows) / span, len(rows) / used, 1 - worked / there)


def plain(plan: dict[str, Any]) -> Run:
    """Two processes, each with every other unit."""
    units = metered.Metered(plan).units()
    shares = [[plan, list(range(first, units, 2))] for first in (0, 1)]
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    running = [
        subprocess.Popen(
            [sys.executable, "-c", PLAIN, json.dumps(share)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        for share in shares
    ]
    for process in running:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    for process in running:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    return run_of([row for p in running for row in json.loads(p.communicate()[0])])


def used_by(processes: list[int]) -> float:
    """Processor seconds of processes and of their children that have ended."""
    ticks = 0
    for pid in processes:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def on_ray(little: Little, plan: dict[str, Any], folder: Path) -> Run:
    """Two nodes; beside the games are the nodes' own services, start and end included."""
    words = ["run", "metered:Metered", "--plan", json.dumps(plan), "--out", str(folder)]

    def everybody() -> dict[int, float]:
        pids = [pid for node in little.nodes for pid in (node, *descendants(node))]
        return {pid: used_by([pid]) for pid in pids}

    before = everybody()
    little.run(*words)
    rows = read(folder)
    columns = (rows[name].to_pylist() for name in ("pid", "begun", "ended", "used"))
    run = run_of(list(zip(*columns, strict=True)))
    assert rows["number"].to_pylist() == list(range(plan["games"]))
    # Those who played may have ended with the job; services live on.
    players = set(rows["pid"].to_pylist())
    services = {pid: used for pid, used in everybody().items() if pid not in players}
    beside = sum(used - before.get(pid, 0.0) for pid, used in services.items())
    run.beside = beside / sum(rows["used"].to_pylist())
    return run


def compare(little: Little, plan: dict[str, Any], rounds: int, folder: Path) -> None:
    """The two sides in turns."""
    clock, processor = [], []
    for turn in range(rounds):
        alone = plain(plan)
        ray = on_ray(little, plan, folder / str(turn))
        clock.append(ray.games_a_second / alone.games_a_second)
        processor.append(ray.games_a_processor_second / alone.games_a_processor_second)
        for name, run in (("two processes", alone), ("two Ray nodes", ray)):
            print(
                f"{name}: {run.games_a_second:.1f} games/s, {run.games_a_processor_second:.1f} "
                f"a second of the processor, waited {100 * run.waited:.1f} %"
                + (f", services {100 * run.beside:.0f} % beside" if run is ray else ""),
                flush=True,
            )
        print(f"  by the clock {clock[-1]:.1%}, by the processor {processor[-1]:.1%}", flush=True)
    print(
        f"medians of {rounds}: by the clock {statistics.median(clock):.1%}, "
        f"by the processor {statistics.median(processor):.1%}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--game", default="connect4")
    engines = ["ab:depth=6,tt=1", "mcts:iterations=400,memory=4"]
    parser.add_argument("--engines", nargs="+", default=engines)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--unit", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--units", type=int, help="empty units instead of games")
    args = parser.parse_args()
    # Ended by a signal, the nodes must end too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    flags = namespace_flags()
    if flags is None:
        sys.exit("network namespaces are not permitted here")
    with Little(flags) as little, tempfile.TemporaryDirectory() as folder:
        if args.units:
            for depth in (2, 100, 1000, 8000):
                words = ["bench", "--units", str(args.units), "--depth", str(depth)]
                print(f"{2 * depth} in flight: {little.run(*words).strip()}", flush=True)
            return
        plan = {"game": args.game, "engines": args.engines, "games": args.games}
        compare(little, {**plan, "opening": 4, "seed": 1, "unit": args.unit}, args.rounds, Path(folder))


if __name__ == "__main__":
    main()
