"""Announced wins and losses of connect6, played out against every defence by plain code.

The claimed turns come from the engine; which replies there are, and who has won, is found out here.
"""

import itertools
from collections.abc import Callable, Iterator

import numpy as np

from tests.support.engines.plain_connect6 import roads_of, stops

Turn = tuple[int, ...]
"""The points of a turn; a point is row * columns + column."""
Oracle = Callable[[np.ndarray, int], Turn | None]
"""The turn that a side is told to win with."""


class Referee:
    """A board of a given size on which so many in a row win, with two stones a turn."""

    def __init__(self, columns: int, rows: int, length: int, oracle: Oracle) -> None:
        roads = roads_of(columns, rows, length)
        self._roads = np.array([[y * columns + x for x, y in road] for road in roads])
        self._oracle, self._length = oracle, length
        self._known: dict[tuple[bytes, int], bool] = {}
        self.replies = 0
        """Replies tried so far."""

    def threats(self, stones: np.ndarray, colour: int) -> set[frozenset[int]]:
        """The empty points of each road that a colour fills with two stones; stones are 0, 1 and 2."""
        held = stones[self._roads]
        own, enemy = (held == colour + 1).sum(axis=1), (held == 2 - colour).sum(axis=1)
        near = self._roads[(enemy == 0) & (own >= self._length - 2)]
        return {frozenset(int(point) for point in road if not stones[point]) for road in near}

    def replies_to(self, stones: np.ndarray, threats: set[frozenset[int]]) -> Iterator[Turn]:
        """Every turn that stops some threats, the second stone anywhere where one suffices."""
        fewest = stops(threats, 2)
        alone = {point for reply in fewest if len(reply) == 1 for point in reply}
        if not alone:
            yield from (tuple(reply) for reply in fewest)
            return
        for point in sorted(alone):
            yield from ((point, int(other)) for other in np.flatnonzero(stones == 0) if other != point)
        touched = sorted(set().union(*threats) - alone)
        for pair in itertools.combinations(touched, 2):
            if all(threat & set(pair) for threat in threats):
                yield pair

    def wins(self, stones: np.ndarray, colour: int, turn: Turn | None = None) -> bool:
        """Whether the side to move wins by threats against every defence, beginning with a given turn."""
        key = stones.tobytes(), colour
        if turn is None and key in self._known:
            return self._known[key]
        found = bool(self.threats(stones, colour)) or self._wins_by(
            stones, colour, turn or self._oracle(stones, colour)
        )
        if turn is None:
            self._known[key] = found
        return found

    def _wins_by(self, stones: np.ndarray, colour: int, turn: Turn | None) -> bool:
        if turn is None:
            return False
        after = with_turn(stones, turn, colour)
        return self.loses(after, 1 - colour)

    def loses(self, stones: np.ndarray, colour: int) -> bool:
        """Whether the side to move is lost, whatever it does against the threats that it faces."""
        threats = self.threats(stones, 1 - colour)
        if self.threats(stones, colour) or not threats:
            return False
        for reply in self.replies_to(stones, threats):
            self.replies += 1
            if not self.wins(with_turn(stones, reply, colour), 1 - colour):
                return False
        return True


def with_turn(stones: np.ndarray, turn: Turn, colour: int) -> np.ndarray:
    """The board after a turn."""
    after = stones.copy()
    assert not after[list(turn)].any(), "a point is taken"
    after[list(turn)] = colour + 1
    return after
