"""Matches, self-play as tables, training."""

from __future__ import annotations

from pathlib import Path

import pytest

import takeback


def test_a_match_has_its_games() -> None:
    result = takeback.match("connect4", "ab:depth=4", "random", games=8, seed=2, record=True)
    assert result["games"] == 8 == result["wins"] + result["draws"] + result["losses"]
    assert result["score"]["low"] <= result["score"]["mid"] <= result["score"]["high"]
    assert [game["number"] for game in result["played"]] == list(range(8))
    for played in result["played"]:
        state = takeback.load("connect4").start(played["start"])
        for move in played["moves"]:
            state.play(move)
        assert state.is_over and state.returns() == played["results"]


def test_a_seed_is_the_same_match() -> None:
    def moves(threads: int, seed: int) -> list[list[str]]:
        result = takeback.match(
            "othello", "mcts:iterations=20", "random", games=4, seed=seed, threads=threads,
            record=True,
        )  # fmt: skip
        return [game["moves"] for game in result["played"]]

    assert moves(1, 5) == moves(2, 5)
    assert moves(1, 5) != moves(1, 6)


def test_selfplay_is_a_table_and_a_file(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "games.parquet"
    table = takeback.selfplay("connect4", "ab:depth=2", games=5, seed=4, out=out)
    assert table is not None and table.num_rows > 20
    assert arrow.read_table(out).equals(table)
    again = takeback.selfplay("connect4", "ab:depth=2", games=5, seed=4, threads=2)
    assert again is not None and again.equals(table)
    for row in table.slice(0, 10).to_pylist():
        state = takeback.load("connect4").start(row["position"])
        assert row["move"] in state.legal_moves() and state.turn == row["seat"]


def test_what_was_learned_plays(tmp_path: Path) -> None:
    rows = tmp_path / "rows"
    takeback.selfplay("connect4", "ab:depth=2", games=40, opening=3, seed=1, rows=rows)
    done = takeback.train(
        "connect4", rows, tmp_path / "four.net", hidden=32, dense=8, epochs=2, keep=4
    )
    assert done["positions"] > 100 and len(done["epochs"]) == 2
    report = takeback.engine(f"ab:depth=2,net={tmp_path / 'four.net'}").think(
        takeback.load("connect4").start()
    )
    assert report.depth == 2
