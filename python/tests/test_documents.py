"""Docstrings run, types hold, the README's section works as pasted."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import takeback

HERE = Path(__file__).resolve().parents[1]
MODULES = [
    "takeback", "takeback._engine", "takeback._arena", "takeback.rules", "takeback.pettingzoo",
    "takeback.gymnasium", "takeback.openspiel",
]  # fmt: skip


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_run(name: str) -> None:
    module = importlib.import_module(name)
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    done = doctest.testmod(module, optionflags=options)
    assert done.failed == 0 and done.attempted > 0


def test_types_hold_strictly() -> None:
    """The package, its stubs and the examples under mypy's strict rules."""
    command = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml"]
    command += ["--cache-dir", os.devnull]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_say_what_is_there() -> None:
    """Every public name of the extension module is in its stub, and the other way."""
    stub = (Path(takeback.__file__).parent / "_takeback.pyi").read_text()
    from takeback import _takeback

    for name in ("Game", "State", "Engine", "Report", "Batch"):
        body = re.split(r"\n(?=\S)", stub.split(f"class {name}:")[1])[0]
        said = set(re.findall(r"def (\w+)\(", body))
        there = {one for one in vars(getattr(_takeback, name)) if not one.startswith("__")}
        assert there == {one for one in said if not one.startswith("__")}, name
    assert (Path(takeback.__file__).parent / "py.typed").exists()


def section() -> str:
    text = (HERE.parent / "README.md").read_text()
    return text.split("\n## Python\n", 1)[1].split("\n## ", 1)[0]


def guide() -> str:
    return (HERE.parent / "docs" / "python.md").read_text()


@pytest.mark.parametrize("document", [section, guide])
def test_what_documents_show_works_as_pasted(document: Callable[[], str], tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", document(), re.DOTALL)
    assert blocks
    program = "\n".join(blocks)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_the_guide_counts_the_games() -> None:
    found = re.search(r"lists all (\d+) of them", guide())
    assert found is not None and int(found[1]) == len(takeback.games())


def test_examples_run() -> None:
    for example in sorted((HERE / "examples").glob("*.py")):
        done = subprocess.run([sys.executable, example], capture_output=True, text=True)
        assert done.returncode == 0, f"{example.name}: {done.stderr}"
        assert done.stdout
