"""The net: a fully convolutional residual tower with a policy and a value.

The first layer sees the painted edges; all others pad with zeros, so one set of
weights serves every size of board. Every activation the next layer reads has
passed a ReLU, which lets the engine keep them in seven bits.
"""

from dataclasses import asdict, dataclass

import torch
import torch.nn.functional as F
from torch import nn

from rules import PLANES, RIM

STEM = 2 * RIM + 1
# Boards that go through the net at once, largest first.
PARTS = (16384, 4096, 1024)


@dataclass(frozen=True)
class Shape:
    """How large a net is."""

    channels: int = 64
    blocks: int = 6
    head: int = 32  # channels of each head
    hidden: int = 64  # of the value

    def as_dict(self):
        return asdict(self)


class Block(nn.Module):
    """Two convolutions and the way round them."""

    def __init__(self, channels):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(channels, momentum=0.02)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(channels, momentum=0.02)
        # Blocks begin as nothing, so that depth does no harm at first.
        nn.init.constant_(self.norm2.weight, 0.2)

    def forward(self, x):
        y = F.relu(self.norm1(self.conv1(x)))
        return F.relu(self.norm2(self.conv2(y)) + x)


class Net(nn.Module):
    """Policy logits per cell and the logit of winning, for the side to move."""

    def __init__(self, shape):
        super().__init__()
        self.shape = shape
        self.stem = nn.Conv2d(PLANES, shape.channels, STEM, bias=False)
        self.stem_norm = nn.BatchNorm2d(shape.channels, momentum=0.02)
        self.blocks = nn.ModuleList(Block(shape.channels) for _ in range(shape.blocks))
        self.heads = nn.Conv2d(shape.channels, 2 * shape.head, 1, bias=False)
        self.heads_norm = nn.BatchNorm2d(2 * shape.head, momentum=0.02)
        self.policy = nn.Conv2d(shape.head, 1, 1)
        self.value1 = nn.Linear(2 * shape.head, shape.hidden)
        self.value2 = nn.Linear(shape.hidden, 1)
        nn.init.zeros_(self.value2.weight)
        nn.init.zeros_(self.value2.bias)
        nn.init.normal_(self.policy.weight, std=0.01)

    def forward(self, planes):
        x = F.relu(self.stem_norm(self.stem(planes)))
        for block in self.blocks:
            x = block(x)
        x = F.relu(self.heads_norm(self.heads(x)))
        return self.judge(x)

    def judge(self, x):
        """The heads' last steps."""
        for_policy, for_value = x.split(self.shape.head, dim=1)
        logits = self.policy(for_policy).flatten(1)
        pooled = torch.cat((for_value.mean((2, 3)), for_value.amax((2, 3))), dim=1)
        value = self.value2(F.relu(self.value1(pooled))).squeeze(1)
        return logits, value


def folded(conv, norm):
    """Weight and bias of a convolution with its normalisation folded in."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return conv.weight * scale[:, None, None, None], norm.bias - norm.running_mean * scale


class Folded:
    """A net for playing: normalisation folded in, half precision on a GPU.

    On CUDA each layer is one fused kernel: convolution, bias, the way round and ReLU.
    """

    def __init__(self, net, dtype):
        self.shape, self.dtype = net.shape, dtype
        parts = [(net.stem, net.stem_norm)]
        for block in net.blocks:
            parts += [(block.conv1, block.norm1), (block.conv2, block.norm2)]
        parts.append((net.heads, net.heads_norm))
        with torch.no_grad():
            self.layers = []
            for conv, norm in parts:
                weight, bias = folded(conv, norm)
                weight = weight.to(dtype).contiguous(memory_format=torch.channels_last)
                self.layers.append((weight, bias.to(dtype)))
            self.policy = (net.policy.weight.to(dtype), net.policy.bias.to(dtype))
            self.value = [t.detach().float().clone() for t in (
                net.value1.weight, net.value1.bias, net.value2.weight, net.value2.bias)]
        self.device = net.stem.weight.device
        self.fused = self.device.type == "cuda"

    def conv(self, n, x, padding, around=None):
        weight, bias = self.layers[n]
        if self.fused:
            one = (1, 1)
            if around is None:
                return torch.cudnn_convolution_relu(x, weight, bias, one, padding, one, 1)
            return torch.cudnn_convolution_add_relu(
                x, weight, around, 1.0, bias, one, padding, one, 1)
        y = F.conv2d(x, weight, bias, padding=padding)
        return F.relu(y if around is None else y + around)

    @torch.no_grad()
    def __call__(self, planes):
        x = self.conv(0, planes, (0, 0))
        for n in range(self.shape.blocks):
            y = self.conv(2 * n + 1, x, (1, 1))
            x = self.conv(2 * n + 2, y, (1, 1), x)
        x = self.conv(len(self.layers) - 1, x, (0, 0))
        for_policy, for_value = x.split(self.shape.head, dim=1)
        logits = F.conv2d(for_policy, *self.policy).flatten(1).float()
        pooled = torch.cat((for_value.mean((2, 3)), for_value.amax((2, 3))), dim=1).float()
        w1, b1, w2, b2 = self.value
        return logits, F.linear(F.relu(F.linear(pooled, w1, b1)), w2, b2).squeeze(1)

    def in_parts(self, planes):
        """The same for any number of boards, in parts of a few fixed sizes.

        Kernels are chosen anew for every size, so there should be few.
        """
        if not self.fused:
            return self(planes)
        logits, values, at, count = [], [], 0, planes.shape[0]
        while at < count:
            left = count - at
            size = next((n for n in PARTS if n <= left), PARTS[-1])
            part = planes[at:at + size]
            if left < size:
                fill = part.new_zeros(size - left, *part.shape[1:])
                part = torch.cat((part, fill)).contiguous(memory_format=torch.channels_last)
            p, v = self(part)
            logits.append(p[:left])
            values.append(v[:left])
            at += size
        return torch.cat(logits), torch.cat(values)
