"""A gauge of networks: their static values beside what deep searches say of the same positions.

The error of a network on labels of its own kind hides what neither of them sees. Here the positions come from
games that no training used, one of each game, and are judged once: by the shared search, and by any engine
that is named. Judgements stand in a file, so that every network is held to the same ones.
"""

import asyncio
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from boyi.arena.files import append_durably, finished_lines
from boyi.arena.inprocess.quick_search import QuickSearch
from boyi.arena.runs.engines import from_text
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.limits import Limits
from boyi.engines.play import bound_value
from boyi.learning.data.samples import board_text
from boyi.learning.data.selfplay import SelfPlayer
from boyi.learning.nnue.networks import NetworkGame
from boyi.protocol.engines import EngineError, EngineProcess, Turn

SEED = 900_000_000
"""Far from the seeds that training uses."""
NODES = 200
"""Of each search of the games that positions are taken from."""
HIGHEST = 3000
"""Scores count as no more than this, mates too: a won game is won."""
PATIENCE = 120.0
"""Seconds that an engine may take for a position."""
Judge = Callable[[str], int]
"""The score of a position, for the side to move. Blocks; ValueError if there is none."""


def positions(game: Game, network: NetworkGame, weights: Record, seed: int = SEED) -> Iterator[str]:
    """Quiet positions, one of each game of the weights with themselves, as FEN; without an end. Blocks."""
    player, rng, number = SelfPlayer(game, weights, NODES, seed), random.Random(seed), 0
    while True:
        samples = player.play_game(number)
        number += 1
        if len(samples):
            yield board_text(samples[rng.randrange(len(samples))], network.letters)


def own_judge(game: Game, weights: Record, nodes: int) -> Judge:
    """The shared search, each time with an empty memory."""
    search = QuickSearch(game, weights)

    def judge(fen: str) -> int:
        search.forget()
        return search.think(game.notation.read(fen, {}), nodes).score

    return judge


def foreign_judge(game: Game, engine: str, nodes: int) -> Judge:
    """An engine as the arena names it, each time in a game of its own."""
    spec = from_text(engine).spec()

    async def ask(fen: str) -> int:
        process = EngineProcess(spec, game, lambda line: None)
        try:
            await process.start()
            await process.new_game(fen)
            side = int(game.notation.read(fen, {}).side)
            turn = Turn(fen, (), side, Limits(nodes=nodes), lambda: fen)
            info = (await process.play(turn, PATIENCE)).info
        except EngineError as error:
            raise ValueError(str(error)) from None
        finally:
            await process.quit()
        if info is None:
            raise ValueError(f"{engine} told no score of {fen}")
        mate = info.score.mate
        return info.score.value if mate is None else (HIGHEST if mate > 0 else -HIGHEST)

    return lambda fen: asyncio.run(ask(fen))


@dataclass
class Judgements:
    """A file of positions and of what judges said of them, a line each; a judgement is never asked twice."""

    path: Path
    scores: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])
    """By judge and position."""

    def __post_init__(self) -> None:
        """Read what is there; a line without its end is cut off. ValueError names one that makes no sense."""
        for number, line in enumerate(finished_lines(self.path), 1):
            try:
                judge, fen, score = json.loads(line)
                self.scores.setdefault(str(judge), {})[str(fen)] = int(score)
            except (ValueError, TypeError) as error:
                raise ValueError(f"{self.path}, line {number}: {error}") from None

    @property
    def fens(self) -> list[str]:
        """All positions, in the order in which they came."""
        return list(dict.fromkeys(fen for scores in self.scores.values() for fen in scores))

    def add(self, judge: str, fen: str, score: int) -> None:
        """Keep a judgement; after this it is never lost."""
        score = max(-HIGHEST, min(HIGHEST, score))
        append_durably(self.path, f"{json.dumps([judge, fen, score])}\n".encode())
        self.scores.setdefault(judge, {})[fen] = score


@dataclass(frozen=True)
class Reading:
    """How near a network's static values are to a judge's scores."""

    positions: int
    correlation: float
    """Of ranks (Spearman's)."""
    error: float
    """Root of the mean squared difference of winning chances, at the network's best scale."""


def read_gauge(game: Game, weights: Record, scores: dict[str, int], scale: int) -> Reading:
    """Hold static values against scores; `scale` is the score whose winning chance is 1/(1 + 1/e)."""
    values = [bound_value(game.notation.read(fen, {}), weights) for fen in scores]
    static, deep = np.array(values, float), np.array(list(scores.values()), float)
    wanted = _chances(deep, scale)
    errors = [float(np.sqrt(np.mean((_chances(static, each) - wanted) ** 2))) for each in _scales(scale)]
    return Reading(len(scores), float(np.corrcoef(_ranks(static), _ranks(deep))[0, 1]), min(errors))


def _scales(scale: int) -> Sequence[float]:
    """Scales to choose from: engines differ in what they call a centipawn."""
    chosen: list[float] = (scale * np.geomspace(1 / 4, 4, 65)).tolist()
    return chosen


def _chances(scores: np.ndarray, scale: float) -> np.ndarray:
    chances: np.ndarray = 1 / (1 + np.exp(-scores / scale))
    return chances


def _ranks(numbers: np.ndarray) -> np.ndarray:
    """The rank of each number; equal ones share the mean of theirs."""
    _, which, counts = np.unique(numbers, return_inverse=True, return_counts=True)
    ranks: np.ndarray = (np.cumsum(counts) - (counts + 1) / 2)[which]
    return ranks
