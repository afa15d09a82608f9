"""How fast a GPU plays and learns: `python3 python/hex/speed.py [SIDE...]`."""

import sys
import time

import torch

from learn import Learner, Memory
from net import PARTS, Folded, Net, Shape
from rules import paint
from selfplay import Samples


def seconds(work, repeat):
    work()
    work()
    torch.cuda.synchronize()
    start = time.monotonic()
    for _ in range(repeat):
        work()
    torch.cuda.synchronize()
    return (time.monotonic() - start) / repeat


def main():
    torch.backends.cudnn.benchmark = True
    device = torch.device("cuda")
    for side in map(int, sys.argv[1:] or ("11",)):
        learner = Learner(Net(Shape()), device)
        for count in PARTS:
            own = torch.rand(count, side, side, device=device) < 0.2
            enemy = ~own & (torch.rand(count, side, side, device=device) < 0.2)
            for dtype in (torch.half, torch.bfloat16):
                net = Folded(learner.mean, dtype)
                planes = paint(own, enemy, dtype)
                took = seconds(lambda: net(planes), 10)
                print(f"{side}x{side} {dtype} {count}: {count / took:,.0f} evaluations/s", flush=True)
        painting = seconds(lambda: paint(own, enemy, torch.half), 10)
        print(f"painting {count / painting:,.0f}/s")
        memory = Memory(side, 20000, device)
        policy = torch.full((len(own), side * side), 1 / side**2, device=device).half()
        memory.add(Samples(own, enemy, policy, torch.rand(len(own), device=device)))
        generator = torch.Generator(device)
        for batch in (2048, 4096):
            draw = lambda: memory.draw(batch, generator, torch.bfloat16)
            drawn = draw()
            took = seconds(lambda: learner.step(drawn, 1e-3), 10)
            print(f"{side}x{side} learning, {batch}: {batch / took:,.0f} positions/s, "
                  f"drawing {batch / seconds(draw, 10):,.0f}/s", flush=True)


if __name__ == "__main__":
    main()
