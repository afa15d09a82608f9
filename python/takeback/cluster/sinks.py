"""Where results are written, once.

Both kinds of store answer two questions: which units are there, and (after ``write``
has come back) are these there too, even if the power goes now. A unit counts as
finished from that moment and not before.

* :class:`Dataset`: a folder of Parquet files. A batch of units is one file, written under
  another name, flushed to the disk and renamed. Which units it holds, with their
  summaries, stands in the file's footer, so that reading where a job stands costs a
  footer a file. The folder is locked while a driver writes to it.
* :class:`Book`: takeback's SQLite file of games. A batch is one transaction; a game is
  there under (event, number) once or not at all.
"""

from __future__ import annotations

import fcntl
import io
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from takeback.cluster.unit import ClusterError, Finished

#: Where a Parquet file names its units.
UNITS = b"takeback.units"


class Sink(Protocol):
    """A store of finished units."""

    def finished(self) -> Iterator[tuple[int, int, Any]]:
        """Every unit there: number, count, summary."""

    def write(self, batch: Sequence[Finished]) -> None:
        """Store units that are not there yet, all of them or none."""

    def close(self) -> None:
        """Let go of it."""


def encode(columns: dict[str, list[Any]], unit: int) -> bytes:
    """Rows as an Arrow stream, with the unit's number in the first column."""
    import pyarrow as pa

    rows = len(next(iter(columns.values()))) if columns else 0
    named = {"unit": [unit] * rows, **{k: v for k, v in columns.items() if k != "unit"}}
    table = pa.table(named)
    out = io.BytesIO()
    with pa.ipc.new_stream(out, table.schema) as stream:
        stream.write_table(table)
    return out.getvalue()


class Dataset:
    """A folder of Parquet files, a file a batch of units."""

    def __init__(self, folder: Path, text: str) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = open(folder / "_lock", "w")  # noqa: SIM115 (held until close)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise ClusterError(f"{folder} is being written by another driver") from None
        self._claim(text)
        self._sweep()
        self._units: set[int] = set()
        self._next = 0

    def _claim(self, text: str) -> None:
        path = self.folder / "_plan.json"
        if path.exists():
            if path.read_text() != text:
                self.close()
                raise ClusterError(
                    f"{self.folder} holds another job; give another folder or the same options"
                )
            return
        if any(self.folder.glob("*.parquet")):
            self.close()
            raise ClusterError(f"{self.folder} holds Parquet files of something else")
        _replace(path, text.encode())

    def _sweep(self) -> None:
        # What a killed driver left half written; the lock says that there is no other.
        for path in self.folder.glob("_tmp-*"):
            path.unlink()

    def finished(self) -> Iterator[tuple[int, int, Any]]:
        import pyarrow.parquet as pq

        for path in sorted(self.folder.glob("part-*.parquet")):
            self._next = max(self._next, int(path.stem.partition("-")[2]) + 1)
            found = (pq.read_metadata(path).metadata or {}).get(UNITS)
            if found is None:
                raise ClusterError(f"{path} does not say which units it holds")
            for unit, count, summary in json.loads(found):
                if unit in self._units:
                    raise ClusterError(f"{path} holds unit {unit}, which another file holds too")
                self._units.add(unit)
                yield unit, count, summary

    def write(self, batch: Sequence[Finished]) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        fresh = {done.unit: done for done in batch if done.unit not in self._units}
        if not fresh:
            return
        units = [[done.unit, done.count, done.summary] for done in fresh.values()]
        tables = [pa.ipc.open_stream(done.data).read_all() for done in fresh.values()]
        table = pa.concat_tables(tables, promote_options="permissive")
        table = table.replace_schema_metadata({UNITS: json.dumps(units)})
        out = io.BytesIO()
        pq.write_table(table, out, compression="zstd")
        _replace(self.folder / f"part-{self._next:08}.parquet", out.getvalue())
        self._next += 1
        self._units.update(fresh)

    def close(self) -> None:
        self._lock.close()


def _replace(path: Path, data: bytes) -> None:
    """A file that is there whole or not at all, and stays."""
    temporary = path.with_name(f"_tmp-{path.name}")
    with open(temporary, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read(folder: Path) -> Any:
    """All rows of a dataset, as an Arrow table in the order of the units."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    tables = [pq.read_table(path) for path in sorted(folder.glob("part-*.parquet"))]
    if not tables:
        raise ClusterError(f"{folder} holds no finished unit yet")
    table = pa.concat_tables([t.replace_schema_metadata(None) for t in tables], promote_options="permissive")
    return table.sort_by([(name, "ascending") for name in ("unit", "number", "game", "ply") if name in table.column_names])
