"""Matches of EinStein's players in this process, kept pair by pair, so that they can be broken off.

Equal time is equal work: how many nodes each player makes in the same processor time is measured beforehand,
which a busy machine disturbs less than a clock.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from boyi.arena.indoors import Player, play_pair
from boyi.arena.pairs import Pairs, Score
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.limits import Budget
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
        self._game, self._pairs, self._seed = game, Pairs(path), seed

    def play(self, row: Row) -> Score:
        """Play what the file does not hold; how the match stands then. Blocks."""
        if missing := self._pairs.missing(row.name, row.games // 2):
            players = [Player(self._game, text) for text in row.players]
            before = row.games // 2 - len(missing)
            with Progress(row.name, row.games // 2, "pairs", before) as progress:
                for done, number in enumerate(missing, before + 1):
                    pair = play_pair(self._game, players, Budget(nodes=1), f"{self._seed} {number}")
                    self._pairs.enter(row.name, number, pair)
                    progress.at(done, str(self.score(row)))
        return self.score(row)

    def score(self, row: Row) -> Score:
        """How a match stands."""
        return self._pairs.score(row.name, row.games // 2)


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
