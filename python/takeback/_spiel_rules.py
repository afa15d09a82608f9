"""OpenSpiel's games as rules of ours, so that the verifier can walk through them."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pyspiel


def offers_undo(name: str) -> bool | None:
    """Whether a game takes back its first action; None when it cannot be walked at all
    (it needs parameters, its players choose together, or it is a mean field)."""
    try:
        game = pyspiel.load_game(name)
        state = game.new_initial_state()
    except (pyspiel.SpielError, RuntimeError):
        return None
    if game.get_type().dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        return None
    if state.current_player() == pyspiel.PlayerId.MEAN_FIELD or not state.legal_actions():
        return None
    player, action = state.current_player(), state.legal_actions()[0]
    try:
        state.apply_action(action)
        state.undo_action(player, action)
    except (pyspiel.SpielError, RuntimeError):
        return False
    return True


class SpielRules:
    """The rules of one of OpenSpiel's games. A state is what OpenSpiel's own is; what is
    compared is all that it tells about itself."""

    zero_sum = False

    def __init__(self, name: str) -> None:
        self.name = name
        self.game = pyspiel.load_game(name)
        self.players = self.game.num_players()
        kind = self.game.get_type()
        self.strings = [
            field
            for field, provided in (
                ("information_state_string", kind.provides_information_state_string),
                ("observation_string", kind.provides_observation_string),
                ("information_state_tensor", kind.provides_information_state_tensor),
                ("observation_tensor", kind.provides_observation_tensor),
            )
            if provided
        ]
        most = max(abs(self.game.max_utility()), abs(self.game.min_utility()), 1e-9)
        self.scale = most if most < 1e9 else 1.0

    def start(self) -> Any:
        return self.game.new_initial_state()

    def clone(self, state: Any) -> Any:
        return state.clone()

    def turn(self, state: Any) -> int | str | None:
        if state.is_terminal():
            return None
        return "chance" if state.is_chance_node() else int(state.current_player())

    def moves(self, state: Any) -> list[int]:
        if state.is_chance_node():
            return [int(action) for action, _ in state.chance_outcomes()]
        return [int(action) for action in state.legal_actions()]

    def weight(self, state: Any, outcome: int) -> int:
        return max(1, int(round(1e6 * dict(state.chance_outcomes())[outcome])))

    def make(self, state: Any, action: int) -> int:
        player = int(state.current_player())
        state.apply_action(action)
        return player

    def unmake(self, state: Any, action: int, player: int) -> None:
        state.undo_action(player, action)

    def payoff(self, state: Any, player: int) -> float:
        # Some pay more than they announce.
        return min(1.0, max(-1.0, float(state.returns()[player]) / self.scale))

    def compare(self, state: Any) -> dict[str, Any]:
        told: dict[str, Any] = {
            "text": str(state),
            "history": list(state.history()),
            "player": int(state.current_player()),
            "terminal": state.is_terminal(),
            "returns": list(state.returns()),
        }
        if not state.is_terminal():
            told["legal"] = self.moves(state)
            if state.is_chance_node():
                told["outcomes"] = [(int(a), round(p, 9)) for a, p in state.chance_outcomes()]
        for player in range(self.players):
            for field in self.strings:
                told[f"{field}({player})"] = self._told(state, field, player)
        return told

    def _told(self, state: Any, field: str, player: int) -> Any:
        try:
            told = getattr(state, field)(player)
        except pyspiel.SpielError as error:
            # Some tell nothing at chance nodes or after the end.
            return f"raises {str(error).splitlines()[0] if str(error) else ''}"
        if isinstance(told, str):
            return told
        # Thousands of numbers: what they come to is enough to tell them apart.
        return hashlib.blake2b(np.asarray(told, np.float32).tobytes()).hexdigest()[:16]
