"""Games and puzzles of our own, to try the reproductions with: what is found in them proves nothing."""

import json
import random
from pathlib import Path

from boyi.arena.inprocess.quick_search import QuickSearch, evaluation_of
from boyi.arena.progress import track
from boyi.engines import load_game
from boyi.engines.files import write_atomically
from boyi.engines.game import Game
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING
from boyi.learning.chessmaps.middlegames import middle_games

RANDOM_PLIES, PLIES, NODES, SEED = 6, 60, 60, 1
SOLVED = 3000
"""Nodes of the search that solves a puzzle."""
RESULTS = ("1-0", "0-1", "1/2-1/2")


def own_games(name: str, count: int, path: Path) -> Path:
    """A file of so many short games of the engine with itself, unless it is there. Blocks."""
    if not path.exists():
        game = load_game(name)
        numbers = track(f"games of {name}", range(count), "games")
        lines = [json.dumps(_game(game, number)) for number in numbers]
        write_atomically(path, "\n".join([*lines, ""]))
    return path


def _game(game: Game, number: int) -> dict[str, str]:
    """A game from the usual start: a few random moves, and then quick searches."""
    rng, search = random.Random(f"{SEED} {number}"), QuickSearch(game, evaluation_of(game).weights)
    pos, moves, score = game.notation.read(game.start, {}), list[str](), 0
    while result(pos) == ONGOING and len(moves) < PLIES:
        move = rng.choice(legal_moves(pos))
        if len(moves) >= RANDOM_PLIES:
            found = search.think(pos, NODES)
            move, score = found.move, found.score * (-1 if pos.side else 1)
        moves.append(game.notation.text(pos, move))
        play(pos, move)
    decided = RESULTS[2] if abs(score) < 100 else RESULTS[score < 0]
    return {"moves": " ".join(moves), "result": decided}


def own_suite(path: Path) -> Path:
    """A file of positions with the move that a search of some thousand nodes prefers, unless it is there."""
    if not path.exists():
        game = load_game("chess")
        search, lines = QuickSearch(game, evaluation_of(game).weights), []
        for text in (text for some in middle_games("chess") for text in some):
            pos = game.notation.read(text, {})
            search.forget()
            best = game.notation.text(pos, search.think(pos, SOLVED).move)
            lines.append(f"{' '.join(text.split()[:4])} bm {best};")
        write_atomically(path, "\n".join([*lines, ""]))
    return path
