"""A game of one's own, checked by types, by the verifier and by play."""

from __future__ import annotations

from dataclasses import dataclass

import takeback


@dataclass
class Heaps:
    """Some heaps and whose turn it is."""

    heaps: list[int]
    player: int


class Nim:
    """Take any number from one heap; whoever takes the last thing wins."""

    players = 2

    def start(self) -> Heaps:
        return Heaps([1, 3, 4], 0)

    def turn(self, state: Heaps) -> int | None:
        return state.player if any(state.heaps) else None

    def moves(self, state: Heaps) -> list[str]:
        return [
            f"{heap}-{take}"
            for heap, size in enumerate(state.heaps)
            for take in range(1, size + 1)
        ]

    def make(self, state: Heaps, move: str) -> None:
        heap, take = map(int, move.split("-"))
        state.heaps[heap] -= take
        state.player = 1 - state.player

    def unmake(self, state: Heaps, move: str, token: None) -> None:
        heap, take = map(int, move.split("-"))
        state.player = 1 - state.player
        state.heaps[heap] += take

    def payoff(self, state: Heaps, player: int) -> float:
        return -1.0 if state.player == player else 1.0


def main() -> None:
    verdict = takeback.verify(Nim(), plies=1_000)
    if verdict["failure"] is not None:
        raise SystemExit(verdict["failure"]["text"])
    print(f"{verdict['plies']} moves taken back, all exactly")
    state = takeback.from_rules(Nim()).start()
    engine = takeback.engine("ab")
    while not state.is_over:
        report = engine.think(state)
        print(f"player {state.turn} plays {report.best}: {report.score}")
        state.play(report.best)
    print("results", state.returns())


if __name__ == "__main__":
    main()
