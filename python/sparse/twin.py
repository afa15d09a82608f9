"""Writes the network and the answers that `crates/net/tests/twin.rs` compares the engine with.

    python3 python/sparse/twin.py crates/net/tests/twin
"""

import random
import sys
from pathlib import Path

import numpy as np

from net import Shape, Whole

SHAPE = Shape(features=120, most=12, hidden=32, dense=16, buckets=3)


def network(seed):
    """Noise that reaches the limits of every layer here and there; some rows are empty."""
    noise = random.Random(seed)  # the same numbers in every release, unlike NumPy's
    spread = [((SHAPE.features, SHAPE.hidden), 0.8), ((SHAPE.hidden,), 0.8),
              ((SHAPE.buckets, SHAPE.dense, 2 * SHAPE.hidden), 1.2),
              ((SHAPE.buckets, SHAPE.dense), 1.5), ((SHAPE.buckets, SHAPE.dense), 3.0),
              ((SHAPE.buckets,), 1.0)]
    parts = [np.array([noise.uniform(-size, size) for _ in range(int(np.prod(form)))],
                      np.float32).reshape(form) for form, size in spread]
    parts[0][[3, 50, 119]] = 0
    return Whole.of("a twin", SHAPE, 240, *parts)


def positions(seed, count):
    """Bags of features for both views, and a bucket."""
    rng = random.Random(seed)
    for _ in range(count):
        own, other = (sorted(rng.choices(range(SHAPE.features), k=rng.randint(0, SHAPE.most)))
                      for _ in range(2))
        yield own, other, rng.randrange(SHAPE.buckets)


def answers(net, seed=2, count=1000):
    """A line for each position: bucket; own features; the other's; points."""
    lines = []
    for own, other, bucket in positions(seed, count):
        views = ";".join(" ".join(map(str, view)) for view in (own, other))
        lines.append(f"{bucket};{views};{net.value(own, other, bucket)}\n")
    return "".join(lines)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    net = network(1)
    (folder / "sparse.net").write_bytes(net.write())
    (folder / "answers.txt").write_text(answers(net))
