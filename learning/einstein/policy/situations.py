"""Rolled positions of EinStein with a choice that was made there: what is told of them, their symmetries."""

import numpy as np

from boyi.engines.einstein import symmetry
from boyi.engines.einstein.evaluation.policy import CHOICES
from boyi.engines.einstein.squares import DIRECTIONS, MOVERS, NOWHERE, PIECES, TARGET
from boyi.engines.jit import Record, record

SITUATION = record(
    ("squares", np.uint8, 2 * PIECES),
    ("side", np.uint8),
    ("die", np.uint8),
    ("choice", np.uint8),  # of six: the lesser piece that may move or the greater, times three, and direction
    ("played", np.uint8),  # the move of the game, likewise
    ("won", np.uint8),  # whether the side to move won the game
    ("game", np.uint32),
)
CHOSEN = ("choice", "played")
"""The fields that symmetries change as moves."""
TESTED = 10
"""Of so many games one is kept for tests."""


def movable(samples: np.ndarray) -> np.ndarray:
    """Which of a side's six numbers may move, for each sample or position."""
    own = np.where(samples["side"][:, None], samples["squares"][:, PIECES:], samples["squares"][:, :PIECES])
    alive = (own != NOWHERE) @ (1 << np.arange(PIECES))
    among: np.ndarray = MOVERS[alive, samples["die"]][:, None] >> np.arange(PIECES) & 1
    return among.astype(np.bool_)


def choice_number(pos: Record, move: int) -> int:
    """A move as one of six."""
    before = movable(pos.reshape(1))[0, : (move & 15) % PIECES]
    return int(before.sum()) * DIRECTIONS + (move >> 4 & 3)


def winners(samples: np.ndarray) -> np.ndarray:
    """The samples of winners alone, whose choice is the move that they played."""
    made: np.ndarray = samples[samples["won"] == 1].copy()
    made["choice"] = made["played"]
    return made


def split(samples: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Samples to learn from, and those of other games to be tested with."""
    tested = samples["game"] % TESTED == 0
    return samples[~tested], samples[tested]


def legal_choices(samples: np.ndarray) -> np.ndarray:
    """Which of the six choices each sample has."""
    among, sides = movable(samples), samples["side"].astype(int)
    ranks, every = np.cumsum(among, axis=1) - 1, np.arange(len(samples))
    found = np.zeros((len(samples), 2, DIRECTIONS), np.bool_)
    for number in range(PIECES):
        chosen = every[among[:, number]]
        places = samples["squares"][chosen, sides[chosen] * PIECES + number]
        found[chosen, ranks[chosen, number]] = TARGET[sides[chosen], places] != NOWHERE
    return found.reshape(-1, CHOICES)


def mirror(samples: np.ndarray) -> np.ndarray:
    """Samples mirrored on the diagonal: horizontal choices become vertical ones."""
    made = samples.copy()
    made["squares"] = symmetry.mirror_squares(samples["squares"])
    for name in CHOSEN:
        rank, direction = np.divmod(samples[name], DIRECTIONS)
        made[name] = rank * DIRECTIONS + np.array([1, 0, 2], np.uint8)[direction]
    return made


def renumber(samples: np.ndarray, side: int) -> np.ndarray:
    """Samples with one side's numbers reversed (i -> 7 - i), and the die where that side is to move."""
    made, own = samples.copy(), symmetry.OWN[side]
    made["squares"][:, own] = samples["squares"][:, own][:, ::-1]
    moves = samples["side"] == side
    made["die"][moves] = PIECES + 1 - samples["die"][moves]
    greatest = movable(samples).sum(axis=1) - 1
    for name in CHOSEN:
        rank, direction = np.divmod(samples[name], DIRECTIONS)
        made[name] = np.where(moves, (greatest - rank) * DIRECTIONS + direction, samples[name])
    return made


def exchange_colours(samples: np.ndarray) -> np.ndarray:
    """Samples with the colours exchanged."""
    made = samples.copy()
    made["squares"], made["side"] = symmetry.exchange_squares(samples["squares"]), 1 - samples["side"]
    return made


def augment(
    samples: np.ndarray, mirror_too: bool, exchange_too: bool, renumber_too: bool = False
) -> np.ndarray:
    """Samples, and what symmetries make of them: all positions of equal worth that these lead to."""
    parts = [samples]
    for side in (0, 1) if renumber_too else ():
        parts += [renumber(part, side) for part in parts]
    if mirror_too:
        parts.append(mirror(samples))
    if exchange_too:
        parts += [exchange_colours(part) for part in parts]
    return np.concatenate(parts)
