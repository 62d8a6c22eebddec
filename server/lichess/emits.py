"""An engine's output in UCI, as what an analysis board draws: one state after the other, each whole."""

from collections.abc import Mapping, Sequence
from typing import Any

import chess

from boyi.engines.report import Best, Info
from boyi.protocol import uci
from boyi.protocol.messages import Event

LONGEST_LINE = 30
"""Moves of a line that are shown."""
MOST_LINES = 5


class Emits:
    """The state of one analysis, kept up to date by the engine's lines. What makes no sense does nothing."""

    def __init__(self, board: chess.Board, lines: int) -> None:
        """`lines` says how many are expected; fewer where there are fewer legal moves."""
        self._board = board
        self._expected = min(lines, MOST_LINES, board.legal_moves.count())
        self._time, self._nodes = 0, 0
        self._found: dict[int, Mapping[str, Any]] = {}
        self.ended = False
        """Whether the engine has named its best move."""

    def hear(self, line: str) -> Mapping[str, Any] | None:
        """Take a line in; the new state, if it makes one that is worth being shown."""
        event: Event | None = uci.parse_event(line)
        if isinstance(event, Best):
            self.ended = True
        return self.take(event) if isinstance(event, Info) else None

    def take(self, event: Info) -> Mapping[str, Any] | None:
        """Take in what a search found; the new state, if it makes one that is worth being shown."""
        if event.score.bound != "exact" or not event.pv:
            return None
        number = event.multipv or 1
        if number > self._expected:
            return None
        if number == 1:
            self._time, self._nodes, self._found = event.time, event.nodes, {}
        self._found[number] = {
            "moves": self._legal(event.pv),
            **self._value(event),
            "depth": event.depth,
        }
        return self._state() if len(self._found) == self._expected else None

    def reached(self, state: Mapping[str, Any], depth: int | None, nodes: int | None) -> bool:
        """Whether a limit lies behind a state."""
        return bool((depth and state["depth"] >= depth) or (nodes and state["nodes"] >= nodes))

    def _state(self) -> Mapping[str, Any]:
        pvs = [self._found[number] for number in sorted(self._found)]
        depth = min(pv["depth"] for pv in pvs)
        return {"time": self._time, "depth": depth, "nodes": self._nodes, "pvs": pvs}

    def _value(self, info: Info) -> Mapping[str, int]:
        """From White's point of view."""
        sign = 1 if self._board.turn == chess.WHITE else -1
        mate = info.score.mate
        return {"cp": sign * info.score.value} if mate is None else {"mate": sign * mate}

    def _legal(self, line: Sequence[str]) -> list[str]:
        """The beginning of a line that can be played, castling being the king taking its rook."""
        board, moves = self._board.copy(stack=False), list[str]()
        for text in line[:LONGEST_LINE]:
            try:
                move = board.parse_uci(text)
            except ValueError:
                break
            moves.append(board.uci(move))
            board.push(move)
        return moves
