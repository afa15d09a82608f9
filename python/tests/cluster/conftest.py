"""One cluster for all tests that need one."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from little import Little, namespace_flags

LONG = "TAKEBACK_CLUSTER_LONG"
REQUIRED = "TAKEBACK_CLUSTER_REQUIRED"


@pytest.fixture(scope="session")
def little() -> Iterator[Little]:
    """Two nodes of one core each."""
    flags = namespace_flags()
    if flags is None:
        reason = "network namespaces are not permitted here, so no two Ray nodes can be started"
        # Never silently: where the tests have to run, this is a failure.
        (pytest.fail if os.environ.get(REQUIRED) else pytest.skip)(reason)
    with Little(flags) as cluster:
        yield cluster
