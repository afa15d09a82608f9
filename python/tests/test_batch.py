"""Batches against the slow and obvious way: one state after the other."""

from __future__ import annotations

import numpy as np
import pytest

import takeback

#: Chance, hidden cards, rounds, dead ends, shared numbers, lists.
GAMES = ["connect4", "pig", "gofish", "tron", "cotulenh", "chess", "kithex", "battlesnake"]


@pytest.mark.parametrize("name", GAMES)
def test_masks_and_turns_are_those_of_states(name: str) -> None:
    batch = takeback.Batch(name, 6, seed=3)
    game = batch.game
    luck = np.random.default_rng(5)
    for _ in range(12):
        masks, turns = batch.masks(), batch.turns()
        states = [game.start(batch.position(number)) for number in range(len(batch))]
        actions = np.full(len(batch), -1, np.int64)
        for number, state in enumerate(states):
            assert turns[number] == (-1 if state.turn is None else state.turn)
            assert np.flatnonzero(masks[number]).tolist() == sorted(state.legal_actions())
            assert (batch.tensors()[number] == state.tensor()).all()
            if turns[number] >= 0:
                actions[number] = luck.choice(state.legal_actions())
        texts = [
            state.action_text(int(action)) if action >= 0 else None
            for state, action in zip(states, actions, strict=True)
        ]
        batch.step(actions)
        for number, (state, text) in enumerate(zip(states, texts, strict=True)):
            if text is None:
                continue
            state.play(text)
            if state.phase != "chance":
                assert batch.position(number) == state.position


@pytest.mark.parametrize("name", GAMES)
def test_a_seed_is_the_same_games_on_any_number_of_threads(name: str) -> None:
    def played(threads: int) -> list[object]:
        batch = takeback.Batch(name, 9, seed=11, threads=threads)
        for _ in range(10):
            batch.step_random()
        results, plies = batch.playouts(longest=400)
        return [
            [batch.position(number) for number in range(9)],
            results.tolist(),
            plies.tolist(),
            batch.returns().tolist(),
        ]

    assert played(1) == played(4)


def test_playouts_leave_the_games_alone_and_reach_their_ends() -> None:
    batch = takeback.Batch("othello", 64, seed=2)
    before = [batch.position(number) for number in range(64)]
    results, plies = batch.playouts()
    assert [batch.position(number) for number in range(64)] == before
    assert (results.sum(axis=1) == 0).all() and (plies >= 9).all()
    # Neither side is much better at random.
    assert abs(results[:, 0].mean()) < 0.6


def test_resets_begin_anew() -> None:
    batch = takeback.Batch("connect4", 5, seed=1)
    for _ in range(3):
        batch.step_random()
    assert batch.plies().tolist() == [3] * 5
    chosen = np.array([True, False, True, False, False])
    batch.reset(chosen)
    assert batch.plies().tolist() == [0, 3, 0, 3, 3]
    batch.reset()
    assert batch.plies().tolist() == [0] * 5
