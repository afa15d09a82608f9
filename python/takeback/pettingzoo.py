"""PettingZoo environments of every game: `AECEnv` (one decision after the other, what
most games are) and `ParallelEnv` (rounds played together).

>>> from takeback.pettingzoo import env
>>> connect = env("connect4")
>>> connect.reset(seed=1)
>>> observation, reward, termination, truncation, info = connect.last()
>>> int(observation["action_mask"].sum()), connect.agent_selection
(7, 'player_0')
"""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from ._takeback import Game, State, load


def _settle(state: State, luck: random.Random) -> None:
    """Let chance decide until somebody else does."""
    while state.phase == "chance":
        state.play_random(luck.getrandbits(64))


class _Common:
    """What both sorts have: spaces, observations, pictures."""

    metadata: dict[str, Any]
    game: Game
    state_: State
    possible_agents: list[str]
    render_mode: str | None

    def _set_up(self, game: Game | str, render_mode: str | None, kind: str, extra: int) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.metadata = {
            "name": f"takeback_{self.game.name.replace(':', '_')}_{kind}",
            "render_modes": ["ansi", "svg"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.state_ = self.game.start()
        box, actions = gymnasium.spaces.Box, self.game.actions + extra
        # One space for each agent: each has a stream of luck of its own.
        self._done = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        self._seen = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": box(-np.inf, np.inf, (self.game.observation_size,), np.float32),
                    "action_mask": box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self._seen[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self._done[agent]

    def _begin(self, seed: int | None) -> random.Random:
        luck = random.Random(seed)
        self.state_ = self.game.start(seed=luck.getrandbits(63))
        _settle(self.state_, luck)
        return luck

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self.state_.svg()
        return str(self.state_) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""


class TurnEnv(_Common, AECEnv):  # type: ignore[misc]
    """One decision after the other. Actions are the numbers of
    `State.legal_actions`; one that the mask forbids raises `IllegalMove` and changes
    nothing. Rewards come at the end: -1 to 1 for each seat. A round played together is
    a run of silent commitments in order of seats."""

    def __init__(
        self, game: Game | str, *, max_moves: int = 100_000, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self._set_up(game, render_mode, "aec", 0)
        self.max_moves = max_moves
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._luck = self._begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.state_.turn or 0]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        seat = self.possible_agents.index(agent)
        is_turn = self.state_.turn == seat
        mask = self.state_.action_mask() if is_turn else np.zeros(self.game.actions, np.int8)
        return {"observation": self.state_.tensor(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to choose an action")
        self.state_.play(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        _settle(self.state_, self._luck)
        turn = self.state_.turn
        if turn is None:
            returns = self.state_.returns()
            self.rewards = dict(zip(self.possible_agents, returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif len(self.state_) >= self.max_moves or not self.state_.legal_actions():
            self.truncations = dict.fromkeys(self.agents, True)
        seats = self.possible_agents
        following = seats[(seats.index(agent) + 1) % len(seats)] if turn is None else seats[turn]
        self.agent_selection = following
        self._accumulate_rewards()


class RoundEnv(_Common, ParallelEnv):  # type: ignore[misc]
    """All agents act at once. Those who owe a decision choose by the numbers of
    `State.legal_actions(seat)`; the others wait, which is the last action."""

    def __init__(
        self, game: Game | str, *, max_moves: int = 100_000, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self._set_up(game, render_mode, "parallel", 1)
        self.max_moves = max_moves
        self.agents: list[str] = []

    @property
    def wait(self) -> int:
        """The action of those who owe no decision."""
        return self.game.actions

    def _observations(self) -> dict[str, dict[str, NDArray[Any]]]:
        deciders = set(self.state_.deciders)
        seen: dict[str, dict[str, NDArray[Any]]] = {}
        for agent in self.agents:
            seat = self.possible_agents.index(agent)
            mask = np.zeros(self.game.actions + 1, np.int8)
            if seat in deciders:
                mask[:-1] = self.state_.action_mask(seat)
            else:
                mask[-1] = 1
            seen[agent] = {"observation": self.state_.tensor(seat), "action_mask": mask}
        return seen

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self._luck = self._begin(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        agents = self.agents
        deciders = self.state_.deciders
        choices = {seat: int(actions[self.possible_agents[seat]]) for seat in deciders}
        if len(choices) == 1:
            self.state_.play(choices[deciders[0]])
        else:
            self.state_.play_round(choices)
        _settle(self.state_, self._luck)
        over = self.state_.is_over
        stuck = not over and not self.state_.legal_actions()
        cut = not over and (stuck or len(self.state_) >= self.max_moves)
        returns = self.state_.returns()
        rewards = {a: returns[self.possible_agents.index(a)] for a in agents}
        observations = self._observations()
        infos: dict[str, Any] = {agent: {} for agent in agents}
        if over or cut:
            self.agents = []
        return (
            observations,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )


def env(game: Game | str, **options: Any) -> TurnEnv:
    """The AEC environment of a game."""
    return TurnEnv(game, **options)


def parallel_env(game: Game | str, **options: Any) -> RoundEnv:
    """The parallel environment of a game."""
    return RoundEnv(game, **options)
