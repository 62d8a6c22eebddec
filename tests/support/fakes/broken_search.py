"""A search in UCI's words that keeps every rule but those that its engine is told to break."""

import re
import threading
from dataclasses import dataclass, field

import chess

from tests.support.fakes.breaking import broken, sleep_if, tell
from tests.support.fakes.tiny_search import Line, lines

DEPTH = 5


@dataclass
class Search:
    """A search in its own thread; it ends by itself unless it was asked not to."""

    board: chess.Board
    words: list[str]
    lines_shown: int
    endless: bool = False
    stopped: threading.Event = field(default_factory=threading.Event)
    ended: bool = False
    none = "bestmove (none)"
    """What is said where there is no move."""
    bare = False
    """Whether scores are numbers without UCI's words."""

    def number(self, name: str, default: int = 0) -> int:
        return int(self.words[self.words.index(name) + 1]) if name in self.words else default

    def run(self) -> None:
        found = lines(self.board, self._allowed())
        if not found:
            self.ended = True
            tell("bestmove a1a1" if broken("no legal move") else self.none)
            return
        depths = list(range(1, self.number("depth", DEPTH) + 1 + broken("go depth")))
        for at, depth in enumerate(reversed(depths) if broken("depth never falls") else depths):
            for number, line in enumerate(found[: self.lines_shown], 1):
                told = info(self.board, depth, at, number, line, found)
                tell(re.sub("score cp (-?[0-9]+)", r"score \1", told) if self.bare else told)
        self._wait(found[0])
        self._answer(found[0])

    def _allowed(self) -> set[str]:
        if "searchmoves" not in self.words or broken("go searchmoves"):
            return set()
        return set(self.words[self.words.index("searchmoves") + 1 :])

    def _wait(self, best: Line) -> None:
        if self.endless:
            self.stopped.wait(0 if broken(self._held_by(best)) else None)
        elif "movetime" in self.words:
            late = 250 * broken("go movetime")
            self.stopped.wait((self.number("movetime") - 5 + late) / 1000)
        elif "wtime" in self.words or "time" in self.words:
            self._think_on_the_clock()
        elif "nodes" in self.words and broken("go nodes"):
            self.stopped.wait()

    def _held_by(self, best: Line) -> str:
        """The rule by which a search goes on until it is told to end."""
        if "ponder" in self.words:
            return "go ponder, stop"
        return "go infinite with a mate" if best.mate else "go infinite, stop"

    def _think_on_the_clock(self) -> None:
        left = self.number("wtime" if self.board.turn else "btime") / 1000
        if left <= 0.001:
            sleep_if("go with no time left", 60)
        elif "winc" in self.words:
            sleep_if("go winc binc", left + 0.03)
        elif "movestogo" in self.words:
            sleep_if("go movestogo", left + 0.03)
        else:
            sleep_if("go wtime btime", left + 0.03)

    def _answer(self, best: Line) -> None:
        move, *replies = best.moves
        if broken("go mate") and "mate" in self.words:
            move, replies = lines(self.board, set())[-1].moves[0], []
        if misplaces(self.board):
            move = "a1a1"
        reply = "a1a1" if broken("form of bestmove") else "".join(replies)
        answer = f"bestmove {move} ponder {reply}" if reply else f"bestmove {move}"
        answer += self._remark()
        self.ended = True
        tell(answer)
        if broken("one bestmove for each go") and self.number("depth") == 1:
            tell(answer)

    def _remark(self) -> str:
        """What is said after the move."""
        return ""


def misplaces(board: chess.Board) -> bool:
    """Whether the engine has to answer with an illegal move here."""
    at_the_start = not board.move_stack and board == chess.Board()
    crowded = not board.move_stack and len(board.piece_map()) > 20
    return (broken("position startpos") and at_the_start) or (
        broken("position with moves, and fen") and crowded and not at_the_start
    )


def info(board: chess.Board, depth: int, at: int, number: int, line: Line, found: list[Line]) -> str:
    """What is told of one line."""
    moves = list(line.moves)
    if broken("lines are legal"):
        moves.append("a1a1")
    if broken("best move begins the line") and number == 1:
        moves = list(found[-1].moves)
    nodes = 100 - at if broken("nodes and time never fall") else 100 * (at + 1)
    shown = "many" if broken("info lines") else nodes
    number = 1 if broken("MultiPV") else number
    start = f"info depth {depth} multipv {number} score {score(board, line)} nodes {shown} time {at}"
    return start if broken("info before bestmove") else f"{start} pv {' '.join(moves)}"


def score(board: chess.Board, line: Line) -> str:
    sign = -1 if broken("score's point of view") and not board.turn else 1
    if line.mate is None or (broken("mate in one") and line.mate == 1):
        return f"cp {sign * line.centipawns}"
    plies = line.plies if line.mate > 0 else -line.plies
    return f"mate {sign * (plies if broken('mate scores') else line.mate)}"
