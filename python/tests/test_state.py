"""States of every game: play, undo, clone, numbers, pictures, pickles."""

from __future__ import annotations

import json
import pickle
import random

import numpy as np
import pytest

import takeback


def facts(state: takeback.State) -> tuple[object, ...]:
    """All that a state tells about itself."""
    return (
        state.position,
        state.key,
        state.phase,
        state.turn,
        state.deciders,
        state.legal_moves(),
        state.legal_actions(),
        state.chance_outcomes(),
        state.returns(),
        state.points(),
        [state.observation(seat) for seat in range(state.players)],
    )


def test_undo_gives_back_everything(game: takeback.Game) -> None:
    luck = random.Random(7)
    state = game.start(seed=3)
    before = [facts(state)]
    while not state.is_over and len(before) < 25:
        if not state.legal_actions():
            break
        state.play_random(luck.getrandbits(63))
        before.append(facts(state))
    branch = state.clone()
    for told in reversed(before[1:]):
        assert facts(state) == told
        assert facts(branch) == told
        state.undo()
        # A clone keeps the past and can be taken back too.
        branch.undo()
    assert facts(state) == before[0] == facts(branch)
    assert state == branch
    with pytest.raises(takeback.IllegalMove, match="no move to take back"):
        state.undo()


def test_clones_go_their_own_way(game: takeback.Game) -> None:
    state = game.start(seed=1)
    told = facts(state)
    clone = state.clone()
    for seed in range(4):
        if not clone.is_over:
            clone.play_random(seed)
    assert facts(state) == told
    assert clone != state


def test_numbers_mean_moves(game: takeback.Game) -> None:
    luck = random.Random(1)
    state = game.start(seed=2)
    for _ in range(12):
        if state.is_over:
            break
        actions = state.legal_actions()
        assert len(set(actions)) == len(actions)
        assert all(0 <= action < game.actions for action in actions)
        mask = state.action_mask()
        assert mask.shape == (game.actions,) and mask.dtype == np.int8
        assert sorted(actions) == np.flatnonzero(mask).tolist()
        action = luck.choice(actions)
        text = state.action_text(action)
        assert text in state.legal_moves()
        assert state.action_of(text) == action
        other = state.clone()
        state.play(action)
        other.play(text)
        assert state == other
        assert state.history[-1] == text


def test_tensors_show_what_a_player_sees(game: takeback.Game) -> None:
    state = game.start(seed=2)
    for seed in range(6):
        for seat in range(game.players):
            tensor = state.tensor(seat)
            assert tensor.shape == (game.observation_size,) and tensor.dtype == np.float32
            assert np.isfinite(tensor).all()
        if state.is_over:
            break
        state.play_random(seed)
    assert game.observation_encoding


def test_hidden_facts_stay_hidden() -> None:
    """Two deals that a player cannot tell apart give it one tensor and one text."""
    one, two = (takeback.load("kuhn").start() for _ in range(2))
    for state, cards in ((one, "QJ"), (two, "QK")):
        for card in cards:
            state.play(card)
    assert one != two
    assert one.observation(0) == two.observation(0)
    assert (one.tensor(0) == two.tensor(0)).all()
    assert one.observation(1) != two.observation(1)
    assert (one.tensor(1) != two.tensor(1)).any()
    assert one.svg(0) == two.svg(0)


def test_pickles_and_json(game: takeback.Game) -> None:
    state = game.start(seed=5)
    for seed in range(5):
        if not state.is_over and state.legal_actions():
            state.play_random(seed)
    back = pickle.loads(pickle.dumps(state))
    assert back == state and back.history == state.history
    assert pickle.loads(pickle.dumps(game)) == game
    told = json.loads(state.json())
    assert told["game"] == game.name and told["position"] == state.position
    assert told["moves"] == state.history and told["legal"] == state.legal_moves()
    assert game.start(state.position).position == state.position


def test_pictures(game: takeback.Game) -> None:
    state = game.start()
    assert state.svg(title="A <title>").startswith("<svg")
    assert state._repr_svg_().startswith("<svg")
    assert state.svg(dark=True) != state.svg()
    assert "board" in state.scene(0)


def test_chance_outcomes_are_probabilities() -> None:
    state = takeback.load("pig").start()
    state.play("roll")
    assert state.phase == "chance" and state.turn is None
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 6
    assert sum(share for _, share in outcomes) == pytest.approx(1.0)
    assert [share for _, share in state.chance_actions()] == [share for _, share in outcomes]


def test_rounds_played_together() -> None:
    state = takeback.load("tron").start()
    assert state.phase == "together" and state.deciders == [0, 1]
    one = state.clone()
    choices = {seat: state.legal_actions(seat)[0] for seat in state.deciders}
    texts = {seat: state.action_text(action, seat) for seat, action in choices.items()}
    state.play_round(choices)
    one.play_round(texts)
    assert state == one and len(state) == 2
    with pytest.raises(takeback.IllegalMove, match="owed"):
        state.play_round({0: texts[0]})
    assert state == one


def test_points_are_the_games_own() -> None:
    state = takeback.load("kuhn").start()
    for move in ("J", "K", "bet", "bet"):
        state.play(move)
    assert state.is_over
    assert state.points() == [-2, 2]
    assert state.returns()[1] > 0 > state.returns()[0]


def test_the_same_seed_is_the_same_game() -> None:
    game = takeback.load("gofish")
    assert game.start(seed=4) == game.start(seed=4)
    assert game.start(seed=4) != game.start(seed=5)


def test_perft_and_verify() -> None:
    game = takeback.load("tictactoe")
    assert sum(count for _, count in game.perft(4)) == 9 * 8 * 7 * 6
    assert takeback.verify(game, plies=3_000)["failure"] is None
