"""The games of this moment: told while they are played, gone with the run."""

import asyncio
import os
import time

import pytest

from boyi.arena.errors import ArenaError
from boyi.arena.game.record import GamePly, GameRecord
from boyi.arena.runs import playing
from boyi.arena.runs.playing import PlayingFile, read_playing

NAMES = "<b>a</b>", "b"


class Board:
    """A match that moves when it is told to."""

    def __init__(self):
        self.plies = []

    @property
    def record(self):
        return GameRecord(None, tuple(self.plies))


async def told(folder, wanted):
    for _ in range(500):
        if wanted(found := read_playing(folder)):
            return found
        await asyncio.sleep(0.01)
    raise AssertionError("it was never told")


def test_moves_are_told_as_they_are_played(tmp_path, monkeypatch):
    monkeypatch.setattr(playing, "PAUSE", 0.01)

    async def run():
        board = Board()
        games = {7: (NAMES, board)}
        async with PlayingFile(tmp_path, games).kept():
            [game] = await told(tmp_path, bool)
            assert (game.number, game.players, game.record.plies) == (7, NAMES, ())
            board.plies.append(GamePly("e2e4", 5, 900, 31, None, 4))
            [game] = await told(tmp_path, lambda games: games[0].record.plies)
            assert game.record == board.record
            del games[7]
            assert await told(tmp_path, lambda games: not games) == []
        assert [*tmp_path.iterdir()] == []

    asyncio.run(run())


def test_a_file_that_nobody_touches_any_more_tells_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(playing, "PAUSE", 0.01)
    monkeypatch.setattr(playing, "BEAT", 0.05)
    old = time.time() - 2 * playing.STALE

    async def run():
        path = tmp_path / playing.NAME
        async with PlayingFile(tmp_path, {0: (NAMES, Board())}).kept():
            await told(tmp_path, bool)
            os.utime(path, (old, old))
            await told(tmp_path, bool)  # a run that thinks for long is alive all the same
            content = path.read_bytes()
        path.write_bytes(content)
        assert len(read_playing(tmp_path)) == 1
        os.utime(path, (old, old))
        assert read_playing(tmp_path) == []

    asyncio.run(run())


def test_a_disk_that_takes_nothing_ends_no_run(tmp_path, monkeypatch):
    monkeypatch.setattr(playing, "PAUSE", 0.01)

    async def run():
        async with PlayingFile(tmp_path / "nowhere", {0: (NAMES, Board())}).kept():
            await asyncio.sleep(0.1)

    asyncio.run(run())


@pytest.mark.parametrize("content", ["{", "[[1]]", '[[1, ["a", "b"], 3]]', "5"])
def test_a_damaged_file_is_named(tmp_path, content):
    (tmp_path / playing.NAME).write_text(content)
    with pytest.raises(ArenaError, match="damaged"):
        read_playing(tmp_path)
