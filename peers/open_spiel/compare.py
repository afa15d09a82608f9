"""Equilibria here and in OpenSpiel: speed and exploitability of the same iterations.

    python3 -m venv target/venv && target/venv/bin/pip install open_spiel
    cargo build --release -p takeback
    target/venv/bin/python peers/open_spiel/compare.py --takeback target/release/takeback \
        --json target/hidden.json --svg docs

Times are processor time of one thread, so that what else runs on the machine
does not count. OpenSpiel's Leduc poker is asked for with `suit_isomorphism`, which
is the tree that ours has.
"""

import argparse
import json
import os
import resource
import subprocess
import time

MILESTONES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
SAMPLED = [10, 100, 1000, 10_000, 100_000]
ENGINE_BUDGETS = [100, 1000, 10_000]
LEDUC = "leduc_poker(suit_isomorphism=True)"


def children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ours(args, game, method, iterations):
    """What `takeback solve` found, and iterations a second of processor time."""
    command = [args.takeback, "solve", game, "--method", method, "--json"]
    before = children()
    out = subprocess.run(
        command + ["--iterations", str(iterations)], check=True, capture_output=True
    )
    found = json.loads(out.stdout)
    return found, iterations / max(children() - before, 1e-9)


def exploited(args, game, engine):
    command = [args.takeback, "exploit", game, "--engine", engine, "--json"]
    out = subprocess.run(command, check=True, capture_output=True)
    return json.loads(out.stdout)["exploitability"]


def theirs(make, game, milestones, policy, most_seconds):
    """Exploitability at milestones, and iterations a second of processor time."""
    import pyspiel

    solver = make()
    spent, done, curve = 0.0, 0, []
    for milestone in milestones:
        began = time.process_time()
        while done < milestone:
            policy.step(solver)
            done += 1
        spent += time.process_time() - began
        curve.append((done, float(policy.measure(game, solver))))
        if spent > most_seconds:
            break
    return curve, done / spent


class Cpp:
    def step(self, solver):
        solver.evaluate_and_update_policy()

    def measure(self, game, solver):
        import pyspiel

        return pyspiel.nash_conv(game, solver.average_policy()) / game.num_players()


class Sampler(Cpp):
    def step(self, solver):
        solver.run_iteration()

    def measure(self, game, solver):
        import pyspiel

        return pyspiel.nash_conv(game, solver.average_policy(), True) / game.num_players()


class Python(Cpp):
    def measure(self, game, solver):
        from open_spiel.python.algorithms import exploitability

        return exploitability.nash_conv(game, solver.average_policy()) / game.num_players()


def peers():
    import pyspiel
    from open_spiel.python.algorithms import cfr

    game = pyspiel.load_game(LEDUC)
    rows = {
        "OpenSpiel C++ CFR": (lambda: pyspiel.CFRSolver(game), MILESTONES, Cpp(), 60),
        "OpenSpiel C++ CFR+": (lambda: pyspiel.CFRPlusSolver(game), MILESTONES, Cpp(), 60),
        "OpenSpiel Python CFR": (lambda: cfr.CFRSolver(game), MILESTONES, Python(), 20),
        "OpenSpiel C++ external": (
            lambda: pyspiel.ExternalSamplingMCCFRSolver(game, 1), SAMPLED, Sampler(), 60,
        ),
        "OpenSpiel C++ outcome": (
            lambda: pyspiel.OutcomeSamplingMCCFRSolver(game, 0.6, 1), SAMPLED, Sampler(), 60,
        ),
    }
    found = {}
    for name, (make, milestones, policy, seconds) in rows.items():
        curve, speed = theirs(make, game, milestones, policy, seconds)
        found[name] = {"curve": curve, "speed": speed}
        print(f"{name}: {speed:.1f} iterations/s, {curve[-1]}", flush=True)
    return found


def ismcts_of_theirs(name, budget, final, c):
    """What OpenSpiel's ISMCTS gives away: asked at every information set, each with a
    new bot, as `takeback exploit` asks ours. Its exploration is in chips, ours in parts
    of all that can be won or lost: `c` is 0.7 of that."""
    import pyspiel
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import exploitability

    game = pyspiel.load_game(name)
    strategy = policies.TabularPolicy(game)
    asked = set()

    def ask(state):
        if state.is_terminal():
            return
        if not state.is_chance_node():
            text = state.information_state_string()
            if text not in asked:
                asked.add(text)
                evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
                bot = pyspiel.ISMCTSBot(1, evaluator, c, budget, -1, final, False, False)
                row = strategy.policy_for_key(text)
                row[:] = 0
                for action, chance in bot.get_policy(state):
                    row[action] = chance
        for action in state.legal_actions():
            ask(state.child(action))

    ask(game.new_initial_state())
    return exploitability.nash_conv(game, strategy) / game.num_players()


def engines_of_theirs():
    import pyspiel

    kinds = pyspiel.ISMCTSFinalPolicyType
    rows = [("OpenSpiel ISMCTS", kinds.MAX_VISIT_COUNT)]
    rows += [("OpenSpiel ISMCTS, mix", kinds.NORMALIZED_VISIT_COUNT)]
    found = {}
    for game, label, c in [("kuhn_poker", "kuhn ", 0.7 * 4), (LEDUC, "", 0.7 * 26)]:
        for name, final in rows:
            curve = [(n, float(ismcts_of_theirs(game, n, final, c))) for n in ENGINE_BUDGETS]
            found[label + name] = {"curve": curve}
            print(f"{label}{name}: {curve}", flush=True)
    return found


def liars_dice(iterations):
    """The value of Liar's Dice with a die of six sides each, by CFR+ of OpenSpiel."""
    import pyspiel

    game = pyspiel.load_game("liars_dice")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0]
    return value, pyspiel.nash_conv(game, policy) / 2


def mine(args):
    found = {}
    rows = [("CFR", "vanilla", 1000), ("CFR+", "plus", 1000), ("linear CFR", "linear", 1000)]
    rows += [("discounted CFR", "discounted", 1000)]
    rows += [("external sampling", "external", 100_000), ("outcome sampling", "outcome", 100_000)]
    for name, method, iterations in rows:
        solved, _ = ours(args, "leduc", method, iterations)
        curve = [(at["iterations"], at["exploitability"]) for at in solved["progress"]]
        # Speed from a longer run, in which measuring and starting do not count.
        _, speed = ours(args, "leduc", method, iterations * 10)
        found[name] = {"curve": curve, "speed": speed}
        print(f"{name}: {speed:.0f} iterations/s, {curve[-1]}", flush=True)
    for engine in ["ismcts:", "ismcts:mix,", "ismcts:observer=single,mix,",
                   "ismcts:observer=redealing,mix,", "oos:"]:
        for game, label in [("kuhn", "kuhn "), ("leduc", "")]:
            curve = [
                (n, exploited(args, game, f"{engine}iterations={n}")) for n in ENGINE_BUDGETS
            ]
            found[label + engine.rstrip(":,")] = {"curve": curve}
            print(f"{label}{engine}: {curve}", flush=True)
    return found


COLOURS = ["#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#d68910", "#566573", "#17a2b8", "#7b3f00"]


def draw(curves, title, path):
    """Curves on logarithmic axes, where there are any."""
    import math

    if not curves:
        return
    width, height, left, top, right, bottom = 760, 420, 70, 40, 230, 50
    xs = [x for curve in curves.values() for x, _ in curve]
    ys = [max(y, 1e-6) for curve in curves.values() for _, y in curve]
    x0, x1 = math.floor(math.log10(min(xs))), math.ceil(math.log10(max(xs)))
    y0, y1 = math.floor(math.log10(min(ys))), math.ceil(math.log10(max(ys)))
    px = lambda x: left + (math.log10(x) - x0) / max(x1 - x0, 1) * (width - left - right)
    py = lambda y: height - bottom - (math.log10(max(y, 1e-6)) - y0) / max(y1 - y0, 1) * (
        height - top - bottom
    )
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{left}" y="22" font-size="15">{title}</text>',
    ]
    for power in range(x0, x1 + 1):
        x = px(10**power)
        out.append(f'<path d="M{x:.1f} {top}V{height - bottom}" stroke="#ddd"/>')
        out.append(f'<text x="{x:.1f}" y="{height - bottom + 16}" text-anchor="middle">{10**power:,}</text>')
    for power in range(y0, y1 + 1):
        y = py(10.0**power)
        out.append(f'<path d="M{left} {y:.1f}H{width - right}" stroke="#ddd"/>')
        out.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
    out.append(f'<text x="{left}" y="{height - 10}">iterations</text>')
    for n, (name, curve) in enumerate(curves.items()):
        colour, dash = COLOURS[n % len(COLOURS)], ' stroke-dasharray="5 4"' if "OpenSpiel" in name else ""
        points = " ".join(f"{px(x):.1f},{py(y):.1f}" for x, y in curve)
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        y = top + 10 + 18 * n
        out.append(f'<path d="M{width - right + 12} {y}h24" stroke="{colour}" stroke-width="2"{dash}/>')
        out.append(f'<text x="{width - right + 42}" y="{y + 4}">{name}</text>')
    out.append("</svg>\n")
    with open(path, "w") as file:
        file.write("\n".join(out))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--takeback", default="target/release/takeback")
    parser.add_argument("--json", default="target/hidden.json")
    parser.add_argument("--svg", help="draw the curves into this folder")
    parser.add_argument("--only", choices=["peers", "engines", "liar", "mine", "draw"])
    args = parser.parse_args()
    found = json.load(open(args.json)) if os.path.exists(args.json) else {}
    if args.only in (None, "peers"):
        found.update(peers())
    if args.only in (None, "engines"):
        found.update(engines_of_theirs())
    if args.only in (None, "liar"):
        value, gap = liars_dice(300)
        found["OpenSpiel liars_dice"] = {"value": value, "exploitability": gap}
        print(f"liars_dice: {value}, exploitability {gap}", flush=True)
    if args.only in (None, "mine"):
        found.update(mine(args))
    with open(args.json, "w") as file:
        json.dump(found, file, indent=1)
    if args.svg:
        pick = lambda names: {n: found[n]["curve"] for n in names if n in found}
        draw(
            pick(["CFR", "CFR+", "linear CFR", "discounted CFR", "OpenSpiel C++ CFR", "OpenSpiel C++ CFR+"]),
            "Leduc poker: exploitability in chips, sweeps over all lines",
            os.path.join(args.svg, "hidden-cfr.svg"),
        )
        draw(
            pick(["external sampling", "outcome sampling", "OpenSpiel C++ external", "OpenSpiel C++ outcome"]),
            "Leduc poker: exploitability in chips, sampled lines",
            os.path.join(args.svg, "hidden-sampled.svg"),
        )
        engines = [n for n in found if n.startswith(("ismcts", "oos", "OpenSpiel ISMCTS"))]
        draw(pick(engines), "Leduc poker: what engines give away", os.path.join(args.svg, "hidden-engines.svg"))
        kuhn = {n[5:]: found[n]["curve"] for n in found if n.startswith("kuhn ")}
        draw(kuhn, "Kuhn poker: what engines give away", os.path.join(args.svg, "hidden-engines-kuhn.svg"))


if __name__ == "__main__":
    main()
