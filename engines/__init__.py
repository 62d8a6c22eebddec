"""What plays: rules, search, evaluation. Knows no protocol text and no sockets."""

import importlib
import sys
from typing import TYPE_CHECKING

from boyi.engines import interrupts

if TYPE_CHECKING:
    from boyi.engines.game import Game

GAMES = {
    "chess": "boyi.engines.chess",
    "einstein": "boyi.engines.einstein",
    "connect6": "boyi.engines.connect6",
    "xiangqi": "boyi.engines.xiangqi",
}
"""Name of each game -> the package that holds its `GAME`."""

if sys.argv[:1] == ["-m"]:  # Python is about to run a module, and this is the first of ours that it imports
    interrupts.shield(sys.orig_argv, GAMES.values())


def load_game(name: str) -> "Game":
    """The game of a name; KeyError if there is none."""
    game: Game = importlib.import_module(GAMES[name]).GAME
    return game
