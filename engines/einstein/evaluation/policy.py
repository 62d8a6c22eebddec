"""A convolutional policy network, II-10 on `sim` features 1+2+3, as first look in a Monte Carlo tree.

The network is asked of a rolled position, and says for up to two pieces that may move how likely each
of their moves is chosen. A node of the tree has still to be rolled for, so that the network is
asked for every die that lets other pieces move; a piece's answers are weighed by faces.
A choice is no chance of winning: the likeliest move looks even, and others worse the less likely they are.
"""

import math
from pathlib import Path

import numpy as np

from boyi.engines.einstein.evaluation.blocks import NEARNESS
from boyi.engines.einstein.evaluation.evaluate import CERTAIN, choose, policy
from boyi.engines.einstein.evaluation.planes import MOST, MOVABLE, PLANES, planes_of
from boyi.engines.einstein.position import POSITION
from boyi.engines.einstein.squares import ALL, DIRECTIONS, DISTANCE, MOVERS, NOWHERE, PIECES, SIDE, TARGET
from boyi.engines.evaluators.cnn import begin, cnn_record, connect, convolve, spread
from boyi.engines.jit import Int, Record, entry, inline
from boyi.engines.rules import LOST, ONGOING, evaluate, outcome
from boyi.engines.weights import load

CONVOLUTIONS = ((2, 10), (3, 20), (4, 40))
"""Squares along the window of each, and units."""
DENSE = 64
CHOICES = 2 * DIRECTIONS
"""The lesser piece that may move or the greater, times three, and direction."""
SECOND, THIRD = PLANES[1], PLANES[1] + PLANES[2]
"""The first planes of features 2 and 3."""
EVEN, BOLDNESS = 0.5, 0.5
"""First look of the likeliest move, and the power to which how much less likely others are is raised."""
HASTE = 3
"""How many times more the piece nearest to its goal counts."""
NEAREST = (PIECES + HASTE) * int(NEARNESS.max()) + 1
"""More than any side's nearness."""

BUILT_IN = Path(__file__).with_name("policy.safetensors")

POLICY = cnn_record(SIDE, PLANES[1] + PLANES[2] + PLANES[3], CONVOLUTIONS, DENSE, CHOICES)


@inline
def add_pieces(squares: np.ndarray, weights: Record, sums: np.ndarray) -> None:
    """Sums of the first convolution for a position that has not been rolled for."""
    planes = np.empty(MOST, np.int64)
    begin(sums, weights.first_bias)
    for piece in range(2 * PIECES):
        square = np.int64(squares[piece])
        if square == NOWHERE:
            continue
        for i in range(planes_of(squares, np.int64(piece), SECOND, THIRD, planes)):
            plane = weights.first[planes[i]]
            spread(sums, plane, weights.first_bias.size, square // SIDE, square % SIDE, np.float32(1))


@inline
def add_movers(squares: np.ndarray, side: Int, among: Int, weights: Record, sums: np.ndarray) -> None:
    """Add to the sums of the first convolution that some of a side's pieces may move."""
    for number in range(PIECES):
        square = np.int64(squares[side * PIECES + number])
        if among >> number & 1 and square != NOWHERE:
            plane = weights.first[MOVABLE]
            spread(sums, plane, weights.first_bias.size, square // SIDE, square % SIDE, np.float32(1))


@inline
def forward(weights: Record, first: np.ndarray, outputs: np.ndarray) -> None:
    """Write the outputs, given the sums of the first convolution."""
    second = np.empty((SIDE, SIDE * weights.second_bias.size), np.float32)
    third = np.empty((SIDE, SIDE * weights.third_bias.size), np.float32)
    dense = np.empty(weights.dense_bias.size, np.float32)
    convolve(first, weights.second, weights.second_bias, second)
    convolve(second, weights.third, weights.third_bias, third)
    connect(third.reshape(third.size), weights.dense, weights.dense_bias, dense)
    connect(dense, weights.last, weights.last_bias, outputs)


@entry
def policy_outputs(squares: np.ndarray, side: Int, die: Int, weights: Record, outputs: np.ndarray) -> None:
    """Write what the network says of a rolled position, given the squares of twelve pieces."""
    first, alive = np.empty((SIDE, SIDE * weights.first_bias.size), np.float32), np.int64(0)
    for number in range(PIECES):
        alive |= np.int64(squares[side * PIECES + number] != NOWHERE) << number
    add_pieces(squares, weights, first)
    add_movers(squares, side, np.int64(MOVERS[alive & ALL, die]), weights, first)
    forward(weights, first, outputs)


@inline
def _look(pos: Record, among: Int, faces: Int, outputs: np.ndarray, looks: np.ndarray) -> None:
    """Add the looks of moves that a die allows, times the faces that do; illegal ones add nothing."""
    side, most = np.int64(pos.side & 1), -np.inf
    for turn in range(2):  # first the likeliest, then how far others are from it
        rank = 0
        for number in range(PIECES):
            if among >> number & 1 == 0:
                continue
            for direction in range(DIRECTIONS):
                if TARGET[side, pos.squares[side * PIECES + number], direction] == NOWHERE:
                    continue
                output = outputs[rank * DIRECTIONS + direction]
                if turn == 0:
                    most = max(most, output)
                else:
                    look = EVEN * math.exp(BOLDNESS * (output - most))
                    looks[number * DIRECTIONS + direction] += faces * look
            rank += 1


@policy.register(POSITION, POLICY)
def _policy(pos: Record, weights: Record, chances: np.ndarray) -> None:
    side, base = np.int64(pos.side & 1), np.empty((SIDE, SIDE * weights.first_bias.size), np.float32)
    first, outputs = np.empty_like(base), np.empty(CHOICES, np.float32)
    faces_of, alive = np.zeros(PIECES, np.int64), np.int64(pos.alive[side] & ALL)
    chances[: PIECES * DIRECTIONS] = 0.0
    add_pieces(pos.squares, weights, base)
    die = 1
    while die <= PIECES:
        among, faces = np.int64(MOVERS[alive, die]), 1
        while die + faces <= PIECES and MOVERS[alive, die + faces] == among:
            faces += 1
        die += faces
        first[:] = base
        add_movers(pos.squares, side, among, weights, first)
        forward(weights, first, outputs)
        _look(pos, among, np.int64(faces), outputs, chances)
        for number in range(PIECES):
            faces_of[number] += faces * (among >> number & 1)
    for move in range(PIECES * DIRECTIONS):
        chances[move] /= max(faces_of[move // DIRECTIONS], 1)


@choose.register(POSITION, POLICY)
def _choose(pos: Record, weights: Record, among: Int, looks: np.ndarray) -> Int:
    side, first = np.int64(pos.side & 1), np.empty((SIDE, SIDE * weights.first_bias.size), np.float32)
    outputs, rank = np.empty(CHOICES, np.float32), 0
    add_pieces(pos.squares, weights, first)
    add_movers(pos.squares, side, among, weights, first)
    forward(weights, first, outputs)
    best, most = np.int64(-1), -np.inf
    for number in range(PIECES):
        if among >> number & 1 == 0:
            continue
        for direction in range(DIRECTIONS):
            legal = TARGET[side, pos.squares[side * PIECES + number], direction] != NOWHERE
            if legal and outputs[rank * DIRECTIONS + direction] > most:
                best = np.int64(number * DIRECTIONS + direction)
                most = outputs[rank * DIRECTIONS + direction]
        rank += 1
    return best


@inline
def _nearness(pos: Record, side: Int) -> Int:
    """What a side's pieces are worth by their distance to the goal, above all the nearest."""
    total, most = np.int64(0), np.int64(0)
    for number in range(PIECES):
        square = pos.squares[side * PIECES + number]
        if square != NOWHERE:
            near = np.int64(NEARNESS[DISTANCE[side, square]])
            total, most = total + near, max(most, near)
    return total + HASTE * most


@evaluate.register(POSITION, POLICY)
def _evaluate(pos: Record, weights: Record) -> Int:
    """A policy knows no values: the difference of both sides' nearness, by rules of thumb."""
    ended, side = outcome(pos, np.int64(0)), np.int64(pos.side & 1)
    if ended != ONGOING:
        return np.int64(-CERTAIN if ended == LOST else CERTAIN)
    return (_nearness(pos, side) - _nearness(pos, 1 - side)) * np.int64(CERTAIN) // NEAREST


def network() -> Record:
    """The built-in weights, learned from choices of the strongest player."""
    return load(BUILT_IN, "einstein", "policy", POLICY).weights
