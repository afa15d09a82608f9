"""``python -m takeback.cluster``"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from takeback.cluster.driver import State
from takeback.cluster.jobs import Job, make
from takeback.cluster.options import Options, size
from takeback.cluster.progress import Line
from takeback.cluster.run import drive, run
from takeback.cluster.sinks import Sink
from takeback.cluster.unit import ClusterError, JobSpec

ABOUT = """\
Tournaments, self-play, tuning and verification on all cores of this machine, or of many
with Ray.

A job is cut into seeded units, each exactly repeatable and written once, under its
number. Stopped by whatever means, the same command does what is missing; workers and
machines may come and go. docs/cluster.md leads from one laptop to a thousand machines.
"""

EXAMPLES = """\
Exit status: 0 done, 1 a law is broken or units failed, 2 refused, 130 ended early.

Examples:
  python -m takeback.cluster tournament connect4 ab:depth=4 mcts:iterations=500 \\
      --games 10000 --out four
  python -m takeback.cluster tournament hex 3 5 7 --games 600 --db hex.db --address auto
  python -m takeback.cluster selfplay othello --engine ab:nodes=2000 --games 100000 --out discs
  python -m takeback.cluster tune connect4 --engine ab:depth=4 --steps 300 --games 64 --out four-tune
  python -m takeback.cluster verify all --plies 100000000 --out laws
  python -m takeback.cluster bench --units 5000
  python -m takeback.cluster run mymodule:MyJob --plan '{"units": 100}' --out rows
"""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; gives its exit status."""
    try:
        args = parser().parse_args(arguments)
        command: Callable[[argparse.Namespace], int] = args.does
        return command(args)
    except (ClusterError, ImportError) as error:
        hint = "; pip install 'takeback[cluster]'" if isinstance(error, ImportError) else ""
        print(f"error: {error}{hint}", file=sys.stderr)
        return 1 if "units failed" in str(error) else 2
    except ValueError as error:  # takeback's own refusals
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(
            "ended early: finished units are kept; the same command does the others",
            file=sys.stderr,
        )
        return 130


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(
        "python -m takeback.cluster",
        description=ABOUT,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, does: Callable[[argparse.Namespace], int], about: str) -> Any:
        command = commands.add_parser(name, help=about, description=about)
        command.set_defaults(does=does)
        return command

    one = add("tournament", tournament, "everybody against everybody, with ratings")
    one.add_argument("game", help="GAME or GAME:VARIANT")
    one.add_argument("engines", nargs="+", help="such as ab:depth=4, or a level from 1 to 10")
    one.add_argument("--games", type=int, default=100, help="at least so many (100)")
    one.add_argument("--gauntlet", action="store_true", help="only games with the first engine")
    one.add_argument("--time", type=float, help="seconds a move for everybody; not repeatable")
    one.add_argument("--db", type=Path, help="store in takeback's SQLite file of games")
    one.add_argument("--name", help="what the tournament is called there")
    played(one, required=False)

    one = add("selfplay", selfplay, "labelled positions from games of an engine against itself")
    one.add_argument("game", help="GAME or GAME:VARIANT")
    one.add_argument("--engine", default="5", help="an engine, or a level from 1 to 10 (5)")
    one.add_argument("--games", type=int, default=1000, help="so many (1000)")
    one.add_argument("--spread", type=int, default=0, help="up to so many random moves more")
    played(one, required=True)

    one = add("tune", tune, "better weights for an evaluator, by games")
    one.add_argument("game", help="GAME or GAME:VARIANT")
    one.add_argument("--engine", default="ab:depth=2", help="whose evaluator (ab:depth=2)")
    one.add_argument("--method", choices=("spsa", "cma"), default="spsa")
    one.add_argument("--weights", type=words, default=[], help="only these, by name: A,B")
    one.add_argument("--steps", type=int, default=100, help="steps or generations (100)")
    one.add_argument("--games", type=int, default=64, help="games of each comparison (64)")
    one.add_argument("--opening", type=int, default=4, help="random moves at the start (4)")
    one.add_argument("--seed", type=int, default=1, help="seed of everything (1)")
    one.add_argument("--unit", type=int, default=4, help="openings of a unit (4)")
    one.add_argument("--verdict", type=int, default=400, help="games of the final match (400)")
    one.add_argument("--out", type=Path, required=True, help="the folder of the dataset")
    one.add_argument("--write", type=Path, help="write the weights here, for weights=FILE")
    shared(one)

    one = add("verify", verify, "make and take back moves, looking at every law")
    one.add_argument("games", nargs="+", help="GAME, GAME:VARIANT, or all")
    one.add_argument("--plies", type=int, default=1_000_000, help="of each variant (1000000)")
    one.add_argument("--unit", type=int, default=100_000, help="plies of a unit (100000)")
    one.add_argument("--seed", type=int, default=1, help="the same seed walks the same ways (1)")
    one.add_argument("--out", type=Path, required=True, help="the folder of the dataset")
    shared(one)

    one = add("bench", bench, "how many empty units a second the driver hands out")
    one.add_argument("--units", type=int, default=5000)
    one.add_argument("--out", type=Path, help="write them, too")
    shared(one)

    one = add("run", own, "a job of your own")
    one.add_argument("job", help="module:Class, importable on every machine")
    one.add_argument("--plan", type=json.loads, default={}, help="a JSON object")
    one.add_argument("--out", type=Path, required=True, help="the folder of the dataset")
    shared(one)
    return top


def played(command: Any, required: bool) -> None:
    """What commands that play games take."""
    command.add_argument("--out", type=Path, required=required, help="the folder of the dataset")
    command.add_argument("--opening", type=int, default=4, help="random moves at the start (4)")
    command.add_argument("--position", help="start from this position")
    command.add_argument("--longest", type=int, default=5000, help="longer games are drawn (5000)")
    command.add_argument("--seed", type=int, default=1, help="seed of everything (1)")
    command.add_argument("--unit", type=int, default=100, help="games of a unit (100)")
    shared(command)


def shared(command: Any) -> None:
    """What all commands take."""
    group = command.add_argument_group("the cluster")
    group.add_argument(
        "--address",
        help="HOST:PORT or auto: a Ray cluster that is there; none: this process alone; "
        "not given: all cores of this machine",
    )
    group.add_argument("--cores", type=int, help="cores of a cluster of our own")
    group.add_argument("--workers", type=int, help="at most so many workers")
    group.add_argument("--cores-each", type=float, default=1, help="cores a worker takes (1)")
    group.add_argument("--memory", type=memory, help="what a worker may take, such as 512M")
    group.add_argument("--depth", type=int, default=2, help="units a worker holds (2)")
    group.add_argument("--in-flight", type=int, help="at most so many units handed out")
    group.add_argument(
        "--attempts", type=int, default=5, help="deaths of workers before a unit is given up (5)"
    )
    group.add_argument(
        "--gather", type=float, default=1.0, help="seconds that units wait to be written (1)"
    )
    group.add_argument("--log", type=Path, help="events of workers as JSON lines")
    group.add_argument("--json", action="store_true", help="print the result as JSON")


def memory(text: str) -> int:
    """A size, for argparse."""
    try:
        return size(text)
    except ClusterError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def words(text: str) -> list[str]:
    """Words with commas between."""
    return [word for word in text.split(",") if word]


def options(args: argparse.Namespace) -> Options:
    """The options of a command line."""
    log = open(args.log, "a", encoding="utf-8") if args.log else None  # noqa: SIM115
    names = ("address", "cores", "workers", "cores_each", "memory", "depth", "in_flight")
    given = {name: getattr(args, name) for name in names}
    return Options(**given, attempts=args.attempts, gather=args.gather, log=log)


def watched(job: Job, args: argparse.Namespace, sink: Sink | None = None) -> State:
    """A job into its store, with a line of progress."""
    line = Line(job.things)
    try:
        if sink is None:
            return run(job, args.out, options(args), line)
        return drive(job, sink, options(args), line)
    finally:
        line.close()


def say(args: argparse.Namespace, text: str, **values: Any) -> None:
    """The result, for people or for programs."""
    print(json.dumps(values) if args.json else text)


def plan(args: argparse.Namespace, *names: str) -> dict[str, Any]:
    """What decides the results, of a command line."""
    return {name: getattr(args, name) for name in names}


GAMES = ("game", "games", "opening", "position", "longest", "seed", "unit")


def tournament(args: argparse.Namespace) -> int:
    """``tournament``"""
    from takeback import _takeback as native
    from takeback.cluster.games import Book, Tournament
    from takeback.cluster.sinks import read

    if (args.out is None) == (args.db is None):
        raise ClusterError("give --out FOLDER for a Parquet dataset or --db FILE for the record book")
    given = plan(args, *GAMES, "engines", "gauntlet", "time")
    job = Tournament(given, "lines" if args.db else "columns")
    if args.time or any(native.goes_by_time(args.game, engine) for engine in args.engines):
        print(
            "note: engines that go by the clock may play a unit differently when it is repeated",
            file=sys.stderr,
        )
    if args.db:
        book = Book(args.db, job, args.name)
        state = watched(job, args, book)
        standings: Any = book.book.rate(job.names)
    else:
        state = watched(job, args)
        rows = read(args.out).sort_by("number")
        seats, payoffs = rows["seats"].to_pylist(), rows["payoffs"].to_pylist()
        games = [list(zip(s, p, strict=True)) for s, p in zip(seats, payoffs, strict=True)]
        standings = native.standings(job.names, games)
    text = standings.pop("text")
    standings |= {"new_games": state.new_count, "seconds": state.seconds, "again": state.again}
    say(args, f"{standings['games']} games in {args.db or args.out}\n{text}", **standings)
    return 0


def selfplay(args: argparse.Namespace) -> int:
    """``selfplay``"""
    from takeback.cluster.games import Selfplay

    job = Selfplay(plan(args, *GAMES, "engine", "spread"))
    state = watched(job, args)
    say(args, f"{state.count} games in {args.out}", games=state.count, folder=str(args.out))
    return 0


def tune(args: argparse.Namespace) -> int:
    """``tune``"""
    from takeback.cluster.tune import tune as run_tune

    names = ("game", "engine", "method", "steps", "games", "opening", "seed", "unit", "verdict")
    line = Line("games")
    try:
        verdict = run_tune({**plan(args, *names), "only": args.weights}, args.out, options(args), line)
    finally:
        line.close()
    if args.write:
        verdict.tuning.write(args.write)
    low, mid, high = verdict.result["elo"]
    weights = "\n".join(f"  {name:24} {value:>6}" for name, value in verdict.weights)
    say(
        args,
        f"{args.steps} steps, {verdict.games} games\n{weights}\n"
        f"tuned against usual: Elo {mid:+.0f} [{low:+.0f}, {high:+.0f}]",
        weights=dict(verdict.weights),
        games=verdict.games,
        match=verdict.result,
    )
    return 0


def verify(args: argparse.Namespace) -> int:
    """``verify``"""
    import takeback
    from takeback.cluster.games import Verify
    from takeback.cluster.sinks import read

    known = takeback.games()
    asked = [takeback.load(game).name for game in args.games if game != "all"]
    games = list(dict.fromkeys(known if "all" in args.games else asked))
    job = Verify({"games": games, **plan(args, "plies", "unit", "seed")})
    watched(job, args)
    rows = read(args.out).to_pylist()
    broken = [row for row in rows if row["failure"]]
    plies = sum(row["plies"] for row in rows)
    told = "".join(f"{row['failure']}\n  again: {row['again']}\n" for row in broken[:20])
    say(
        args,
        f"{told}verified {plies} plies of {len(games)} variants, {len(broken)} mismatches",
        plies=plies,
        mismatches=len(broken),
        broken=broken,
    )
    return 1 if broken else 0


def bench(args: argparse.Namespace) -> int:
    """``bench``"""
    from takeback.cluster.bench import measure

    result = measure(args.units, options(args), args.out)
    say(
        args,
        f"{result['units_per_second']:,.0f} empty units/s, {result['workers']}; "
        f"the driver's own time is {result['driver_micros']:,.0f} microseconds a unit",
        **result,
    )
    return 0


def own(args: argparse.Namespace) -> int:
    """``run``"""
    job = make(JobSpec(args.job, args.plan))
    state = watched(job, args)
    say(args, f"{state.count} {job.things}, {state.done} units in {args.out}", count=state.count)
    return 0


if __name__ == "__main__":
    sys.exit(main())
