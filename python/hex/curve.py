"""A training's curve as a picture: `python3 python/hex/curve.py curve.csv curve.svg`.

Strength above, losses below, over the seconds of training. Plain SVG, so that no
drawing library is needed.
"""

import csv
import sys

WIDTH, HEIGHT, LEFT, GAP = 720, 220, 60, 46
# Okabe and Ito's colours, told apart by all eyes.
BLUE, ORANGE, GREEN = "#0072b2", "#d55e00", "#009e73"


def smooth(values, share=0.15):
    """A running mean: single rounds differ by the size of their boards."""
    out, mean = [], None
    for value in values:
        mean = value if mean is None else mean + share * (value - mean)
        out.append(mean)
    return out


def panel(top, title, xs, series):
    """One diagram: axes, ticks, and lines by name, colour and values."""
    low = min(min(values) for _, _, values in series)
    high = max(max(values) for _, _, values in series)
    span = (high - low) or 1.0
    last = max(xs)
    place = lambda x, y: (LEFT + (WIDTH - LEFT - 12) * x / last,
                          top + HEIGHT - HEIGHT * (y - low) / span)
    out = [f'<text x="{LEFT}" y="{top - 8}">{title}</text>',
           f'<rect x="{LEFT}" y="{top}" width="{WIDTH - LEFT - 12}" height="{HEIGHT}" '
           'fill="none" stroke="#999"/>']
    for n in range(5):
        value = low + span * n / 4
        _, y = place(0, value)
        text = f"{value:.0f}" if span > 20 else f"{value:.2f}"
        out.append(f'<text x="{LEFT - 6}" y="{y + 4:.0f}" text-anchor="end">{text}</text>')
    for n in range(0, int(last) + 1, 120):
        x, _ = place(n, low)
        out.append(f'<text x="{x:.0f}" y="{top + HEIGHT + 16}" text-anchor="middle">{n} s</text>')
    for number, (name, colour, values) in enumerate(series):
        points = " ".join("{:.1f},{:.1f}".format(*place(x, y)) for x, y in zip(xs, values))
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out.append(f'<text x="{WIDTH - 20}" y="{top + 18 + 16 * number}" fill="{colour}" '
                   f'text-anchor="end">{name}</text>')
    return out


def draw(rows):
    """The whole picture."""
    xs = [float(row["seconds"]) for row in rows]
    number = lambda name: [float(row[name]) for row in rows]
    upper, lower = GAP, 2 * GAP + HEIGHT
    parts = panel(upper, "Elo of the bare policy on 11x11, added up", xs,
                  [("strength", BLUE, number("elo"))])
    parts += panel(lower, "losses", xs, [
        ("policy, divergence", ORANGE, smooth(number("policy_loss"))),
        ("value, cross-entropy", GREEN, smooth(number("value_loss")))])
    height = lower + HEIGHT + GAP
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'font-family="sans-serif" font-size="12">\n'
            f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>\n'
            + "\n".join(parts) + "\n</svg>\n")


def main():
    with open(sys.argv[1], newline="") as file:
        rows = list(csv.DictReader(file))
    with open(sys.argv[2], "w") as file:
        file.write(draw(rows))


if __name__ == "__main__":
    main()
