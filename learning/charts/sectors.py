"""Which sectors masters' moves influence: samples of charts, learning from them, how well it is foretold."""

import importlib
import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy as np

from boyi.engines import load_game
from boyi.engines.game import Game
from boyi.engines.jit import Int, Record, entry, new
from boyi.engines.play import legal_moves, play
from boyi.engines.search.chart import (
    COUNTING,
    KINGS_INPUTS,
    NETWORK,
    draw,
    drawing,
    influence,
    rank,
    sector_net,
    seen,
)
from boyi.learning.charts.mastery import master_games

BATCH = 512
DECAYS = 0.9, 0.999
TINY = 1e-8


@dataclass(frozen=True)
class Samples:
    """Charts and what was played: a network's inputs, and the squares that the move influenced."""

    inputs: np.ndarray
    reach: np.ndarray

    def sectors(self, layout: Iterable[int]) -> np.ndarray:
        """Which sectors of a layout each move influenced."""
        places = np.array(list(layout))
        members = places[:, None] == np.arange(places.max() + 1)
        return np.asarray(self.reach.astype(np.float32) @ members.astype(np.float32) > 0)


@entry
def _chart(pos: Record, chart: Record, move: Int, inputs: np.ndarray, reach: np.ndarray) -> None:
    """Enter the chart of a position and the influence of a move."""
    draw(pos, chart)
    near, far = influence(pos, move)
    for i in range(inputs.size):
        inputs[i] = chart.inputs[i]
    half = (reach.size + 1) // 2 if reach.size > 64 else 64
    for square in range(reach.size):
        word = near if square < half else far
        bit = np.uint64(1) << np.uint64(square if square < half else square - half)
        reach[seen(pos, np.int64(square))] = (word & bit) != np.uint64(0)


@entry
def ranked(chart: Record) -> None:
    """Rank the sectors of a chart whose inputs are set: the engine's own answer."""
    rank(chart)


def map_of(game: str) -> ModuleType:
    """The module that charts a game."""
    return importlib.import_module(f"boyi.engines.{game}.chessmap")


def layout_of(game: str, name: str) -> tuple[int, ...]:
    """The sector of each square in a layout, the game's first if no name is given."""
    layouts: dict[str, tuple[int, ...]] = map_of(game).LAYOUTS
    if name and name not in layouts:
        raise ValueError(f"layouts of {game} are {', '.join(layouts)}, not {name!r}")
    return layouts[name or next(iter(layouts))]


def blank_chart(game: str) -> Record:
    """A record to draw charts of a game in, without a network."""
    chosen = map_of(game)
    net = new(chosen.NET)
    net.sector[:] = layout_of(game, "")
    return drawing(net, chosen.WORDS)


def gather(game: str, path: Path, first: int, count: int) -> Samples:
    """The samples of some games of a file. Blocks."""
    rules, chart = load_game(game), blank_chart(game)
    rows: list[tuple[np.ndarray, np.ndarray]] = []
    for moves in itertools.islice(master_games(path), first, first + count):
        rows.extend(_game(rules, chart, moves))
    if not rows:
        raise ValueError(f"{path}: there are no games from {first} on")
    return Samples(np.array([row[0] for row in rows]), np.array([row[1] for row in rows]))


def _game(rules: Game, chart: Record, moves: list[str]) -> Iterable[tuple[np.ndarray, np.ndarray]]:
    pos = rules.notation.read(rules.start, {})
    for name in moves:
        move = rules.notation.move(pos, name)
        if len(legal_moves(pos)) > 1:
            inputs = np.zeros(chart.inputs.size, np.float32)
            reach = np.zeros(chart.control.size, np.bool_)
            _chart(pos, chart, move, inputs, reach)
            yield inputs, reach
        play(pos, move)


@dataclass(frozen=True)
class Lesson:
    """How a network is taught."""

    layout: str = ""
    hidden: int = 16
    passes: int = 12
    rate: float = 0.004
    seed: int = 1
    kings: bool = True
    """Whether it is told about the kings: 6 inputs more."""


def teach(game: str, samples: Samples, lesson: Lesson) -> Record:
    """A network that gives most to sectors which the moves played influenced.

    Its outputs are taken for shares of belief; the loss is what is not believed of the influenced sectors.
    """
    layout = layout_of(game, lesson.layout)
    target = samples.sectors(layout)
    inputs = samples.inputs.copy()
    if not lesson.kings:
        inputs[:, -KINGS_INPUTS:] = 0
    chance = np.random.default_rng(lesson.seed)
    shapes = (
        (inputs.shape[1], lesson.hidden),
        (lesson.hidden,),
        (lesson.hidden, target.shape[1]),
        (target.shape[1],),
    )
    numbers = [
        np.asarray(chance.normal(0, 1 / np.sqrt(shape[0]), shape) * (len(shape) > 1), np.float32)
        for shape in shapes
    ]
    moments = [[np.zeros_like(own), np.zeros_like(own)] for own in numbers]
    step, steps = 0, lesson.passes * (len(inputs) // BATCH)
    for _ in range(lesson.passes):
        order = chance.permutation(len(inputs))
        for number in range(len(inputs) // BATCH):
            places = order[number * BATCH : (number + 1) * BATCH]
            slopes = _slopes(numbers, inputs[places], target[places])
            step += 1
            _adam(numbers, slopes, moments, lesson.rate * (1 - step / (steps + 1)), step)
    return _net(layout, numbers)


def _slopes(numbers: list[np.ndarray], inputs: np.ndarray, target: np.ndarray) -> list[np.ndarray]:
    """The mean gradient over a batch."""
    first, bias, last, last_bias = numbers
    units = np.maximum(inputs @ first + bias, 0)
    belief = _shares(units @ last + last_bias)
    within = belief * target
    error = (belief - within / np.maximum(within.sum(1, keepdims=True), TINY)) / len(inputs)
    back = (error @ last.T) * (units > 0)
    return [inputs.T @ back, back.sum(0), units.T @ error, error.sum(0)]


def _shares(outputs: np.ndarray) -> np.ndarray:
    raised = np.exp(outputs - outputs.max(1, keepdims=True))
    return np.asarray(raised / raised.sum(1, keepdims=True))


def _adam(
    numbers: list[np.ndarray],
    slopes: list[np.ndarray],
    moments: list[list[np.ndarray]],
    rate: float,
    step: int,
) -> None:
    for own, slope, (mean, square) in zip(numbers, slopes, moments, strict=True):
        mean[...] += (1 - DECAYS[0]) * (slope - mean)
        square[...] += (1 - DECAYS[1]) * (slope * slope - square)
        spread = np.sqrt(square / (1 - DECAYS[1] ** step)) + TINY
        own[...] -= rate * mean / (1 - DECAYS[0] ** step) / spread


def _net(layout: Iterable[int], numbers: list[np.ndarray]) -> Record:
    places = tuple(layout)
    net = new(sector_net(len(places), numbers[1].size, max(places) + 1))
    net.sector[:], net.method[0] = places, NETWORK
    net.first[:], net.bias[:], net.last[:], net.last_bias[:] = numbers
    return net


def counting(game: str, layout: str, samples: Samples, method: int = COUNTING) -> Record:
    """Relevance by counting squares; ties are broken by how often moves influenced the sectors."""
    places = layout_of(game, layout)
    net = new(sector_net(len(places), 1, max(places) + 1))
    net.sector[:], net.method[0] = places, method
    net.last_bias[:] = samples.sectors(places).mean(0) / 2
    return net


def prediction(net: Record, samples: Samples) -> np.ndarray:
    """Share of moves whose influence is first met at each rank of the sectors, by the engine's ranking."""
    chart, target = drawing(net, np.zeros((2, net.sector.size, 2), np.uint64)), samples.sectors(net.sector)
    met = np.zeros(target.shape[1])
    for inputs, hit in zip(samples.inputs, target, strict=True):
        chart.inputs[:] = inputs
        chart.control[:] = inputs[: chart.control.size]
        ranked(chart)
        met[int(np.argmax(hit[chart.ranking]))] += 1
    return met / len(target)
