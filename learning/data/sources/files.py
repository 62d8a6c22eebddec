"""Records as a source: files and folders of games, without duplicates and what can't be learned from."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from boyi.engines.game import Game
from boyi.learning.data.games import GameReader, TrainingGame, TrainingGameError
from boyi.learning.data.sources import BROKEN, DUPLICATE, RecordFault
from boyi.learning.data.sources.formats import read_file, reader_of
from boyi.learning.settings import in_words

PREFIX = 12
"""Plies by which training and test are split: games that begin alike are on one side."""
MOST_FAULTS = 20
"""Faults that are printed one by one."""
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


class RecordFiles:
    """Games of files, read once; passes over them repeat, each in an order of its own."""

    def __init__(
        self,
        game: Game,
        paths: Sequence[Path],
        seed: int = 1,
        most: int | None = None,
        complain: Callable[[str], None] = print,
    ) -> None:
        """Read everything; at most so many games are for training, drawn at random. ValueError if none is."""
        self._seed, self._reader = seed, GameReader(game)
        self._counts, self._complain = Counter[str](), complain
        kept = list(self._valid_games(game.name, files(paths, game.name)))
        self.test = [each for each in kept if each.is_validation_game(PREFIX)]
        self.train = [each for each in kept if not each.is_validation_game(PREFIX)]
        if most is not None and most < len(self.train):
            chosen = np.random.default_rng(seed).choice(len(self.train), most, replace=False)
            self.train = [self.train[i] for i in sorted(chosen)]
        if not self.train:
            said = in_words(self.summary())
            raise ValueError(f"no game to learn from in {', '.join(map(str, paths))}: {said}")

    def _valid_games(self, game: str, paths: Sequence[Path]) -> Iterator[TrainingGame]:
        """Every game that can be played out, once."""
        seen = set[int]()
        for path in paths:
            for found in read_file(path, game):
                self._counts[READ] += 1
                fault = found if isinstance(found, RecordFault) else self._fault(found, seen)
                if fault is None and isinstance(found, TrainingGame):
                    yield found
                elif fault is not None:
                    self._leave_out(fault)

    def _fault(self, each: TrainingGame, seen: set[int]) -> RecordFault | None:
        mark = each.mark()
        if mark in seen:
            return RecordFault(DUPLICATE, each.origin, "the same game came before")
        seen.add(mark)
        try:
            self._reader.positions(each)
        except TrainingGameError as error:
            return RecordFault(BROKEN, each.origin, str(error).removeprefix(f"{each.origin}: "))
        return None

    def _leave_out(self, fault: RecordFault) -> None:
        self._counts[fault.kind] += 1
        if fault.kind == BROKEN and self._counts[BROKEN] <= MOST_FAULTS:
            self._complain(str(fault))

    def games(self, first: int) -> Iterator[TrainingGame]:
        """Pass after pass over the training games, without end."""
        size = len(self.train)
        number = first // size
        while True:
            order = np.random.default_rng([self._seed, number]).permutation(size)
            for place in order[max(first - number * size, 0) :]:
                yield self.train[place]
            number += 1

    def summary(self) -> dict[str, int]:
        """How many games were met, and how many left out for which reason."""
        return dict(self._counts)
