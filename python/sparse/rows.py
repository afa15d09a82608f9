"""Games of self-play, as `takeback selfplay GAME --format rows` or `parquet` writes them.

`gather` takes what `takeback train --data` takes: files, or folders of self-play, of either
kind. The formats are described in `crates/train/src/rows.rs` and `table.rs`.
"""

import struct
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Optional

import numpy as np

MAGIC = b"TAKEROWS"
VERSION = 2
NO_MOVE = 0xFFFFFFFF
WHOLE = 65535
MASK = (1 << 64) - 1


class Refused(ValueError):
    """Why a file cannot be used, in a sentence."""


class Header(NamedTuple):
    """What the features of a file are."""

    encoding: str
    features: int
    most: int
    buckets: int
    moves: int


@dataclass
class Row:
    """A labelled position; `kind` is 0 for nothing, 1 for points, 2 for a share."""

    ply: int
    seat: int
    bucket: int
    depth: int
    nodes: int
    kind: int
    worth: float
    best: Optional[int]
    played: Optional[int]
    weighed: list
    own: list
    other: list


@dataclass
class Game:
    """A finished game."""

    number: int
    opening: int
    temperature: float
    ending: int
    results: list
    rows: list = field(default_factory=list)


def checksum(data):
    """FNV-1a, 64 bits."""
    total = 0xCBF29CE484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001B3 & MASK
    return total


def read(path, cut_off=False):
    """Header and games of a file, in order of their numbers. A last game that a killed run
    tore is an error unless `cut_off` leaves it out."""
    path = Path(path)
    data = path.read_bytes()
    if data[:4] == b"PAR1":
        return read_parquet(path)
    header, at = read_header(path, data)
    games = {}
    while at < len(data):
        frame = data[at + 4:at + 4 + struct.unpack_from("<I", data, at)[0]] \
            if at + 4 <= len(data) else b""
        if len(data) < at + 4 or len(frame) < struct.unpack_from("<I", data, at)[0]:
            if cut_off:
                break
            raise Refused(f"{path}: ends amid a game at byte {at} (a run was stopped while it "
                          "wrote); the same selfplay command mends it")
        number = struct.unpack_from("<Q", frame)[0] if len(frame) >= 16 else 0
        if len(frame) < 16 or struct.pack("<Q", checksum(frame[:-8])) != frame[-8:]:
            raise Refused(f"{path}: game {number} is damaged at byte {at}")
        try:
            game = unpack(number, zlib.decompress(frame[8:-8], -15))
        except (zlib.error, struct.error) as why:
            raise Refused(f"{path}: game {number} is damaged at byte {at}: {why}") from why
        games.setdefault(number, game)
        at += 4 + len(frame)
    return header, [games[number] for number in sorted(games)]


def read_header(path, data):
    """The header of the own format, and where games begin."""
    if data[:8] != MAGIC or len(data) < 16:
        raise Refused(f"{path}: not a file of positions; `takeback selfplay GAME --format rows` "
                      "writes them")
    version, length = struct.unpack_from("<2I", data, 8)
    if version != VERSION:
        raise Refused(f"{path}: rows of version {version}; this program reads version {VERSION}: "
                      "play the games anew")
    end = 16 + length + 16
    if len(data) < end + 8 or struct.pack("<Q", checksum(data[:end])) != data[end:end + 8]:
        raise Refused(f"{path}: its header is damaged")
    sizes = struct.unpack_from("<4I", data, 16 + length)
    return Header(data[16:16 + length].decode(), *sizes), end + 8


def for_two(number, results):
    """Refuses a game of more; nothing here judges for them."""
    if len(results) != 2:
        raise Refused(f"game {number} is for {len(results)} players; these networks judge for two: "
                      "`takeback train` learns for more")


def unpack(number, plain):
    """A game from its bytes."""
    opening, temperature, ending, seats = struct.unpack_from("<QfBB", plain)
    at = 14
    results = list(struct.unpack_from(f"<{seats}h", plain, at))
    at += 2 * seats
    for_two(number, results)
    count, = struct.unpack_from("<I", plain, at)
    at += 4
    game = Game(number, opening, temperature, ending, results)
    for _ in range(count):
        ply, seat, bucket, depth, nodes, kind = struct.unpack_from("<HBBBIB", plain, at)
        worth, = struct.unpack_from("<f" if kind == 2 else "<i", plain, at + 10)
        best, played, moves = struct.unpack_from("<2IH", plain, at + 14)
        at += 24
        pairs = struct.unpack_from("<" + "IH" * moves, plain, at)
        at += 6 * moves
        views = []
        for _ in range(2):
            features, = struct.unpack_from("<H", plain, at)
            views.append(list(struct.unpack_from(f"<{features}H", plain, at + 2)))
            at += 2 + 2 * features
        game.rows.append(Row(ply, seat, bucket, depth, nodes, kind, worth if kind else 0,
                             None if best == NO_MOVE else best,
                             None if played == NO_MOVE else played,
                             list(zip(pairs[::2], pairs[1::2])), *views))
    if at != len(plain):
        raise struct.error("bytes are left over")
    return game


def read_parquet(path):
    """The same from columns."""
    import pyarrow.parquet

    try:
        file = pyarrow.parquet.ParquetFile(path)
    except (OSError, ValueError) as why:
        raise Refused(f"{path}: a Parquet file, but {why}") from why
    notes = {key.decode(): text.decode() for key, text in (file.metadata.metadata or {}).items()}
    if "takeback.encoding" not in notes:
        raise Refused(f"{path}: a Parquet file that says nothing of features")
    if int(notes["takeback.version"]) != VERSION:
        raise Refused(f"{path}: rows of version {notes['takeback.version']}; this program reads "
                      f"version {VERSION}: play the games anew")
    header = Header(notes["takeback.encoding"], *(int(notes[f"takeback.{name}"]) for name in
                                                  ("features", "most", "buckets", "moves")))
    names = ("game", "ply", "seat", "bucket", "depth", "nodes", "judged", "worth", "best",
             "played", "weighed", "shares", "own", "other", "opening", "temperature", "ending",
             "results")
    columns = file.read(columns=list(names)).to_pydict()
    games = {}
    for (number, ply, seat, bucket, depth, nodes, kind, worth, best, played, weighed, shares, own,
         other, opening, temperature, ending, results) in zip(*(columns[name] for name in names)):
        if number not in games:
            for_two(number, results)
            games[number] = Game(number, opening & MASK, temperature, ending, results)
        worth = worth if kind == 2 else int(worth)
        games[number].rows.append(Row(
            ply, seat, bucket, depth, nodes, kind, worth, None if best < 0 else best,
            None if played < 0 else played, list(zip(weighed, shares)), own, other))
    return header, [games[number] for number in sorted(games)]


def folder(path, cut_off=False):
    """The games of a file, or of a folder of self-play."""
    path = Path(path)
    if not path.is_dir():
        return read(path, cut_off)
    if (path / "games.rows").exists():
        return read(path / "games.rows", cut_off)
    header, games = None, {}
    for part in sorted(path.glob("*.parquet")):
        found, more = read(part)
        if header not in (None, found):
            raise Refused(f"{part}: holds {found.encoding!r}, not {header.encoding!r}")
        header = found
        games.update((game.number, game) for game in more)
    if header is None:
        raise Refused(f"{path}: holds neither games.rows nor Parquet files")
    return header, [games[number] for number in sorted(games)]


def mix(z):
    """The finaliser of SplitMix64."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def lot(seed, number):
    """The first number of a game's stream; it decides which games are kept apart."""
    state = mix(seed ^ mix(number + 0x5851F42D4C957F2D & MASK))
    return mix(state + 0x9E3779B97F4A7C15 & MASK)


class Data(NamedTuple):
    """Positions to learn from and to be examined by, flat. View `v` of position `i` is
    `features[starts[2 * i + v]:starts[2 * i + v + 1]]`."""

    header: Header
    features: np.ndarray
    starts: np.ndarray
    buckets: np.ndarray
    kinds: np.ndarray
    worths: np.ndarray
    results: np.ndarray
    taught: np.ndarray
    kept: np.ndarray
    repeated: int

    def targets(self, lam, scale):
        """What the network should say: the result and the search's judgement mixed."""
        points = 1 / (1 + np.exp(-np.clip(self.worths / scale, -80, 80)))
        judged = np.where(self.kinds == 2, self.worths, points)
        return (lam * self.results + (1 - lam) * judged).astype(np.float32)


def gather(paths, keep=20, seed=1, cut_off=False):
    """The positions of several files or folders: the same ones, in the same order, and with the
    same games kept apart, as `takeback train` takes."""
    header, seen, repeated = None, set(), 0
    features, starts, columns, split = [], [0], [], ([], [])
    for file, path in enumerate(paths):
        found, games = folder(path, cut_off)
        if header not in (None, found):
            raise Refused(f"{path} holds {found.encoding!r}, the others {header.encoding!r}: one "
                          "network learns one game")
        header = found
        for game in games:
            is_kept = lot(seed, game.number ^ file << 48) % max(keep, 2) == 0
            for row in game.rows:
                if row.kind == 0:
                    continue
                check(header, game, row)
                key = (row.bucket, tuple(row.own), tuple(row.other))
                if key in seen:
                    repeated += 1
                    continue
                seen.add(key)
                split[is_kept].append(len(columns))
                for view in (row.own, row.other):
                    features.extend(view)
                    starts.append(len(features))
                result = (game.results[row.seat] / 1000 + 1) / 2
                columns.append((row.bucket, row.kind, row.worth, result))
    if not columns:
        raise Refused("no positions to learn from")
    if not split[0] or not split[1]:
        raise Refused("all positions are of one game; a second one is needed to examine what was "
                      "learned")
    buckets, kinds, worths, results = np.array(columns, np.float64).T
    return Data(header, np.array(features, np.uint16), np.array(starts), buckets.astype(np.int64),
                kinds.astype(np.int64), worths, results, *map(np.array, split), repeated)


def check(header, game, row):
    """A row that makes no sense is refused."""
    why = None
    if row.kind == 2 and not 0 <= row.worth <= 1:
        why = f"a share of {row.worth} is not between 0 and 1"
    elif row.seat >= len(game.results):
        why = f"seat {row.seat} has no result"
    elif row.bucket >= header.buckets:
        why = f"bucket {row.bucket} of {header.buckets}"
    elif max(row.own + row.other, default=0) >= header.features:
        why = f"feature {max(row.own + row.other)} of {header.features}"
    if why:
        raise Refused(f"game {game.number}, ply {row.ply}: {why}")
