"""The file of a network, and its arithmetic in whole numbers, step by step as the engine does it.

The format is described in `crates/net/src/sparse/format.rs`, the rounding in `quantise.rs`.
"""

import struct
from dataclasses import dataclass

import numpy as np

from rows import Refused, checksum

MAGIC = b"TAKEBNNU"
VERSION = 1
ACTIVATION = 127
WEIGHT = 64
OUTPUT = 256


@dataclass(frozen=True)
class Shape:
    """The sizes of a network."""

    features: int
    most: int
    hidden: int
    dense: int
    buckets: int

    def check(self):
        """Whether a network can have these sizes."""
        sound = (1 <= self.features <= 1 << 16 and 1 <= self.most <= 4096
                 and 32 <= self.hidden <= 512 and self.hidden % 32 == 0
                 and 8 <= self.dense <= 64 and self.dense % 8 == 0 and 1 <= self.buckets <= 64)
        if not sound:
            raise Refused(f"no network has these sizes: {self}")
        return self

    @property
    def largest(self):
        """No weight of the first layer is larger, lest sums overflow."""
        return 32767 // (self.most + 1)


def rounded(x, most):
    """The nearest whole number, halves away from zero as Rust rounds them, cut to +-most."""
    x = np.asarray(x, np.float32).astype(np.float64)
    return np.clip(np.trunc(x + np.copysign(0.5, x)), -most, most).astype(np.int64)


class Whole:
    """A network in whole numbers."""

    def __init__(self, encoding, shape, scale, first, first_bias, dense, dense_bias, out, out_bias):
        self.encoding, self.shape, self.scale = encoding, shape.check(), scale
        self.first, self.first_bias = first, first_bias
        self.dense, self.dense_bias, self.out, self.out_bias = dense, dense_bias, out, out_bias
        unit = ACTIVATION * OUTPUT
        self.points = (scale * 65536 + unit // 2) // unit

    @staticmethod
    def of(encoding, shape, scale, first, first_bias, dense, dense_bias, out, out_bias):
        """From numbers as training knows them: first [features, hidden], dense [buckets, dense,
        2 * hidden], out [buckets, dense] and their biases. What does not fit is cut."""
        f32, far = np.float32, 1e8
        unit = f32(ACTIVATION)
        parts = (first, first_bias, dense, dense_bias, out, out_bias)
        if not all(np.all(np.isfinite(part)) for part in parts):
            raise Refused("a weight is no number: try a smaller rate")
        first, first_bias, dense, dense_bias, out, out_bias = (np.asarray(p, f32) for p in parts)
        return Whole(
            encoding, shape, scale,
            rounded(first * unit, shape.largest),
            rounded(first_bias * unit, shape.largest),
            rounded(dense * f32(WEIGHT), 127),
            rounded(dense_bias * f32(WEIGHT) * unit, far),
            rounded(out * f32(OUTPUT), 32000),
            rounded(out_bias * f32(OUTPUT) * unit, far))

    def value(self, own, other, bucket):
        """What a position is worth to the mover, in points, by the features of both views."""
        sums = [self.first_bias + self.first[np.asarray(view, np.int64)].sum(axis=0)
                for view in (own, other)]
        inputs = np.clip(np.concatenate(sums), 0, ACTIVATION)
        bucket = 0 if self.shape.buckets == 1 else bucket
        sums = self.dense[bucket] @ inputs + self.dense_bias[bucket]
        active = np.clip(sums >> 6, 0, ACTIVATION)
        total = int(self.out_bias[bucket]) + int(active @ self.out[bucket])
        return total * self.points >> 16

    def write(self):
        """The bytes of the engine's file."""
        shape, name = self.shape, self.encoding.encode()
        written = self.first.any(axis=1)
        bits = np.packbits(written, bitorder="little").tobytes()
        parts = [MAGIC, struct.pack("<2I", VERSION, len(name)), name,
                 struct.pack("<6I", shape.features, shape.most, shape.hidden, shape.dense,
                             shape.buckets, self.scale),
                 bits, self.first[written].astype("<i2").tobytes(),
                 self.first_bias.astype("<i2").tobytes()]
        for bucket in range(shape.buckets):
            parts += [self.dense[bucket].astype("<i1").tobytes(),
                      self.dense_bias[bucket].astype("<i4").tobytes(),
                      self.out[bucket].astype("<i2").tobytes(),
                      struct.pack("<i", int(self.out_bias[bucket]))]
        body = b"".join(parts)
        return body + struct.pack("<Q", checksum(body))

    @staticmethod
    def read(data):
        """A network from the bytes of a file."""
        if data[:8] != MAGIC or len(data) < 48:
            raise Refused("not a network; `takeback train` writes them")
        version, length = struct.unpack_from("<2I", data, 8)
        if version != VERSION:
            raise Refused(f"a network of version {version}; this program reads {VERSION}, which is "
                          "for two players and has no policy")
        if struct.pack("<Q", checksum(data[:-8])) != data[-8:]:
            raise Refused("the network is damaged: its checksum differs")
        encoding, at = data[16:16 + length].decode(), 16 + length
        *sizes, scale = struct.unpack_from("<6I", data, at)
        shape, at = Shape(*sizes).check(), at + 24

        def take(kind, *form):
            nonlocal at
            found = np.frombuffer(data, kind, int(np.prod(form)), at).reshape(form)
            at += found.nbytes
            return found.astype(np.int64)

        bits = np.frombuffer(data, np.uint8, (shape.features + 7) // 8, at)
        written = np.unpackbits(bits, bitorder="little")[:shape.features].astype(bool)
        at += len(bits)
        first = np.zeros((shape.features, shape.hidden), np.int64)
        first[written] = take("<i2", int(written.sum()), shape.hidden)
        first_bias = take("<i2", shape.hidden)
        heads = [(take("<i1", shape.dense, 2 * shape.hidden), take("<i4", shape.dense),
                  take("<i2", shape.dense), take("<i4", 1)[0]) for _ in range(shape.buckets)]
        if at != len(data) - 8:
            raise Refused("the network has another length than its sizes ask for")
        return Whole(encoding, shape, scale, first, first_bias, *map(np.array, zip(*heads)))
