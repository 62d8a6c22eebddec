"""The page applies moves as the engines' rules do: random games of every game, position by position."""

import random
import re

import chess
import pytest

from boyi.engines import load_game
from boyi.engines.game import Game
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING
from tests.support.server.visiting import Visitor

pytestmark = pytest.mark.browser

REPLAY = """
const [name, games] = arguments, done = arguments[arguments.length - 1];
import("./js/games/index.js").then(({ GAMES, replay }) => {
  const game = GAMES[name];
  done(games.map(([start, moves]) => replay(game, start, moves).map((state) => game.write(state))));
}).catch((fault) => done(String(fault)));
"""
STARTS = {
    "chess": (None, chess.Board.from_chess960_pos(0).fen(), chess.Board.from_chess960_pos(959).fen()),
    "xiangqi": (None,),
    "connect6": (None, "7/7/7/7/7/7 b 2 4 2", "15/" * 14 + "15 b 1 5 1"),
    "einstein": (None,),
}
GAMES_EACH, PLIES = 8, 120


def walk(game: Game, start: str, rng: random.Random) -> tuple[list[str], list[str]]:
    """The moves of a random game, and every position of it."""
    pos = game.notation.read(start, {"UCI_Chess960": True} if game.name == "chess" else {})
    moves: list[str] = []
    positions = [game.notation.write(pos)]
    while result(pos) == ONGOING and len(moves) < PLIES:
        if game.chance:
            pos.die = rng.randint(1, 6)
        move = rng.choice(legal_moves(pos))
        moves.append(game.notation.text(pos, move))
        play(pos, move)
        positions.append(game.notation.write(pos))
    return moves, positions


def visible(game: str, position: str) -> str:
    """What the page knows of a position: pieces, the side to move, and in connect6 the rest."""
    return position if game in ("connect6", "einstein") else " ".join(position.split()[:2])


@pytest.mark.parametrize("name", STARTS)
def test_positions_are_those_of_the_rules(visitor: Visitor, name: str) -> None:
    game, rng = load_game(name), random.Random(7)
    starts = [start or game.start for start in STARTS[name] for _ in range(GAMES_EACH)]
    walked = [walk(game, start, rng) for start in starts]
    wish = [[start, moves] for start, (moves, _) in zip(starts, walked, strict=True)]
    visitor.go("#/watch")
    found = visitor.browser.driver.execute_async_script(REPLAY, name, wish)
    for (_, positions), shown in zip(walked, found, strict=True):
        assert [visible(name, text) for text in shown] == [visible(name, text) for text in positions]


def test_starts_of_chess960_are_those_of_its_numbers(visitor: Visitor) -> None:
    script = """const done = arguments[0];
        import("./js/games/chess.js").then(({ start960 }) => done([...Array(960).keys()].map(start960)))"""
    visitor.go("#/watch")
    for number, fen in enumerate(visitor.browser.driver.execute_async_script(script)):
        board = chess.Board(fen, chess960=True)
        assert board.chess960_pos() == number
        assert re.fullmatch("[A-H]{2}[a-h]{2}|KQkq", fen.split()[2])
        assert board.clean_castling_rights() == chess.Board.from_chess960_pos(number).clean_castling_rights()
