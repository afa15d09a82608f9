"""What tests share."""

from __future__ import annotations

import pytest

import takeback

#: Every game and variant, the slow ones last.
ALL = takeback.games()


@pytest.fixture(params=ALL)
def game(request: pytest.FixtureRequest) -> takeback.Game:
    return takeback.load(request.param)
