"""Games in batches, of which no client gives more than a small share."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from boyi.arena.files import as_arena_error
from boyi.engines.game import Game
from boyi.learning.data.sources import RecordFault
from boyi.learning.online.judged import JudgedGame, read_judged

SIZE = 200
SHARE = 0.05
"""The most that one client gives of a batch."""
CROWDED = "too many of a client"


class Batch(NamedTuple):
    """Games to learn from together, and how far the ledgers are read with them."""

    games: tuple[JudgedGame, ...]
    read: tuple[int, ...]
    """Bytes of each ledger."""
    left_out: Counter[str]
    """How many games did not count, by the reason."""


class BatchMaker:
    """Fills one batch after the other from ledgers that may still grow."""

    def __init__(
        self,
        game: Game,
        paths: Sequence[Path],
        read: Sequence[int] = (),
        size: int = SIZE,
        share: float = SHARE,
    ) -> None:
        """Start after so many bytes of each ledger; at most so large a share of a batch is one client's."""
        self._game, self._paths, self._size = game, paths, size
        self._most = max(1, int(share * size))
        self.read = [*read] or [0] * len(paths)
        """Bytes of each ledger that were looked at."""
        self._begin()

    def _begin(self) -> None:
        self._taken, self._counts, self._left_out = list[JudgedGame](), Counter[str](), Counter[str]()

    def next(self) -> Batch | None:
        """The next batch; None while the ledgers hold none; what they hold is kept for the next call."""
        for judged in self._games():
            if any(self._counts[client] >= self._most for client in judged.clients):
                self._left_out[CROWDED] += 1
                continue
            self._counts.update(judged.clients)
            self._taken.append(judged)
            if len(self._taken) == self._size:
                batch = Batch(tuple(self._taken), tuple(self.read), self._left_out)
                self._begin()
                return batch
        return None

    def _games(self) -> Iterator[JudgedGame]:
        """The games that count among what has come to the ledgers; the others are counted."""
        for number, path in enumerate(self._paths):
            yield from self._games_of(number, path)

    def _games_of(self, number: int, path: Path) -> Iterator[JudgedGame]:
        with as_arena_error(path), path.open("rb") as file:
            file.seek(self.read[number])
            for line in file:
                if not line.endswith(b"\n"):
                    return  # still being written
                begin = self.read[number]
                self.read[number] += len(line)
                found = read_judged(self._game, line.decode("utf-8", "replace"), f"{path}, byte {begin}")
                if isinstance(found, RecordFault):
                    self._left_out[found.kind] += 1
                else:
                    yield found
