"""Games as programs exchange them: a tree of moves with comments, whatever file it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from boyi.engines.game import Game
from boyi.engines.jit import Record, copy
from boyi.engines.play import play
from boyi.protocol.records.wording import in_words

ROOT = -1
MOST_NODES = 20_000
"""Moves of a record, variations included: a person's whole repertoire has fewer."""
DEEPEST = 50
"""Variations within variations; each of them keeps a position."""
MOST_MARKS = 100
"""Moves of a line that have alternatives."""


@dataclass(frozen=True)
class RecordNode:
    """One move: where it belongs, in the game's own notation and as people write it."""

    parent: int
    """Index of the move before it, ROOT at the beginning; of several after one the first is the main line."""
    move: str
    text: str
    comment: str = ""
    die: int = 0
    """What was thrown for the move; 0 if that is not known, or in games without dice."""


@dataclass(frozen=True)
class GameTree:
    """What was read: parents stand before their children."""

    form: str
    """The format's name."""
    start: str | None = None
    """Where the game begins; None: the usual start."""
    nodes: tuple[RecordNode, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    """The heading, as PGN names things."""
    intro: str = ""
    """The comment before the first move."""

    def main_line(self) -> list[RecordNode]:
        """The moves of the game itself."""
        line, at = list[RecordNode](), ROOT
        for index, node in enumerate(self.nodes):
            if node.parent == at:
                line.append(node)
                at = index
        return line


class TreeBuilder:
    """Plays the moves of a record one after the other; ValueError names the first that can't be played."""

    def __init__(self, game: Game, start: str | None = None) -> None:
        """Stand where the game begins."""
        self._game, self._notation = game, game.notation
        self._pos = self._before = self._notation.read(start or game.start, {})
        self._at = self._parent = ROOT
        self._nodes: list[RecordNode] = []
        self._intro = ""
        self._open: list[tuple[int, int, Record, Record]] = []

    @property
    def side(self) -> int:
        """Who is to move."""
        return int(self._pos.side)

    def add(self, text: str, comment: str = "", die: int = 0) -> None:
        """Play a move, as the game or people write it."""
        if len(self._nodes) >= MOST_NODES:
            raise ValueError(f"a record has at most {MOST_NODES} moves")
        before = self._pos
        if die and self._game.chance:
            before.die = die
        try:
            move = self._notation.move(before, text)
        except ValueError as error:
            raise ValueError(f"move {self._depth() + 1}: {error}") from None
        node = RecordNode(
            self._at, self._notation.text(before, move), in_words(self._game, before, move), comment, die
        )
        self._nodes.append(node)
        self._parent, self._at = self._at, len(self._nodes) - 1
        self._pos, self._before = copy(before), before
        play(self._pos, move)

    def comment(self, text: str) -> None:
        """Say something of the last move."""
        said = " ".join(text.split())
        if self._at == ROOT:
            self._intro = f"{self._intro} {said}".strip()
        elif said:
            node = self._nodes[self._at]
            words = f"{node.comment} {said}".strip()
            self._nodes[self._at] = RecordNode(node.parent, node.move, node.text, words, node.die)

    def open_variation(self) -> None:
        """What follows is played in place of the last move."""
        if self._at == ROOT:
            raise ValueError("a variation stands before the first move")
        if len(self._open) >= DEEPEST:
            raise ValueError(f"variations are nested more than {DEEPEST} deep")
        self._open.append((self._at, self._parent, self._pos, self._before))
        self._at, self._pos = self._parent, self._before

    def close_variation(self) -> None:
        """Go on after the move that the variation was an alternative to."""
        if not self._open:
            raise ValueError("a variation ends that was not begun")
        self._at, self._parent, self._pos, self._before = self._open.pop()

    def mark(self) -> None:
        """Keep what stands before the last move: `turn_back` will go there once its line is told."""
        if len(self._open) >= MOST_MARKS:
            raise ValueError(f"more than {MOST_MARKS} alternatives wait for their turn")
        self._open.append((self._at, self._parent, self._pos, self._before))

    def turn_back(self) -> None:
        """What follows is played in place of the move that was marked last."""
        if not self._open:
            raise ValueError("there is no move to turn back to")
        _, self._at, _, self._pos = self._open.pop()

    def tree(self, form: str, start: str | None, tags: Mapping[str, str]) -> GameTree:
        """All that was played."""
        if self._open:
            raise ValueError("a variation does not end")
        return GameTree(form, start, tuple(self._nodes), tags, self._intro)

    def _depth(self) -> int:
        """Moves from the start to where we stand."""
        at, depth = self._at, 0
        while at != ROOT:
            at, depth = self._nodes[at].parent, depth + 1
        return depth
