"""Does `undo_action` of OpenSpiel's games give back what was there? The verifier of
:func:`takeback.verify` walks through every game that offers undo and shrinks what it finds.

Each game has a process of its own, since some take the interpreter with them.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any, TypedDict


class Finding(TypedDict):
    """What came out for one game."""

    game: str
    #: ``exact``, ``wrong``, ``crash`` (the process died), ``time`` (it did not end), or
    #: ``none`` (no undo, or nothing to walk on).
    verdict: str
    plies: int
    law: str
    #: The shrunk line in OpenSpiel's own words for its actions.
    line: list[str]
    detail: str


def _finding(game: str, verdict: str, **more: Any) -> Finding:
    found: Any = {"game": game, "verdict": verdict, "plies": 0, "law": "", "line": [], "detail": ""}
    found.update(more)
    return found  # type: ignore[no-any-return]


def _in_words(rules: Any, line: Sequence[str]) -> list[str]:
    """The actions of a line as OpenSpiel names them, as far as it can be replayed."""
    state, words = rules.start(), []
    for number in line:
        try:
            words.append(str(state.action_to_string(int(state.current_player()), int(number))))
            state.apply_action(int(number))
        except Exception:
            return [*words, *line[len(words) :]]
    return words


def audit_one(game: str, *, plies: int = 20_000, seconds: float = 20.0, seed: int = 1) -> Finding:
    """Walk through one game in this very process."""
    from . import verify
    from ._spiel_rules import SpielRules, offers_undo

    if not offers_undo(game):
        return _finding(game, "none")
    rules = SpielRules(game)
    outcome = verify(rules, plies=plies, seconds=seconds, seed=seed)
    failure = outcome["failure"]
    if failure is None:
        return _finding(game, "exact", plies=outcome["plies"])
    return _finding(
        game,
        "wrong",
        plies=outcome["plies"],
        law=failure["law"],
        line=_in_words(rules, failure["line"]),
        detail=failure["detail"],
    )


def _apart(game: str, plies: int, seconds: float, seed: int, patience: float) -> Finding:
    command = [sys.executable, "-m", "takeback.audit", "--one", game]
    command += ["--plies", str(plies), "--seconds", str(seconds), "--seed", str(seed)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=patience)
    except subprocess.TimeoutExpired:
        return _finding(game, "time", detail=f"no end after {patience:.0f} s")
    lines = done.stdout.strip().splitlines()
    if done.returncode == 0 and lines:
        return json.loads(lines[-1])  # type: ignore[no-any-return]
    said = done.stderr.strip().splitlines()
    return _finding(game, "crash", detail=said[-1] if said else f"status {done.returncode}")


def walk_open_spiel(
    games: Sequence[str] | None = None,
    *,
    plies: int = 20_000,
    seconds: float = 20.0,
    seed: int = 1,
) -> Iterator[Finding]:
    """One finding after the other, each from a process of its own."""
    if games is None:
        import pyspiel

        games = sorted(pyspiel.registered_names())
    for game in games:
        # Time is looked at between positions, and one with many moves may take long.
        yield _apart(game, plies, seconds, seed, 10 * seconds + 60)


def _shown(line: Sequence[str], most: int = 72) -> str:
    text = "; ".join(" ".join(word.split()) for word in line) or "(at the start)"
    return text if len(text) <= most else f"{text[: most - 2]} …"


def _what(found: Finding, most: int = 60) -> str:
    """Which facts are not what they were, or what was raised."""
    names = re.findall(r"'([a-z_]+)(?:\(\d+\))?'(?:\[\d+\])*: was", found["detail"])
    if names:
        return ", ".join(dict.fromkeys(names))
    text = " ".join(found["detail"].split())
    return text if len(text) <= most else f"{text[: most - 2]} …"


def _row(found: Finding) -> str:
    """A row of the table of documents."""
    wrong = found["verdict"] == "wrong"
    line = f"`{_shown(found['line']).replace('`', chr(39))}`" if wrong else ""
    what = _what(found) if found["verdict"] != "exact" else ""
    cells = [found["game"], found["verdict"], str(found["plies"]), found["law"], what, line]
    return "| " + " | ".join(cell.replace("|", "∣") for cell in cells) + " |"


def audit_open_spiel(
    games: Sequence[str] | None = None,
    *,
    plies: int = 20_000,
    seconds: float = 20.0,
    seed: int = 1,
    markdown: bool = False,
) -> list[Finding]:
    """Walk through OpenSpiel's games that offer undo and print the report."""
    found = []
    if markdown:
        print("| game | undo | moves | broken law | not as before | after |")
        print("|---|---|---|---|---|---|")
    for one in walk_open_spiel(games, plies=plies, seconds=seconds, seed=seed):
        if one["verdict"] == "none":
            continue
        found.append(one)
        cells = [one["game"], one["verdict"], str(one["plies"]), one["law"] or one["detail"]]
        line = _shown(one["line"]) if one["verdict"] == "wrong" else ""
        if markdown:
            print(_row(one), flush=True)
        else:
            print(f"{cells[0]:28} {cells[1]:6} {cells[2]:>7} plies  {cells[3]}", flush=True)
            if line:
                print(f"{'':28} after {line}\n{'':28} {_what(one)}", flush=True)
    wrong = [one["game"] for one in found if one["verdict"] not in ("exact", "time")]
    print(f"\n{len(wrong)} of {len(found)} games that offer undo do not take back exactly")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m takeback.audit", description="Walk through OpenSpiel's games for moves that are not taken back exactly."
    )
    parser.add_argument("games", nargs="*", help="OpenSpiel's names; all if none is given")
    parser.add_argument("--plies", type=int, default=20_000, help="moves to take back in a game")
    parser.add_argument("--seconds", type=float, default=20.0, help="at most so long for a game")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same walks")
    parser.add_argument("--markdown", action="store_true", help="print a table for documents")
    parser.add_argument("--one", metavar="GAME", help="walk in this process and print JSON")
    asked = parser.parse_args(arguments)
    limits = {"plies": asked.plies, "seconds": asked.seconds, "seed": asked.seed}
    if asked.one:
        print(json.dumps(audit_one(asked.one, **limits)))
        return 0
    audit_open_spiel(asked.games or None, markdown=asked.markdown, **limits)
    return 0
