"""One cluster for all tests that need one."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from typing import NoReturn

import pytest
from little import REQUIRED, Little, namespace_flags


def refuse(why: str) -> NoReturn:
    """Never silently: where the tests have to run, this is a failure."""
    if os.environ.get(REQUIRED) or os.environ.get("CI") == "true":
        pytest.fail(why)
    pytest.skip(why)


@pytest.fixture(scope="session")
def little() -> Iterator[Little]:
    """Two nodes of one core each."""
    if importlib.util.find_spec("ray") is None:
        refuse("Ray is not installed, so nothing was tested on two nodes")
    flags = namespace_flags()
    if flags is None:
        refuse("network namespaces are not permitted here, so no two Ray nodes can be started")
    with Little(flags) as cluster:
        yield cluster
