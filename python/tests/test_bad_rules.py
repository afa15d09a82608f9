"""Rules written in Python that raise or answer nonsense: an exception with a sentence
where they were called, the state as it was, and everything usable afterwards."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import takeback


class Nim:
    """Take one to three; who takes the last one wins. While `answer` is set, the rule of
    that name answers with it."""

    players = 2
    answer: tuple[str, Callable[[], Any]] | None = None

    def start(self) -> Any:
        return [7, 0]

    def turn(self, state: Any) -> Any:
        return None if state[0] == 0 else state[1]

    def moves(self, state: Any) -> Any:
        return list(range(1, min(3, state[0]) + 1))

    def make(self, state: Any, take: int) -> Any:
        state[0] -= take
        state[1] ^= 1

    def unmake(self, state: Any, take: int, token: Any) -> None:
        state[1] ^= 1
        state[0] += take

    def payoff(self, state: Any, player: int) -> Any:
        return -1.0 if state[1] == player else 1.0

    def evaluate(self, state: Any, player: int) -> Any:
        return 0

    def key(self, state: Any) -> Any:
        return 2 * state[0] + state[1]

    def clone(self, state: Any) -> Any:
        return list(state)

    def compare(self, state: Any) -> Any:
        return list(state)

    def text(self, state: Any) -> Any:
        return f"{state[0]} left"

    def move_text(self, move: Any) -> Any:
        return str(move)

    def __getattribute__(self, name: str) -> Any:
        answer = object.__getattribute__(self, "answer")
        if answer is not None and answer[0] == name:
            return lambda *_: answer[1]()
        return object.__getattribute__(self, name)


RULES = [
    "turn", "moves", "make", "unmake", "payoff", "evaluate", "key", "clone", "compare", "text",
    "move_text",
]  # fmt: skip


def endless() -> Any:
    return endless()


def raising(error: BaseException) -> Callable[[], Any]:
    def fail() -> Any:
        raise error

    return fail


RAISES: dict[str, Callable[[], Any]] = {
    "an exception": raising(RuntimeError("the dog ate it")),
    "SystemExit": raising(SystemExit("the dog left")),
    "KeyboardInterrupt": raising(KeyboardInterrupt("the dog barked")),
    "StopIteration": raising(StopIteration("no more dogs")),
    "endless recursion": endless,
}

NONSENSE: dict[str, list[Any]] = {
    "turn": ["x", 5, -1, 1.5, [], 2**70],
    "moves": [None, 5, [None, None], [2**70], [float("nan")], ["\ud800"]],
    "payoff": [float("nan"), float("inf"), None, "x", 5.0, 10**400],
    "evaluate": [float("nan"), float("inf"), None, "x", 2**70, -(2**70)],
    "key": [None, -1, 2**70, "x", 1.5, "\ud800"],
    "clone": [None, 5],
    "compare": [None, "\ud800"],
    "text": [None, 5, "\ud800"],
    "move_text": [None, "", "\ud800"],
    "make": [5],
    "unmake": [5],
}


def everything(game: takeback.Game, state: takeback.State, rules: Nim) -> dict[str, Any]:
    """All that calls rules."""
    return {
        "play": lambda: state.play("1"),
        "play a number": lambda: state.play(1),
        "undo": state.undo,
        "legal_moves": state.legal_moves,
        "json": state.json,
        "tensor": state.tensor,
        "svg": state.svg,
        "key": lambda: state.key,
        "clone": state.clone,
        "equality": lambda: state == state.clone(),
        "start": game.start,
        "ab": lambda: takeback.engine("ab", game).think(state, depth=3),
        "mcts": lambda: takeback.engine("mcts", game).think(state, iterations=3),
        "match": lambda: takeback.match(game, "ab:depth=2", "random", games=2, opening=0, longest=40),
        "batch": lambda: takeback.Batch(game, 2).playouts(longest=40),
        "steps": lambda: takeback.Batch(game, 2).step_random(),
        "verify": lambda: takeback.verify(rules, plies=60),  # type: ignore[arg-type]
    }


def tried(rule: str, answer: Callable[[], Any]) -> None:
    rules = Nim()
    game: takeback.Game = takeback.from_rules(rules)  # type: ignore[arg-type]
    for name in everything(game, game.start(), rules):
        state = game.start()
        state.play("2")
        told, untouched = state.json(), name not in ("play", "play a number", "undo")
        raised: BaseException | None = None
        rules.answer = (rule, answer)
        try:
            everything(game, state, rules)[name]()
        except BaseException as error:  # noqa: BLE001 (SystemExit too is what is tried)
            raised = error
        finally:
            rules.answer = None
        where = f"{rule}, {name}: {raised!r}"
        assert not isinstance(raised, takeback.InternalError), where
        assert raised is None or type(raised).__name__ != "PanicException", where
        if raised is not None:
            assert str(raised), where
        if untouched or raised is not None:
            assert state.json() == told, where
        assert takeback.engine("ab", game).think(state).best in state.legal_moves(), where


@pytest.mark.parametrize("what", RAISES)
@pytest.mark.parametrize("rule", RULES)
def test_rules_that_raise(rule: str, what: str) -> None:
    tried(rule, RAISES[what])


@pytest.mark.parametrize("rule", NONSENSE)
def test_rules_that_answer_nonsense(rule: str) -> None:
    for value in NONSENSE[rule]:
        tried(rule, lambda value=value: value)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("rule", "value", "sentence"),
    [
        ("payoff", float("nan"), "payoff says nan for player 0, which is not from -1 to 1"),
        ("payoff", 5, "payoff says 5.0 for player 0"),
        ("turn", 5, "turn says 5, which is neither a seat below 2"),
    ],
)
def test_nonsense_is_named(rule: str, value: Any, sentence: str) -> None:
    rules = Nim()
    state = takeback.from_rules(rules).start()  # type: ignore[arg-type]
    for move in ("3", "3", "1"):
        state.play(move)
    rules.answer = (rule, lambda: value)
    with pytest.raises(ValueError, match=sentence):
        state.returns()


def test_weights_are_whole_numbers() -> None:
    class Coin(Nim):
        def turn(self, state: Any) -> Any:
            return "chance" if state[0] == 7 else super().turn(state)

        def weight(self, state: Any, outcome: Any) -> Any:
            return 0.5

    state = takeback.from_rules(Coin()).start()  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="weight says 0.5, but weights are whole numbers"):
        state.chance_outcomes()


class Tiring(Nim):
    """Nim that can make so many moves and no more."""

    strength = 10**9

    def make(self, state: Any, take: int) -> Any:
        self.strength -= 1
        if self.strength < 0:
            raise RuntimeError("the dog ate it")
        super().make(state, take)


def test_a_batch_whose_rules_raise_is_as_it_was() -> None:
    rules = Tiring()
    batch = takeback.Batch(takeback.from_rules(rules), 3)  # type: ignore[arg-type]
    twin = takeback.Batch(takeback.from_rules(Nim()), 3)  # type: ignore[arg-type]
    batch.step_random()
    twin.step_random()
    actions = batch.masks().argmax(axis=1).astype(np.int64)
    for step in (batch.step_random, lambda: batch.step(actions)):
        # Two games have moved when the third raises.
        rules.strength = 2
        with pytest.raises(RuntimeError, match="the dog ate it"):
            step()
        rules.strength = 10**9
        assert batch.plies().tolist() == twin.plies().tolist() == [1, 1, 1]
        assert [batch.position(i) for i in range(3)] == [twin.position(i) for i in range(3)]
    batch.step_random()
    twin.step_random()
    assert [batch.position(i) for i in range(3)] == [twin.position(i) for i in range(3)]


def test_states_of_rules_travel() -> None:
    state = takeback.from_rules(Nim()).start()  # type: ignore[arg-type]
    state.play("2")
    other = pickle.loads(pickle.dumps(state))
    assert other.json() == state.json() and other.history == ["2"]
    other.undo()
    assert len(other) == 0 and len(state) == 1
