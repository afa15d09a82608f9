"""Games written in Python, under every search and under the verifier."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypedDict, cast

from ._rules import Store
from ._takeback import Game, InternalError, TakebackError, from_store


class Rules(Protocol):
    """What rules must have. Besides these, either ``make(state, move)`` (returns
    whatever ``unmake(state, move, token)`` needs) with ``unmake``, or
    ``apply(state, move)``, which returns a new state and leaves the old one alone.

    Optional: ``clone(state)`` (else a deep copy), ``weight(state, outcome)`` of chance,
    ``key(state)`` and ``key_from_scratch(state)``, ``compare(state)`` (what equality
    means; else all fields), ``evaluate(state, player)``, ``observe(state, player)`` and
    ``redeal(state, viewer, random)`` where something is hidden (a state that the viewer
    cannot tell from this one, by nothing but the luck given), ``text(state)``,
    ``move_text(move)``; and the attributes ``name``, ``zero_sum`` (False for two players
    whose results do not cancel), ``dead_ends``.
    """

    players: int

    def start(self) -> Any:
        """The state where games begin."""

    def turn(self, state: Any) -> int | str | None:
        """The seat in turn, ``"chance"``, or None when the game is over."""

    def moves(self, state: Any) -> Iterable[Any]:
        """The legal moves, in an order that depends on the state alone: numbers,
        strings, or anything whose ``str`` tells it apart."""

    def payoff(self, state: Any, player: int) -> float:
        """The result of a finished game, from -1 to 1."""


class Failure(TypedDict):
    """A broken law with the shortest line found that breaks it."""

    law: str
    line: list[str]
    detail: str
    found_at: int
    seed: int
    text: str


class Verdict(TypedDict):
    """What a walk for broken laws found."""

    plies: int
    games: int
    failure: Failure | None


def from_rules(rules: Rules) -> Game:
    """A game of your own rules, for every search, match and environment.

    >>> import takeback
    >>> class Nim:
    ...     players = 2
    ...     def start(self):
    ...         return {"heap": 5, "next": 0}
    ...     def turn(self, state):
    ...         return None if state["heap"] == 0 else state["next"]
    ...     def moves(self, state):
    ...         return range(1, min(3, state["heap"]) + 1)
    ...     def make(self, state, take):
    ...         state["heap"] -= take
    ...         state["next"] = 1 - state["next"]
    ...     def unmake(self, state, take, token):
    ...         state["next"] = 1 - state["next"]
    ...         state["heap"] += take
    ...     def payoff(self, state, player):
    ...         return -1 if state["next"] == player else 1
    >>> nim = takeback.from_rules(Nim())
    >>> takeback.engine("ab").think(nim.start()).best
    '1'
    >>> takeback.verify(Nim(), plies=300)["failure"] is None
    True
    >>> class Forgetful(Nim):
    ...     def unmake(self, state, take, token):
    ...         state["heap"] += take
    >>> failure = takeback.verify(Forgetful(), plies=300)["failure"]
    >>> failure["law"], failure["line"]
    ('position after taking back', ['1'])
    """
    store = Store(rules)
    return from_store(store, str(getattr(rules, "name", type(rules).__name__)))


def verify(
    game: Game | Rules,
    *,
    plies: int = 20_000,
    seconds: float | None = None,
    seed: int = 1,
    threads: int = 1,
) -> Verdict:
    """Walk through a game for broken laws: wrong undo, wrong keys, lists that depend on
    more than the position, hidden facts that show. The line that breaks one is shrunk;
    ``failure`` is None when all held. What a rule raises is a broken law too.

    >>> import takeback
    >>> takeback.verify(takeback.load("hex"), plies=2_000)["failure"] is None
    True
    """
    if isinstance(game, Game):
        verdict = game.verify(plies=plies, seconds=seconds, seed=seed, threads=threads)
        return cast(Verdict, verdict)
    store = Store(game)
    store.strict = True
    name = str(getattr(game, "name", type(game).__name__))
    try:
        subject = from_store(store, name)
        return cast(Verdict, subject.verify(plies=plies, seconds=seconds, seed=seed))
    except (TakebackError, InternalError):
        # Rules that cannot even be copied can be neither walked through nor shrunk.
        if store.last is not None:
            raise store.last from None
        raise
