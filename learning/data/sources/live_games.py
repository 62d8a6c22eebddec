"""Games that engines play as processes: the learner's weight file is their link.

`online` follows a file that grows: the ledger of an arena, or the log of an engine's session (option
`Log File`), whatever program it plays with. The engine plays with the weight file that the trainer replaces
after every game, and takes it up before its next search; it knows nothing of learning. `opponent` starts
an arena itself, the learner's engine against any other, and follows its ledger.
"""

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from boyi.engines.game import Game
from boyi.learning.data.games import TrainingGame
from boyi.learning.data.sources import RecordFault
from boyi.learning.data.sources.engine_log import read_games
from boyi.learning.data.sources.formats import read_ledger_line

PAUSE = 0.2
"""Seconds between two looks at a file that does not grow."""

Going = Callable[[], bool]
"""Whether more may still come."""
LineReader = Callable[[str, str], TrainingGame | RecordFault]
"""The game of a ledger's line, given the line and where it stands."""


def lines(path: Path, going: Going) -> Iterator[str]:
    """Every whole line of a file, and those that come to it as long as something is going on. Blocks."""
    while not path.exists() and going():
        time.sleep(PAUSE)
    if not path.exists():
        return
    rest = b""
    with path.open("rb") as file:
        while True:
            alive = going()  # asked first, so that what was written before the end is read
            while part := file.readline():
                rest += part
                if rest.endswith(b"\n"):
                    yield rest.decode("utf-8", "replace").rstrip("\n")
                    rest = b""
            if not alive:
                return
            time.sleep(PAUSE)


class LiveGames:
    """Games that appear in a file while they are played."""

    def __init__(
        self, game: Game, path: Path, going: Going = lambda: True, read: LineReader = read_ledger_line
    ) -> None:
        """Follow a ledger (`.jsonl`) or an engine's log, as long as something is going on.

        `read` says what the line of a ledger is worth.
        """
        self._game, self._path, self._going, self._read = game, path, going, read
        self._counts = Counter[str]()

    def games(self, first: int) -> Iterator[TrainingGame]:
        """The finished games, from the `first`-th on. Blocks until there is one."""
        lines_read = lines(self._path, self._going)
        ledger = self._path.suffix == ".jsonl"
        found = self._ledger(lines_read) if ledger else read_games(self._game, lines_read, str(self._path))
        number = 0
        for each in found:
            self._counts["games"] += 1
            if isinstance(each, RecordFault):
                self._counts[each.kind] += 1
                continue
            if number >= first:
                yield each
            number += 1

    def summary(self) -> dict[str, int]:
        """How many games were met, and how many left out for which reason."""
        return dict(self._counts)

    def _ledger(self, lines_read: Iterable[str]) -> Iterator[TrainingGame | RecordFault]:
        for number, line in enumerate(lines_read, 1):
            yield self._read(line, f"{self._path}, line {number}")


class ArenaGames:
    """The learner's engine against another one, in an arena of its own; learned from game by game."""

    def __init__(self, game: Game, learner: str, other: str, folder: Path, more: Sequence[str]) -> None:
        """Engines as the arena names them; `more` are words of the arena's command line."""
        self._game, self._folder = game, folder
        begin = ["match", learner, other, "--folder", str(folder), "--game", game.name, *more]
        words = ["resume", str(folder)] if (folder / "settings.json").exists() else begin
        self._command = [sys.executable, "-P", "-m", "boyi.arena", *words]
        self._online: LiveGames | None = None

    def games(self, first: int) -> Iterator[TrainingGame]:
        """Games until the arena has played all; ValueError if it fails."""
        self._folder.parent.mkdir(parents=True, exist_ok=True)
        with (self._folder.parent / "arena.log").open("ab") as log:
            arena = subprocess.Popen(self._command, stdout=log, stderr=log)
            try:
                going: Going = lambda: arena.poll() is None  # noqa: E731
                self._online = LiveGames(self._game, self._folder / "games.jsonl", going)
                yield from self._online.games(first)
                if arena.wait():
                    raise ValueError(f"the arena gave up: see {log.name}")
            finally:
                arena.terminate()
                arena.wait()

    def summary(self) -> dict[str, int]:
        """How many games were met, and how many left out for which reason."""
        return self._online.summary() if self._online else {}
