"""A Gymnasium vector environment over :class:`takeback.Batch`: one seat learns, the others
play at random or as a function says.

>>> import numpy as np
>>> from takeback.gymnasium import SeatVectorEnv
>>> envs = SeatVectorEnv("connect4", 16, seed=3)
>>> observations, infos = envs.reset()
>>> observations["action_mask"].shape
(16, 64)
>>> actions = observations["action_mask"].argmax(axis=1)
>>> observations, rewards, terminations, truncations, infos = envs.step(actions)
>>> rewards.shape
(16,)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._takeback import Batch, Game, load

#: Masks in, actions out: one row a game.
Opponent = Callable[[NDArray[np.uint8]], NDArray[np.int64]]


class SeatVectorEnv(VectorEnv):  # type: ignore[misc]
    """`num_envs` games side by side, stepped in threads of Rust. A finished game begins
    anew at the next step (``AutoresetMode.NEXT_STEP``). Illegal actions raise
    `IllegalMove`, and no game changes then."""

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        *,
        seat: int = 0,
        seed: int = 1,
        threads: int = 1,
        opponent: Opponent | None = None,
    ) -> None:
        super().__init__()
        self.game = load(game) if isinstance(game, str) else game
        if not 0 <= seat < self.game.players:
            raise ValueError(f"there is no seat {seat}; seats are 0 to {self.game.players - 1}")
        self.num_envs, self.seat, self.threads = num_envs, seat, threads
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.batch = Batch(self.game, num_envs, seed=seed, threads=threads)
        self.luck = np.random.default_rng(seed)
        self.opponent: Opponent = opponent or self._at_random
        box = gymnasium.spaces.Box
        self.single_action_space = gymnasium.spaces.Discrete(self.game.actions)
        self.single_observation_space = gymnasium.spaces.Dict(
            {
                "observation": box(-np.inf, np.inf, (self.game.observation_size,), np.float32),
                "action_mask": box(0, 1, (self.game.actions,), np.int8),
            }
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._over = np.zeros(num_envs, bool)

    def _at_random(self, masks: NDArray[np.uint8]) -> NDArray[np.int64]:
        keys = self.luck.random(masks.shape, dtype=np.float32) * masks
        return np.asarray(keys.argmax(axis=1), np.int64)

    def _others_play(self) -> None:
        """Let the other seats decide until it is this seat's turn everywhere."""
        while True:
            turns = self.batch.turns()
            waiting = (turns >= 0) & (turns != self.seat)
            if not waiting.any():
                return
            actions = self.opponent(self.batch.masks())
            self.batch.step(np.where(waiting, actions, -1))

    def _observed(self) -> dict[str, NDArray[Any]]:
        masks = self.batch.masks().astype(np.int8)
        return {"observation": self.batch.tensors(), "action_mask": masks}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        if seed is not None:
            self.batch = Batch(self.game, self.num_envs, seed=seed, threads=self.threads)
            self.luck = np.random.default_rng(seed)
        else:
            self.batch.reset()
        self._over[:] = False
        self._others_play()
        return self._observed(), {}

    def step(
        self, actions: Any
    ) -> tuple[
        dict[str, NDArray[Any]],
        NDArray[np.float32],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        begun = self._over.copy()
        if begun.any():
            self.batch.reset(begun)
        chosen = np.where(begun, -1, np.asarray(actions, np.int64))
        # A game that the others ended before this seat's first turn.
        chosen[self.batch.turns() < 0] = -1
        self.batch.step(chosen)
        self._others_play()
        over = self.batch.turns() < 0
        rewards = np.where(over, self.batch.returns()[:, self.seat], 0).astype(np.float32)
        self._over = over
        return self._observed(), rewards, over, np.zeros(self.num_envs, bool), {}
