"""A network of RingRift's square8 as one of hex8, to begin training there.

    takeback train ringrift:hex8 --data SOME --hidden 64 --epochs 1 --out shape.net
    python3 python/sparse/carry.py square8.net shape.net hex8.net

Features name sorts of places and no cells, so all rows mean the same on both boards but
those of places. `shape.net` is any network of hex8 with as many sums: its name and its
numbers of features are taken, its weights are not.
"""

import argparse
from pathlib import Path

import numpy as np

from net import Shape, Whole
from rows import Refused

COLOURS = 2
# Features before those of places: sorts of stacks, and rings below caps.
BEFORE = 12 * COLOURS + 3 * COLOURS * COLOURS
# Sorts of places of square8, and which of them are most like each of hex8, from corner to middle.
SQUARE8 = 10
LIKE = [[0, 1], [2], [3], [4, 5], [6], [7], [8], [9], [9]]


def carried(rows):
    """The rows of hex8."""
    after = BEFORE + 4 * COLOURS * SQUARE8
    places, hidden = rows[BEFORE:after], rows.shape[1]
    # Of stacks two rows for every sort of place, of markers and territory one.
    stacks = places[:2 * COLOURS * SQUARE8].reshape(COLOURS, SQUARE8, 2, hidden)
    cells = places[2 * COLOURS * SQUARE8:].reshape(2 * COLOURS, SQUARE8, hidden)

    def alike(old):
        return np.rint(np.stack([old[:, sorts].mean(axis=1) for sorts in LIKE], axis=1))

    parts = [rows[:BEFORE], alike(stacks).reshape(-1, hidden), alike(cells).reshape(-1, hidden)]
    return np.concatenate([*parts, rows[after:]]).astype(np.int64)


def main():
    """From two files a third."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("square8")
    parser.add_argument("shape")
    parser.add_argument("out")
    asked = parser.parse_args()
    net, wanted = (Whole.read(Path(path).read_bytes()) for path in (asked.square8, asked.shape))
    net.first = carried(net.first)
    to = wanted.shape
    if (len(net.first), net.shape.hidden) != (to.features, to.hidden):
        raise Refused("a network of square8 and one of hex8 with as many sums are needed")
    net.encoding = wanted.encoding
    net.shape = Shape(to.features, to.most, to.hidden, net.shape.dense, net.shape.buckets)
    Path(asked.out).write_bytes(net.write())


if __name__ == "__main__":
    main()
