"""The jobs of takeback, in this process: the same games as the plain commands play."""

from __future__ import annotations

import doctest
import importlib
import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import takeback
from takeback import _takeback as native
from takeback.cluster import ClusterError, Options, run
from takeback.cluster.__main__ import main
from takeback.cluster.games import Book, Selfplay, Tournament, Verify
from takeback.cluster.run import drive
from takeback.cluster.sinks import read
from takeback.cluster.tune import Compare, tune

HERE = Options(address="none", gather=0)
PLAN: dict[str, Any] = {
    "game": "connect4",
    "engines": ["ab:depth=2,tt=1", "random", "mcts:iterations=20,memory=1"],
    "games": 30,
    "opening": 2,
    "seed": 4,
    "unit": 4,
}


def games(folder: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = read(folder).drop_columns(["seconds"]).to_pylist()
    return rows


def test_a_tournament_is_the_same_in_pieces_of_any_size(tmp_path: Path) -> None:
    run(Tournament(PLAN), tmp_path / "a", HERE)
    run(Tournament({**PLAN, "unit": 30}), tmp_path / "b", HERE)
    a, b = ([{**row, "unit": 0} for row in games(tmp_path / f)] for f in "ab")
    assert a == b
    assert [row["number"] for row in a] == list(range(30))
    assert {row["ending"] for row in a} == {"rules"}
    # Engines that were kept from unit to unit play as new ones do.
    fresh = Tournament(PLAN).native.columns(17, 1)
    assert fresh["moves"][0] == a[17]["moves"]


def test_two_engines_play_the_games_of_a_match(tmp_path: Path) -> None:
    plan = {**PLAN, "engines": PLAN["engines"][:2], "games": 12}
    run(Tournament(plan), tmp_path / "a", HERE)
    match = takeback.match(
        "connect4", *plan["engines"], games=12, opening=2, seed=4, record=True
    )
    played = {(tuple(g["seats"]), tuple(g["moves"])) for g in match["played"]}
    names = Tournament(plan).names
    ours = {
        (tuple(names.index(s) for s in row["seats"]), tuple(row["moves"]))
        for row in games(tmp_path / "a")
    }
    assert ours == played


def test_the_book_goes_on_and_holds_every_game_once(tmp_path: Path) -> None:
    file = tmp_path / "four.db"
    job = Tournament(PLAN, "lines")
    # Somebody played two games before: one unit is half there.
    lines, _, _ = job.native.lines(6, 2)
    assert native.Book(file, job.native).add(lines) == 2
    state = drive(job, Book(file, job), HERE)
    assert (state.done, state.new_count) == (8, 30)
    assert drive(job, Book(file, job), HERE).new_units == 0
    with sqlite3.connect(file) as db:
        numbers = [n for (n,) in db.execute("SELECT number FROM games ORDER BY number")]
        moves = db.execute("SELECT count(*) FROM moves").fetchone()[0]
    assert numbers == list(range(30))
    run(Tournament(PLAN), tmp_path / "rows", HERE)
    rows = games(tmp_path / "rows")
    assert moves == sum(len(row["moves"]) for row in rows)
    # Both stores come to the same ratings.
    book: Any = Book(file, job).book.rate(job.names)
    results = [list(zip(r["seats"], r["payoffs"], strict=True)) for r in rows]
    assert native.standings(job.names, results) == book
    with pytest.raises(ValueError, match="another plan"):
        Book(file, Tournament({**PLAN, "seed": 5}, "lines"), book_name(file))


def book_name(file: Path) -> str:
    with sqlite3.connect(file) as db:
        return str(db.execute("SELECT name FROM events").fetchone()[0])


def test_the_tally_is_the_rating_of_the_games(tmp_path: Path) -> None:
    state = run(Tournament(PLAN), tmp_path / "a", HERE)
    results = [list(zip(r["seats"], r["payoffs"], strict=True)) for r in games(tmp_path / "a")]
    names = Tournament(PLAN).names
    rated: Any = native.standings(names, results)
    best = rated["ratings"][0]
    low, high = best["rating"] - best["error"], best["rating"] + best["error"]
    told = f"{best['engine']} leads, Elo {best['rating']:+.0f} [{low:+.0f}, {high:+.0f}]"
    assert state.tally.text() == told
    # A run that finds everything done says the same.
    assert run(Tournament(PLAN), tmp_path / "a", HERE).tally.text() == told


def test_self_play_is_that_of_the_plain_command(tmp_path: Path) -> None:
    plan = {"game": "connect4", "engine": "ab:depth=2,tt=1", "games": 7, "opening": 3, "seed": 2}
    run(Selfplay({**plan, "unit": 3}), tmp_path / "a", HERE)
    ours = read(tmp_path / "a").drop_columns(["unit"]).to_pylist()
    table = takeback.selfplay("connect4", "ab:depth=2,tt=1", games=7, opening=3, seed=2)
    assert table is not None
    columns = list(ours[0])
    wanted = [{c: row[c] for c in columns} for row in table.to_pylist()]
    for row in (*ours, *wanted):
        row["score"] = row["score"] and json.loads(row["score"])
    assert ours == wanted


def test_verification_covers_what_was_asked(tmp_path: Path) -> None:
    plan = {"games": ["tictactoe:3x3", "kuhn:2"], "plies": 2500, "unit": 1000, "seed": 3}
    state = run(Verify(plan), tmp_path / "a", HERE)
    rows = read(tmp_path / "a").to_pylist()
    assert (state.done, state.count, state.tally.text()) == (6, 5000, "all laws hold")
    assert all(row["plies"] >= 500 and row["failure"] == "" for row in rows)
    assert len({(row["variant"], row["seed"]) for row in rows}) == 6


@pytest.mark.parametrize("method", ["spsa", "cma"])
def test_a_tuning_goes_on_from_its_units_alone(tmp_path: Path, method: str) -> None:
    plan = {"game": "connect4", "engine": "ab:depth=2,tt=1", "method": method, "steps": 3}
    plan |= {"games": 6, "opening": 3, "seed": 1, "unit": 2, "verdict": 8, "only": []}
    whole = tune(plan, tmp_path / "whole", HERE)
    assert len(read(tmp_path / "whole")) == Compare(plan).units()

    stopped = 0

    def stop(_: object) -> None:
        nonlocal stopped
        stopped += 1
        if stopped in (4, 9, 15):
            raise KeyboardInterrupt

    verdict = None
    while verdict is None:
        try:
            verdict = tune(plan, tmp_path / "parts", HERE, stop)
        except KeyboardInterrupt:
            pass
    assert stopped >= 15
    assert (verdict.weights, verdict.result) == (whole.weights, whole.result)
    assert read(tmp_path / "parts").to_pylist() == read(tmp_path / "whole").to_pylist()


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "t")
    command = ["tournament", "tictactoe", "random", "ab:depth=2", "--games", "8", "--unit", "3"]
    assert main([*command, "--out", out, "--address", "none", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["games"] == 8 and len(said["ratings"]) == 2
    assert main([*command, "--out", out, "--seed", "2", "--address", "none"]) == 2
    assert "holds another job" in capsys.readouterr().err
    assert main([*command, "--address", "none"]) == 2
    assert "--out FOLDER" in capsys.readouterr().err
    refused = {
        ("verify", "chesss"): "chess",
        ("tournament", "tictactoe", "random"): "at least two engines",
        ("tournament", "tictactoe", "random", "cmd:x"): "only engines of takeback",
        ("selfplay", "tictactoe", "--engine", "nobody"): "nobody",
        ("selfplay", "tictactoe", "--unit", "0"): "at least one game",
        ("selfplay", "tictactoe", "--depth", "0"): "--depth must be at least 1",
        ("tune", "tictactoe"): "no evaluator with named weights",
    }
    for words, text in refused.items():
        status = main([*words, "--out", str(tmp_path / "no"), "--address", "none"])
        assert (status, text in capsys.readouterr().err) == (2, True), words


@pytest.mark.parametrize("name", ["takeback.cluster", "takeback.cluster.options"])
def test_docstrings_run(name: str) -> None:
    done = doctest.testmod(importlib.import_module(name))
    assert done.failed == 0 and done.attempted > 0


def test_the_stubs_say_what_is_there() -> None:
    stub = (Path(takeback.__file__).parent / "_takeback.pyi").read_text()
    for kind in (native.Tournament, native.Book, native.Selfplay, native.Tuning):
        body = re.split(r"\n(?=\S)", stub.split(f"class {kind.__name__}:")[1])[0]
        said = {one for one in re.findall(r"def (\w+)\(", body) if not one.startswith("__")}
        assert said == {one for one in vars(kind) if not one.startswith("__")}, kind


def test_what_makes_no_unit_is_refused() -> None:
    with pytest.raises(ClusterError, match="at least one game"):
        Tournament({**PLAN, "unit": 0})
    with pytest.raises(ValueError, match="there are no such"):
        Tournament(PLAN).native.columns(28, 3)
    with pytest.raises(ValueError, match="this game has . weights"):
        plan = {"game": "connect4", "engine": "ab:depth=1", "games": 2, "verdict": 2}
        Compare(plan).native.compare(([1], [1]), 0, 0, 1)
