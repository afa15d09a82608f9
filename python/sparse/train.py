"""Train a network over sparse features with PyTorch, on a GPU where there is one.

    python3 python/sparse/train.py --data games --out my.net --hidden 256 --epochs 20

Reads what `takeback train` reads and writes the same file, which plays as `ab:net=FILE` and
`mcts:net=FILE`. Worth it for large networks and much data; a small one is learned sooner by
`takeback train`, which is also the same bit for bit on every run, as sums of a GPU are not.
FILE.pt is what a stopped run goes on from, after its last whole epoch.
"""

import argparse
import math
import os
import sys
import time

import numpy as np
import torch
from torch import nn

from net import ACTIVATION, WEIGHT, Shape, Whole
from rows import Refused, gather


class Net(nn.Module):
    """Sums of rows for both views, cut to 0..1, then the layers of the position's bucket."""

    def __init__(self, shape, mean_features, generator):
        super().__init__()
        self.shape = shape

        def noise(spread, *form):
            return nn.Parameter((torch.rand(form, generator=generator) * 2 - 1) * spread)

        inputs = 2 * shape.hidden
        self.first = noise(0.7 / math.sqrt(max(mean_features, 1)), shape.features, shape.hidden)
        self.first_bias = nn.Parameter(0.4 + noise(0.2, shape.hidden).detach())
        self.dense = noise(math.sqrt(3 / inputs), shape.buckets, shape.dense, inputs)
        self.dense_bias = nn.Parameter(0.3 + noise(0.2, shape.buckets, shape.dense).detach())
        self.out = noise(math.sqrt(3 / shape.dense), shape.buckets, shape.dense)
        self.out_bias = nn.Parameter(torch.zeros(shape.buckets))

    def forward(self, features, starts, buckets):
        """The logarithm of odds for the mover; `features` of all views in a row."""
        sums = nn.functional.embedding_bag(features, self.first, starts, mode="sum")
        active = (sums + self.first_bias).clamp(0, 1).view(len(buckets), -1)
        logits = torch.empty(len(buckets), device=active.device)
        for bucket in range(self.shape.buckets):
            here = (buckets == bucket).nonzero()[:, 0]
            dense = active[here] @ self.dense[bucket].T + self.dense_bias[bucket]
            logits[here] = dense.clamp(0, 1) @ self.out[bucket] + self.out_bias[bucket]
        return logits

    @torch.no_grad()
    def cut(self):
        """No weight grows beyond what integers hold."""
        most = self.shape.largest / ACTIVATION
        self.first.clamp_(-most, most)
        self.first_bias.clamp_(-most, most)
        self.dense.clamp_(-127 / WEIGHT, 127 / WEIGHT)

    def whole(self, encoding, points, known):
        """In whole numbers; rows of features of which too little is known are zero."""
        parts = [part.detach().cpu().numpy() for part in
                 (self.first, self.first_bias, self.dense, self.dense_bias, self.out,
                  self.out_bias)]
        parts[0] = parts[0] * known[:, None]
        return Whole.of(encoding, self.shape, points, *parts)


def fitted_scale(data):
    """Points for one step of the logarithm of odds, so that they foretell results best."""
    pick = (data.kinds == 1) & (np.abs(data.worths) < 100_000)
    step = max(len(data.worths) // 200_000, 1)  # as the engine thins them out
    points, results = data.worths[pick][::step], data.results[pick][::step]
    if np.count_nonzero(points) < 10:
        return 400

    def loss(scale):
        x = points / scale
        return np.sum(np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x))) - results * x)

    low, high, golden = 0.0, math.log(20_000), 0.618033988749895
    for _ in range(40):
        a, b = high - golden * (high - low), low + golden * (high - low)
        low, high = (low, b) if loss(math.exp(a)) < loss(math.exp(b)) else (a, high)
    return max(round(math.exp((low + high) / 2)), 1)


class Batches:
    """Positions on the device; any of them as what the network takes."""

    def __init__(self, data, targets, one_head, device):
        self.features = torch.from_numpy(data.features.astype(np.int32)).to(device)
        self.starts = torch.from_numpy(data.starts).to(device)
        buckets = np.zeros_like(data.buckets) if one_head else data.buckets
        self.buckets = torch.from_numpy(buckets).to(device)
        self.targets = torch.from_numpy(targets).to(device)

    def of(self, rows):
        """Features of the views one after the other, where each begins, buckets, targets."""
        begin = self.starts[2 * rows]
        middle, end = self.starts[2 * rows + 1], self.starts[2 * rows + 2]
        lengths = torch.stack((middle - begin, end - middle), 1).flatten()
        starts = lengths.cumsum(0) - lengths
        begins = torch.stack((begin, middle), 1).flatten()
        places = torch.repeat_interleave(begins - starts, lengths)
        places += torch.arange(len(places), device=places.device)
        return self.features[places].long(), starts, self.buckets[rows], self.targets[rows]


def mean_loss(net, batches, rows, size):
    """The mean loss over rows, in nats."""
    total = 0.0
    with torch.no_grad():
        for part in rows.split(size):
            *inputs, targets = batches.of(part)
            total += nn.functional.binary_cross_entropy_with_logits(
                net(*inputs), targets, reduction="sum").item()
    return total / len(rows)


def learn(data, plan, say=print):
    """Train; the network of the best epoch in whole numbers, and the losses of all."""
    device = torch.device(plan.device)
    scale = plan.scale or fitted_scale(data)
    points = plan.points or max(scale, 100)
    header = data.header
    shape = Shape(header.features, header.most, plan.hidden, plan.dense,
                  1 if plan.one_head else header.buckets).check()
    generator = torch.Generator().manual_seed(plan.seed)
    net = Net(shape, len(data.features) / (len(data.starts) - 1), generator).to(device)
    rest = [part for name, part in net.named_parameters() if name != "first"]
    adam = torch.optim.AdamW([{"params": [net.first], "weight_decay": plan.decay},
                              {"params": rest, "weight_decay": 0.0}], lr=plan.rate)
    batches = Batches(data, data.targets(plan.lam, scale), plan.one_head, device)
    taught, kept = (torch.from_numpy(rows).to(device) for rows in (data.taught, data.kept))
    steps = plan.epochs * math.ceil(len(taught) / plan.batch)
    epochs, best, state = [], None, plan.out + ".pt"
    print_of = [len(taught), len(kept), int(data.features.sum()), plan.hidden, plan.dense,
                plan.one_head, plan.epochs, plan.batch, plan.rate, plan.decay, plan.lam, scale,
                plan.seed]
    if os.path.exists(state):
        found = torch.load(state, map_location=device, weights_only=True)
        if found["print"] != print_of:
            raise Refused(f"{state}: a training with other data or options was stopped here; "
                          "remove it to begin anew")
        net.load_state_dict(found["net"])
        adam.load_state_dict(found["adam"])
        epochs, best = found["epochs"], found["best"]
    started = time.monotonic()
    while len(epochs) < plan.epochs:
        number = len(epochs)
        order = torch.randperm(len(taught),
                               generator=torch.Generator().manual_seed(plan.seed << 20 | number))
        total = 0.0
        for i, rows in enumerate(taught[order.to(device)].split(plan.batch)):
            part = (number * math.ceil(len(taught) / plan.batch) + i) / steps
            for group in adam.param_groups:
                group["lr"] = plan.rate * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * part)))
            *inputs, targets = batches.of(rows)
            loss = nn.functional.binary_cross_entropy_with_logits(net(*inputs), targets)
            adam.zero_grad()
            loss.backward()
            adam.step()
            net.cut()
            total += loss.item() * len(rows)
        epochs.append((total / len(taught), mean_loss(net, batches, kept, 65536)))
        if not all(map(math.isfinite, epochs[-1])):
            raise Refused(f"the loss is no number any more in epoch {number + 1}; try a smaller "
                          "--rate")
        if best is None or epochs[-1][1] < best[1]:
            weights = {name: part.detach().clone() for name, part in net.state_dict().items()}
            best = (number + 1, epochs[-1][1], weights)
        torch.save({"print": print_of, "net": net.state_dict(), "adam": adam.state_dict(),
                    "epochs": epochs, "best": best}, state + ".part")
        os.replace(state + ".part", state)
        say(f"epoch {number + 1:3} of {plan.epochs}: loss {epochs[-1][0]:.5f} learned, "
            f"{epochs[-1][1]:.5f} kept apart, {time.monotonic() - started:.0f} s")
    net.load_state_dict(best[2])
    return net.whole(header.encoding, points, times_seen(data) >= plan.rare), epochs, best[0]


def times_seen(data):
    """How often each feature stands in positions to learn from."""
    is_taught = np.zeros(len(data.buckets), bool)
    is_taught[data.taught] = True
    bounds = data.starts[::2]
    position = np.repeat(np.arange(len(is_taught)), bounds[1:] - bounds[:-1])
    return np.bincount(data.features[is_taught[position]], minlength=data.header.features)


def parser():
    """The options; names and defaults are those of `takeback train`."""
    usual = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    usual.add_argument("--data", nargs="+", required=True, help="folders or files of self-play")
    usual.add_argument("--out", required=True, help="where the network goes")
    usual.add_argument("--hidden", type=int, default=256)
    usual.add_argument("--dense", type=int, default=16)
    usual.add_argument("--one-head", action="store_true")
    usual.add_argument("--epochs", type=int, default=12)
    usual.add_argument("--batch", type=int, default=4096)
    usual.add_argument("--rate", type=float, default=1.5e-3)
    usual.add_argument("--decay", type=float, default=0.1)
    usual.add_argument("--lambda", dest="lam", type=float, default=0.5)
    usual.add_argument("--scale", type=int, help="fitted to the results if not given")
    usual.add_argument("--points", type=int)
    usual.add_argument("--rare", type=int, default=10)
    usual.add_argument("--keep", type=int, default=20)
    usual.add_argument("--cut-off", action="store_true")
    usual.add_argument("--seed", type=int, default=1)
    usual.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return usual


def main(words=None):
    """The command."""
    plan = parser().parse_args(words)
    try:
        data = gather(plan.data, plan.keep, plan.seed, plan.cut_off)
        print(f"{len(data.taught)} positions to learn from, {len(data.kept)} kept apart "
              f"({data.repeated} repeated); {data.header.encoding}, on {plan.device}")
        net, _, best = learn(data, plan)
    except (Refused, OSError) as why:
        print(f"error: {why}", file=sys.stderr)
        return 2
    file = net.write()
    with open(plan.out + ".part", "wb") as out:
        out.write(file)
    os.replace(plan.out + ".part", plan.out)
    os.remove(plan.out + ".pt")
    print(f"{plan.out}: {len(file)} bytes, epoch {best}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
