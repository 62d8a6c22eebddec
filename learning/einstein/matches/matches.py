"""Matches of EinStein's players in this process, kept pair by pair, so that they can be broken off.

Equal time is equal work: how many nodes each player makes in the same processor time is measured beforehand,
which a busy machine disturbs less than a clock.
"""

import functools
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from boyi.arena.inprocess.engine_player import EnginePlayer
from boyi.arena.inprocess.match import PairedGames
from boyi.arena.inprocess.pairs import PairScore
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.learning.pair_matches import PairMatches

TRIED = 20_000
"""Nodes by which a player's speed is measured, on each of some positions."""
POSITIONS, TRIES = 8, 6


@dataclass(frozen=True)
class MatchRow:
    """A match: who plays whom, both as `EnginePlayer` reads players, without nodes."""

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


class PlayerMatches:
    """Matches in a file; start and dice of a pair come from the seed and its number."""

    def __init__(self, game: Game, path: Path, seed: int) -> None:
        """The file may hold pairs already."""
        self._game, self._matches, self._games = game, PairMatches(path), PairedGames(game, seed)

    def play(self, row: MatchRow) -> PairScore:
        """Play what the file does not hold; the score of the match. Blocks."""

        @functools.cache
        def players() -> list[EnginePlayer]:
            return [EnginePlayer(self._game, text) for text in row.players]

        return self._matches.play(
            row.name, row.games // 2, lambda number: self._games.play(players(), number)
        )


def speeds(game: Game, players: Mapping[str, str]) -> dict[str, float]:
    """Nodes that players make in a millisecond of processor time, the best of several tries. Blocks."""
    made = {name: EnginePlayer(game, _at(text, TRIED)) for name, text in players.items()}
    positions = [game.notation.read(each, {}) for each in game.bench[:POSITIONS]]
    for player in made.values():
        player.warm_up(positions[0])
    tries = [{name: _speed(player, positions) for name, player in made.items()} for _ in range(TRIES)]
    return {name: max(each[name] for each in tries) for name in made}


def _speed(player: EnginePlayer, positions: Sequence[Record]) -> float:
    begun = time.process_time()
    for pos in positions:
        player.think(pos)
    return TRIED * len(positions) / (1000 * (time.process_time() - begun))
