"""Engines by text, for threads and for coroutines."""

from __future__ import annotations

import asyncio
from typing import Any

from . import _takeback
from ._takeback import Game, Report, State


class Engine(_takeback.Engine):
    """An engine such as ``mcts:time=1s``; see :func:`engine`."""

    async def think_async(self, state: State, **limits: Any) -> Report:
        """As :meth:`think`, without blocking the event loop. Cancelling the task
        stops the search.

        >>> import asyncio, takeback
        >>> state = takeback.load("tictactoe").start("xx./oo./...")
        >>> asyncio.run(takeback.engine("ab").think_async(state)).best
        'c3'
        """
        work = asyncio.ensure_future(asyncio.to_thread(self.think, state, **limits))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            self.stop()
            await asyncio.wait([work])
            raise


def engine(spec: str, game: Game | None = None) -> Engine:
    """An engine by the same text as on the command line. With a game it is checked
    at once whether the text suits it, otherwise at its first thought.

    >>> import takeback
    >>> report = takeback.engine("ab:depth=4").think(takeback.load("othello").start())
    >>> report.depth, len(report.lines[0]["moves"]) >= 1
    (4, True)
    >>> takeback.engine("ab:dpth=4", takeback.load("othello"))
    Traceback (most recent call last):
    ...
    takeback.EngineError: ...did you mean ...depth...
    """
    return Engine(spec, game)
