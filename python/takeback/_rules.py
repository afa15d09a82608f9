"""The Python side of a game written in Python: positions, moves by number, and every
rule called with care. A rule that raises is noted once; from then on the game says
that it is over, which ends the search that asked."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar, cast

T = TypeVar("T")

#: Moves that are no small whole numbers get numbers from here on.
NAMED: Final = 0x40000000
#: A random game longer than this is called a draw.
LONGEST: Final = 10_000
#: An evaluator's points beyond this are as good as won.
MOST: Final = 1_000_000_000
#: So many positions are remembered while laws are checked.
REMEMBERED: Final = 200_000
#: Bits of a key.
WORD: Final = (1 << 64) - 1

NEEDED: Final = ("start", "turn", "moves", "payoff")
OPTIONAL: Final = (
    "make", "unmake", "apply", "clone", "weight", "key", "key_from_scratch", "compare",
    "evaluate", "observe", "redeal", "move_text", "text",
)  # fmt: skip


def written(value: Any) -> str:
    """A text that is equal for equal values: sets and dicts in order of their contents,
    objects by their fields, one fact a line so that a difference can be shown."""
    seen: dict[int, int] = {}

    def block(opened: str, parts: list[str], closed: str, indent: str) -> str:
        if not parts:
            return opened + closed
        if sum(len(part) for part in parts) < 60 and not any("\n" in part for part in parts):
            return opened + ", ".join(parts) + closed
        deeper = indent + "    "
        return opened + "\n" + "".join(f"{deeper}{part},\n" for part in parts) + indent + closed

    def write(one: Any, indent: str) -> str:
        if one is None or isinstance(one, (bool, int, float, complex, str, bytes)):
            return repr(one)
        if callable(one) and not hasattr(one, "__dict__"):
            return "function"
        if id(one) in seen:
            return f"as #{seen[id(one)]}"
        seen[id(one)] = len(seen)
        deeper = indent + "    "
        if isinstance(one, (list, tuple)):
            opened, closed = ("[", "]") if isinstance(one, list) else ("(", ")")
            return block(opened, [write(held, deeper) for held in one], closed, indent)
        if isinstance(one, (set, frozenset)):
            return block("{", sorted(write(held, deeper) for held in one), "}", indent)
        if isinstance(one, dict):
            parts = [f"{write(key, deeper)}: {write(held, deeper)}" for key, held in one.items()]
            return block("{", sorted(parts), "}", indent)
        if hasattr(one, "tolist"):
            return f"array({write(one.tolist(), deeper)})"
        fields = dict(getattr(one, "__dict__", {}))
        for base in type(one).__mro__:
            slots = base.__dict__.get("__slots__", ())
            for name in (slots,) if isinstance(slots, str) else slots:
                if hasattr(one, name):
                    fields[name] = getattr(one, name)
        if fields:
            parts = [f"{name}={write(fields[name], deeper)}" for name in sorted(fields)]
            return block(f"{type(one).__name__}(", parts, ")", indent)
        return repr(one)

    return write(value, "")


def told(value: Any) -> str:
    """A text that may leave Python: half a character cannot."""
    text = str(value)
    text.encode()
    return text


def hashed(text: str) -> int:
    """A number of 64 bits that stands for a text, the same in every run."""
    number = 0xCBF29CE484222325
    data = text.encode()
    for at in range(0, len(data), 8):
        number = ((number ^ int.from_bytes(data[at : at + 8], "little")) * 0x100000001B3) & WORD
        number ^= number >> 29
    return (number * 0xBF58476D1CE4E5B9 & WORD) ^ len(data)


class Store:
    """Rules with what searches and laws have to remember about them."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        missing = [name for name in NEEDED if not callable(getattr(rules, name, None))]
        if missing:
            raise TypeError(f"rules need the method {missing[0]}")
        makes = callable(getattr(rules, "make", None)) and callable(getattr(rules, "unmake", None))
        applies = callable(getattr(rules, "apply", None))
        if makes == applies:
            raise TypeError("rules need either make and unmake, or apply")
        self.stepwise = makes
        players = getattr(rules, "players", None)
        if not isinstance(players, int) or not 1 <= players <= 32:
            raise TypeError("rules need players, a number from 1 to 32")
        self.players = players
        self.zero_sum = players == 2 and bool(getattr(rules, "zero_sum", True))
        self.dead_ends = bool(getattr(rules, "dead_ends", False))
        self.judges = self.can("evaluate")
        self.hides = self.can("observe") and self.can("redeal")
        self.failure: BaseException | None = None
        #: What was let through last while laws were checked.
        self.last: BaseException | None = None
        #: While laws are checked, what a rule raises is a finding.
        self.strict = False
        self.named: list[Any] = []
        self.numbers: dict[str, int] = {}
        self.seen: list[dict[Any, Any]] = [{}, {}, {}]

    def can(self, rule: str) -> bool:
        return callable(getattr(self.rules, rule, None))

    def forget(self) -> None:
        """Forget the positions that laws compare with."""
        self.seen = [{}, {}, {}]

    def take_failure(self) -> BaseException | None:
        failure, self.failure = self.failure, None
        return failure

    def guard(self, otherwise: T, ask: Callable[[], T]) -> T:
        if self.failure is not None:
            return otherwise
        try:
            return ask()
        except BaseException as error:
            if self.strict:
                self.last = error
                raise
            self.failure = error
        return otherwise

    def start(self) -> Position:
        return Position(self, self.guard(None, self.rules.start))

    def cloned(self, state: Any) -> Any:
        return self.rules.clone(state) if self.can("clone") else copy.deepcopy(state)

    # Moves

    def move_text(self, move: Any) -> str:
        return told(self.rules.move_text(move) if self.can("move_text") else move)

    def number(self, move: Any) -> int:
        if type(move) is int and 0 <= move < NAMED:
            return move
        text = move if isinstance(move, str) else self.move_text(move)
        number = self.numbers.get(text)
        if number is None:
            number = self.numbers[text] = NAMED + len(self.named)
            self.named.append(move)
        return number

    def move(self, number: int) -> Any:
        return number if number < NAMED else self.named[number - NAMED]

    def turn(self, state: Any) -> int:
        turn = self.rules.turn(state)
        if turn is None or turn == "over":
            return -1
        if turn == "chance":
            return -2
        if isinstance(turn, int) and 0 <= turn < self.players:
            return turn
        seats = f"a seat below {self.players}"
        raise ValueError(f"turn says {turn!r}, which is neither {seats} nor 'chance' nor None")

    def payoff(self, state: Any, player: int) -> float:
        payoff = float(self.rules.payoff(state, player))
        # Not a number is in no range. A little beyond is how sums of parts are rounded.
        if not -1.000001 <= payoff <= 1.000001:
            raise ValueError(f"payoff says {payoff} for player {player}, which is not from -1 to 1")
        return min(1.0, max(-1.0, payoff))

    def weight(self, state: Any, outcome: Any) -> int:
        if not self.can("weight"):
            return 1
        weight = self.rules.weight(state, outcome)
        if weight != int(weight) or not 0 <= weight < 1 << 32:
            raise ValueError(
                f"weight says {weight!r}, but weights are whole numbers from 0, relative to others"
            )
        return int(weight)

    def judgement(self, state: Any, player: int) -> int:
        points = float(self.rules.evaluate(state, player))
        if math.isnan(points):
            raise ValueError(f"evaluate says {points} for player {player}, which is no number")
        return round(min(MOST, max(-MOST, points)))

    def drawn(self, state: Any, moves: list[Any], luck: random.Random) -> Any:
        if not self.can("weight") or self.turn(state) != -2:
            return moves[luck.randrange(len(moves))]
        return luck.choices(moves, [self.weight(state, move) for move in moves])[0]

    # What laws compare

    def compared(self, state: Any) -> str:
        return written(self.rules.compare(state) if self.can("compare") else state)

    def key(self, state: Any) -> int:
        if not self.can("key"):
            return hashed(self.compared(state))
        key = self.rules.key(state)
        return key & WORD if isinstance(key, int) else hashed(str(key))

    def texts(self, state: Any) -> str:
        return " ".join(self.move_text(move) for move in self.rules.moves(state))

    def differs(self, law: int, key: Any, value: Any) -> Any:
        """Remember what belongs to a key; what belonged to it before, if that differs."""
        seen = self.seen[law]
        known = seen.get(key)
        if known is None and len(seen) < REMEMBERED:
            seen[key] = value
        return known if known is not None and known != value else None

    def wrong(self, law: int, state: Any) -> str | None:
        turn = self.turn(state)
        if law == 0 and self.can("key"):
            if self.differs(0, self.key(state), hashed(self.compared(state))) is None:
                return None
            return f"the key {self.rules.key(state)} stands for this and for another position"
        if law == 1 and self.can("observe") and turn >= 0:
            seen = f"{turn} {written(self.rules.observe(state, turn))}"
            here = self.texts(state)
            other = self.differs(1, seen, here)
            if other is None:
                return None
            return (
                f"player {turn} sees the same as in another position but may choose other "
                f"moves: {other}; here {here}"
            )
        if law == 2 and self.can("observe") and self.can("redeal"):
            return self.redealt(state, turn)
        if law == 3 and turn != -1:
            here = self.texts(state)
            other = self.differs(2, hashed(self.compared(state)), here)
            if other is not None:
                return f"the same position listed {other} before and lists {here} now"
        return None

    def redealt(self, state: Any, turn: int) -> str | None:
        rules = self.rules
        for viewer in range(self.players):
            other = rules.redeal(self.cloned(state), viewer, random.Random(viewer + 1))
            if other is None:
                raise TypeError("redeal returns the state it dealt")
            was, now = (written(rules.observe(one, viewer)) for one in (state, other))
            if was != now:
                return f"player {viewer} saw {was} and after a redeal of what it cannot see {now}"
            if turn == viewer and self.texts(state) != self.texts(other):
                return f"player {viewer}'s own moves depend on what is hidden"
        return None


class Position:
    """A position that the searches and the verifier step on."""

    __slots__ = ("past", "state", "store")

    def __init__(self, store: Store, state: Any) -> None:
        self.store = store
        self.state = state
        #: What make returned, or the states before where rules only apply.
        self.past: list[Any] = []

    def clone(self) -> Position:
        store = self.store
        if not store.stepwise:
            # States that rules never change can be shared.
            return Position(store, self.state)
        return Position(store, store.guard(self.state, lambda: store.cloned(self.state)))

    def turn(self) -> int:
        store = self.store
        return store.guard(-1, lambda: store.turn(self.state))

    def list(self) -> list[int]:
        store = self.store
        number = store.number
        return store.guard([], lambda: [number(move) for move in store.rules.moves(self.state)])

    def make(self, number: int) -> None:
        store = self.store
        move = store.move(number)

        def step() -> None:
            if store.stepwise:
                self.past.append(store.rules.make(self.state, move))
            else:
                after = store.rules.apply(self.state, move)
                self.past.append(self.state)
                self.state = after

        store.guard(None, step)

    def unmake(self, number: int) -> None:
        store = self.store
        move = store.move(number)

        def back() -> None:
            token = self.past.pop()
            if store.stepwise:
                store.rules.unmake(self.state, move, token)
            else:
                self.state = token

        store.guard(None, back)

    def payoff(self, player: int) -> float:
        store = self.store
        return store.guard(0.0, lambda: store.payoff(self.state, player))

    def weight(self, number: int) -> int:
        store = self.store
        return store.guard(1, lambda: store.weight(self.state, store.move(number)))

    def _moves(self) -> Any:
        moves: Iterable[Any] = self.store.rules.moves(self.state)
        return [*moves]

    def random_move(self, seed: int) -> int:
        store = self.store

        def draw() -> int:
            return store.number(store.drawn(self.state, self._moves(), random.Random(seed)))

        return store.guard(0, draw)

    def playout(self, seed: int) -> tuple[int, Any]:
        """A random game from here, taken back again: plies and results in thousandths."""
        store = self.store

        def play() -> tuple[int, Any]:
            rules, luck, state = store.rules, random.Random(seed), self.state
            line: Any = []
            while len(line) < LONGEST and store.turn(state) != -1:
                moves = [*rules.moves(state)]
                if not moves:
                    break
                move = store.drawn(state, moves, luck)
                if store.stepwise:
                    line.append((move, rules.make(state, move)))
                else:
                    state = rules.apply(state, move)
                    line.append(move)
            over = store.turn(state) == -1
            results = [
                round(store.payoff(state, player) * 1000) if over else 0
                for player in range(store.players)
            ]
            if store.stepwise:
                for move, token in reversed(line):
                    rules.unmake(state, move, token)
            return len(line), results

        return store.guard((0, [0] * store.players), play)

    def evaluate(self, player: int) -> int:
        store = self.store
        if not store.judges:
            return 0
        return store.guard(0, lambda: store.judgement(self.state, player))

    def key(self) -> int:
        store = self.store
        return store.guard(0, lambda: store.key(self.state))

    def key_from_scratch(self) -> int:
        store = self.store

        def scratch() -> int:
            if not store.can("key_from_scratch"):
                return store.key(store.cloned(self.state))
            key = store.rules.key_from_scratch(self.state)
            return key & WORD if isinstance(key, int) else hashed(str(key))

        return store.guard(0, scratch)

    def equal(self, other: Position) -> bool:
        store = self.store
        ask = lambda: store.compared(self.state) == store.compared(other.state)  # noqa: E731
        return store.guard(True, ask)

    def text(self) -> str:
        store = self.store

        def write() -> str:
            return told(store.rules.text(self.state)) if store.can("text") else store.compared(self.state)

        return store.guard("", write)

    def move_text(self, number: int) -> str:
        store = self.store
        return store.guard("", lambda: store.move_text(store.move(number)))

    def read_move(self, text: str) -> int | None:
        store = self.store

        def find() -> int | None:
            for move in self._moves():
                if store.move_text(move) == text:
                    return store.number(move)
            return None

        return store.guard(cast("int | None", None), find)

    def observe(self, player: int) -> str:
        store = self.store
        return store.guard("", lambda: told(written(store.rules.observe(self.state, player))))

    def redealt(self, viewer: int, seed: int) -> Position:
        """A position that the viewer cannot tell from this one."""
        store = self.store

        def deal() -> Any:
            dealt = store.rules.redeal(store.cloned(self.state), viewer, random.Random(seed))
            if dealt is None:
                raise TypeError("redeal returns the state it dealt")
            return dealt

        return Position(store, store.guard(self.state, deal))

    def wrong(self, law: int) -> str | None:
        store = self.store
        return store.guard(cast("str | None", None), lambda: store.wrong(law, self.state))
