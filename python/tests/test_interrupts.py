"""Ctrl-C while something takes long: raised at once, and what was finished is kept.

Every test sends a real SIGINT to a process of its own.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import takeback

#: Seconds until the interrupt must be out. What is interrupted would take hours; the
#: machine may be busy with other tests.
PROMPT = 20

#: Who was started in the background by a shell has been told to ignore interrupts, and
#: whoever that starts too.
HEARING = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"


def interrupted(
    work: str, *, before: str = "", after: str = "", ready: Callable[[], bool] | None = None
) -> str:
    """Run `work`, interrupt it once it is under way, and give what `after` prints."""
    program = (
        f"{HEARING}import takeback\n{before}\nprint('begun', flush=True)\n"
        f"try:\n    {work}\n    print('it ended by itself')\n"
        f"except KeyboardInterrupt:\n    print('interrupted')\n{after}\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None and process.stdout.readline() == "begun\n"
        end = time.monotonic() + 60
        if ready is None:
            time.sleep(0.3)
        while ready is not None and not ready():
            assert process.poll() is None and time.monotonic() < end, "it never got under way"
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PROMPT)
    finally:
        process.kill()
    first, _, rest = out.partition("\n")
    assert first == "interrupted" and process.returncode == 0
    return rest


#: Amid a single thought of ten minutes.
THINKER = "'mcts:time=600s'"
HEX = "takeback.load('hex').start()"


@pytest.mark.parametrize(
    "work",
    [
        f"takeback.engine({THINKER}).think({HEX})",
        "takeback.match('connect4', 'ab:depth=3', 'random', games=100_000_000)",
        f"takeback.match('hex', {THINKER}, 'random', games=2, threads=2)",
        f"takeback.selfplay('hex', {THINKER}, games=2)",
        "takeback.verify(takeback.load('chess'), plies=10**15, threads=2)",
        "takeback.verify(takeback.load('gofish'), plies=10**15)",
        "takeback.load('chess').perft(20)",
        "takeback.load('hex').perft(9, threads=2)",
    ],
)
def test_long_work_is_interrupted(work: str) -> None:
    assert interrupted(work) == ""


def test_rules_in_python_are_interrupted() -> None:
    nim = (Path(__file__).parents[1] / "examples" / "nim.py").parent
    before = f"import sys; sys.path.insert(0, {str(nim)!r})\nfrom nim import Nim"
    after = "print(takeback.verify(Nim(), plies=200)['failure'])"
    assert interrupted("takeback.verify(Nim(), plies=10**12)", before=before, after=after) == "None\n"


def test_playouts_are_interrupted_and_the_batch_lives_on() -> None:
    before = "batch = takeback.Batch('hex:19x19', 100_000)\nwas = batch.position(7)"
    after = "batch.step_random(); print(batch.position(7) != was, batch.plies().sum())"
    work = "batch.playouts(); batch.playouts(); batch.playouts(); batch.playouts()"
    assert interrupted(work, before=before, after=after) == "True 100000\n"


def test_self_play_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    out, kept = tmp_path / "games.parquet", tmp_path / "games.parquet.games"
    plan = "'connect4', 'mcts:iterations=400', games=120, seed=3"
    interrupted(
        f"takeback.selfplay({plan}, out={str(out)!r})",
        ready=lambda: len(list(kept.glob("part-*.gz"))) >= 3,
    )
    assert not out.exists()
    there = {path.name: path.stat().st_mtime_ns for path in kept.glob("part-*.gz")}
    assert 3 <= len(there) < 120
    with pytest.raises(takeback.TakebackError, match="another run"):
        takeback.selfplay("connect4", "mcts:iterations=400", games=120, seed=4, out=out)
    table = takeback.selfplay("connect4", "mcts:iterations=400", games=120, seed=3, out=out)
    assert out.exists() and not kept.exists()
    whole = takeback.selfplay("connect4", "mcts:iterations=400", games=120, seed=3)
    assert table is not None and whole is not None and table.equals(whole)


def test_rows_go_on_where_they_were_interrupted(tmp_path: Path) -> None:
    broken, whole = tmp_path / "broken", tmp_path / "whole"
    plan = "'connect4', 'mcts:iterations=400', games=120, seed=3"
    file = broken / "games.rows"
    interrupted(
        f"takeback.selfplay({plan}, rows={str(broken)!r})",
        ready=lambda: file.exists() and file.stat().st_size > 4000,
    )
    there = file.read_bytes()
    for rows in (broken, whole):
        takeback.selfplay("connect4", "mcts:iterations=400", games=120, seed=3, rows=rows)
    after = file.read_bytes()
    assert after.startswith(there) and len(after) > len(there)
    assert after == (whole / "games.rows").read_bytes()


def test_training_goes_on_to_the_same_network(tmp_path: Path) -> None:
    rows = tmp_path / "rows"
    takeback.selfplay("connect4", "ab:depth=2", games=60, opening=3, seed=1, rows=rows)
    net, state = tmp_path / "four.net", tmp_path / "four.net.state"
    plan = {"hidden": 64, "dense": 8, "epochs": 40, "keep": 4, "batch": 64}
    interrupted(
        f"takeback.train('connect4', {str(rows)!r}, {str(net)!r}, **{plan})",
        ready=lambda: state.exists(),
    )
    assert state.exists() and not net.exists()
    done = takeback.train("connect4", rows, net, **plan)
    assert len(done["epochs"]) == 40 and not state.exists()
    takeback.train("connect4", rows, tmp_path / "other.net", **plan)
    assert net.read_bytes() == (tmp_path / "other.net").read_bytes()


def test_the_audit_is_interrupted() -> None:
    pytest.importorskip("pyspiel")
    work = "takeback.audit_open_spiel(['tic_tac_toe'], plies=10**12, seconds=600)"
    assert interrupted(work) == ""


def test_a_cluster_of_one_process_keeps_its_units(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    from takeback.cluster.sinks import read

    program = f"{HEARING}import sys\nfrom takeback.cluster.__main__ import main\nsys.exit(main())"
    command = [sys.executable, "-c", program, "tournament", "hex", "random"]
    command += ["mcts:iterations=2000", "--games", "100000", "--unit", "1"]
    command += ["--gather", "0", "--address", "none", "--out", str(tmp_path / "t")]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        end = time.monotonic() + 60
        while len(list((tmp_path / "t").glob("part-*.parquet"))) < 2:
            assert process.poll() is None and time.monotonic() < end
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PROMPT)
    finally:
        process.kill()
    assert process.returncode == 130 and "the same command does the others" in err
    numbers = read(tmp_path / "t")["number"].to_pylist()
    assert numbers == list(range(len(numbers))) and len(numbers) >= 2
