"""Whatever comes in: an exception with a sentence, the state as it was, the interpreter
alive."""

from __future__ import annotations

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
