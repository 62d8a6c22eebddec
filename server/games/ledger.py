"""The ledger of games: every event on the disk before anybody is told that it was accepted.

    events.jsonl        ["id", {"event": …}] a line, of games that go on
    GAME/games.jsonl    a game a line, once it is over, as a ledger of the arena: see `finished.py`
    key                 what clients' addresses are hidden with
    lock                held while a server works here

Many games may write at once: whatever has gathered while the disk was busy goes there in one write.
"""

import asyncio
import os
import secrets
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

import msgspec

from boyi.arena.files import append_durably
from boyi.engines import GAMES, platforms
from boyi.engines.files import write_atomically
from boyi.server.errors import ServerError
from boyi.server.games.events import GameEvent

Entry = tuple[str, GameEvent]
ENTRY = msgspec.json.Decoder(Entry)
EVENTS, FINISHED, KEY, LOCK = "events.jsonl", "games.jsonl", "key", "lock"
KEY_SIZE = 32
FinishedPlace = tuple[str, int]
"""Where a finished game stands: which game it is of, and where its line begins."""


@dataclass
class LedgerBatch:
    """What is written together."""

    done: "asyncio.Future[list[int]]"
    """Where each line of a finished game begins, once all of it is on the disk."""
    events: list[bytes] = field(default_factory=list)
    finished: list[tuple[str, bytes]] = field(default_factory=list)


class GameLedger:
    """The ledger of a server, its alone until `close`. What writes belongs to one event loop."""

    def __init__(self, folder: Path) -> None:
        """Take the folder; ServerError if it can't be had."""
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock: BinaryIO = (folder / LOCK).open("ab")
        except OSError as error:
            raise ServerError(f"{folder}: {error.strerror or error}") from None
        if not platforms.lock_file(self._lock.fileno(), wait=False):
            self._lock.close()
            raise ServerError(f"{folder} is in use by another server")
        self.key = self._find_key()
        """What clients' addresses are hidden with."""
        self._thread = ThreadPoolExecutor(1, "ledger")
        self._gathering: LedgerBatch | None = None
        self._writer: asyncio.Task[None] | None = None

    def _find_key(self) -> bytes:
        """The folder's key, made if there is none that is whole."""
        path = self._folder / KEY
        try:
            if len(key := path.read_bytes()) != KEY_SIZE:
                raise FileNotFoundError
        except FileNotFoundError:
            write_atomically(path, key := secrets.token_bytes(KEY_SIZE))
        return key

    async def append(self, game: str, events: Sequence[GameEvent]) -> None:
        """Have events of a game on the disk; OSError if they can't be kept."""
        lines = b"".join(msgspec.json.encode((game, event)) + b"\n" for event in events)
        batch = self._gather()
        batch.events.append(lines)
        await asyncio.shield(batch.done)

    async def finish(self, game: str, line: bytes) -> FinishedPlace:
        """Keep a finished game of chess, xiangqi …; where it stands. OSError if it can't be kept."""
        batch = self._gather()
        number = len(batch.finished)
        batch.finished.append((game, line + b"\n"))
        return game, (await asyncio.shield(batch.done))[number]

    def close(self) -> None:
        """Leave the folder to others, once all is written."""
        self._thread.shutdown()
        self._lock.close()

    def _gather(self) -> LedgerBatch:
        """The batch that will be written next."""
        if self._gathering is None:
            self._gathering = LedgerBatch(asyncio.get_running_loop().create_future())
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all())
        return self._gathering

    async def _write_all(self) -> None:
        while (batch := self._gathering) is not None:
            self._gathering = None
            try:
                places = await asyncio.get_running_loop().run_in_executor(self._thread, self._write, batch)
            except OSError as error:
                batch.done.set_exception(error)
                batch.done.exception()  # somebody may have gone who waited for it
            else:
                batch.done.set_result(places)

    def _write(self, batch: LedgerBatch) -> list[int]:
        if batch.events:
            append_durably(self._folder / EVENTS, b"".join(batch.events))
        return [self._write_finished(game, line) for game, line in batch.finished]

    def _write_finished(self, game: str, line: bytes) -> int:
        path = self._folder / game / FINISHED
        path.parent.mkdir(exist_ok=True)
        return append_durably(path, line) - len(line)

    # -- reading ---------------------------------------------------------------------------------

    def open_games(self) -> dict[str, list[GameEvent]]:
        """The events of every game that is not in the file of finished ones, to be read once, at the start.

        A line that was not finished is cut off. ServerError names a damaged one.
        """
        games: dict[str, list[GameEvent]] = {}
        for start, line in self._lines(EVENTS):
            try:
                name, event = ENTRY.decode(line)
            except msgspec.MsgspecError as error:
                path = self._folder / EVENTS
                raise ServerError(f"{path} is damaged after byte {start}: {error}") from None
            games.setdefault(name, []).append(event)
        return games

    def finished_games(self) -> Iterator[tuple[FinishedPlace, bytes]]:
        """Where each finished game stands, and its line; what was not finished is cut off."""
        for game in GAMES:
            for start, line in self._lines(f"{game}/{FINISHED}"):
                yield (game, start), line

    def read_finished(self, place: FinishedPlace) -> bytes:
        """The line of a finished game. Blocks."""
        game, start = place
        with (self._folder / game / FINISHED).open("rb") as file:
            file.seek(start)
            return file.readline()

    def compact(self, games: dict[str, list[GameEvent]]) -> None:
        """Keep the events of these games alone."""
        lines = [msgspec.json.encode((name, event)) for name, events in games.items() for event in events]
        write_atomically(self._folder / EVENTS, b"".join(line + b"\n" for line in lines))

    def _lines(self, name: str) -> Iterator[tuple[int, bytes]]:
        path, start = self._folder / name, 0
        if not path.exists():
            return
        with path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                yield start, line
                start += len(line)
        if start < path.stat().st_size:
            os.truncate(path, start)
