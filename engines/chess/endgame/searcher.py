"""The search of chess: the shared one, with exact endgame tables where few pieces are left."""

from dataclasses import replace

import numpy as np

from boyi.engines.chess.endgame.layout import MATERIALS
from boyi.engines.chess.endgame.lookup import attach
from boyi.engines.chess.endgame.solve import solve_table
from boyi.engines.chess.endgame.store import NONE, ChessTables
from boyi.engines.jit import Dtype, Record, copy
from boyi.engines.play import pieces
from boyi.engines.search.deepening import Searcher
from boyi.engines.search.task import Line, Task

NEAR = 8
"""Pieces on the board at or below which tables are fetched, and built if there are none: before that they
would hardly be asked."""


class TabledSearcher(Searcher):
    """The shared search, whose positions ask endgame tables as the option `Endgame Tables` says."""

    def __init__(self, history_size: int, dtype: Dtype | None = None, thread: Record | None = None) -> None:
        """One thread, the smallest table; arguments are those of the shared search."""
        super().__init__(history_size, dtype, thread)
        self._endings = ChessTables()

    def think(self, task: Task) -> Line:
        """Search until the budget is used up or `stop`; the best line. Call `prepare` first. Blocks."""
        if pieces(task.pos) > NEAR:
            return super().think(task)
        pos, endings = copy(task.pos), self._endings.get(str(task.options.get("Endgame Tables", "none")))
        attach(pos, endings)
        return super().think(replace(task, pos=pos))


def warm(pos: Record, weights: Record) -> None:
    """Call the kernel that builds tables, so that nothing is compiled when a build begins."""
    solve_table(np.zeros(0, np.uint8), NONE, np.int64(0), np.int64(len(MATERIALS[0].codes) + 1))
