"""Engines: the whole report, the interpreter let go, stopped from outside."""

from __future__ import annotations

import asyncio
import pickle
import threading
import time

import pytest

import takeback


def test_a_report_tells_everything() -> None:
    state = takeback.load("connect4").start()
    report = takeback.engine("ab:depth=6").think(state, lines=2)
    assert report.best in state.legal_moves()
    assert report.depth == 6 and report.nodes > 0
    assert len(report.lines) == 2 and report.lines[0]["moves"][0] == report.best
    assert report.moves and report.stopped == "depth"
    assert set(report.score) <= {"win", "loss", "exact", "margin", "points", "share"}
    assert '"best"' in report.json()
    assert state == takeback.load("connect4").start(), "thinking leaves the state alone"


def test_limits_said_now_replace_those_of_the_text() -> None:
    state = takeback.load("connect4").start()
    engine = takeback.engine("ab:depth=9")
    assert engine.think(state, depth=3).depth == 3
    one, two = (engine.think(state, nodes=2_000) for _ in range(2))
    assert one.nodes <= 4_000 and two.best in state.legal_moves()


def test_every_engine_of_every_game_answers(game: takeback.Game) -> None:
    state = game.start(seed=1)
    while state.phase == "chance":
        state.play_random(1)
    for offer in game.engines():
        if offer["name"] in ("exact", "cfr", "strategy"):
            continue  # they solve or read a whole game first
        try:
            engine = takeback.engine(offer["name"], game)
            report = engine.think(state, iterations=20, nodes=500, depth=1, time=0.05)
        except takeback.EngineError as error:
            assert str(error)
            continue
        assert report.best in state.legal_moves()


def test_other_threads_run_meanwhile() -> None:
    state = takeback.load("hex").start()
    done = threading.Event()
    thread = threading.Thread(
        target=lambda: (takeback.engine("mcts").think(state, time=0.5), done.set())
    )
    thread.start()
    steps = 0
    while not done.is_set():
        steps += 1
        time.sleep(0.001)
    thread.join()
    assert steps > 20


def test_stop_ends_a_search() -> None:
    state = takeback.load("hex").start()
    engine = takeback.engine("mcts:time=600s")
    timer = threading.Timer(0.3, engine.stop)
    timer.start()
    report = engine.think(state)
    timer.join()
    assert report.stopped == "flag" and report.best in state.legal_moves()


def test_reports_while_it_thinks_and_what_the_watcher_raises() -> None:
    state = takeback.load("connect4").start()
    depths = []
    takeback.engine("ab:depth=5").think(state, watch=lambda report: depths.append(report.depth))
    assert depths and depths == sorted(depths)

    def refuse(report: takeback.Report) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        takeback.engine("mcts:time=600s").think(takeback.load("hex").start(), watch=refuse)


def test_one_engine_thinks_once_at_a_time() -> None:
    state = takeback.load("hex").start()
    engine = takeback.engine("mcts:time=600s")
    thread = threading.Thread(target=engine.think, args=(state.clone(),))
    thread.start()
    refused = None
    for _ in range(200):
        time.sleep(0.01)
        try:
            engine.forget()
        except takeback.EngineError as error:
            refused = error
            break
    engine.stop()
    thread.join()
    assert refused is not None and "thinking already" in str(refused)


def test_coroutines_and_their_cancelling() -> None:
    state = takeback.load("hex").start()

    async def both() -> tuple[takeback.Report, bool]:
        short = await takeback.engine("mcts").think_async(state, iterations=200)
        long = asyncio.ensure_future(takeback.engine("mcts:time=600s").think_async(state))
        await asyncio.sleep(0.2)
        long.cancel()
        try:
            await long
        except asyncio.CancelledError:
            return short, True
        return short, False

    report, cancelled = asyncio.run(both())
    assert report.best in state.legal_moves() and cancelled


def test_engines_travel() -> None:
    engine = pickle.loads(pickle.dumps(takeback.engine("ab:depth=2")))
    assert engine.spec == "ab:depth=2"
    assert engine.think(takeback.load("othello").start()).depth == 2
