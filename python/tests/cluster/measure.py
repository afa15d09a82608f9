"""Games a second: two Ray nodes against two plain processes, taken in turns.

    python tests/cluster/measure.py                      the usual comparison
    python tests/cluster/measure.py --games 20000 --rounds 5
    python tests/cluster/measure.py --units 20000        the driver with empty units

Both sides play the same games of the same plan. The clock runs from the first game to
the last one written; what Ray and the processes take to start is told apart.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from little import Little, namespace_flags

PLAIN = """
import json, sys, time
from takeback import _takeback as native
plan, first, count, unit = json.loads(sys.argv[1])
games = native.Tournament(plan.pop("game"), plan.pop("engines"), **plan)
begun = time.time()
for start in range(first, first + count, unit):
    games.columns(start, min(unit, first + count - start))
print(json.dumps([begun, time.time()]))
"""


def plain(plan: dict[str, Any], unit: int) -> float:
    """Seconds that two processes take, each with half of the games."""
    half = plan["games"] // 2
    halves = [[plan, 0, half, unit], [plan, half, plan["games"] - half, unit]]
    running = [
        subprocess.Popen([sys.executable, "-c", PLAIN, json.dumps(h)], stdout=subprocess.PIPE)
        for h in halves
    ]
    times = [json.loads(process.communicate()[0]) for process in running]
    return float(max(end for _, end in times) - min(begun for begun, _ in times))


def on_ray(little: Little, plan: dict[str, Any], unit: int, folder: Path) -> tuple[float, float]:
    """Seconds from the first unit to the last one written, and of the whole command."""
    words = ["tournament", plan["game"], *plan["engines"], "--games", str(plan["games"])]
    words += ["--opening", str(plan["opening"]), "--seed", str(plan["seed"])]
    words += ["--unit", str(unit), "--out", str(folder), "--json"]
    begun = time.monotonic()
    said = json.loads(little.run(*words))
    assert said["new_games"] == plan["games"]
    return float(said["seconds"]), time.monotonic() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--game", default="connect4")
    engines = ["ab:depth=6,tt=1", "mcts:iterations=400,memory=4"]
    parser.add_argument("--engines", nargs="+", default=engines)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--unit", type=int, default=20)
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
        plan |= {"opening": 4, "seed": 1}
        best: dict[str, float] = {}
        for turn in range(args.rounds):
            alone = plain(dict(plan), args.unit)
            ray, command = on_ray(little, plan, args.unit, Path(folder) / str(turn))
            speeds = {"plain": args.games / alone, "ray": args.games / ray}
            best = {k: max(v, best.get(k, 0.0)) for k, v in speeds.items()}
            print(
                f"two processes {speeds['plain']:.1f} games/s, two Ray nodes {speeds['ray']:.1f} "
                f"games/s: {100 * speeds['ray'] / speeds['plain']:.1f} %, "
                f"with start and end {args.games / command:.1f} games/s",
                flush=True,
            )
        print(f"best of each: {100 * best['ray'] / best['plain']:.1f} %")


if __name__ == "__main__":
    main()
