"""From a checkpoint to the file that the engine embeds, and recorded examples.

    python3 python/hex/export.py runs/b/hex.pt --net hex.net --examples hex-net.txt

Weights get eight bits, one scale an output channel; activations seven bits, one
scale a layer, chosen on positions of games against itself. `Rounded` computes with
the rounded numbers exactly as the engine does; the table printed compares it with
the net as it was trained.
"""

import argparse
import struct

import numpy as np
import torch
import torch.nn.functional as F

from net import Folded, Net, Shape, folded
from rules import PLANES, RIM, paint
from selfplay import Look, play

TOP = 127.0
LANES = 16


def load(path):
    """The average net of a checkpoint."""
    state = torch.load(path, map_location="cpu", weights_only=True)
    net = Net(Shape(**state["shape"]))
    net.load_state_dict(state["learner"]["mean"])
    return net.eval()


def positions(net, sides, games, seed):
    """Boards from games against itself, by side."""
    generator = torch.Generator().manual_seed(seed)
    boards = {}
    for side in sides:
        look = Look(wide=2, weight=3.0, resign=0.02)
        samples, _ = play(Folded(net, torch.float32), games, side, look, generator)
        pick = torch.randperm(len(samples.value), generator=generator)[:64]
        boards[side] = (samples.own[pick], samples.enemy[pick])
    return boards


def parts_of(net):
    """Folded weights and biases, layer by layer."""
    pairs = [(net.stem, net.stem_norm)]
    for block in net.blocks:
        pairs += [(block.conv1, block.norm1), (block.conv2, block.norm2)]
    pairs.append((net.heads, net.heads_norm))
    with torch.no_grad():
        return [tuple(t.double() for t in folded(conv, norm)) for conv, norm in pairs]


def clip_of(values):
    """The limit of activations that loses least in seven bits."""
    values = values.flatten()
    values = values[values > 0]
    if len(values) == 0:
        return 1.0
    values = values[torch.randperm(len(values))[:200_000]]
    best = (float("inf"), 1.0)
    for part in np.linspace(0.25, 1.0, 31):
        limit = values.max().item() * part
        unit = TOP / limit
        error = ((values * unit).round().clamp(0, TOP) / unit - values).square().mean().item()
        best = min(best, (error, limit))
    return best[1]


class Rounded:
    """The net in whole numbers: the engine's arithmetic, step by step."""

    def __init__(self, net, boards):
        self.net, self.shape = net, net.shape
        parts = parts_of(net)
        clips = self.clips(parts, boards)
        blocks = self.shape.blocks
        self.units = [TOP / clips[2 * n] for n in range(blocks + 1)]
        middle = [TOP / clips[2 * n + 1] for n in range(blocks)]
        self.layers = []
        for n, (weight, bias) in enumerate(parts):
            step = weight.flatten(1).abs().amax(1).clamp(min=1e-9) / TOP
            whole = (weight / step[:, None, None, None]).round().clamp(-TOP, TOP)
            if n == 0:
                into, out = 1.0, 1.0
            elif n == len(parts) - 1:
                into, out = self.units[-1], 1.0
            elif n % 2 == 1:
                into, out = self.units[n // 2], middle[n // 2]
            else:
                into, out = middle[n // 2 - 1], 1.0
            scale = (step / into * out).float()
            self.layers.append((whole, scale, (bias * out).float()))
        self.units = [torch.tensor(u, dtype=torch.float32) for u in self.units]

    @torch.no_grad()
    def clips(self, parts, boards):
        """Limits of the tower's and the middles' activations, in order."""
        seen = [[] for _ in range(2 * self.shape.blocks + 1)]
        for own, enemy in boards.values():
            w, b = parts[0]
            x = F.relu(F.conv2d(paint(own, enemy, torch.float64), w, b))
            seen[0].append(x.flatten())
            for n in range(self.shape.blocks):
                w, b = parts[2 * n + 1]
                y = F.relu(F.conv2d(x, w, b, padding=1))
                seen[2 * n + 1].append(y.flatten())
                w, b = parts[2 * n + 2]
                x = F.relu(F.conv2d(y, w, b, padding=1) + x)
                seen[2 * n + 2].append(x.flatten())
        return [clip_of(torch.cat(values)) for values in seen]

    @torch.no_grad()
    def __call__(self, own, enemy):
        def sums(n, x, padding):
            whole, scale, bias = self.layers[n]
            total = F.conv2d(x.double(), whole, padding=padding).float()
            return total * scale[:, None, None] + bias[:, None, None]

        def rounded(x):
            return x.clamp(0, TOP).round()

        x = sums(0, paint(own, enemy, torch.float32), 0).clamp(min=0)
        q = rounded(x * self.units[0])
        for n in range(self.shape.blocks):
            y = rounded(sums(2 * n + 1, q, 1))
            x = (sums(2 * n + 2, y, 1) + x).clamp(min=0)
            q = rounded(x * self.units[n + 1])
        heads = sums(len(self.layers) - 1, q, 0).clamp(min=0)
        return self.net.judge(heads)

    def file(self):
        """The bytes of the engine's file; its format is described in `crates/net`."""
        shape, net = self.shape, self.net
        out = [b"TAKEBNET", struct.pack("<5I", 1, shape.channels, shape.blocks, shape.head,
                                        shape.hidden)]
        for whole, scale, bias in self.layers:
            outputs, inputs, side, _ = whole.shape
            w = whole.numpy().astype(np.int8).reshape(
                outputs // LANES, LANES, inputs // 4, 4, side * side)
            out.append(w.transpose(0, 4, 2, 1, 3).tobytes())
            out += [scale.numpy().astype("<f4").tobytes(), bias.numpy().astype("<f4").tobytes()]
        numbers = [torch.stack(self.units), net.policy.weight, net.policy.bias,
                   net.value1.weight, net.value1.bias, net.value2.weight, net.value2.bias]
        out += [t.detach().numpy().astype("<f4").tobytes() for t in numbers]
        body = b"".join(out)
        return body + struct.pack("<Q", checksum(body))


def checksum(data):
    """FNV-1a, 64 bits."""
    total = 0xCBF29CE484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001B3 % (1 << 64)
    return total


def examples(net, rounded, boards, count):
    """Recorded answers: `size`, `planes` row by row (bits), then policy and value of
    the rounded net and of the trained one."""
    lines = []
    for side, (own, enemy) in boards.items():
        for n in range(min(count, len(own))):
            planes = paint(own[n:n + 1], enemy[n:n + 1], torch.float32)[0]
            bits = sum(planes[p].long() << p for p in range(PLANES - 1))
            rows = ["".join(map(str, row)) for row in bits.tolist()]
            lines.append(f"size {side} {side}\nplanes {' '.join(rows)}")
            trained = net(planes[None])
            for name, (p, v) in (("rounded", rounded(own[n:n + 1], enemy[n:n + 1])),
                                 ("trained", trained)):
                text = " ".join(f"{x:.5f}" for x in p[0].tolist())
                lines.append(f"{name} {torch.sigmoid(v[0]).item():.6f} {text}")
    return "\n".join(lines) + "\n"


@torch.no_grad()
def compare(net, rounded, boards):
    """How far rounding moves policy and value."""
    for side, (own, enemy) in boards.items():
        p, v = net(paint(own, enemy, torch.float32))
        q, w = rounded(own, enemy)
        taken = (own | enemy).flatten(1)
        p, q = (torch.log_softmax(t.masked_fill(taken, -1e9), dim=1) for t in (p, q))
        apart = (p.exp() * (p - q)).sum(1).mean().item()
        same = (p.argmax(1) == q.argmax(1)).float().mean().item()
        value = (torch.sigmoid(v) - torch.sigmoid(w)).abs().mean().item()
        print(f"{side}x{side}: divergence {apart:.4f}, same first choice {same:.1%}, "
              f"value off by {value:.4f} ({len(own)} positions)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkpoint")
    parser.add_argument("--net", required=True)
    parser.add_argument("--examples")
    parser.add_argument("--count", type=int, default=3, help="examples of each size")
    parser.add_argument("--sides", default="7,11,13")
    parser.add_argument("--games", type=int, default=4)
    chosen = parser.parse_args()
    torch.manual_seed(1)
    with torch.no_grad():
        net = load(chosen.checkpoint)
        sides = [int(n) for n in chosen.sides.split(",")]
        boards = positions(net, sides, chosen.games, 1)
        rounded = Rounded(net, boards)
        compare(net, rounded, positions(net, sides, chosen.games, 2))
        data = rounded.file()
        with open(chosen.net, "wb") as file:
            file.write(data)
        print(f"{len(data)} bytes, {2 * RIM + 1}x{2 * RIM + 1} first layer")
        if chosen.examples:
            with open(chosen.examples, "w") as file:
                file.write(examples(net, rounded, boards, chosen.count))


if __name__ == "__main__":
    main()
