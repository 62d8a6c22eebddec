"""Records as a source: files and folders of games, without duplicates and what can't be learned from."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from boyi.engines.game import Game
from boyi.learning.lessons import Lesson, LessonError, Reader
from boyi.learning.sources.findings import BROKEN, DUPLICATE, Flaw
from boyi.learning.sources.formats import read_file, reader_of

PREFIX = 12
"""Plies by which training and test are split: games that begin alike are on one side."""
MOST_COMPLAINTS = 20
"""Flaws that are told one by one."""
READ = "games"


def files(paths: Sequence[Path], game: str) -> list[Path]:
    """The files that paths name, and those of a game's formats in folders; ValueError if there is nothing."""
    found = list[Path]()
    for path in paths:
        if not path.exists():
            raise ValueError(f"{path}: no such file or folder")
        inside = sorted(each for each in path.rglob("*") if each.is_file() and reader_of(each, game))
        found += inside if path.is_dir() else [path]
    if not found:
        raise ValueError(f"no file of games in {', '.join(map(str, paths))}")
    return found


class Records:
    """Games of files, read once; passes over them repeat, each in an order of its own."""

    def __init__(
        self,
        game: Game,
        paths: Sequence[Path],
        seed: int = 1,
        most: int | None = None,
        complain: Callable[[str], None] = print,
    ) -> None:
        """Read everything; at most so many games are for training, drawn by lot. ValueError if none is."""
        self._seed, self._reader = seed, Reader(game)
        self._counts, self._complain = Counter[str](), complain
        kept = list(self._sound(game.name, files(paths, game.name)))
        self.test = [lesson for lesson in kept if lesson.held_back(PREFIX)]
        self.train = [lesson for lesson in kept if not lesson.held_back(PREFIX)]
        if most is not None and most < len(self.train):
            chosen = np.random.default_rng(seed).choice(len(self.train), most, replace=False)
            self.train = [self.train[i] for i in sorted(chosen)]
        if not self.train:
            raise ValueError(f"no game to learn from in {', '.join(map(str, paths))}: {self.told()}")

    def _sound(self, game: str, paths: Sequence[Path]) -> Iterator[Lesson]:
        """Every game that can be played out, once."""
        seen = set[int]()
        for path in paths:
            for found in read_file(path, game):
                self._counts[READ] += 1
                flaw = found if isinstance(found, Flaw) else self._flaw(found, seen)
                if flaw is None and isinstance(found, Lesson):
                    yield found
                elif flaw is not None:
                    self._leave_out(flaw)

    def _flaw(self, lesson: Lesson, seen: set[int]) -> Flaw | None:
        mark = lesson.mark()
        if mark in seen:
            return Flaw(DUPLICATE, lesson.origin, "the same game came before")
        seen.add(mark)
        try:
            self._reader.positions(lesson)
        except LessonError as error:
            return Flaw(BROKEN, lesson.origin, str(error).removeprefix(f"{lesson.origin}: "))
        return None

    def _leave_out(self, flaw: Flaw) -> None:
        self._counts[flaw.kind] += 1
        if flaw.kind == BROKEN and self._counts[BROKEN] <= MOST_COMPLAINTS:
            self._complain(str(flaw))

    def games(self, first: int) -> Iterator[Lesson]:
        """Pass after pass over the training games, without end."""
        size = len(self.train)
        number = first // size
        while True:
            order = np.random.default_rng([self._seed, number]).permutation(size)
            for place in order[max(first - number * size, 0) :]:
                yield self.train[place]
            number += 1

    def told(self) -> dict[str, int]:
        """How many games were met, and how many left out for which reason."""
        return dict(self._counts)
