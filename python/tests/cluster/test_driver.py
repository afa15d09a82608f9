"""The scheduling, without Ray: a pool that loses units as machines do."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from standin import Standin
from takeback.cluster.driver import Driver, State
from takeback.cluster.progress import Line, duration
from takeback.cluster.sinks import Dataset, read
from takeback.cluster.unit import ClusterError, Failed, Finished, Lost, Outcome, Unit
from takeback.cluster.worker import Inline, perform


def job(units: int = 40, **more: object) -> Standin:
    return Standin({"units": units, "seed": 7, **more})


def state(of: Standin) -> State:
    return State(of.units(), of.total(), tally=of.tally())


class Flaky:
    """Units come back in any order, some are lost, some come back although they were
    called lost (a machine that was only thought dead)."""

    def __init__(self, of: Standin, seed: int, stop_after: int | None = None) -> None:
        self.job, self.rng, self.stop_after = of, random.Random(seed), stop_after
        self.held: list[Unit] = []
        self.most = 0
        self.waits = 0

    def room(self) -> int:
        return 6 - len(self.held)

    def submit(self, unit: Unit) -> None:
        assert self.room() > 0, "more units than there is room for"
        assert unit.id not in [u.id for u in self.held], "handed out twice at once"
        self.held.append(unit)
        self.most = max(self.most, len(self.held))

    def wait(self, seconds: float) -> Sequence[Outcome]:
        self.waits += 1
        if self.stop_after is not None and self.waits > self.stop_after:
            raise KeyboardInterrupt
        self.rng.shuffle(self.held)
        answers: list[Outcome] = []
        for _ in range(self.rng.randrange(4)):
            if self.held:
                unit = self.held.pop()
                lost = self.rng.random() < 0.3
                answers.append(Lost(unit.id, "gone", False) if lost else perform(self.job, unit))
        return answers

    def expect(self, units: int) -> None:
        assert units >= 0

    def text(self) -> str:
        return "flaky"


def undisturbed(folder: Path, of: Standin) -> list[dict[str, int]]:
    sink = Dataset(folder, of.text())
    Driver(Inline(of), gather=0).run(of.all(), sink, state(of))
    sink.close()
    rows: list[dict[str, int]] = read(folder).to_pylist()
    return rows


@pytest.mark.parametrize("seed", range(4))
def test_every_unit_is_there_once_whatever_is_lost(tmp_path: Path, seed: int) -> None:
    whole = undisturbed(tmp_path / "whole", job())
    assert [row["number"] for row in whole] == list(range(120))
    last = state(job())
    for stop_after in (5, 9, None):
        # A driver that is stopped, and one after it.
        pool, last = Flaky(job(), seed, stop_after), state(job())
        sink = Dataset(tmp_path / "parts", job().text())
        try:
            Driver(pool, gather=0).run(job().all(), sink, last)
            assert stop_after is None
        except KeyboardInterrupt:
            assert stop_after is not None
        finally:
            sink.close()
        assert pool.most <= 6
    assert (last.done, last.count) == (40, 120)
    assert 0 < last.new_units < 40
    assert read(tmp_path / "parts").to_pylist() == whole
    # The tally counts what earlier drivers stored, too.
    assert last.tally.text() == f"sum {sum(row['value'] for row in whole)}"


def test_a_unit_that_kills_its_workers_is_given_up_and_the_others_are_kept(tmp_path: Path) -> None:
    class Deadly(Inline):
        def wait(self, seconds: float) -> list[Outcome]:  # type: ignore[override]
            if self.unit and self.unit.id == 3:
                self.unit = None
                return [Lost(3, "the process ended", True)]
            return list(super().wait(seconds))

    of = job(8)
    sink, now = Dataset(tmp_path / "d", of.text()), state(of)
    with pytest.raises(ClusterError, match="1 of 8 units failed.*unit 3: 5 workers died"):
        Driver(Deadly(of), gather=0).run(of.all(), sink, now)
    assert (now.done, now.again) == (7, 4)
    sink.close()
    # The same command tries again, and a unit that was only unlucky is then done.
    sink, now = Dataset(tmp_path / "d", of.text()), state(of)
    Driver(Inline(of), gather=0).run(of.all(), sink, now)
    assert (now.done, now.new_units) == (8, 1)


def test_a_pool_without_workers_yet_is_waited_for(tmp_path: Path) -> None:
    class Slow(Inline):
        waits = 0

        def room(self) -> int:
            return super().room() if self.waits >= 5 else 0

        def wait(self, seconds: float) -> list[Finished | Failed]:
            self.waits += 1
            return super().wait(seconds)

    of = job(3)
    sink, now = Dataset(tmp_path / "d", of.text()), state(of)
    assert Driver(Slow(of), gather=0).run(of.all(), sink, now).done == 3


def test_an_error_inside_a_unit_is_said_and_not_repeated(tmp_path: Path) -> None:
    of = job(6, bad=[2, 4])
    sink, now = Dataset(tmp_path / "d", of.text()), state(of)
    with pytest.raises(ClusterError, match="unit 2: ValueError: unit 2 is no good"):
        Driver(Inline(of), gather=0).run(of.all(), sink, now)
    assert (now.done, sorted(now.failed), now.again) == (4, [2, 4], 0)


def test_a_folder_belongs_to_one_job_and_one_driver(tmp_path: Path) -> None:
    of = job(4)
    sink = Dataset(tmp_path / "d", of.text())
    with pytest.raises(ClusterError, match="another driver"):
        Dataset(tmp_path / "d", of.text())
    sink.close()
    with pytest.raises(ClusterError, match="another job"):
        Dataset(tmp_path / "d", job(5).text())
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "x.parquet").write_bytes(b"")
    with pytest.raises(ClusterError, match="something else"):
        Dataset(tmp_path / "other", of.text())


def test_a_unit_is_written_once(tmp_path: Path) -> None:
    of = job(3)
    sink = Dataset(tmp_path / "d", of.text())
    done = [perform(of, unit) for unit in of.all()]
    finished = [unit for unit in done if isinstance(unit, Finished)]
    assert not list(sink.finished())
    sink.write(finished[:2])
    sink.write(finished)
    sink.write(finished)
    sink.close()
    assert len(list((tmp_path / "d").glob("part-*"))) == 2
    assert [row["unit"] for row in read(tmp_path / "d").to_pylist()] == [0] * 3 + [1] * 3 + [2] * 3


def test_what_a_killed_driver_left_half_written_is_swept(tmp_path: Path) -> None:
    whole = undisturbed(tmp_path / "d", job(4))
    (tmp_path / "d" / "_tmp-part-00000009.parquet").write_bytes(b"PAR1 half a file")
    assert undisturbed(tmp_path / "d", job(4)) == whole
    assert not list((tmp_path / "d").glob("_tmp-*"))


def test_a_file_that_is_doubled_by_hand_is_noticed(tmp_path: Path) -> None:
    undisturbed(tmp_path / "d", job(2))
    part = next((tmp_path / "d").glob("part-*"))
    (tmp_path / "d" / "part-00000077.parquet").write_bytes(part.read_bytes())
    with pytest.raises(ClusterError, match=r"holds unit \d, which another file holds too"):
        undisturbed(tmp_path / "d", job(2))


def test_units_gather_before_they_are_written(tmp_path: Path) -> None:
    now = [0.0]

    def clock() -> float:
        now[0] += 0.1
        return now[0]

    of = job(40)
    sink = Dataset(tmp_path / "d", of.text())
    Driver(Inline(of), gather=1.0, clock=clock).run(of.all(), sink, state(of))
    sink.close()
    files = len(list((tmp_path / "d").glob("part-*")))
    assert 2 <= files <= 10
    assert len(read(tmp_path / "d")) == 120


def test_the_line_says_speed_and_end() -> None:
    now = [0.0]
    out = io.StringIO()
    line = Line("games", out, clock=lambda: now[0], every=0)
    so_far = State(units=10, total=1000, workers="2 workers on 2 nodes")
    line(so_far)
    now[0] = 2.0
    so_far.done, so_far.count, so_far.new_count, so_far.again = 2, 200, 200, 1
    line(so_far)
    said = out.getvalue().splitlines()
    assert said[0] == "0/1,000 games (0/10 units), 2 workers on 2 nodes"
    assert said[1] == (
        "200/1,000 games (2/10 units), 100.0 games/s, 2 workers on 2 nodes, 1 units again, "
        "ends in 8 s"
    )
    assert [duration(s) for s in (0, 59, 3600, 90061)] == ["0 s", "59 s", "1 h", "1 d 1 h"]


def test_the_plan_is_the_same_text_for_the_same_job() -> None:
    assert json.loads(job(3).text()) == {
        "job": "standin:Standin",
        "plan": {"units": 3, "seed": 7},
    }
