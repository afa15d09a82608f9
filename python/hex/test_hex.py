"""`python3 -m unittest discover python/hex`: rules against slow twins, a tiny training."""

import random
import tempfile
import unittest
from pathlib import Path

import torch

import train
from export import Rounded, checksum, examples
from net import Folded, Net, Shape
from rules import Boards, has_joined, mirrored, paint, paint_children
from selfplay import Look, play


def neighbours(side, y, x):
    steps = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1))
    return [(y + dy, x + dx) for dy, dx in steps if 0 <= y + dy < side and 0 <= x + dx < side]


def joins(side, stones):
    """Whether the stones join top and bottom, by a plain walk."""
    todo = [cell for cell in stones if cell[0] == 0]
    seen = set(todo)
    while todo:
        cell = todo.pop()
        if cell[0] == side - 1:
            return True
        for near in neighbours(side, *cell):
            if near in stones and near not in seen:
                seen.add(near)
                todo.append(near)
    return False


class Rules(unittest.TestCase):
    def test_winning_cells_equal_a_plain_walk_over_random_games(self):
        rng = random.Random(3)
        for side in (1, 2, 3, 4, 6):
            for _ in range(12):
                self.walk(side, rng)

    def walk(self, side, rng):
        boards = Boards.empty(1, side, torch.device("cpu"))
        own, enemy = set(), set()  # of the side to move, in its own view
        while True:
            vacant = [(y, x) for y in range(side) for x in range(side)
                      if (y, x) not in own | enemy]
            turned = {(x, y) for y, x in enemy}
            for (y, x) in vacant:
                self.assertEqual(bool(boards.own_wins()[0, y, x]), joins(side, own | {(y, x)}))
                self.assertEqual(bool(boards.enemy_wins()[0, y, x]),
                                 joins(side, turned | {(x, y)}))
            y, x = rng.choice(vacant)
            own.add((y, x))
            boards = boards.play(torch.tensor([y * side + x]))
            over = joins(side, own)
            self.assertEqual(bool(has_joined(mirrored(boards.enemy))[0]), over)
            own, enemy = {(b, a) for a, b in enemy}, {(b, a) for a, b in own}
            if over:
                return

    def test_children_are_painted_as_if_played(self):
        boards = Boards.empty(2, 4, torch.device("cpu")).play(torch.tensor([5, 9]))
        cells = torch.tensor([[0, 2, 15], [3, 7, 8]])
        painted = paint_children(boards, cells, torch.float32).unflatten(0, (2, 3))
        for n in range(3):
            after = boards.play(cells[:, n])
            self.assertTrue(torch.equal(painted[:, n],
                                        paint(after.own, after.enemy, torch.float32)))


class Nets(unittest.TestCase):
    def test_folding_changes_nothing(self):
        torch.manual_seed(2)
        net = Net(Shape(16, 2, 8, 8))
        planes = paint(torch.rand(6, 5, 5) < 0.3, torch.rand(6, 5, 5) > 0.8, torch.float32)
        for _ in range(20):
            net.train()
            net(planes)
        net.eval()
        for plain, fold in zip(net(planes), Folded(net, torch.float32)(planes)):
            self.assertTrue(torch.allclose(plain, fold, atol=1e-4))


class Export(unittest.TestCase):
    def test_rounding_changes_little_and_files_are_whole(self):
        torch.manual_seed(4)
        net = Net(Shape(16, 2, 8, 8))
        torch.nn.init.normal_(net.value2.weight, std=0.5)
        own = torch.rand(12, 5, 5) < 0.3
        enemy = ~own & (torch.rand(12, 5, 5) < 0.4)
        with torch.no_grad():
            for _ in range(30):
                net.train()
                net(paint(own, enemy, torch.float32))
            net.eval()
            rounded = Rounded(net, {5: (own, enemy)})
            exact = net(paint(own, enemy, torch.float32))
            for a, b in zip(exact, rounded(own, enemy)):
                self.assertLess((a - b).abs().max().item(), 0.1 * a.abs().max().item() + 0.02)
            data = rounded.file()
            self.assertEqual(int.from_bytes(data[-8:], "little"), checksum(data[:-8]))
            weights = 25 * 4 * 16 + 4 * 9 * 16 * 16 + 16 * 16
            floats = 2 * 6 * 16 + 3 + 9 + 8 * 16 + 8 + 9
            self.assertEqual(len(data), 28 + weights + 4 * floats + 8)
            text = examples(net, rounded, {5: (own, enemy)}, 2).splitlines()
        self.assertEqual([line.split()[0] for line in text],
                         ["size", "planes", "rounded", "trained"] * 2)


class Play(unittest.TestCase):
    def test_targets_are_chances_on_vacant_cells(self):
        torch.manual_seed(1)
        net = Folded(Net(Shape(16, 1, 8, 8)).eval(), torch.float32)
        generator = torch.Generator().manual_seed(5)
        samples, tally = play(net, 24, 4, Look(wide=5, stones=2, trust=0.9), generator)
        self.assertEqual(tally.plies, len(samples.value))
        total = samples.policy.float().sum(1)
        self.assertTrue(torch.allclose(total, torch.ones_like(total), atol=1e-2))
        taken = (samples.own | samples.enemy).flatten(1)
        self.assertEqual(samples.policy[taken].abs().sum().item(), 0)
        self.assertTrue(((samples.value >= 0) & (samples.value <= 1)).all())
        self.assertFalse(has_joined(samples.own).any())
        self.assertFalse(has_joined(mirrored(samples.enemy)).any())


class Training(unittest.TestCase):
    def test_a_tiny_training_learns_and_goes_on_from_its_checkpoint(self):
        torch.set_num_threads(1)
        with tempfile.TemporaryDirectory() as folder:
            arguments = ["--tiny", "--device", "cpu", "--games", "1", "--batch", "2",
                         "--memory", "900", "--rounds", "60", "--say", "1000",
                         "--out", folder, "--match-games", "32", "--rate", "4e-3"]
            first = train.Training(train.options(arguments))
            first.run()
            # Before the schedule's larger boards come in.
            losses = [row["value_loss"] for row in first.rows[:30]]
            self.assertLess(sum(losses[-5:]), 0.95 * sum(losses[:5]), losses)
            twin = train.Training(train.options(arguments))
            for row in first.rows[:3]:
                twin.iterate()
                self.assertEqual(twin.rows[-1]["value_loss"], row["value_loss"])
            path = str(Path(folder) / "hex.pt")
            again = train.Training(train.options(arguments + ["--resume", path]))
            self.assertEqual(again.learner.steps, first.learner.steps)
            again.iterate()
            self.assertEqual(again.iteration, first.iteration + 1)
            self.assertTrue((Path(folder) / "curve.csv").read_text().startswith("seconds,"))


if __name__ == "__main__":
    unittest.main()
