"""Road weights for the search player, fitted to games that it plays with itself.

A search evaluates positions in which nobody threatens: whatever does was searched or proven before. So of its
games only such positions are learned from, and only the weights of roads with one to three stones.
"""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from boyi.arena.files import append
from boyi.engines.connect6 import notation
from boyi.engines.connect6.match import Contender, play_game
from boyi.engines.connect6.openings import drawn
from boyi.engines.connect6.roads import roads_with
from boyi.engines.jit import Record
from boyi.engines.play import play, result
from boyi.engines.rules import ONGOING
from boyi.learning.connect6.fit import HAND, regressed
from boyi.learning.connect6.pairs import KINDS

QUIET = (0, 1, 2, 6, 7, 8)
"""Kinds of roads with one to three stones."""
ANCHOR = 2
"""An own road of three keeps its hand-set weight, so that quiet weights and threats stay in proportion."""
SPREAD = (0.6, 1.6)
"""Nodes a turn, as a share of what was asked for, drawn for each game so that games differ."""


def play_games(path: Path, games: int, nodes: int, seed: int) -> Iterator[int]:
    """Have so many games in a file, a line each, going on with what is there; yields how many there are."""
    done = len(path.read_text().splitlines()) if path.exists() else 0
    for number in range(done, games):
        lot = random.Random(f"{seed} {number}")
        text = notation.write(drawn(lot))
        first, second = (Contender(f"Nodes={round(nodes * lot.uniform(*SPREAD))}") for _ in range(2))
        score, turns = play_game((first, second), text)
        append(path, f"{text} | {score:g} | {' '.join(turns)}\n".encode())
        yield number + 1


def _features(pos: Record, mover: int) -> list[int]:
    sides = (pos.counts[mover], pos.counts[1 - mover])
    return [int(roads_with(counts, stones)) for counts in sides for stones in range(1, 7)]


def quiet_positions(line: str) -> tuple[list[list[int]], list[float]]:
    """Features and results, for the player who has just moved, of a game's positions without threats."""
    text, score, turns = (part.strip() for part in line.split("|"))
    pos, seen, results = notation.read(text), [], []
    for turn in turns.split():
        mover = int(pos.side)
        for at in range(0, len(turn), 2):
            if result(pos) == ONGOING:
                play(pos, notation.move(pos, turn[at : at + 2]))
        found = _features(pos, mover)
        if not any(found[i] for i in range(KINDS) if i not in QUIET):
            seen.append(found)
            results.append(float(score) if mover == 0 else 1 - float(score))
    return seen, results


def fitted(lines: Sequence[str]) -> np.ndarray:
    """All weights: quiet ones fitted to games, the others hand-set; ValueError if there is nothing to fit."""
    parts = [quiet_positions(line) for line in lines]
    seen, results = [row for part in parts for row in part[0]], [each for part in parts for each in part[1]]
    if not seen:
        raise ValueError("there is no quiet position in these games")
    numbers = regressed(np.array(seen, np.float64)[:, QUIET], np.array(results))
    theta: np.ndarray = HAND[0].copy()
    theta[list(QUIET)] = numbers * theta[ANCHOR] / max(numbers[ANCHOR], 1e-3)
    return theta
