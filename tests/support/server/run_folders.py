"""Folders of runs: a match of the arena whose games were played at random, and the log of a training."""

import json
import random
from pathlib import Path

from boyi.arena.game.record import GamePly, GameRecord
from boyi.arena.game.result import GameResult
from boyi.arena.runs.settings import RunSettings
from boyi.arena.runs.store import Store
from boyi.engines import load_game
from boyi.engines.board import POINTS
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING

PLAYERS = ("<b>first</b>", "second")


def arena_run(folder: Path, name: str = "einstein", games: int = 6) -> None:
    """A finished match between two players of strange names."""
    engines = [{"command": name, "name": player} for player in PLAYERS]
    tables = {"game": name, "format": "match", "games": games, "engines": engines}
    with Store.create(folder, RunSettings.read(tables, "test"), []) as store:
        for number in range(games):
            store.ledger.append(*random_game(name, number))


def random_game(name: str, number: int) -> tuple[GameResult, GameRecord]:
    """A game played at random; the second of a pair has the players swapped."""
    game, rng = load_game(name), random.Random(number)
    pos = game.notation.read(game.start, {})
    plies: list[GamePly] = []
    while result(pos) == ONGOING:
        if game.chance:
            pos.die = rng.randint(1, 6)
        move = rng.choice(legal_moves(pos))
        die = int(pos.die) if game.chance else 0
        plies.append(GamePly(game.notation.text(pos, move), 5, None, rng.randint(-90, 90), None, 3, die))
        play(pos, move)
    points = POINTS[result(pos)]
    score = points if int(pos.side) == 0 else 1 - points
    players = (PLAYERS[number % 2], PLAYERS[1 - number % 2])
    ended = GameResult(
        number, number // 2, players, score, game.notation.ending(pos), len(plies), "start", 1.0
    )
    return ended, GameRecord(None, tuple(plies))


def training_run(folder: Path) -> None:
    """A training whose loss falls."""
    folder.mkdir(parents=True)
    (folder / "settings.json").write_text("{}")
    lines = [{"step": step, "loss": 1 / (1 + step), "rate": 0.01} for step in range(50)]
    (folder / "log.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
