"""OpenSpiel's algorithms, unchanged, on our rules; and its rules under our verifier."""

from __future__ import annotations

import numpy as np
import pytest

import takeback

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import (  # noqa: E402
    cfr,
    expected_game_score,
    exploitability,
    get_all_states,
    mcts,
)
from open_spiel.python import policy as policies  # noqa: E402

import takeback.openspiel as spiel  # noqa: E402
from takeback._audit import audit_one  # noqa: E402


def test_cfr_finds_the_value_of_kuhn_poker() -> None:
    game = spiel.load_game("kuhn")
    solver = cfr.CFRSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    values = expected_game_score.policy_value(game.new_initial_state(), [average] * 2)
    np.testing.assert_allclose(values, [-1 / 18, 1 / 18], atol=2e-3)
    assert exploitability.nash_conv(game, average, use_cpp_br=False) < 0.02


def test_exploitability_agrees_with_their_kuhn_poker() -> None:
    """The uniform strategy gives away the same on both sides' rules."""
    ours, theirs = spiel.load_game("kuhn"), pyspiel.load_game("kuhn_poker")
    assert exploitability.nash_conv(
        ours, policies.UniformRandomPolicy(ours), use_cpp_br=False
    ) == pytest.approx(exploitability.nash_conv(theirs, policies.UniformRandomPolicy(theirs)))


def test_leduc_has_as_many_states_as_theirs() -> None:
    def count(game: object) -> int:
        policy = policies.TabularPolicy(game)
        return len(policy.state_lookup)

    assert count(spiel.load_game("kuhn")) == count(pyspiel.load_game("kuhn_poker")) == 12


def test_every_state_of_tictactoe() -> None:
    def count(game: object, to_string: object) -> int:
        return len(
            get_all_states.get_all_states(
                game,
                depth_limit=-1,
                include_terminals=True,
                include_chance_states=False,
                to_string=to_string,
                stop_if_encountered=True,
            )
        )

    ours = count(spiel.load_game("tictactoe"), str)
    assert ours == count(pyspiel.load_game("tic_tac_toe"), str) == 5478


def test_their_mcts_bot_plays_our_connect_four() -> None:
    game = spiel.load_game("connect4")
    luck = np.random.RandomState(1)
    bot = mcts.MCTSBot(
        game, 1.4, 200, mcts.RandomRolloutEvaluator(1, luck), random_state=luck, solve=True
    )
    state = game.new_initial_state()
    for move in "ababa":
        state.apply_action(state.string_to_action(move))
    state.apply_action(state.string_to_action("g"))
    assert state.action_to_string(bot.step(state)) == "a", "the win at hand is found"


def test_the_shape_of_a_state() -> None:
    state = spiel.load_game("connect4").new_initial_state()
    first = state.legal_actions()[0]
    child = state.child(first)
    assert state.history() == [] and child.history() == [first]
    child.undo_action(0, first)
    assert child.state == state.state and child.history() == []
    with pytest.raises(takeback.IllegalMove):
        child.undo_action(0, first)
    assert sum(state.legal_actions_mask()) == 7
    together = spiel.load_game("tron", sequential=False).new_initial_state()
    assert together.is_simultaneous_node()
    together.apply_actions([together.legal_actions(seat)[0] for seat in (0, 1)])
    assert together.move_number() == 2


def test_undo_of_theirs_is_walked() -> None:
    found = audit_one("tic_tac_toe", plies=600, seconds=20)
    assert found["verdict"] == "exact" and found["plies"] > 100
    assert audit_one("blackjack", plies=10)["verdict"] == "none"


def test_a_wrong_undo_of_theirs_is_found_and_shrunk() -> None:
    """Their rules with a fault of ours, so that the test does not need theirs."""
    from takeback._spiel_rules import SpielRules

    class Forgetful(SpielRules):
        def unmake(self, state: object, action: int, player: int) -> None:
            if len(state.history()) != 3:  # type: ignore[attr-defined]
                super().unmake(state, action, player)

    failure = takeback.verify(Forgetful("tic_tac_toe"), plies=500)["failure"]
    assert failure is not None and len(failure["line"]) == 3
