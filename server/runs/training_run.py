"""A run of the trainer as its folder tells it: the curves of its log, and its page."""

import json
import math
import time
from datetime import UTC, datetime
from pathlib import Path

from boyi.arena.errors import ArenaError
from boyi.arena.files import as_arena_error
from boyi.engines.files import read_text
from boyi.server.runs.arena_run import FRESH
from boyi.server.runs.views import RunAnswer, RunCurves, RunSummary

MOST_PLACES = 600
"""Places of a curve: more than a screen can show."""


class TrainingRun:
    """One run. Its methods block, and may be called by one thread at a time."""

    def __init__(self, name: str, folder: Path, label: str) -> None:
        """Nothing is read yet."""
        self.id, self.folder, self.label = name, folder, label
        self._curves: dict[str, list[tuple[float, float]]] = {}
        self._end = 0
        self._steps = 0

    def catch_up(self) -> bool:
        """Read what has been added to the log; whether there was something."""
        path, before = self.folder / "log.jsonl", self._end
        if not path.is_file():
            return False
        if path.stat().st_size < self._end:  # a run that was taken up again cuts its log
            self._curves, self._end, self._steps = {}, 0, 0
        with as_arena_error(path), path.open("rb") as file:
            file.seek(self._end)
            for line in file:
                if line.endswith(b"\n"):
                    self._take(line)
                    self._end += len(line)
        return self._end != before

    def _take(self, line: bytes) -> None:
        try:
            values = json.loads(line)
            step = float(values["step"])
        except (ValueError, TypeError, KeyError):
            return  # what is no place of a curve
        self._steps = int(step)
        for name, value in values.items():
            if name != "step" and isinstance(value, int | float) and math.isfinite(value):
                self._curves.setdefault(str(name), []).append((step, float(value)))

    def summary(self) -> RunSummary:
        """The run in a line; of a training run, `games` are its steps."""
        path = self.folder / "log.jsonl"
        changed = path.stat().st_mtime if path.is_file() else (self.folder / "settings.json").stat().st_mtime
        state = "running" if time.time() - changed < FRESH else "stopped"
        return RunSummary(
            self.id, self.label, "training", "", self._steps, None,
            "running" if state == "running" else "stopped",
            datetime.fromtimestamp(changed, UTC).isoformat(timespec="seconds"),
        )  # fmt: skip

    def answer(self) -> RunAnswer:
        """The run."""
        self.catch_up()
        return RunAnswer(self.summary(), [], [], [], {})

    def curves(self) -> RunCurves:
        """Every number of the log over its steps, thinned out."""
        self.catch_up()
        return RunCurves({name: _thin(points) for name, points in self._curves.items()})

    def report(self) -> str:
        """The run's page, as the trainer has written it."""
        path = self.folder / "report.html"
        if not path.is_file():
            raise ArenaError("this run has no page yet")
        with as_arena_error(path):
            return read_text(path)


def _thin(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    step = max(1, math.ceil(len(points) / MOST_PLACES))
    return points[(len(points) - 1) % step :: step] if points else []
