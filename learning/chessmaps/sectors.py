"""Which sectors masters' moves influence: samples of control maps, training by them, predictions."""

import importlib
import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy as np

from boyi.arena.progress import track
from boyi.engines import load_game
from boyi.engines.chessmaps.control import (
    COUNTING,
    KINGS_INPUTS,
    NETWORK,
    compute_control,
    influence,
    new_control_map,
    rank_sectors,
    relative_square,
    sector_net,
)
from boyi.engines.game import Game
from boyi.engines.jit import Int, Record, entry, new
from boyi.engines.play import legal_moves, play
from boyi.learning.chessmaps.master_games import master_games

BATCH = 512
DECAYS = 0.9, 0.999
TINY = 1e-8


@dataclass(frozen=True)
class SectorSamples:
    """Control maps and what was played: a network's inputs, and the squares that the move influenced."""

    inputs: np.ndarray
    reach: np.ndarray

    def sectors(self, layout: Iterable[int]) -> np.ndarray:
        """Which sectors of a layout each move influenced."""
        places = np.array(list(layout))
        members = places[:, None] == np.arange(places.max() + 1)
        return np.asarray(self.reach.astype(np.float32) @ members.astype(np.float32) > 0)


@entry
def _enter_sample(pos: Record, control_map: Record, move: Int, inputs: np.ndarray, reach: np.ndarray) -> None:
    """Enter the control map of a position and the influence of a move."""
    compute_control(pos, control_map)
    near, far = influence(pos, move)
    for i in range(inputs.size):
        inputs[i] = control_map.inputs[i]
    half = (reach.size + 1) // 2 if reach.size > 64 else 64
    for square in range(reach.size):
        word = near if square < half else far
        bit = np.uint64(1) << np.uint64(square if square < half else square - half)
        reach[relative_square(pos, np.int64(square))] = (word & bit) != np.uint64(0)


@entry
def rank_by_inputs(control_map: Record) -> None:
    """Rank the sectors of a control map whose inputs are set: the engine's own answer."""
    rank_sectors(control_map)


def map_of(game: str) -> ModuleType:
    """The module of a game's control map."""
    return importlib.import_module(f"boyi.engines.{game}.chessmap")


def layout_of(game: str, name: str) -> tuple[int, ...]:
    """The sector of each square in a layout, the game's first if no name is given."""
    layouts: dict[str, tuple[int, ...]] = map_of(game).LAYOUTS
    if name and name not in layouts:
        raise ValueError(f"layouts of {game} are {', '.join(layouts)}, not {name!r}")
    return layouts[name or next(iter(layouts))]


def blank_control_map(game: str) -> Record:
    """A record to draw a game's control maps in, without a network."""
    chosen = map_of(game)
    net = new(chosen.NET)
    net.sector[:] = layout_of(game, "")
    return new_control_map(net, chosen.WORDS)


def gather(game: str, path: Path, first: int, count: int) -> SectorSamples:
    """The samples of some games of a file. Blocks."""
    rules, control_map = load_game(game), blank_control_map(game)
    rows: list[tuple[np.ndarray, np.ndarray]] = []
    for moves in track("samples", list(itertools.islice(master_games(path), first, first + count)), "games"):
        rows.extend(_game(rules, control_map, moves))
    if not rows:
        raise ValueError(f"{path}: there are no games from {first} on")
    return SectorSamples(np.array([row[0] for row in rows]), np.array([row[1] for row in rows]))


def _game(rules: Game, control_map: Record, moves: list[str]) -> Iterable[tuple[np.ndarray, np.ndarray]]:
    pos = rules.notation.read(rules.start, {})
    for name in moves:
        move = rules.notation.move(pos, name)
        if len(legal_moves(pos)) > 1:
            inputs = np.zeros(control_map.inputs.size, np.float32)
            reach = np.zeros(control_map.control.size, np.bool_)
            _enter_sample(pos, control_map, move, inputs, reach)
            yield inputs, reach
        play(pos, move)


@dataclass(frozen=True)
class SectorTraining:
    """How a network is trained."""

    layout: str = ""
    hidden: int = 16
    passes: int = 12
    rate: float = 0.004
    seed: int = 1
    kings: bool = True
    """Whether it sees the kings: 6 inputs more."""


def train_net(game: str, samples: SectorSamples, training: SectorTraining) -> Record:
    """A network that gives most to sectors which the moves played influenced.

    Its outputs are taken for shares of belief; the loss is what is not believed of the influenced sectors.
    """
    layout = layout_of(game, training.layout)
    target = samples.sectors(layout)
    inputs = samples.inputs.copy()
    if not training.kings:
        inputs[:, -KINGS_INPUTS:] = 0
    rng = np.random.default_rng(training.seed)
    shapes = (
        (inputs.shape[1], training.hidden),
        (training.hidden,),
        (training.hidden, target.shape[1]),
        (target.shape[1],),
    )
    numbers = [
        np.asarray(rng.normal(0, 1 / np.sqrt(shape[0]), shape) * (len(shape) > 1), np.float32)
        for shape in shapes
    ]
    moments = [[np.zeros_like(own), np.zeros_like(own)] for own in numbers]
    step, steps = 0, training.passes * (len(inputs) // BATCH)
    for _ in track("network", range(training.passes), "passes"):
        order = rng.permutation(len(inputs))
        for number in range(len(inputs) // BATCH):
            places = order[number * BATCH : (number + 1) * BATCH]
            gradients = _gradients(numbers, inputs[places], target[places])
            step += 1
            _adam(numbers, gradients, moments, training.rate * (1 - step / (steps + 1)), step)
    return _net(layout, numbers)


def _gradients(numbers: list[np.ndarray], inputs: np.ndarray, target: np.ndarray) -> list[np.ndarray]:
    """The mean gradient over a batch."""
    first, bias, last, last_bias = numbers
    units = np.maximum(inputs @ first + bias, 0)
    belief = _softmax(units @ last + last_bias)
    within = belief * target
    error = (belief - within / np.maximum(within.sum(1, keepdims=True), TINY)) / len(inputs)
    back = (error @ last.T) * (units > 0)
    return [inputs.T @ back, back.sum(0), units.T @ error, error.sum(0)]


def _softmax(outputs: np.ndarray) -> np.ndarray:
    raised = np.exp(outputs - outputs.max(1, keepdims=True))
    return np.asarray(raised / raised.sum(1, keepdims=True))


def _adam(
    numbers: list[np.ndarray],
    gradients: list[np.ndarray],
    moments: list[list[np.ndarray]],
    rate: float,
    step: int,
) -> None:
    for own, slope, (mean, square) in zip(numbers, gradients, moments, strict=True):
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


def counting_net(game: str, layout: str, samples: SectorSamples, method: int = COUNTING) -> Record:
    """Relevance by counting squares; ties are broken by how often moves influenced the sectors."""
    places = layout_of(game, layout)
    net = new(sector_net(len(places), 1, max(places) + 1))
    net.sector[:], net.method[0] = places, method
    net.last_bias[:] = samples.sectors(places).mean(0) / 2
    return net


def prediction(net: Record, samples: SectorSamples) -> np.ndarray:
    """Share of moves whose influence is first met at each rank of the sectors, by the engine's ranking."""
    target = samples.sectors(net.sector)
    control_map = new_control_map(net, np.zeros((2, net.sector.size, 2), np.uint64))
    met = np.zeros(target.shape[1])
    for inputs, hit in zip(samples.inputs, target, strict=True):
        control_map.inputs[:] = inputs
        control_map.control[:] = inputs[: control_map.control.size]
        rank_by_inputs(control_map)
        met[int(np.argmax(hit[control_map.ranking]))] += 1
    return met / len(target)
