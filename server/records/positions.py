"""A position, or a record in any format, as the rules see it."""

import base64
import binascii

from msgspec import UNSET, Struct, UnsetType

from boyi.engines import load_game
from boyi.engines.board import POINTS
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING
from boyi.protocol.records.readers import read
from boyi.protocol.records.tree import GameTree, RecordNode
from boyi.protocol.records.wording import in_letters, in_words
from boyi.server.games.events import GameResultView
from boyi.server.games.state import ANYWHERE, is_check
from boyi.server.messages import FileContent, PositionWish
from boyi.server.refusal import Refusal

LATIN = ("xiangqi",)
"""Games whose moves people write in two scripts."""


class NodeView(Struct):
    """A move of a tree."""

    parent: int
    move: str
    text: str
    comment: str
    die: int


class PositionAnswer(Struct):
    """What was read, and how it stands at the end of it."""

    game: str
    format: str
    start: str | None
    moves: list[str]
    texts: list[str]
    position: str
    side: int
    die: int
    legal: list[str] | None
    check: bool
    result: GameResultView | None
    tags: dict[str, str]
    intro: str
    texts_latin: list[str] | UnsetType = UNSET
    dice: list[int] | UnsetType = UNSET
    tree: list[NodeView] | UnsetType = UNSET


def look_up(wish: PositionWish) -> PositionAnswer:
    """The answer to a wish; Refusal names the fault. Blocks."""
    game = load_game(wish.game)
    try:
        tree = read(game, _content(wish.text)) if wish.text else GameTree("", None)
        return _answer(game, wish, tree)
    except ValueError as error:
        raise Refusal(400, str(error)) from None


def _content(text: str | FileContent) -> str | bytes:
    if isinstance(text, str):
        return text
    try:
        return base64.b64decode(text.base64, validate=True)
    except binascii.Error:
        raise Refusal(400, "this is no base64") from None


def _answer(game: Game, wish: PositionWish, tree: GameTree) -> PositionAnswer:
    line = [(node.move, node.die, node.comment) for node in tree.main_line()]
    dice = [*wish.dice, *([0] * (len(wish.moves) - len(wish.dice)))]
    line += [(move, die, "") for move, die in zip(wish.moves, dice, strict=False)]
    walk = PlayedLine(game, tree.start)
    for move, die, _ in line:
        walk.play(move, die)
    if len(dice) > len(wish.moves):
        walk.throw(dice[len(wish.moves)])
    pos = walk.pos
    return PositionAnswer(
        game.name,
        tree.form or "moves",
        tree.start,
        walk.moves,
        walk.texts,
        game.notation.write(pos),
        int(pos.side),
        int(pos["die"]) if game.chance else 0,
        legal_texts(game, pos),
        is_check(pos),
        verdict(game, pos),
        dict(tree.tags),
        tree.intro,
        walk.latin if game.name in LATIN else UNSET,
        [die for _, die, _ in line] if game.chance else UNSET,
        [view_node(node) for node in tree.nodes] if wish.variations else UNSET,
    )


class PlayedLine:
    """A position, and the moves that led to it."""

    def __init__(self, game: Game, start: str | None) -> None:
        """Stand at the start."""
        self._game = game
        self.pos = game.notation.read(start or game.start, {})
        self.moves: list[str] = []
        self.texts: list[str] = []
        self.latin: list[str] = []

    def throw(self, die: int) -> None:
        """Have thrown a die, in games that have them."""
        if self._game.chance and die:
            self.pos.die = die

    def play(self, text: str, die: int = 0) -> None:
        """Play a move; ValueError if it is none."""
        self.throw(die)
        try:
            move = self._game.notation.move(self.pos, text)
        except ValueError as error:
            raise ValueError(f"move {len(self.moves) + 1}: {error}") from None
        self.moves.append(self._game.notation.text(self.pos, move))
        self.texts.append(in_words(self._game, self.pos, move))
        self.latin.append(in_letters(self._game, self.pos, move))
        play(self.pos, move)


def legal_texts(game: Game, pos: Record) -> list[str] | None:
    """The legal moves; None where any empty point will do."""
    if result(pos) != ONGOING:
        return []
    return None if game.name in ANYWHERE else [game.notation.text(pos, move) for move in legal_moves(pos)]


def verdict(game: Game, pos: Record) -> GameResultView | None:
    """How the game has ended, None if it goes on."""
    ended = result(pos)
    if ended == ONGOING:
        return None
    points = POINTS[ended] if pos.side == 0 else 1 - POINTS[ended]
    winner = None if points == 0.5 else int(points == 0)
    return GameResultView(points, game.notation.ending(pos), winner)


def view_node(node: RecordNode) -> NodeView:
    """A move as clients see it."""
    return NodeView(node.parent, node.move, node.text, node.comment, node.die)
