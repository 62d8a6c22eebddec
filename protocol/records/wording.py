"""Moves as people write them: SAN in chess, 炮二平五 in xiangqi, elsewhere the game's own notation."""

from collections.abc import Callable, Mapping

from boyi.engines.game import Game
from boyi.engines.jit import Record

Word = Callable[[Game, Record, int], str]


def in_words(game: Game, pos: Record, move: int) -> str:
    """A legal move as the game's players write it."""
    return WORDS.get(game.name, _as_engines_do)(game, pos, move)


def in_letters(game: Game, pos: Record, move: int) -> str:
    """A legal move in letters that every keyboard has: C2.5 in xiangqi."""
    return LETTERS.get(game.name, in_words)(game, pos, move)


def _as_engines_do(game: Game, pos: Record, move: int) -> str:
    return game.notation.text(pos, move)


def _san(game: Game, pos: Record, move: int) -> str:
    board = game.part("boyi.engines.chess.notation:to_board")(pos)
    san: str = board.san(game.part("boyi.engines.chess.notation:to_move")(pos, move))
    return san


def _columns(game: Game, pos: Record, move: int) -> str:
    text: str = game.part("boyi.engines.xiangqi.columns:write")(pos, move)
    return text


def _column_letters(game: Game, pos: Record, move: int) -> str:
    text: str = game.part("boyi.engines.xiangqi.columns:letters")(pos, move)
    return text


WORDS: Mapping[str, Word] = {"chess": _san, "xiangqi": _columns}
LETTERS: Mapping[str, Word] = {"xiangqi": _column_letters}
