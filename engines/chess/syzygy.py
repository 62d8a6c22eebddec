"""Syzygy endgame tables, probed through python-chess at the root of a search."""

import os

import chess.syzygy

from boyi.engines.chess import notation
from boyi.engines.files import user_path
from boyi.engines.jit import Record

MOST_PIECES = 7
Ranks = dict[int, tuple[int, int]]
"""Result of each move for its side, and how much of the way to it is then left."""


class SyzygyTables:
    """The tables of one or more folders."""

    def __init__(self, path: str) -> None:
        """Open every folder of a list separated as paths are; OSError if there is no table in any."""
        self._tables = chess.syzygy.Tablebase()
        folders = [user_path(folder) for folder in path.split(os.pathsep) if folder]
        if not sum(self._tables.add_directory(str(folder)) for folder in folders if folder.is_dir()):
            raise OSError(f"no endgame tables in {path}")

    def advise(self, pos: Record, legal: list[int]) -> list[int]:
        """The moves that keep a win or put off a loss, the quickest progress first; none if it is a draw,
        where any search knows better how to set problems, or unknown."""
        ranks = self._ranks(pos, legal)
        keeping = _best(ranks)
        if not keeping or ranks[keeping[0]][0] == 0:
            return []
        return sorted(keeping, key=lambda move: ranks[move][1])

    def keeping(self, pos: Record, legal: list[int]) -> list[int]:
        """The moves that keep the best result; none if unknown."""
        return _best(self._ranks(pos, legal))

    def _ranks(self, pos: Record, legal: list[int]) -> Ranks:
        """What the tables say of each move; nothing if they don't know all."""
        board = notation.to_board(pos)
        if chess.popcount(board.occupied) > MOST_PIECES or board.castling_rights:
            return {}
        try:
            return {move: self._rank(board, notation.to_move(pos, move)) for move in legal}
        except chess.syzygy.MissingTableError:
            return {}

    def _rank(self, board: chess.Board, move: chess.Move) -> tuple[int, int]:
        """The result of a move for its side, and how much of the way to it is then left."""
        board.push(move)
        try:
            if board.is_checkmate():
                return 2, -1
            result, distance = -self._tables.probe_wdl(board), abs(self._tables.probe_dtz(board))
            if result < 0:
                return result, -distance
            return result, distance if board.halfmove_clock else 0
        finally:
            board.pop()


def _best(ranks: Ranks) -> list[int]:
    """The moves with the best result."""
    best = max((result for result, _ in ranks.values()), default=0)
    return [move for move, (result, _) in ranks.items() if result == best]
