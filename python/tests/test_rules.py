"""Games written in Python: under every search, and under the verifier."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

import takeback


class Subtract:
    """Take one to three; whoever takes the last wins. The state is a list."""

    players = 2
    name = "subtract"

    def __init__(self, heap: int = 7) -> None:
        self.heap = heap

    def start(self) -> Any:
        return [self.heap, 0]

    def turn(self, state: Any) -> int | str | None:
        return None if state[0] == 0 else int(state[1])

    def moves(self, state: Any) -> Any:
        return range(1, min(3, state[0]) + 1)

    def make(self, state: Any, take: int) -> Any:
        state[0] -= take
        state[1] ^= 1

    def unmake(self, state: Any, take: int, token: Any) -> None:
        state[0] += take
        state[1] ^= 1

    def payoff(self, state: Any, player: int) -> float:
        return -1.0 if state[1] == player else 1.0

    def key(self, state: Any) -> Any:
        return state[0] * 2 + state[1]


class ByCopy:
    """The same with states that are never changed."""

    players = 2

    def start(self) -> Any:
        return (7, 0)

    def turn(self, state: Any) -> int | None:
        return None if state[0] == 0 else int(state[1])

    def moves(self, state: Any) -> Any:
        return [f"take {n}" for n in range(1, min(3, state[0]) + 1)]

    def apply(self, state: Any, move: str) -> Any:
        return (state[0] - int(move[5:]), 1 - state[1])

    def payoff(self, state: Any, player: int) -> float:
        return -1.0 if state[1] == player else 1.0


def test_every_search_finds_the_win() -> None:
    for rules, best in ((Subtract(), "3"), (ByCopy(), "take 3")):
        game = takeback.from_rules(rules)
        for offer in game.engines():
            if offer["name"] == "random":
                continue
            state = game.start()
            report = takeback.engine(offer["name"], game).think(state, nodes=20_000, iterations=400)
            assert report.best == best, offer["name"]


def test_three_players_have_their_searches() -> None:
    class Three(Subtract):
        players = 3

        def make(self, state: Any, take: int) -> Any:
            state[0] -= take
            state[1] = (state[1] + 1) % 3

        def unmake(self, state: Any, take: int, token: Any) -> None:
            state[0] += take
            state[1] = (state[1] - 1) % 3

        def payoff(self, state: Any, player: int) -> float:
            return 1.0 if (state[1] - 1) % 3 == player else -0.5

        def key(self, state: Any) -> Any:
            return state[0] * 3 + state[1]

    game = takeback.from_rules(Three(3))
    names = {offer["name"] for offer in game.engines()}
    assert {"maxn", "paranoid", "mcts"} <= names
    for name in names - {"random"}:
        assert takeback.engine(name, game).think(game.start(), depth=4, iterations=300).best == "3"
    assert takeback.verify(Three(3), plies=500)["failure"] is None


def test_states_play_and_undo() -> None:
    game = takeback.from_rules(Subtract())
    state = game.start()
    state.play("3")
    state.play(state.action_of("2"))
    assert state.history == ["3", "2"] and state.turn == 0
    state.undo()
    state.undo()
    assert state == game.start() and state.legal_moves() == ["1", "2", "3"]
    clone = state.clone()
    clone.play("1")
    clone.undo()
    assert clone == state


def test_games_travel_and_fight() -> None:
    game = pickle.loads(pickle.dumps(takeback.from_rules(Subtract(9))))
    result = takeback.match(game, "ab:depth=9", "random", games=10, opening=0)
    assert result["games"] == 10 and result["wins"] >= 5
    batch = takeback.Batch(game, 3)
    results, plies = batch.playouts()
    assert results.shape == (3, 2) and (plies > 0).all()


def test_right_rules_pass() -> None:
    for rules in (Subtract(), ByCopy()):
        outcome = takeback.verify(rules, plies=2_000)
        assert outcome["failure"] is None and outcome["plies"] > 500


class WrongUndo(Subtract):
    def unmake(self, state: Any, take: int, token: Any) -> None:
        state[0] += 1 if state[0] == 2 and take == 2 else take
        state[1] ^= 1


class WrongKey(Subtract):
    def key(self, state: Any) -> Any:
        return state[0] // 2


class RunningKey(Subtract):
    """Keeps a key of its own and forgets to take it back."""

    def start(self) -> Any:
        return [self.heap, 0, self.heap * 2]

    def make(self, state: Any, take: int) -> Any:
        super().make(state, take)
        state[2] = state[0] * 2 + state[1]

    def unmake(self, state: Any, take: int, token: Any) -> None:
        super().unmake(state, take, token)

    def compare(self, state: Any) -> Any:
        return state[:2]

    def key(self, state: Any) -> Any:
        return state[2]

    def key_from_scratch(self, state: Any) -> Any:
        return state[0] * 2 + state[1]


class WanderingList(Subtract):
    """The order of its list depends on how the position was reached."""

    def start(self) -> Any:
        return [self.heap, 0, 0]

    def make(self, state: Any, take: int) -> Any:
        super().make(state, take)
        state[2] += 1

    def unmake(self, state: Any, take: int, token: Any) -> None:
        super().unmake(state, take, token)
        state[2] -= 1

    def compare(self, state: Any) -> Any:
        return state[:2]

    def moves(self, state: Any) -> Any:
        moves = list(super().moves(state))
        return moves[::-1] if state[2] >= 4 else moves


class Leak(Subtract):
    """A hidden coin decides what may be done, and the player does not see it."""

    def start(self) -> Any:
        return [self.heap, 0, 0]

    def turn(self, state: Any) -> int | str | None:
        return "chance" if state[2] == 0 else super().turn(state)

    def moves(self, state: Any) -> Any:
        if state[2] == 0:
            return ["heads", "tails"]
        return [m for m in super().moves(state) if state[2] == 1 or m != 3]

    def make(self, state: Any, move: Any) -> Any:
        if state[2] == 0:
            state[2] = 1 if move == "heads" else 2
        else:
            super().make(state, move)

    def unmake(self, state: Any, move: Any, token: Any) -> None:
        if isinstance(move, str):
            state[2] = 0
        else:
            super().unmake(state, move, token)

    def key(self, state: Any) -> Any:
        return tuple(state)

    def observe(self, state: Any, player: int) -> Any:
        return state[:2]


class Raises(Subtract):
    def make(self, state: Any, take: int) -> Any:
        super().make(state, take)
        if state[0] == 2:
            raise RuntimeError("two are left")


@pytest.mark.parametrize(
    ("rules", "law", "most"),
    [
        (WrongUndo(), "taking back", 2),
        (WrongKey(), "key", 2),
        (RunningKey(), "key", 1),
        (WanderingList(), "list", 7),
        (Leak(), "seen", 1),
        (Raises(), "panic", 2),
    ],
)
def test_wrong_rules_are_found_and_shrunk(rules: Any, law: str, most: int) -> None:
    failure = takeback.verify(rules, plies=3_000)["failure"]
    assert failure is not None
    assert law in failure["law"] or law in failure["detail"], failure["text"]
    assert len(failure["line"]) <= most, failure["text"]


def test_what_a_rule_raises_is_raised_and_the_state_is_as_before() -> None:
    game = takeback.from_rules(Raises())
    state = game.start()
    state.play("3")
    told = state.json()
    with pytest.raises(RuntimeError, match="two are left"):
        state.play("2")
    assert state.json() == told
    state.play("1")
    state.undo()
    assert state.json() == told
    with pytest.raises(RuntimeError, match="two are left"):
        takeback.engine("ab").think(state)
    with pytest.raises(RuntimeError, match="two are left"):
        takeback.engine("mcts").think(state, iterations=100)
    state.undo()
    assert state == game.start()


def test_rules_that_are_none() -> None:
    with pytest.raises(TypeError, match="start"):
        takeback.from_rules(object())  # type: ignore[arg-type]

    class Both(Subtract):
        def apply(self, state: Any, move: Any) -> Any:
            return state

    with pytest.raises(TypeError, match="either make and unmake, or apply"):
        takeback.from_rules(Both())

    class Crowd(Subtract):
        players = 99

    with pytest.raises(TypeError, match="from 1 to 32"):
        takeback.from_rules(Crowd())

    class Nobody(Subtract):
        def turn(self, state: Any) -> int | str | None:
            return 5

    with pytest.raises(ValueError, match="neither a seat"):
        _ = takeback.from_rules(Nobody()).start().phase


def test_redeals_must_keep_what_is_seen() -> None:
    class Peek(Leak):
        def moves(self, state: Any) -> Any:
            return ["heads", "tails"] if state[2] == 0 else list(Subtract.moves(self, state))

        def observe(self, state: Any, player: int) -> Any:
            return list(state)

        def redeal(self, state: Any, viewer: int, luck: random.Random) -> Any:
            if state[2]:
                state[2] = 3 - state[2]
            return state

    failure = takeback.verify(Peek(), plies=500)["failure"]
    assert failure is not None and "redeal" in failure["law"], failure["text"]


class Draw:
    """One card each of J, Q, K; the first bets or folds, the higher card wins two, a fold
    loses one. All that a player sees is the own card and the bet."""

    players = 2

    def start(self) -> Any:
        return {"cards": [], "bet": None}

    def turn(self, state: Any) -> int | str | None:
        if len(state["cards"]) < 2:
            return "chance"
        return 0 if state["bet"] is None else None

    def moves(self, state: Any) -> Any:
        if len(state["cards"]) < 2:
            return [card for card in "JQK" if card not in state["cards"]]
        return ["bet", "fold"] if state["bet"] is None else []

    def apply(self, state: Any, move: str) -> Any:
        if len(state["cards"]) < 2:
            return {"cards": [*state["cards"], move], "bet": None}
        return {"cards": state["cards"], "bet": move}

    def payoff(self, state: Any, player: int) -> float:
        first, second = ("JQK".index(card) for card in state["cards"])
        worth = (1.0 if first > second else -1.0) if state["bet"] == "bet" else -0.5
        return worth if player == 0 else -worth

    def observe(self, state: Any, player: int) -> Any:
        return [len(state["cards"]), state["cards"][player : player + 1], state["bet"]]

    def redeal(self, state: Any, viewer: int, luck: random.Random) -> Any:
        cards = list(state["cards"])
        kept = cards[viewer : viewer + 1]
        left = [card for card in "JQK" if card not in kept]
        luck.shuffle(left)
        for seat in range(len(cards)):
            if seat != viewer:
                cards[seat] = left.pop()
        return {"cards": cards, "bet": state["bet"]}


def test_hidden_rules_have_searches_that_respect_it() -> None:
    game = takeback.from_rules(Draw())
    assert game.hides and "ismcts" in {offer["name"] for offer in game.engines()}
    for cards, best in (("KJ", "bet"), ("JK", "fold"), ("JQ", "fold")):
        state = game.start()
        for card in cards:
            state.play(card)
        assert takeback.engine("ismcts", game).think(state, iterations=400).best == best
    one, two = (game.start() for _ in range(2))
    for state, cards in ((one, "QJ"), (two, "QK")):
        for card in cards:
            state.play(card)
    assert one.observation(0) == two.observation(0) != one.observation(1)
    assert (one.tensor(0) == two.tensor(0)).all() and one.svg(0) == two.svg(0)
    assert takeback.verify(Draw(), plies=400)["failure"] is None


def test_a_redeal_that_peeks_is_found() -> None:
    class Peeks(Draw):
        def redeal(self, state: Any, viewer: int, luck: random.Random) -> Any:
            return {"cards": list(state["cards"]), "bet": state["bet"]}

    failure = takeback.verify(Peeks(), plies=600)["failure"]
    assert failure is not None and "redeals differ" in failure["detail"], failure["text"]
