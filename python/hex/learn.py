"""Learning from samples: a memory per board size, steps, and an average net."""

import copy

import torch
import torch.nn.functional as F

from net import Folded
from rules import paint
from selfplay import Samples


class Memory:
    """The last `room` positions of one size."""

    def __init__(self, side, room, device):
        cells = side * side
        self.side, self.room, self.used, self.next = side, room, 0, 0
        self.own = torch.zeros(room, side, side, dtype=torch.bool, device=device)
        self.enemy = torch.zeros_like(self.own)
        self.policy = torch.zeros(room, cells, dtype=torch.half, device=device)
        self.value = torch.zeros(room, device=device)

    def add(self, samples):
        count = min(len(samples.value), self.room)
        where = (self.next + torch.arange(count, device=self.value.device)) % self.room
        for name in Samples.FIELDS:
            getattr(self, name)[where] = getattr(samples, name)[-count:]
        self.next = (self.next + count) % self.room
        self.used = min(self.room, self.used + count)

    def draw(self, count, generator, dtype):
        """A batch, every position turned by 180 degrees or not."""
        device = self.value.device
        at = torch.randint(0, self.used, (count,), generator=generator, device=device)
        turn = torch.rand(count, generator=generator, device=device) < 0.5
        own, enemy = self.own[at], self.enemy[at]
        policy = self.policy[at].float().view_as(own)
        own, enemy, policy = (torch.where(turn[:, None, None], t.flip(1, 2), t)
                              for t in (own, enemy, policy))
        return paint(own, enemy, dtype), policy.flatten(1), self.value[at], ~(own | enemy)


class Learner:
    """A net, its optimiser and the slow average that plays."""

    def __init__(self, net, device, weight_decay=1e-4):
        self.net = net.to(device).to(memory_format=torch.channels_last)
        self.mean = copy.deepcopy(self.net).requires_grad_(False)
        self.device = device
        self.optimiser = torch.optim.AdamW(
            self.net.parameters(), lr=1e-3, weight_decay=weight_decay)
        self.steps = 0
        self.half = torch.bfloat16 if device.type == "cuda" else torch.float32
        self.freeze = False
        self.keep = 0.995

    def player(self):
        """The average net, ready to play."""
        half = torch.half if self.device.type == "cuda" else torch.float32
        return Folded(self.mean, half)

    def step(self, batch, rate):
        """One step; the losses of policy (above the target's own entropy) and value."""
        planes, policy, value, legal = batch
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.net.train()
        if self.freeze:
            # Towards the end the statistics stand still: playing and learning
            # then see the very same function whatever the size of the board.
            for module in self.net.modules():
                if isinstance(module, torch.nn.BatchNorm2d):
                    module.eval()
        with torch.autocast(self.device.type, dtype=torch.bfloat16,
                            enabled=self.half != torch.float32):
            logits, judged = self.net(planes)
        logits = logits.float().masked_fill(~legal.flatten(1), -1e4)
        cross = -(policy * torch.log_softmax(logits, dim=1)).sum(1)
        own = -(policy * (policy + 1e-9).log()).sum(1)
        policy_loss = (cross - own).mean()
        value_loss = F.binary_cross_entropy_with_logits(judged.float(), value)
        self.optimiser.zero_grad(set_to_none=True)
        (policy_loss + value_loss).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimiser.step()
        self.steps += 1
        self.average()
        return policy_loss.detach(), value_loss.detach()

    @torch.no_grad()
    def average(self):
        keep = min(self.keep, (1 + self.steps) / (20 + self.steps))
        pairs = [(a, b) for a, b in zip(self.mean.state_dict().values(),
                                        self.net.state_dict().values())
                 if a.dtype.is_floating_point]
        torch._foreach_lerp_([a for a, _ in pairs], [b for _, b in pairs], 1 - keep)

    def state(self):
        return {"net": self.net.state_dict(), "mean": self.mean.state_dict(),
                "optimiser": self.optimiser.state_dict(), "steps": self.steps}

    def load(self, state):
        self.net.load_state_dict(state["net"])
        self.mean.load_state_dict(state["mean"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.steps = state["steps"]
