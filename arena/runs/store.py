"""A run as a folder, which can be killed at any instant and gone on with.

    settings.json     all that defines the run
    openings.json     the openings drawn for it
    games.jsonl       the finished games: see `ledger.py`
    games.pgn         their records, in the game's own format: see `record_writer.py`
    playing.json      the games of this moment: see `playing.py`
    logs/             what was said to the engines
    report.html       tables and plots
    lock              held while an arena works here

It is all that `resume` needs; files that were given on the command line may be gone by then.
"""

import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from boyi.arena.errors import ArenaError
from boyi.arena.files import as_arena_error, read_json
from boyi.arena.game.openings import Opening
from boyi.arena.runs.ledger import Ledger
from boyi.arena.runs.settings import RunSettings
from boyi.engines import load_game, platforms
from boyi.engines.files import write_atomically

SETTINGS, OPENINGS = "settings.json", "openings.json"


class Store:
    """The folder of a run, ours alone until the end of the `with` block."""

    def __init__(self, folder: Path, settings: RunSettings, openings: Sequence[Opening]) -> None:
        """Made by `create` and `reopen`."""
        self.folder = folder
        self.settings = settings
        self.openings = openings
        self.game = load_game(settings.rules.game)
        self.logs = folder / "logs"
        self.ledger = ledger(folder)
        self._lock: BinaryIO | None = None

    @staticmethod
    def create(folder: Path, settings: RunSettings, openings: Sequence[Opening]) -> "Store":
        """Make the folder of a new run; one that holds a run already is refused."""
        store = Store(folder, settings, openings)
        with as_arena_error(folder), ExitStack() as closing:
            folder.mkdir(parents=True, exist_ok=True)
            store._take_lock()
            closing.enter_context(store)
            if (folder / SETTINGS).exists():
                raise ArenaError(f"{folder} holds a run already; to go on with it: arena resume {folder}")
            store.logs.mkdir(exist_ok=True)
            (folder / "games.jsonl").touch(exist_ok=False)
            write_atomically(folder / OPENINGS, json.dumps(openings, ensure_ascii=False, indent=0))
            # Last: what has settings is a run.
            write_atomically(folder / SETTINGS, json.dumps(settings.to_json(), ensure_ascii=False, indent=2))
            closing.pop_all()
        return store

    @staticmethod
    def reopen(folder: Path) -> "Store":
        """Take up a run where it was left."""
        store = Store(folder, read_settings(folder), _read_openings(folder))
        store._take_lock()
        with as_arena_error(folder):
            store.logs.mkdir(exist_ok=True)
        return store

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the folder to others."""
        if self._lock is not None:
            self._lock.close()

    def _take_lock(self) -> None:
        with as_arena_error(self.folder):
            lock = (self.folder / "lock").open("ab")
        if not platforms.lock_file(lock.fileno(), wait=False):
            lock.close()
            raise ArenaError(f"{self.folder} is in use by another arena")
        self._lock = lock


def ledger(folder: Path) -> Ledger:
    """The games of a run, to be read; to write them, hold the folder."""
    return Ledger(folder / "games.jsonl")


def read_settings(folder: Path) -> RunSettings:
    """The settings of the run in a folder."""
    path = folder / SETTINGS
    if not path.is_file():
        raise ArenaError(f"{folder} holds no run")
    tables = read_json(path)
    if not isinstance(tables, dict):
        raise ArenaError(f"{path} is damaged: no table")
    return RunSettings.read(tables, str(path))


def _read_openings(folder: Path) -> list[Opening]:
    path = folder / OPENINGS
    try:
        return [Opening(name, start, tuple(moves)) for name, start, moves in read_json(path)]
    except (TypeError, ValueError):
        raise ArenaError(f"{path} is damaged: these are no openings") from None
