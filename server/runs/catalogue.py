"""All runs in a folder. Clients know them by ids that are made here, never by a path."""

import asyncio
import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from boyi.arena.errors import ArenaError
from boyi.server.games.watchers import Audience
from boyi.server.refusal import Refusal
from boyi.server.runs.arena_run import ArenaRun
from boyi.server.runs.training_run import TrainingRun
from boyi.server.runs.views import RunSummary

DEEPEST = 3
"""Folders within folders that are looked into."""
MOST_RUNS = 1000
PAUSE = 0.5
"""Seconds between two looks at a run that is watched."""
AnyRun = ArenaRun | TrainingRun
T = TypeVar("T")


class Catalogue:
    """The runs of a folder; without one there are none."""

    def __init__(self, folder: Path | None) -> None:
        """Nothing is read yet."""
        self._folder = folder
        self._runs: dict[str, AnyRun] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._audiences: dict[str, Audience] = {}
        self._watching: dict[str, asyncio.Task[None]] = {}

    async def list(self) -> list[RunSummary]:
        """Every run, the last changed first."""
        await asyncio.to_thread(self._look)
        found = [await self.ask(name, _summarise) for name in [*self._runs]]
        return sorted(found, key=lambda run: run.updated, reverse=True)

    async def find(self, name: str) -> AnyRun:
        """The run of an id; Refusal if there is none."""
        if name not in self._runs:
            await asyncio.to_thread(self._look)
        if name not in self._runs:
            raise Refusal(404, "there is no such run")
        return self._runs[name]

    async def ask(self, name: str, question: Callable[[AnyRun], T]) -> T:
        """What a run tells, asked in a thread; Refusal if its files can't be read."""
        run = await self.find(name)
        try:
            async with self._locks.setdefault(name, asyncio.Lock()):
                return await asyncio.to_thread(question, run)
        except (ArenaError, OSError, ValueError) as error:
            raise Refusal(404, _without_paths(str(error), run)) from None

    def audience(self, name: str) -> Audience:
        """Everybody who watches a run, which is looked at as long as there is somebody."""
        audience = self._audiences.setdefault(name, Audience())
        if name not in self._watching or self._watching[name].done():
            self._watching[name] = asyncio.create_task(self._watch(name, audience))
        return audience

    async def state(self, name: str) -> str:
        """A run, the games that it plays and its latest one, as those who watch are told."""
        return await self.ask(name, _state)

    async def close(self) -> None:
        """Look at nothing any more."""
        for task in [*self._watching.values()]:
            task.cancel()
        await asyncio.gather(*self._watching.values(), return_exceptions=True)

    async def _watch(self, name: str, audience: Audience) -> None:
        try:
            await asyncio.sleep(PAUSE)
            while len(audience):
                if await self.ask(name, lambda run: run.catch_up()):
                    audience.tell(await self.state(name))
                await asyncio.sleep(PAUSE)
        except Refusal:
            return  # the folder is gone

    def _look(self) -> None:
        """Find the runs that there are."""
        if self._folder is None:
            return
        for folder in _folders(self._folder):
            label = folder.relative_to(self._folder).as_posix() if folder != self._folder else folder.name
            name = hashlib.sha256(label.encode("utf-8", "surrogateescape")).hexdigest()[:20]
            if name not in self._runs and (run := _open(name, folder, label)) is not None:
                self._runs[name] = run


def _folders(top: Path) -> Iterator[Path]:
    """Folders that may hold a run."""
    found = 0
    for path, folders, files in os.walk(top):
        here = Path(path)
        if len(here.relative_to(top).parts) >= DEEPEST:
            folders.clear()
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        if "settings.json" in files:
            folders.clear()
            yield here
            found += 1
            if found >= MOST_RUNS:
                return


def _open(name: str, folder: Path, label: str) -> AnyRun | None:
    """The run in a folder; None if it holds none."""
    shown = label.encode("utf-8", "replace").decode()
    try:
        if (folder / "games.jsonl").exists():
            return ArenaRun(name, folder, shown)
        return TrainingRun(name, folder, shown) if (folder / "log.jsonl").exists() else None
    except ArenaError:
        return None


def _summarise(run: AnyRun) -> RunSummary:
    run.catch_up()
    return run.summary()


def _state(run: AnyRun) -> str:
    run.catch_up()
    if isinstance(run, TrainingRun):
        return msgspec.json.encode(
            {"type": "run", "run": run.summary(), "curves": run.curves().curves}
        ).decode()
    games = run.games(max(0, run.summary().games - 1)).games
    answer = run.answer()
    told = {"type": "run", "run": answer.run, "standings": answer.standings, "pairings": answer.pairings}
    told |= {"playing": run.playing, "latest": games[-1] if games else None}
    return msgspec.json.encode(told).decode()


def _without_paths(text: str, run: AnyRun) -> str:
    """A complaint as strangers may read it."""
    return text.replace(str(run.folder), run.label)
