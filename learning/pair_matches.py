"""Matches in this process, kept in a file pair by pair, so that they can be broken off and gone on with."""

from collections.abc import Callable
from pathlib import Path

from boyi.arena.inprocess.pairs import Pair, PairFile, PairScore
from boyi.arena.progress import Progress


class PairMatches:
    """Any number of matches in one file, each known by its name."""

    def __init__(self, path: Path) -> None:
        """The file may hold pairs already."""
        self._pairs = PairFile(path)

    def play(
        self, name: str, count: int, play: Callable[[int], Pair], show: Callable[[PairScore], str] = str
    ) -> PairScore:
        """Play those of a match's first pairs that the file does not hold, each by its number; the score.

        `show` says how the match goes. Blocks.
        """
        missing = self._pairs.missing(name, count)
        before = count - len(missing)
        with Progress(name, count, "pairs", before) as progress:
            for done, number in enumerate(missing, before + 1):
                self._pairs.add(name, number, play(number))
                progress.at(done, show(self.score(name, count)))
        return self.score(name, count)

    def score(self, name: str, count: int | None = None) -> PairScore:
        """The score of a match in its first so many pairs or all."""
        return self._pairs.score(name, count)
