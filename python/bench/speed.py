"""Random games by `takeback.Batch` against OpenSpiel from Python, one thread each, in the
same run; and what one play and undo cost over a bare call.

    python python/bench/speed.py [--seconds 2] [--json]

Needs open_spiel, and the package built with optimisation (`pip install ./python` does).
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from typing import Any

import pyspiel

import takeback

#: Ours and theirs.
GAMES = [
    ("connect4", "connect_four"),
    ("hex:11x11-plain", "hex(board_size=11)"),
    ("othello", "othello"),
    ("gofish:2", "go_fish"),
]


def theirs(name: str, seconds: float) -> tuple[float, float]:
    """Random games a second as OpenSpiel's examples play them, and moves a game."""
    game = pyspiel.load_game(name)
    luck = random.Random(1)
    games = moves = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(outcomes, shares)[0])
            else:
                state.apply_action(luck.choice(state.legal_actions()))
            moves += 1
        games += 1
    return games / (time.perf_counter() - start), moves / games


def ours(name: str, seconds: float) -> tuple[float, float]:
    """The same by a batch on one thread, chance decided on the way."""
    size = 1024
    batch = takeback.Batch(name, size, seed=1, threads=1)
    games = moves = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        batch.reset()
        _, plies = batch.playouts()
        games += size
        moves += int(plies.sum())
    return games / (time.perf_counter() - start), moves / games


def nanoseconds(work: Callable[[], Any], seconds: float) -> float:
    """Of one call, the best of several runs."""
    best = float("inf")
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter_ns()
        for _ in range(2_000):
            work()
        best = min(best, (time.perf_counter_ns() - start) / 2_000)
    return best


def calls(name: str, seconds: float) -> dict[str, float]:
    """One play and undo by number, against two calls that do nothing."""
    state = takeback.load(name).start()
    action = state.legal_actions()[len(state.legal_actions()) // 2]
    idle = takeback.engine("random")
    play, undo, stop = state.play, state.undo, idle.stop

    def both() -> None:
        play(action)
        undo()

    def bare() -> None:
        stop()
        stop()

    played, called = nanoseconds(both, seconds), nanoseconds(bare, seconds)
    return {"play_undo_ns": played, "bare_ns": called, "over_ns": played - called}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    table = []
    for own, other in GAMES:
        try:
            their_rate, their_moves = theirs(other, asked.seconds)
        except pyspiel.SpielError as error:
            their_rate, their_moves = float("nan"), float("nan")
            print(f"{other}: {str(error).splitlines()[0]}")
        rate, moves = ours(own, asked.seconds)
        table.append(
            {
                "game": own,
                "ours": rate,
                "our_moves": moves,
                "theirs": their_rate,
                "their_moves": their_moves,
                "ratio": rate / their_rate,
                **calls(own, asked.seconds / 4),
            }
        )
    if asked.json:
        print(json.dumps(table))
        return
    print(f"{'game':18} {'ours/s':>12} {'moves':>6} {'OpenSpiel/s':>12} {'moves':>6} {'ratio':>7}"
          f" {'play+undo':>10} {'bare':>7} {'over':>7}")  # fmt: skip
    for row in table:
        print(
            f"{row['game']:18} {row['ours']:12.0f} {row['our_moves']:6.1f} {row['theirs']:12.1f} "
            f"{row['their_moves']:6.1f} {row['ratio']:7.1f} {row['play_undo_ns']:7.0f} ns "
            f"{row['bare_ns']:4.0f} ns {row['over_ns']:4.0f} ns"
        )


if __name__ == "__main__":
    main()
