"""Our games in the shape of OpenSpiel, so that its Python algorithms run on them
unchanged; needs ``open_spiel``.

>>> import takeback.openspiel as spiel
>>> game = spiel.load_game("kuhn")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), [state.action_to_string(a) for a, _ in state.chance_outcomes()]
(True, ['J', 'Q', 'K'])
>>> from open_spiel.python.algorithms import cfr
>>> solver = cfr.CFRSolver(game)
>>> for _ in range(20):
...     solver.evaluate_and_update_policy()

States are shaped, not derived: what OpenSpiel does in C++ (`pyspiel.TabularBestResponse`
and the like) wants its own games. Utilities are the game's points where it is played for
points (chips of poker), else -1 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from ._takeback import Game, IllegalMove, State, load

CHANCE = int(pyspiel.PlayerId.CHANCE)
SIMULTANEOUS = int(pyspiel.PlayerId.SIMULTANEOUS)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)


class SpielGame:
    """A game of ours with the methods of `pyspiel.Game`."""

    def __init__(self, game: Game | str, *, sequential: bool = True) -> None:
        """`sequential` plays rounds together as silent commitments in order of seats,
        which is what OpenSpiel's tree algorithms want; otherwise such a round is a
        simultaneous node."""
        self.game = load(game) if isinstance(game, str) else game
        self.sequential = sequential
        self.for_points = self.game.unit != "wins" and "scored" in self.game.capabilities
        self._most = self._most_points() if self.for_points else 1.0

    def _most_points(self) -> float:
        # What a game pays at most is not told; a bound that holds for every game of points.
        return 1000.0

    def new_initial_state(self) -> SpielState:
        return SpielState(self, self.game.start(), [])

    def new_initial_states(self) -> list[SpielState]:
        return [self.new_initial_state()]

    def num_players(self) -> int:
        return self.game.players

    def num_distinct_actions(self) -> int:
        return self.game.actions

    def policy_tensor_shape(self) -> list[int]:
        return [self.game.actions]

    def max_chance_outcomes(self) -> int:
        return self.game.actions

    def max_utility(self) -> float:
        return self._most

    def min_utility(self) -> float:
        return -self._most

    def utility_sum(self) -> float | None:
        return 0.0 if self._is_zero_sum() else None

    def max_game_length(self) -> int:
        return 100_000

    def information_state_tensor_size(self) -> int:
        return self.game.observation_size

    def information_state_tensor_shape(self) -> list[int]:
        return [self.game.observation_size]

    def observation_tensor_size(self) -> int:
        return self.game.observation_size

    def observation_tensor_shape(self) -> list[int]:
        return [self.game.observation_size]

    def get_parameters(self) -> dict[str, Any]:
        return {}

    def to_string(self) -> str:
        return f"takeback({self.game.name})"

    def _is_zero_sum(self) -> bool:
        return "zero_sum" in self.game.capabilities

    def _has_chance(self) -> bool:
        state = self.game.start()
        for seed in range(60):
            if state.phase == "chance":
                return True
            if state.is_over:
                return False
            state.play_random(seed)
        return False

    def get_type(self) -> Any:
        """The attributes that algorithms ask for."""
        kinds = pyspiel.GameType
        together = self.game.start().phase == "together"
        return kinds(
            short_name=f"takeback_{self.game.name}",
            long_name=self.game.title,
            dynamics=kinds.Dynamics.SIMULTANEOUS
            if together and not self.sequential
            else kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC
            if self._has_chance()
            else kinds.ChanceMode.DETERMINISTIC,
            information=kinds.Information.IMPERFECT_INFORMATION
            if self.game.hides or together
            else kinds.Information.PERFECT_INFORMATION,
            utility=kinds.Utility.ZERO_SUM if self._is_zero_sum() else kinds.Utility.GENERAL_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=self.game.players,
            min_num_players=self.game.players,
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )

    def __repr__(self) -> str:
        return self.to_string()

    __str__ = __repr__


class SpielState:
    """A state of ours with the methods of `pyspiel.State`."""

    def __init__(self, game: SpielGame, state: State, past: list[tuple[int, int]]) -> None:
        self._game = game
        self.state = state
        #: Who chose what.
        self._past = past

    # Whose turn

    def current_player(self) -> int:
        phase = self.state.phase
        if phase == "chance":
            return CHANCE
        if phase == "over":
            return TERMINAL
        if phase == "together" and not self._game.sequential:
            return SIMULTANEOUS
        return self.state.turn or 0

    def is_terminal(self) -> bool:
        return self.state.is_over

    def is_chance_node(self) -> bool:
        return self.state.phase == "chance"

    def is_simultaneous_node(self) -> bool:
        return self.current_player() == SIMULTANEOUS

    def is_player_node(self) -> bool:
        return self.current_player() >= 0

    def is_mean_field_node(self) -> bool:
        return False

    def is_initial_state(self) -> bool:
        return not self._past

    # Actions

    def legal_actions(self, player: int | None = None) -> list[int]:
        if self.state.is_over:
            return []
        if player is None or player == self.current_player():
            return sorted(self.state.legal_actions())
        if player == CHANCE or not self.is_simultaneous_node():
            return []
        return sorted(self.state.legal_actions(player))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        mask = [0] * self._game.game.actions
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.state.chance_actions()

    def apply_action(self, action: int) -> None:
        player = self.current_player()
        self.state.play(action)
        self._past.append((player, int(action)))

    def apply_action_with_legality_check(self, action: int) -> None:
        self.apply_action(action)

    def apply_actions(self, actions: Sequence[int]) -> None:
        self.state.play_round({seat: actions[seat] for seat in self.state.deciders})
        self._past.extend(enumerate(int(action) for action in actions))

    def undo_action(self, player: int, action: int) -> None:
        if not self._past or self._past[-1] != (player, int(action)):
            raise IllegalMove(f"{action} of player {player} was not the last action")
        self._past.pop()
        self.state.undo()

    def child(self, action: int) -> SpielState:
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self) -> SpielState:
        return SpielState(self._game, self.state.clone(), self._past[:])

    def action_to_string(self, *args: int) -> str:
        """Of an action, or of a player's action."""
        *player, action = args
        if player and player[0] >= 0 and self.is_simultaneous_node():
            return self.state.action_text(action, player[0])
        return self.state.action_text(action)

    def string_to_action(self, *args: Any) -> int:
        return self.state.action_of(args[-1])

    # Results

    def returns(self) -> list[float]:
        if self._game.for_points:
            points = self.state.points()
            if points is not None:
                return [float(one) for one in points]
        return self.state.returns()

    def rewards(self) -> list[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        return self.returns()[player]

    # What players know

    def _viewer(self, player: int | None) -> int:
        return max(self.current_player(), 0) if player is None else player

    def information_state_string(self, player: int | None = None) -> str:
        return self.state.information_state(self._viewer(player))

    def observation_string(self, player: int | None = None) -> str:
        return self.state.information_state(self._viewer(player))

    def information_state_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        return self.state.tensor(self._viewer(player))

    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        return self.state.tensor(self._viewer(player))

    # The past

    def history(self) -> list[int]:
        return [action for _, action in self._past]

    def full_history(self) -> list[tuple[int, int]]:
        return self._past[:]

    def history_str(self) -> str:
        return ", ".join(str(action) for action in self.history())

    def move_number(self) -> int:
        return len(self._past)

    def num_players(self) -> int:
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def get_game(self) -> SpielGame:
        return self._game

    def serialize(self) -> str:
        return self.state.position

    def to_string(self) -> str:
        return self.state.position

    def __str__(self) -> str:
        return self.state.position

    def __repr__(self) -> str:
        return self.state.position


def load_game(name: Game | str, **options: Any) -> SpielGame:
    """One of our games in OpenSpiel's shape."""
    return SpielGame(name, **options)
