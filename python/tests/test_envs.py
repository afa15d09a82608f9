"""PettingZoo's own tests for every game and variant, Gymnasium's vector environment."""

from __future__ import annotations

import contextlib
import io
import warnings

import numpy as np
import pytest

import takeback
from takeback.gymnasium import SeatVectorEnv
from takeback.pettingzoo import env, parallel_env

test = pytest.importorskip("pettingzoo.test")


def quietly(check: object, subject: object, cycles: int) -> None:
    """Their tests print and warn about what is a matter of taste."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        check(subject, num_cycles=cycles)  # type: ignore[operator]


def test_one_after_the_other(game: takeback.Game) -> None:
    quietly(test.api_test, env(game, max_moves=300), 40)


def test_all_at_once(game: takeback.Game) -> None:
    quietly(test.parallel_api_test, parallel_env(game, max_moves=300), 40)


def test_seeds_decide_everything() -> None:
    def play(seed: int) -> list[str]:
        pig = env("pig")
        pig.reset(seed=seed)
        pig.action_space("player_0").seed(3)
        for _ in range(30):
            observation, _, over, cut, _ = pig.last()
            if over or cut:
                break
            pig.step(int(np.flatnonzero(observation["action_mask"])[0]))
        return pig.state_.history

    assert play(1) == play(1)
    assert play(1) != play(2)


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    four = env("connect4")
    four.reset()
    with pytest.raises(takeback.IllegalMove):
        four.step(63)
    four.step(int(np.flatnonzero(four.last()[0]["action_mask"])[3]))
    assert four.agent_selection == "player_1"


def test_rewards_come_at_the_end() -> None:
    four = env("connect4")
    four.reset()
    for move in "abababa":
        assert not any(four.terminations.values())
        four.step(four.state_.action_of(move))
    assert four.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(four.terminations.values())


@pytest.mark.parametrize("name", ["connect4", "pig", "gofish", "tron"])
def test_many_games_for_one_seat(name: str) -> None:
    envs = SeatVectorEnv(name, 12, seat=1, seed=5)
    luck = np.random.default_rng(1)
    seen, _ = envs.reset(seed=5)
    ended = 0
    for _ in range(120):
        masks = seen["action_mask"]
        actions = (luck.random(masks.shape) * masks).argmax(axis=1)
        seen, rewards, over, cut, _ = envs.step(actions)
        assert seen["observation"].shape == (12, envs.game.observation_size)
        assert (rewards[~over] == 0).all() and not cut.any()
        assert (seen["action_mask"][~over].sum(axis=1) > 0).all()
        ended += int(over.sum())
    assert ended > 12
