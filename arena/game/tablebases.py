"""Endgame tables as a judge: how a position ends, where a table knows it."""

import os
from collections.abc import Callable, Mapping

import chess.syzygy
import numpy as np

from boyi.arena.errors import ArenaError
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.rules import DRAWN, LOST, ONGOING, WON

OUTCOMES = {-2: LOST, -1: DRAWN, 0: DRAWN, 1: DRAWN, 2: WON}
"""Of a Syzygy value; wins that the fifty-move rule spoils are draws."""
MOST_PIECES = 7

Judge = Callable[[Record], int]
"""How a position ends for the side to move; ONGOING if that is not known."""


def judge(game: Game, path: str) -> Judge:
    """The judge of a game with the tables of a path."""
    if game.name not in JUDGES:
        raise ArenaError(f"there are no endgame tables of {game.name}")
    return JUDGES[game.name](game, path)


def _syzygy(game: Game, path: str) -> Judge:
    """Chess, by Syzygy tables."""
    tables = chess.syzygy.Tablebase()
    try:
        found = sum(tables.add_directory(folder) for folder in path.split(os.pathsep) if folder)
    except OSError as error:
        raise ArenaError(f"no endgame tables: {error}") from None
    if not found:
        raise ArenaError(f"there are no endgame tables in {path}")
    to_board: Callable[[Record], chess.Board] = game.part("boyi.engines.chess.notation:to_board")

    def look_up(pos: Record) -> int:
        # Right after a capture or a pawn move, the tables know the fifty-move rule too.
        if pos.fifty or pos.castling or np.bitwise_count(pos.colours).sum() > MOST_PIECES:
            return ONGOING
        value = tables.get_wdl(to_board(pos))
        return ONGOING if value is None else OUTCOMES[value]

    return look_up


JUDGES: Mapping[str, Callable[[Game, str], Judge]] = {"chess": _syzygy}
