"""Whatever comes in: an exception with a sentence, the state as it was, the interpreter
alive."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import takeback


@pytest.mark.parametrize(
    "bad", ["", "z9", "aa", "d\0", "é" * 1000, -1, 64, 3, 2**31, 2**63, 2**70, 1.5, None, [], b"d"]
)
def test_moves_that_are_none(bad: Any) -> None:
    state = takeback.load("connect4").start()
    state.play("d")
    told = state.json()
    with pytest.raises((takeback.IllegalMove, TypeError)) as raised:
        state.play(bad)
    assert str(raised.value)
    assert state.json() == told


def test_a_finished_game_takes_no_move() -> None:
    state = takeback.load("connect4").start()
    for move in "ababab" + "a":
        state.play(move)
    assert state.is_over and state.returns() == [1.0, -1.0]
    for bad in ("a", 3):
        with pytest.raises(takeback.GameOver, match="the game is over"):
            state.play(bad)
    with pytest.raises(takeback.GameOver):
        state.play_random(1)
    state.undo()
    assert not state.is_over


def test_names_and_positions() -> None:
    with pytest.raises(takeback.UnknownGame, match="known games"):
        takeback.load("conect4")
    with pytest.raises(takeback.UnknownGame, match="known variants"):
        takeback.load("connect4:9x9")
    game = takeback.load("connect4")
    with pytest.raises(takeback.BadPosition):
        game.start("no position")
    with pytest.raises(takeback.TakebackError, match="not both"):
        game.start("x", seed=1)
    with pytest.raises(takeback.TakebackError, match="depth"):
        game.perft(0)


def test_seats_and_sizes() -> None:
    state = takeback.load("connect4").start()
    for ask in (state.tensor, state.observation, state.information_state, state.svg):
        with pytest.raises(takeback.TakebackError, match="no seat 2"):
            ask(2)
    with pytest.raises(takeback.TakebackError, match="size"):
        state.svg(size=1e9)
    with pytest.raises(OverflowError):
        state.tensor(-1)
    with pytest.raises(takeback.IllegalMove):
        state.play_round({0: "a", 1: "b"})
    with pytest.raises(takeback.IllegalMove):
        state.action_text(63)


def test_engines() -> None:
    state = takeback.load("connect4").start()
    with pytest.raises(takeback.EngineError, match="did you mean"):
        takeback.engine("ab:dept=3").think(state)
    with pytest.raises(takeback.EngineError):
        takeback.engine("nobody").think(state)
    with pytest.raises(takeback.EngineError):
        takeback.engine("ab:depth=").think(state)
    with pytest.raises(takeback.TakebackError, match="seconds"):
        takeback.engine("ab").think(state, time=-1)
    for move in "abababa":
        state.play(move)
    with pytest.raises(takeback.EngineError):
        takeback.engine("ab").think(state)
    with pytest.raises(TypeError):
        takeback.engine("ab").think("a state")  # type: ignore[arg-type]


def test_batches() -> None:
    with pytest.raises(takeback.TakebackError, match="1 to"):
        takeback.Batch("connect4", 0)
    batch = takeback.Batch("connect4", 4)
    before = [batch.position(game) for game in range(4)]
    with pytest.raises(takeback.TakebackError, match="3 actions for 4 games"):
        batch.step(np.zeros(3, np.int64))
    with pytest.raises(takeback.IllegalMove, match="game 2"):
        batch.step(np.array([0, 7, 63, 14]))
    assert [batch.position(game) for game in range(4)] == before
    with pytest.raises(TypeError):
        batch.step(np.zeros(4, np.float32))  # type: ignore[arg-type]
    with pytest.raises(takeback.TakebackError, match="booleans"):
        batch.reset(np.zeros(3, bool))
    with pytest.raises(takeback.TakebackError):
        batch.position(4)


def test_matches() -> None:
    with pytest.raises(takeback.TakebackError):
        takeback.match("connect4", "nobody", "random")
    with pytest.raises(takeback.TakebackError, match="engines of takeback"):
        takeback.match("connect4", "cmd:false", "random")
    with pytest.raises(takeback.UnknownGame):
        takeback.match("checkers", "random", "random")
    with pytest.raises(takeback.TakebackError, match="features"):
        takeback.train("tictactoe", "/nowhere", "/nowhere/net")


def test_more_than_there_is_memory_for() -> None:
    state = takeback.load("connect4").start()
    huge = "ab:depth=2,tt=1048576"
    with pytest.raises(MemoryError, match="1048576 MiB"):
        takeback.engine(huge).think(state)
    with pytest.raises(MemoryError):
        takeback.match("connect4", huge, "random", games=2)
    with pytest.raises(MemoryError):
        takeback.selfplay("connect4", huge, games=2)
    assert takeback.engine("ab:depth=2").think(state).best in state.legal_moves()


def test_more_threads_than_anybody_has() -> None:
    game = takeback.load("tictactoe")
    assert game.verify(plies=500, threads=2**40)["failure"] is None
    assert len(game.perft(2, threads=2**40)) == 9


def test_what_is_no_game() -> None:
    for ask in (
        lambda bad: takeback.Batch(bad, 2),
        lambda bad: takeback.match(bad, "random", "random"),
        lambda bad: takeback.selfplay(bad, "random"),
        lambda bad: takeback.train(bad, "rows", "net"),
    ):
        for bad in (None, 5, b"connect4"):
            with pytest.raises(TypeError, match="a game or its name"):
                ask(bad)


def test_training(tmp_path: Path) -> None:
    rows, out = tmp_path / "rows", tmp_path / "net"
    takeback.selfplay("connect4", "ab:depth=1", games=40, rows=rows)
    for bad in (
        {"hidden": 33}, {"dense": 7}, {"epochs": 0}, {"batch": 0}, {"rate": float("nan")},
        {"lam": 2.0}, {"threads": -1}, {"hiden": 32},
    ):  # fmt: skip
        with pytest.raises((takeback.TakebackError, OverflowError, TypeError)) as raised:
            takeback.train("connect4", rows, out, **bad)
        assert str(raised.value), bad
    for data in (tmp_path / "nowhere", Path(__file__), []):
        with pytest.raises(takeback.TakebackError):
            takeback.train("connect4", data, out)
    with pytest.raises(takeback.TakebackError, match="holds"):
        takeback.train("othello", rows, out)
    assert not out.exists()
