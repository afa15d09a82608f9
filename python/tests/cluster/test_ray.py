"""Two Ray nodes: workers, a node and the driver are killed, and nothing shows it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from little import LONG, Little, descendants, events, living, wait_for
from standin import Standin
from takeback.cluster import Options, run
from takeback.cluster.__main__ import main
from takeback.cluster.sinks import read


def kill_worker(log: Path, killed: set[int]) -> None:
    """SIGKILL for a worker that has not been killed yet."""
    wait_for("a worker", lambda: bool(set(living(log)) - killed))
    pid = min(set(living(log)) - killed)
    os.kill(pid, signal.SIGKILL)
    killed.add(pid)


def parts(folder: Path) -> int:
    return len(list(folder.glob("part-*.parquet")))


def disturb(little: Little, command: list[str], log: Path, done: Callable[[], int]) -> None:
    """Run a driver; kill three workers, a node and the driver, each when more is done."""
    driver, killed = little.driver(*command, log=log), set[int]()
    for _ in range(3):
        before = done()
        kill_worker(log, killed)
        wait_for("more units", lambda before=before: done() > before)  # type: ignore[misc]

    # A machine leaves with the worker on it; another one joins and is used.
    def on_second() -> set[int]:
        return set(descendants(little.second)) & set(living(log))

    wait_for("a worker on the second node", lambda: bool(on_second()))
    gone = on_second()
    little.kill_node(little.second)
    wait_for("its loss to be noticed", lambda: gone <= {e["pid"] for e in lost(log)})
    little.second = little.start_node()
    wait_for("a worker on the new node", lambda: bool(on_second()))
    assert driver.poll() is None, "it was done before everything was killed"
    driver.kill()
    driver.communicate()
    assert {event["pid"] for event in lost(log)} >= killed | gone


def test_killed_workers_a_node_and_the_driver(little: Little, tmp_path: Path) -> None:
    gate, out = tmp_path / "gate", tmp_path / "out"
    plan: dict[str, Any] = {"units": 150, "seed": 5, "gate": str(gate)}
    run(Standin(plan), tmp_path / "whole", Options(address="none"))
    whole = read(tmp_path / "whole").to_pylist()

    gate.touch()
    command = ["run", "standin:Standin", "--plan", json.dumps(plan), "--gather", "0.2"]
    command += ["--out", str(out)]
    disturb(little, command, tmp_path / "log", lambda: parts(out))
    assert 0 < len(read(out)) < len(whole), "the driver was killed on the way"
    gate.unlink()
    assert json.loads(little.run(*command, "--json"))["count"] == len(whole)
    assert read(out).to_pylist() == whole


def lost(log: Path) -> list[dict[str, object]]:
    return [event for event in events(log) if event["event"] == "lost"]


def test_units_that_kill_or_starve_their_workers(little: Little, tmp_path: Path) -> None:
    plan = {"units": 12, "seed": 5, "deadly": [3], "hungry": [7]}
    command = ["run", "standin:Standin", "--plan", json.dumps(plan), "--attempts", "2"]
    command += ["--memory", "200M", "--out", str(tmp_path / "out")]
    driver = little.driver(*command)
    _, said = driver.communicate(timeout=120)
    assert driver.returncode == 1
    assert "2 of 12 units failed, the first is unit 3: 2 workers died at it" in said
    units = {row["unit"] for row in read(tmp_path / "out").to_pylist()}
    assert units == set(range(12)) - {3, 7}


def numbers(file: Path) -> list[int]:
    """Games in a record book, by number."""
    if not file.exists():
        return []
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
        try:
            return [n for (n,) in db.execute("SELECT number FROM games ORDER BY number")]
        except sqlite3.OperationalError:  # the tables are not there yet
            return []


def book(file: Path) -> list[tuple[Any, ...]]:
    """All that a record book has of its games, but for times."""
    with contextlib.closing(sqlite3.connect(file)) as db:
        return db.execute(
            "SELECT number, start, ending, ply, text, moves.seat, score, moves.depth, moves.nodes, "
            "spec, payoff FROM games JOIN moves ON moves.game = games.id "
            "JOIN seats ON seats.game = games.id JOIN engines ON engines.id = seats.engine "
            "ORDER BY number, ply, seats.seat"
        ).fetchall()


def test_games_with_a_killed_worker_are_the_same_games(little: Little, tmp_path: Path) -> None:
    plan = ["tournament", "connect4", "ab:depth=3,tt=1", "mcts:iterations=400,memory=1"]
    plan += ["--games", "400", "--unit", "10", "--opening", "2", "--gather", "0.2"]
    log, killed = tmp_path / "log", set[int]()
    driver = little.driver(*plan, "--db", str(tmp_path / "four.db"), log=log)
    wait_for("the first games", lambda: len(numbers(tmp_path / "four.db")) > 0)
    kill_worker(log, killed)
    _, err = driver.communicate(timeout=120)
    assert driver.returncode == 0, err[-3000:]
    assert {event["pid"] for event in lost(log)} >= killed
    assert "Elo" in err and "games/s" in err and "workers on" in err
    assert main([*plan, "--db", str(tmp_path / "here.db"), "--address", "none"]) == 0
    assert numbers(tmp_path / "four.db") == list(range(400))
    assert book(tmp_path / "four.db") == book(tmp_path / "here.db")


@pytest.mark.skipif(
    not os.environ.get(LONG),
    reason=f"ten thousand games; {LONG}=500 runs it, with so many iterations a move, which "
    "must be enough for a minute of games",
)
def test_ten_thousand_games_through_everything(little: Little, tmp_path: Path) -> None:
    iterations = f"mcts:iterations={os.environ[LONG]},memory=1"
    plan = ["tournament", "connect4", "ab:depth=4,tt=1", iterations]
    plan += ["--games", "10000", "--unit", "20", "--opening", "4"]
    there, here, file = tmp_path / "there", tmp_path / "here", tmp_path / "there.db"
    # Both kinds of store, each through all of it.
    stores: list[tuple[list[str], Callable[[], int]]] = [
        (["--out", str(there)], lambda: parts(there)),
        (["--db", str(file)], lambda: len(numbers(file))),
    ]
    for where, done in stores:
        disturb(little, [*plan, *where], tmp_path / "log", done)
        said = json.loads(little.run(*plan, *where, "--json"))
        assert said["games"] == 10_000 > said["new_games"] > 0
        print(f"\n{where[0]}: the last driver played {said['new_games']} of 10,000")
    assert main([*plan, "--out", str(here), "--address", "none"]) == 0
    rows, whole = (read(folder).drop_columns(["seconds"]) for folder in (there, here))
    assert rows["number"].to_pylist() == numbers(file) == list(range(10_000))
    assert rows.equals(whole)
    moves: dict[int, list[str]] = {n: [] for n in range(10_000)}
    with contextlib.closing(sqlite3.connect(file)) as db:
        for number, text in db.execute(
            "SELECT number, text FROM games JOIN moves ON moves.game = games.id ORDER BY number, ply"
        ):
            moves[number].append(text)
    assert [moves[n] for n in range(10_000)] == whole["moves"].to_pylist()
