"""Games, states, engines and a verifier that take moves back exactly.

>>> import takeback
>>> game = takeback.load("connect4")
>>> state = game.start()
>>> state.legal_moves()
['a', 'b', 'c', 'd', 'e', 'f', 'g']
>>> state.play("d"); state.play("d")
>>> state.turn, len(state)
(0, 2)
>>> state.undo(); state.undo()
>>> state == game.start()
True
>>> takeback.engine("ab:depth=6").think(state).depth
6

Environments are in :mod:`takeback.pettingzoo` and :mod:`takeback.gymnasium`, the shape
of OpenSpiel in :mod:`takeback.openspiel`, games of your own in :mod:`takeback.rules`.
"""

from __future__ import annotations

# Here and not when the first array is made: that is amid the module of Rust, where an import
# that fails, or is interrupted, cannot be told properly.
import numpy as _  # noqa: F401

from ._arena import MatchResult, Played, match, selfplay, train
from ._engine import Engine, engine
from ._takeback import (
    BadPosition,
    Batch,
    EngineError,
    Game,
    GameOver,
    IllegalMove,
    InternalError,
    Report,
    State,
    TakebackError,
    UnknownGame,
    __version__,
    games,
    load,
)
from ._audit import audit_open_spiel
from .rules import Failure, Rules, Verdict, from_rules, verify

__all__ = [
    "BadPosition",
    "Batch",
    "Engine",
    "EngineError",
    "Failure",
    "Game",
    "GameOver",
    "IllegalMove",
    "InternalError",
    "MatchResult",
    "Played",
    "Report",
    "Rules",
    "State",
    "TakebackError",
    "UnknownGame",
    "Verdict",
    "__version__",
    "audit_open_spiel",
    "engine",
    "from_rules",
    "games",
    "load",
    "match",
    "selfplay",
    "train",
    "verify",
]
