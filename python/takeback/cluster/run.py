"""A job from its beginning to its end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

from takeback.cluster.driver import Driver, Pool, State
from takeback.cluster.jobs import Job
from takeback.cluster.options import Options
from takeback.cluster.sinks import Dataset, Sink
from takeback.cluster.worker import Inline


@contextmanager
def workers(job: Job, options: Options) -> Iterator[Pool]:
    """The workers of a job, for as long as the block runs."""
    options.check()
    if options.address == "none":
        yield Inline(job)
        return
    # Here and not above: without a cluster nobody needs Ray.
    from takeback.cluster.pool import RayPool, connect

    # What Ray has to say of its nodes is no part of our output.
    with redirect_stdout(sys.stderr):
        connect(options)
        pool = RayPool(job, options)
        try:
            yield pool
        finally:
            pool.close()


def drive(
    job: Job,
    sink: Sink,
    options: Options,
    watch: Callable[[State], None] = lambda _: None,
) -> State:
    """Do the units that the store does not hold yet."""
    state = State(job.units(), job.total(), tally=job.tally())
    with workers(job, options) as pool:
        driver = Driver(pool, watch, options.attempts, options.gather)
        return driver.run(job.all(), sink, state)


def run(
    job: Job,
    folder: Path,
    options: Options | None = None,
    watch: Callable[[State], None] = lambda _: None,
) -> State:
    """Do a job into a Parquet dataset; goes on where an earlier run stopped."""
    sink = Dataset(folder, job.text())
    try:
        return drive(job, sink, options or Options(), watch)
    finally:
        sink.close()
