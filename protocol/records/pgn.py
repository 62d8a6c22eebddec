"""PGN: what its files have in common, and chess in it, with variations and comments."""

import io
import re
from collections.abc import Iterator

import chess.pgn

from boyi.protocol.records.tree import DEEPEST, MOST_NODES, ROOT, GameTree, RecordNode

TAG = re.compile(r'^\s*\[(\w+)\s+"(.*)"\]\s*$', re.MULTILINE)
NEXT_GAME = re.compile(r"(?<=\n)\s*\n(?=\s*\[)")


def split_games(text: str, where: str = "") -> Iterator[tuple[str, str]]:
    """The games of a PGN file, each with the place of its first line."""
    start = 0
    for end in [*(found.end() for found in NEXT_GAME.finditer(text)), len(text)]:
        part = text[start:end]
        if part.strip():
            blank = len(part) - len(part.lstrip())
            yield f"{where}, line {text.count(chr(10), 0, start + blank) + 1}", part
        start = end


class TreeVisitor(chess.pgn.BaseVisitor[GameTree]):
    """Takes a game as it is parsed; the first fault ends it."""

    def __init__(self) -> None:
        """Nothing was met yet."""
        self._tags: dict[str, str] = {}
        self._nodes: list[RecordNode] = []
        self._at = ROOT
        self._open: list[int] = []
        self._intro = ""
        self.fault: Exception | None = None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Take a tag."""
        self._tags[tagname] = tagvalue

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        """Take a move of the line that is open."""
        if len(self._nodes) >= MOST_NODES:
            raise ValueError(f"a record has at most {MOST_NODES} moves")
        if not move:
            raise ValueError("a null move is none of the game")
        self._nodes.append(RecordNode(self._at, board.uci(move), board.san(move)))
        self._at = len(self._nodes) - 1

    def visit_comment(self, comment: str) -> None:
        """Take what is said of the last move."""
        said = " ".join(comment.split())
        if self._at == ROOT:
            self._intro = f"{self._intro} {said}".strip()
            return
        node = self._nodes[self._at]
        words = f"{node.comment} {said}".strip()
        self._nodes[self._at] = RecordNode(node.parent, node.move, node.text, words)

    def begin_variation(self) -> None:
        """Go back before the last move."""
        if len(self._open) >= DEEPEST:
            raise ValueError(f"variations are nested more than {DEEPEST} deep")
        self._open.append(self._at)
        self._at = self._nodes[self._at].parent

    def end_variation(self) -> None:
        """Go on after the move before which we went back."""
        self._at = self._open.pop()

    def handle_error(self, error: Exception) -> None:
        """Remember what is wrong."""
        self.fault = self.fault or error

    def result(self) -> GameTree:
        """All that was met."""
        tags = {name: value for name, value in self._tags.items() if value.strip("?. ")}
        return GameTree("pgn", self._tags.get("FEN"), tuple(self._nodes), tags, self._intro)


def read_chess(text: str) -> GameTree:
    """The first game of a PGN text, or of moves alone; ValueError names what can't be played."""
    visitor = TreeVisitor()
    tree = chess.pgn.read_game(io.StringIO(text.strip()), Visitor=lambda: visitor)
    if visitor.fault is not None:
        raise ValueError(str(visitor.fault).replace("\n", " "))
    if tree is None or not (tree.nodes or tree.tags):
        raise ValueError("there is no game in it")
    return tree
