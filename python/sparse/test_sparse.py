"""`python3 -m unittest discover python/sparse`: files of both sides, arithmetic, a tiny training."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np

import twin
from net import Shape, Whole, rounded
from rows import Refused, checksum, folder, gather, lot, read

try:
    import torch

    torch.set_num_threads(1)  # tiny batches: several threads only wait for each other
except ImportError:
    torch = None

try:
    import pyarrow
except ImportError:
    pyarrow = None

ROOT = Path(__file__).resolve().parents[2]
NET = ROOT / "crates/net/tests/twin"
ROWS = ROOT / "crates/train/tests/twin"


def program():
    """A `takeback` that was built here, or named by TAKEBACK."""
    places = [os.environ.get("TAKEBACK"), ROOT / "target/release/takeback",
              ROOT / "target/debug/takeback"]
    return next((str(place) for place in places if place and Path(place).is_file()), None)


class Files(unittest.TestCase):
    def check(self, path):
        header, games = read(path)
        known = json.loads((ROWS / "games.json").read_text())
        self.assertEqual(list(header), known["header"])
        self.assertEqual(len(games), len(known["games"]))
        for game, wanted in zip(games, known["games"]):
            of_game = [game.number, game.opening, game.temperature, game.ending, game.results]
            self.assertEqual(of_game, wanted["game"])
            for row, values in zip(game.rows, wanted["rows"]):
                found = [row.ply, row.seat, row.bucket, row.depth, row.nodes, row.kind, row.worth,
                         row.best, row.played, [list(pair) for pair in row.weighed], row.own,
                         row.other]
                self.assertEqual(found, values)
            self.assertEqual(len(game.rows), len(wanted["rows"]))

    def test_what_the_engine_wrote_is_read(self):
        self.check(ROWS / "games.rows")

    @unittest.skipUnless(pyarrow, "pyarrow is not installed")
    def test_parquet_holds_the_same(self):
        self.check(ROWS / "games.parquet")

    def test_torn_damaged_and_older_files_are_refused(self):
        whole = (ROWS / "games.rows").read_bytes()
        with tempfile.TemporaryDirectory() as place:
            path = Path(place) / "games.rows"

            def said(data, **options):
                path.write_bytes(data)
                with self.assertRaises(Refused) as refused:
                    folder(place, **options)
                return str(refused.exception)

            self.assertIn("ends amid a game", said(whole[:-11]))
            games = read(ROWS / "games.rows")[1]
            self.assertEqual(len(folder(place, cut_off=True)[1]), len(games) - 1)
            damaged = bytearray(whole)
            damaged[len(whole) // 2] ^= 1
            self.assertIn("damaged", said(bytes(damaged), cut_off=True))
            self.assertIn("version 1", said(whole[:8] + b"\1" + whole[9:]))
            self.assertIn("header is damaged", said(whole[:20] + b"?" + whole[21:]))
            self.assertIn("not a file of positions", said(b"1. e4 e5"))
            self.assertIn("not a file of positions", said(b""))
            path.unlink()
            with self.assertRaisesRegex(Refused, "neither"):
                folder(place)

    def test_games_are_kept_apart_as_the_engine_does(self):
        known = json.loads((ROWS / "games.json").read_text())
        numbers = [game["game"][0] for game in known["games"]]
        kept = [number for number in numbers if lot(7, number) % 3 == 0]
        self.assertEqual(kept, known["kept"])
        self.assertTrue(0 < len(kept) < len(numbers))
        data = gather([ROWS / "games.rows"], keep=3, seed=7)
        self.assertEqual([len(data.taught), len(data.kept)], known["sizes"])
        self.assertTrue(np.all(np.isfinite(data.targets(0.5, 100.0))))


class Network(unittest.TestCase):
    def test_the_recorded_network_is_what_is_written_and_judges_as_recorded(self):
        net, data = twin.network(1), (NET / "sparse.net").read_bytes()
        self.assertEqual(net.write(), data)
        back = Whole.read(data)
        self.assertEqual(back.write(), data)
        text = (NET / "answers.txt").read_text()
        self.assertEqual(twin.answers(back), text)
        self.assertEqual(text.count("\n"), 1000)
        self.assertGreater(len({line.rsplit(";")[-1] for line in text.splitlines()}), 300)

    def test_bad_networks_are_refused(self):
        data = (NET / "sparse.net").read_bytes()
        for bad in (b"", data[:100], data[:-1], data[:60] + b"?" + data[61:], b"x" + data[1:],
                    data[:8] + b"\2" + data[9:]):
            with self.assertRaises(Refused):
                Whole.read(bad)
        for odd in (Shape(10, 4, 33, 8, 1), Shape(0, 4, 32, 8, 1), Shape(10, 4, 32, 12, 1)):
            with self.assertRaises(Refused):
                odd.check()
        shape = Shape(4, 4, 32, 8, 1)
        parts = [np.zeros(form, np.float32) for form in
                 ((4, 32), (32,), (1, 8, 64), (1, 8), (1, 8), (1,))]
        parts[0][1, 2] = np.nan
        with self.assertRaisesRegex(Refused, "no number"):
            Whole.of("odd", shape, 100, *parts)

    def test_halves_are_rounded_away_from_zero(self):
        found = rounded(np.array([0.5, -0.5, 1.5, 2.5, -2.5, 0.49999997, 1e9], np.float32), 100)
        self.assertEqual(found.tolist(), [1, -1, 2, 3, -3, 0, 100])
        self.assertEqual(checksum(b"a"), 0xAF63DC4C8601EC8C)


@unittest.skipUnless(torch, "PyTorch is not installed")
class Training(unittest.TestCase):
    def plan(self, out, *more):
        import train

        words = ["--data", str(ROWS / "games.rows"), "--out", str(out), "--hidden", "32",
                 "--dense", "8", "--epochs", "4", "--batch", "16", "--keep", "3", "--seed", "7",
                 "--rare", "1", "--device", "cpu", "--scale", "100", *more]
        return train, words

    def test_a_net_is_learned_and_rounded_without_much_loss(self):
        with tempfile.TemporaryDirectory() as place:
            train, words = self.plan(Path(place) / "a.net", "--epochs", "30")
            plan = train.parser().parse_args(words)
            data = gather(plan.data, plan.keep, plan.seed)
            net, epochs, best = train.learn(data, plan, say=lambda _: None)
            self.assertLess(epochs[-1][0], epochs[0][0] - 0.01)
            self.assertEqual(min(range(30), key=lambda i: epochs[i][1]) + 1, best)
            back = Whole.read(net.write())
            targets, loss = data.targets(plan.lam, 100), 0.0
            for row in data.kept:
                a, b, c = data.starts[2 * row:2 * row + 3]
                x = back.value(data.features[a:b], data.features[b:c], data.buckets[row]) / 100
                loss += max(x, 0) + np.log1p(np.exp(-abs(x))) - targets[row] * x
            self.assertAlmostEqual(loss / len(data.kept), epochs[best - 1][1], delta=0.02)

    def test_a_stopped_run_goes_on_to_the_same_file(self):
        with tempfile.TemporaryDirectory() as place:
            train, words = self.plan(Path(place) / "a.net")
            self.assertEqual(train.main(words), 0)
            whole = (Path(place) / "a.net").read_bytes()
            train, words = self.plan(Path(place) / "b.net")
            plan = train.parser().parse_args(words)
            data = gather(plan.data, plan.keep, plan.seed)

            class Killed(Exception):
                pass

            def kill(text):
                if text.startswith("epoch   2"):
                    raise Killed

            with self.assertRaises(Killed):
                train.learn(data, plan, say=kill)
            self.assertTrue((Path(place) / "b.net.pt").exists())
            self.assertEqual(train.main(words), 0)
            self.assertEqual((Path(place) / "b.net").read_bytes(), whole)
            self.assertFalse((Path(place) / "b.net.pt").exists())

    def test_bad_input_ends_with_a_sentence(self):
        with tempfile.TemporaryDirectory() as place:
            train, words = self.plan(Path(place) / "a.net")
            words[1] = str(Path(place) / "missing")
            self.assertEqual(train.main(words), 2)
            train, words = self.plan(Path(place) / "a.net", "--hidden", "33")
            self.assertEqual(train.main(words), 2)
            self.assertEqual(list(Path(place).iterdir()), [])


@unittest.skipUnless(torch and program(), "needs PyTorch and a built takeback")
class Player(unittest.TestCase):
    def test_data_becomes_a_player(self):
        import train

        with tempfile.TemporaryDirectory() as place:
            data, net = Path(place) / "four", Path(place) / "four.net"
            run = [program(), "selfplay", "connect4", "--engine", "ab:depth=2,tt=1", "--games", "40",
                   "--format", "rows", "--opening", "3", "--threads", "1", "--out", str(data)]
            subprocess.run(run, check=True, capture_output=True)
            words = ["--data", str(data), "--out", str(net), "--hidden", "32", "--dense", "8",
                     "--epochs", "2", "--keep", "5", "--device", "cpu"]
            self.assertEqual(train.main(words), 0)
            side = f"ab:nodes=300,net={net}"
            match = [program(), "match", "connect4", "--a", side, "--b", "random", "--games", "4",
                     "--threads", "1"]
            told = subprocess.run(match, check=True, capture_output=True, text=True).stdout
            self.assertIn("4 games", told)


if __name__ == "__main__":
    unittest.main()
