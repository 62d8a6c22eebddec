"""How fast a machine is: nodes per second over a game's bench positions."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from boyi.arena.farm.chores import Chore
from boyi.arena.farm.processes import ProcessFarm
from boyi.engines import load_game
from boyi.engines.bench import signature


def measured(game: str) -> float:
    """Nodes per second of processor time, so that other work in between does not count. Blocks."""
    nodes, seconds = signature(load_game(game))
    return nodes / seconds


@dataclass(frozen=True)
class SpeedChore(Chore[int, float]):
    """Measures a game's speed, whatever the order."""

    game: str

    def prepare(self) -> Callable[[int], float]:
        """Nothing: measuring compiles what it needs."""
        return lambda _: measured(self.game)


def measured_together(games: Sequence[str], count: int) -> dict[str, float]:
    """The speed in each game of one of so many processes at once, which share caches and cores. Blocks."""
    with ProcessFarm(count) as farm:
        return {game: statistics.median(farm.map(SpeedChore(game), range(count))) for game in games}
