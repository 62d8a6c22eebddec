"""Syzygy endgame tables, probed through python-chess at the root of a search."""

import os

import chess.syzygy

from boyi.engines.chess import notation
from boyi.engines.jit import Record
from boyi.engines.places import place

MOST_PIECES = 7


class SyzygyTables:
    """The tables of one or more folders."""

    def __init__(self, path: str) -> None:
        """Open every folder of a list separated as paths are; OSError if there is no table in any."""
        self._tables = chess.syzygy.Tablebase()
        folders = [str(place(folder)) for folder in path.split(os.pathsep) if folder]
        if not sum(map(self._tables.add_directory, folders)):
            raise OSError(f"no endgame tables in {path}")

    def advise(self, pos: Record, legal: list[int]) -> list[int]:
        """The moves that keep the best result, the quickest progress first; none if unknown."""
        board = notation.to_board(pos)
        if chess.popcount(board.occupied) > MOST_PIECES or board.castling_rights:
            return []
        try:
            ranks = {move: self._rank(board, notation.to_move(pos, move)) for move in legal}
        except chess.syzygy.MissingTableError:
            return []
        best = max(result for result, _ in ranks.values())
        keeping = [move for move in legal if ranks[move][0] == best]
        return sorted(keeping, key=lambda move: ranks[move][1])

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
