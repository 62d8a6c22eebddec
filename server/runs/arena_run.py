"""A run of the arena as its folder tells it: read once, and from then on what has been added."""

import math
import time
from datetime import UTC, datetime
from pathlib import Path

from boyi.arena.errors import ArenaError
from boyi.arena.game.result import GameResult
from boyi.arena.report.page import render
from boyi.arena.runs.ledger import Entry
from boyi.arena.runs.playing import PlayingGame, read_playing
from boyi.arena.runs.settings import RunSettings
from boyi.arena.runs.store import ledger, read_settings
from boyi.arena.stats.counts import pairings, players
from boyi.arena.stats.ratings import rate
from boyi.arena.stats.sprt import Sprt
from boyi.arena.stats.summary import pairing_of
from boyi.server.runs.views import (
    PairingView,
    RunAnswer,
    RunGame,
    RunGames,
    RunPlaying,
    RunState,
    RunSummary,
    Standing,
)

FRESH = 120.0
"""Seconds since the last game within which a run that is not complete counts as running."""
AT_ONCE = 50
"""Games that are told at once."""
MOST_PAIRINGS = 100
SAMPLES = 50
"""Ratings of the table from which errors are worked out."""


class ArenaRun:
    """One run. Its methods block, and may be called by one thread at a time."""

    def __init__(self, name: str, folder: Path, label: str) -> None:
        """ArenaError if the folder holds no run."""
        self.id, self.folder, self.label = name, folder, label
        self.settings: RunSettings = read_settings(folder)
        self._results: list[GameResult] = []
        self._places: list[int] = []
        """Where each game begins in the ledger."""
        self._end = 0
        self._answer: tuple[int, RunAnswer] | None = None
        self.playing: list[RunPlaying] = []
        """The games of this moment, as they were when it was last looked at."""

    def catch_up(self) -> bool:
        """Read what has been added, and what is being played; whether there was something new."""
        before, playing = len(self._results), [_playing(game) for game in read_playing(self.folder)]
        moved, self.playing = playing != self.playing, playing
        path = self.folder / "games.jsonl"
        if not path.is_file():
            return moved
        if path.stat().st_size < self._end:  # another run took its place
            self._results, self._places, self._end, before = [], [], 0, -1
        for entry in ledger(self.folder).entries(self._end):
            self._places.append(self._end)
            self._results.append(entry.result)
            self._end = entry.end
        return moved or len(self._results) != before

    def summary(self) -> RunSummary:
        """The run in a line."""
        path = self.folder / "games.jsonl"
        changed = path.stat().st_mtime if path.is_file() else (self.folder / "settings.json").stat().st_mtime
        return RunSummary(
            self.id, self.label, "arena", self.settings.rules.game, len(self._results), self.total,
            self._state(changed), datetime.fromtimestamp(changed, UTC).isoformat(timespec="seconds"),
        )  # fmt: skip

    @property
    def total(self) -> int | None:
        """How many games there will be at most; None if nobody can tell."""
        rules, count = self.settings.rules, len(self.settings.engines)
        match rules.format:
            case "match":
                return rules.games
            case "gauntlet":
                return rules.games * (count - 1)
            case "round robin":
                return rules.games * count * (count - 1) // 2
        return None

    def _state(self, changed: float) -> RunState:
        if self.total is not None and len(self._results) >= self.total:
            return "finished"
        return "running" if self.playing or time.time() - changed < FRESH else "stopped"

    def answer(self) -> RunAnswer:
        """The run with its tables."""
        self.catch_up()
        if self._answer is None or self._answer[0] != len(self._results):
            self._answer = (len(self._results), self._make_answer())
        answer = self._answer[1]
        answer.run = self.summary()
        return answer

    def _make_answer(self) -> RunAnswer:
        results, sprt = self._results, self.settings.sprt
        groups = rate(results, samples=SAMPLES) if results else []
        standings = [
            Standing(each.name, each.points, each.games, _finite(each.elo.value), _finite(each.elo.error))
            for group in groups
            for each in group.ratings
        ]
        met = list(pairings(results))[:MOST_PAIRINGS]
        views = [self._pairing(first, second, sprt if len(met) == 1 else None) for first, second in met]
        names = [engine.name for engine in self.settings.engines] or players(results)
        return RunAnswer(self.summary(), standings, views, names, self._told_settings())

    def _pairing(self, first: str, second: str, test: Sprt | None) -> PairingView:
        names = [engine.name for engine in self.settings.engines]
        if names[:2] == [second, first]:
            first, second = second, first
        return PairingView(first, second, pairing_of(self._results, first, second, test).facts)

    def _told_settings(self) -> dict[str, str]:
        """What everybody may know: no commands and no folders."""
        rules = self.settings.rules
        return {
            "game": rules.game,
            "format": rules.format,
            "games": str(rules.games),
            "time control": rules.tc,
            "seed": str(rules.seed),
        }

    def games(self, first: int) -> RunGames:
        """Finished games from the `first`-th on."""
        self.catch_up()
        found = list[RunGame]()
        if 0 <= first < len(self._places):
            for entry in ledger(self.folder).entries(self._places[first]):
                found.append(_game(entry))
                if len(found) == AT_ONCE:
                    break
        return RunGames(found, first + len(found), len(self._results))

    def report(self) -> str:
        """The run's page."""
        self.catch_up()
        if not self._results:
            raise ArenaError("no game of this run is finished yet")
        told: dict[str, object] = {"event": self.settings.rules.event, **self._told_settings()}
        return render(self._results, told)


def _game(entry: Entry) -> RunGame:
    result, record = entry.result, entry.record
    plies = record.plies
    return RunGame(
        result.number,
        result.players,
        result.score,
        result.reason,
        result.fault,
        result.opening,
        result.started,
        record.start,
        [ply.move for ply in plies],
        [ply.score for ply in plies],
        [ply.die for ply in plies],
        [ply.left for ply in plies],
    )


def _playing(game: PlayingGame) -> RunPlaying:
    plies = game.record.plies
    return RunPlaying(
        game.number,
        game.players,
        game.record.start,
        [ply.move for ply in plies],
        [ply.die for ply in plies],
        [ply.left for ply in plies],
    )


def _finite(value: float) -> float | None:
    return round(value, 2) if math.isfinite(value) else None
