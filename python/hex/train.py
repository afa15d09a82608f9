"""Train the net by playing against itself, within a number of seconds.

    python3 python/hex/train.py --seconds 480 --schedule 900 --out runs/a
    python3 python/hex/train.py --seconds 420 --schedule 900 --out runs/b --resume runs/a/hex.pt

`--schedule` is the length of the whole training, over which boards grow and the
rate falls; `--seconds` is the part done now. `--tiny` runs all of it within
seconds on a CPU. Seeds are fixed; on a GPU sums are not bit for bit repeatable.
"""

import argparse
import copy
import csv
import math
import os
import time
from dataclasses import dataclass
from pathlib import Path

import torch

from learn import Learner, Memory
from net import Net, Shape
from selfplay import Look, duel, play


@dataclass(frozen=True)
class Stage:
    """A part of the schedule: shares of time by board size, and how to play."""

    until: float
    sides: dict
    look: Look
    games: float = 1.0  # times the number asked for


# Small boards first: what is learned there about edges and bridges carries over. At
# first few games a round, since the net changes fast.
PLAN = (
    Stage(0.02, {5: 0.3, 7: 0.7}, Look(wide=8, weight=8.0), 0.2),
    Stage(0.07, {7: 0.4, 9: 0.6}, Look(wide=12, weight=8.0), 0.4),
    Stage(0.20, {9: 0.2, 11: 0.8}, Look(wide=16, weight=6.0, trust=0.97, resign=0.01), 0.75),
    Stage(0.40, {9: 0.1, 11: 0.6, 13: 0.3},
          Look(wide=16, weight=5.0, trust=0.95, resign=0.015), 1.0),
    Stage(0.54, {7: 0.03, 9: 0.06, 11: 0.43, 13: 0.36, 15: 0.07, 19: 0.05},
          Look(wide=16, weight=4.0, trust=0.93, resign=0.015), 1.5),
    # Judgements are sure enough by now to be followed with less zeal.
    Stage(1.00, {7: 0.03, 9: 0.06, 11: 0.43, 13: 0.36, 15: 0.07, 19: 0.05},
          Look(wide=16, weight=3.0, trust=0.93, resign=0.015), 1.5),
)
TINY = (
    Stage(0.5, {3: 1.0}, Look(wide=4, weight=1.0, stones=1)),
    Stage(1.0, {3: 0.5, 4: 0.5}, Look(wide=4, weight=1.0, stones=1, trust=0.95)),
)
# From this part of the schedule on the normalisation's statistics stand still.
FREEZE = 0.75
# From here on the average that plays, and is kept, is a slower one.
SLOW = 0.85
COLUMNS = ("seconds", "iteration", "side", "games", "positions", "steps", "rate",
           "policy_loss", "value_loss", "length", "first_wins", "evaluations_per_second",
           "play_share", "elo")


def rate_at(part, highest):
    """Warm up, then a cosine down to a fortieth."""
    if part < 0.01:
        return highest * (0.1 + 0.9 * part / 0.01)
    lowest = highest / 40
    return lowest + (highest - lowest) * 0.5 * (1 + math.cos(math.pi * min(1.0, part)))


class Training:
    """One run, from a start or a checkpoint, to the end of its seconds."""

    def __init__(self, options):
        self.options = options
        self.device = torch.device(options.device)
        self.plan = TINY if options.tiny else PLAN
        shape = Shape(16, 1, 8, 8) if options.tiny else Shape(options.channels, options.blocks)
        torch.manual_seed(options.seed)
        self.learner = Learner(Net(shape), self.device)
        self.generator = torch.Generator(self.device)
        self.memories, self.rows = {}, []
        self.iteration = self.games = self.positions = 0
        self.before, self.elo = 0.0, 0.0
        if options.resume:
            self.load(options.resume)
        self.rival = copy.deepcopy(self.learner.player())
        self.start = time.monotonic()

    def passed(self):
        """Seconds of the schedule that are done."""
        return self.before + time.monotonic() - self.start

    def part(self):
        """How much of the schedule is done."""
        if self.options.rounds:
            return self.iteration / self.options.rounds
        return self.passed() / self.options.schedule

    def is_done(self, end):
        if self.options.rounds:
            return self.iteration >= self.options.rounds
        return time.monotonic() >= end

    def run(self):
        saved = matched = time.monotonic()
        end = self.start + self.options.seconds
        while not self.is_done(end):
            self.iterate()
            now = time.monotonic()
            if now - matched > self.options.match_every:
                self.measure()
                matched = time.monotonic()
            if now - saved > 60:
                self.save()
                saved = time.monotonic()
        self.measure()
        self.save()

    def iterate(self):
        """Play games of one size, then learn from what is remembered of all."""
        part = self.part()
        stage = next((s for s in self.plan if part < s.until), self.plan[-1])
        self.generator.manual_seed(self.options.seed * 1_000_003 + self.iteration)
        side = self.pick(stage.sides)
        # The cost of a game grows with cells times plies.
        games = self.options.games * stage.games * min(2.0, (11 / side) ** 4)
        games = max(16, int(games))
        begun = time.monotonic()
        samples, tally = play(self.learner.player(), games, side, stage.look, self.generator)
        self.sync()
        played = time.monotonic() - begun
        self.remember(side, samples)
        self.games += tally.games
        self.positions += tally.plies
        rate = rate_at(part, self.options.rate)
        self.learner.freeze = part > FREEZE
        self.learner.keep = 0.995 if part < SLOW else 0.998
        losses = self.learn(stage, side, tally.plies, rate)
        self.sync()
        spent = time.monotonic() - begun
        self.iteration += 1
        self.rows.append(dict(zip(COLUMNS, (
            round(self.passed(), 1), self.iteration, side, self.games, self.positions,
            self.learner.steps, f"{rate:.2e}", round(losses[0], 4), round(losses[1], 4),
            round(tally.plies / tally.games, 1), round(tally.first_wins, 3),
            int(tally.evaluations / played), round(played / spent, 2), round(self.elo)))))
        if self.iteration % self.options.say == 0:
            print(" ".join(f"{k}={v}" for k, v in self.rows[-1].items()), flush=True)

    def pick(self, sides):
        at = torch.rand((), generator=self.generator, device=self.device).item()
        for side, share in sides.items():
            at -= share
            if at < 0:
                return side
        return next(iter(sides))

    def remember(self, side, samples):
        if side not in self.memories:
            room = int(self.options.memory * (11 / side) ** 2)
            self.memories[side] = Memory(side, room, self.device)
        self.memories[side].add(samples)

    def learn(self, stage, side, fresh, rate):
        """Every new position is drawn about `reuse` times, here or later."""
        batch = lambda n: max(32, int(self.options.batch * (11 / n) ** 2) // 32 * 32)
        steps = max(1, round(fresh * self.options.reuse / batch(side)))
        known = {n: share for n, share in stage.sides.items() if n in self.memories}
        whole = sum(known.values())
        known = {n: share / whole for n, share in known.items()}
        dtype = self.learner.half
        sums = torch.zeros(2, device=self.device)
        for _ in range(steps):
            size = self.pick(known)
            drawn = self.memories[size].draw(batch(size), self.generator, dtype)
            sums += torch.stack(self.learner.step(drawn, rate))
        return (sums / steps).tolist()

    def measure(self):
        """Strength against the net of the last measurement, added up."""
        now = self.learner.player()
        side = 11 if not self.options.tiny else 4
        self.generator.manual_seed(self.options.seed + 77 + self.iteration)
        score = duel(now, self.rival, self.options.match_games, side, self.generator)
        score = min(max(score, 0.01), 0.99)
        self.elo += 400 * math.log10(score / (1 - score))
        self.rival = now
        print(f"seconds={self.passed():.0f} score={score:.3f} elo={self.elo:.0f}", flush=True)
        if self.rows:
            self.rows[-1]["elo"] = round(self.elo)

    def sync(self):
        if self.device.type == "cuda":
            torch.cuda.synchronize()

    def save(self):
        out = Path(self.options.out)
        out.mkdir(parents=True, exist_ok=True)
        state = {"learner": self.learner.state(), "shape": self.learner.net.shape.as_dict(),
                 "iteration": self.iteration, "games": self.games, "rows": self.rows,
                 "positions": self.positions, "seconds": self.passed(), "elo": self.elo}
        torch.save(state, out / "hex.pt.new")
        os.replace(out / "hex.pt.new", out / "hex.pt")
        with open(out / "curve.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(self.rows)

    def load(self, path):
        state = torch.load(path, map_location=self.device, weights_only=True)
        self.learner.load(state["learner"])
        self.iteration, self.games = state["iteration"], state["games"]
        self.positions, self.rows = state["positions"], state["rows"]
        self.before, self.elo = state["seconds"], state["elo"]


def options(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", default="runs/hex", help="folder of checkpoint and curve")
    parser.add_argument("--resume", help="a checkpoint to go on from")
    parser.add_argument("--seconds", type=float, default=60, help="of this call")
    parser.add_argument("--schedule", type=float, default=900, help="seconds of all calls")
    parser.add_argument("--rounds", type=int, default=0,
                        help="a schedule of so many rounds instead, however long they take")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--games", type=int, default=4096, help="at once, on 11x11")
    parser.add_argument("--batch", type=int, default=4096, help="of a step, on 11x11")
    parser.add_argument("--memory", type=int, default=1_000_000, help="positions, on 11x11")
    parser.add_argument("--reuse", type=float, default=1.5, help="times a position is drawn")
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning, at its highest")
    parser.add_argument("--match-every", type=float, default=45, help="seconds")
    parser.add_argument("--match-games", type=int, default=1024)
    parser.add_argument("--say", type=int, default=5, help="iterations between lines")
    parser.add_argument("--tiny", action="store_true", help="a net and boards for a test")
    return parser.parse_args(arguments)


def main():
    chosen = options()
    if chosen.device == "cuda":
        torch.backends.cudnn.benchmark = True
        torch.backends.cuda.matmul.allow_tf32 = True
    Training(chosen).run()


if __name__ == "__main__":
    main()
