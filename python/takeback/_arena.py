"""Matches, self-play as tables, training."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, cast

from ._takeback import Game, play_match, play_self
from ._takeback import train as _train

if TYPE_CHECKING:
    import pyarrow

    from typing import TypeAlias

    PathLike: TypeAlias = str | os.PathLike[str]


class Interval(TypedDict):
    """An estimate with its 95 % interval."""

    low: float
    mid: float
    high: float


class Played(TypedDict):
    """A game of a match."""

    number: int
    #: Which engine (0 or 1) sat in each seat.
    seats: list[int]
    start: str
    #: How many of the moves were the opening.
    opening: int
    moves: list[str]
    results: list[float]
    ending: str


class MatchResult(TypedDict):
    """What came out, from the first engine's view."""

    games: int
    wins: int
    draws: int
    losses: int
    endless: int
    score: Interval
    elo: Interval
    nodes: list[int]
    seconds: float
    played: list[Played]


def match(
    game: Game | str,
    first: str,
    second: str,
    *,
    games: int = 100,
    opening: int = 4,
    position: str | None = None,
    seed: int = 1,
    threads: int = 1,
    time: float | None = None,
    longest: int = 5000,
    record: bool = False,
) -> MatchResult:
    """A match of two engines: every opening of random moves is played with all
    arrangements of seats. The same seed gives the same games on any number of threads
    as long as the engines go by nodes, depth or iterations.

    >>> import takeback
    >>> result = takeback.match("connect4", "ab:depth=4", "random", games=20, seed=3)
    >>> result["games"], result["wins"] > 15
    (20, True)
    """
    return cast(
        MatchResult,
        play_match(
            game,
            first,
            second,
            games=games,
            opening=opening,
            position=position,
            seed=seed,
            threads=threads,
            time=time,
            longest=longest,
            record=record,
        ),
    )


def _rows(folder: Path) -> Iterator[dict[str, Any]]:
    for part in sorted(folder.glob("part-*.jsonl.gz")):
        with gzip.open(part, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                row["score"] = None if row["score"] is None else json.dumps(row["score"])
                yield row


def selfplay(
    game: Game | str,
    engine: str,
    *,
    games: int = 100,
    opening: int = 4,
    spread: int = 0,
    seed: int = 1,
    threads: int = 1,
    longest: int = 5000,
    out: PathLike | None = None,
    rows: PathLike | None = None,
) -> pyarrow.Table | None:
    """Games of an engine against itself as labelled positions.

    Returns an Arrow table with the columns ``game, ply, seat, position, move, score,
    searched, depth, nodes, result``; with `out` it is written there as Parquet too. With
    `rows` instead, a folder, the games are appended to the file that :func:`train` reads,
    and nothing is returned. Game number `n` follows from the seed and `n` alone.

    Ctrl-C ends it at once. With `out` or `rows` the games that had ended are kept (beside
    `out`, in a folder of its name and ``.games``), and the same call plays the others.

    >>> import takeback
    >>> table = takeback.selfplay("tictactoe", "ab:depth=2", games=3, opening=1)
    >>> table.column_names[:5]
    ['game', 'ply', 'seat', 'position', 'move']
    """
    said: dict[str, Any] = {
        "games": games,
        "opening": opening,
        "spread": spread,
        "seed": seed,
        "threads": threads,
        "longest": longest,
        # Whole parts outlive an interrupt: small ones lose little, and not too many files.
        "part": min(100, max(1, games // 100)),
    }
    if rows is not None:
        if out is not None:
            raise ValueError("give out for a table or rows for training, not both")
        play_self(game, engine, os.fspath(rows), format="rows", **said)
        return None
    import pyarrow as arrow
    import pyarrow.parquet as parquet

    schema = arrow.schema(
        [
            ("game", arrow.int64()),
            ("ply", arrow.int32()),
            ("seat", arrow.int8()),
            ("position", arrow.string()),
            ("move", arrow.string()),
            ("score", arrow.string()),
            ("searched", arrow.int8()),
            ("depth", arrow.int32()),
            ("nodes", arrow.int64()),
            ("result", arrow.int32()),
        ]
    )

    def played(folder: Path) -> pyarrow.Table:
        play_self(game, engine, os.fspath(folder), format="jsonl", **said)
        return arrow.Table.from_pylist(list(_rows(folder)), schema=schema)

    if out is None:
        with tempfile.TemporaryDirectory(prefix="takeback-") as folder:
            return played(Path(folder))
    path, kept = Path(out), Path(f"{os.fspath(out)}.games")
    table = played(kept)
    whole = path.with_name(f"{path.name}.part")
    parquet.write_table(table, whole)
    os.replace(whole, path)
    shutil.rmtree(kept)
    return table


def train(
    game: Game | str,
    data: PathLike | Sequence[PathLike],
    out: PathLike,
    **plan: Any,
) -> dict[str, Any]:
    """Learn a network that judges positions from what :func:`selfplay` wrote with
    `rows`; it plays as ``ab:net=FILE``. Of the plan: hidden, dense, epochs, batch, rate,
    lam, keep, seed, threads.

    Ctrl-C ends it at once. The epochs before are kept beside `out`, in a file of its name and
    ``.state``, and the same call goes on from them to the same network.
    """
    many = [data] if isinstance(data, (str, os.PathLike)) else list(data)
    return _train(game, [os.fspath(one) for one in many], os.fspath(out), **plan)
