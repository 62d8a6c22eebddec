"""Matches of EinStein's players in this process, kept pair by pair, so that they can be broken off.

Equal time is equal work: how many nodes each player makes in the same processor time is measured beforehand,
which a busy machine disturbs less than a clock.
"""

import json
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from boyi.arena.files import append
from boyi.arena.indoors import Player, game_points
from boyi.engines.einstein.placement import layout
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.limits import Budget
from boyi.learning.duels import Tally
from boyi.learning.progress import Progress

TRIED = 20_000
"""Nodes by which a player's speed is measured, on each of some positions."""
POSITIONS, TRIES = 8, 6


@dataclass(frozen=True)
class Row:
    """A match: who plays whom, both as `arena/indoors.py` names players, without nodes."""

    name: str
    first: str
    second: str
    games: int
    nodes: tuple[int, int]

    @property
    def players(self) -> tuple[str, str]:
        """The players with their nodes a move."""
        first, second = (
            _at(text, nodes) for text, nodes in zip((self.first, self.second), self.nodes, strict=True)
        )
        return first, second


def _at(player: str, nodes: int) -> str:
    """A player that thinks so many nodes a move."""
    name, mark, options = player.partition("?")
    return f"{name}@{nodes}{mark}{options}"


class Matches:
    """Matches in a file; the luck of a pair comes from the seed and its number."""

    def __init__(self, game: Game, path: Path, seed: int) -> None:
        """The file may hold pairs already."""
        self._game, self._path, self._seed = game, path, seed
        self._pairs: dict[tuple[str, int], tuple[float, float]] = {}
        if path.exists():
            for line in path.read_text().splitlines():
                name, number, first, second = json.loads(line)
                self._pairs[name, number] = first, second

    def play(self, row: Row) -> Tally:
        """Play what the file does not hold; how the match stands then. Blocks."""
        numbers = [n for n in range(row.games // 2) if (row.name, n) not in self._pairs]
        if numbers:
            first, second = (Player(self._game, text) for text in row.players)
            with Progress(row.name, row.games // 2, "pairs", numbers[0]) as progress:
                for number in numbers:
                    self._enter(row.name, number, self._pair(first, second, number))
                    progress.at(number + 1, str(self.tally(row).score))
        return self.tally(row)

    def _pair(self, first: Player, second: Player, number: int) -> tuple[float, float]:
        """Both colours of a start, with the same dice."""
        lot, idle = random.Random(f"{self._seed} {number}"), Budget(nodes=1)
        start, dice = layout(lot), lot.randrange(1 << 30)
        return (
            game_points(self._game, first, second, start, dice, idle),
            1 - game_points(self._game, second, first, start, dice, idle),
        )

    def _enter(self, name: str, number: int, pair: tuple[float, float]) -> None:
        append(self._path, f"{json.dumps([name, number, *pair])}\n".encode())
        self._pairs[name, number] = pair

    def tally(self, row: Row) -> Tally:
        """How a match stands."""
        pairs = (self._pairs.get((row.name, number), ()) for number in range(row.games // 2))
        return Tally(tuple(points for pair in pairs for points in pair))


def speeds(game: Game, players: Mapping[str, str]) -> dict[str, float]:
    """Nodes that players make in a millisecond of processor time, the best of several tries. Blocks."""
    made = {name: Player(game, _at(text, TRIED)) for name, text in players.items()}
    positions = [game.notation.read(each, {}) for each in game.bench[:POSITIONS]]
    for player in made.values():
        player.ready(positions[0])
    tries = [{name: _speed(player, positions) for name, player in made.items()} for _ in range(TRIES)]
    return {name: max(each[name] for each in tries) for name in made}


def _speed(player: Player, positions: Sequence[Record]) -> float:
    begun = time.process_time()
    for pos in positions:
        player.move(pos, Budget(nodes=1))
    return TRIED * len(positions) / (1000 * (time.process_time() - begun))
