"""What the handing out itself costs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from takeback.cluster.driver import Driver, State
from takeback.cluster.jobs import Empty
from takeback.cluster.options import Options
from takeback.cluster.run import workers
from takeback.cluster.sinks import Dataset, Sink
from takeback.cluster.unit import Finished


class Nowhere:
    """A store that keeps nothing."""

    def finished(self) -> Iterator[tuple[int, int, Any]]:
        return iter(())

    def write(self, batch: Sequence[Finished]) -> None:
        pass

    def close(self) -> None:
        pass


def measure(units: int, options: Options, folder: Path | None = None) -> dict[str, Any]:
    """Hand out empty units: how many a second, and what of that is this process' own time.

    The clock begins when the workers are there and have done their first units.
    """
    warm, job = Empty({"units": 64}), Empty({"units": units})
    with workers(job, options) as pool:
        Driver(pool, gather=0).run(warm.all(), Nowhere(), State(warm.units(), warm.total()))
        sink: Sink = Dataset(folder, job.text()) if folder else Nowhere()
        wall, own = time.perf_counter(), time.process_time()
        state = State(job.units(), job.total())
        Driver(pool, gather=options.gather).run(job.all(), sink, state)
        wall, own = time.perf_counter() - wall, time.process_time() - own
        sink.close()
        return {
            "units": units,
            "units_per_second": units / wall,
            "driver_micros": 1e6 * own / units,
            "workers": pool.text(),
            "in_flight": options.in_flight,
            "depth": options.depth,
        }
