"""Tables of what policy networks learn: shapes, features and symmetries, and by whose moves."""

import itertools
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from boyi.arena.files import read_json
from boyi.arena.progress import Progress
from boyi.engines.files import write_atomically
from boyi.engines.jit import Record
from boyi.learning.einstein.policy.accuracy import first_look_accuracy
from boyi.learning.einstein.policy.planes import FEATURES, KINDS
from boyi.learning.einstein.policy.train import (
    BINS,
    ENGINE_NETWORK,
    PolicyExperiment,
    PolicyResult,
    PolicySchedule,
    accuracy,
    train_and_test,
    train_network,
)
from boyi.learning.report import ReportTable

PUBLISHED = "20 to 40 % in training"
PUBLISHED_FAIR = "74 to 82 %"
"""Accuracy of steps, and share of those with 30 % or more: Tsao (National Taiwan Normal University, 2017)."""
SYMMETRIES = ((True, False, False), (False, True, False), (True, True, False), (True, True, True))
"""Mirror, exchange of colours, and reversed numbers."""
LAST = 100
"""Steps by which the accuracy at the end of a training is told."""

Split = tuple[np.ndarray, np.ndarray]
"""Samples to learn from, and unseen ones."""


def percent(share: float) -> str:
    """A share as tables have it."""
    return f"{100 * share:.1f} %"


def first_look_table(test: np.ndarray, evaluators: Mapping[str, Record]) -> ReportTable:
    """How often the engine's own evaluators look at the choice first."""
    rows = [(name, PUBLISHED, percent(first_look_accuracy(test, each))) for name, each in evaluators.items()]
    title = f"Accuracy of first looks: {len(test)} unseen positions"
    return ReportTable(title, ("evaluator", "published", "ours, unseen"), rows)


class PolicyTables:
    """The trainings in one folder; what is on the disk is not done again, nor long ones from their start."""

    def __init__(self, folder: Path, schedule: PolicySchedule) -> None:
        """Every network learns by the same schedule."""
        self._folder, self._schedule = folder, schedule

    def networks(self, samples: Split, names: tuple[str, ...], wide: tuple[str, ...]) -> ReportTable:
        """Networks I and II-n, with the histogram of their steps; the wide ones with all features alone."""
        train, test = samples
        rows = []
        for cell in _cells(names, wide):
            outcome = self._outcome(cell, train, test)
            counts = (f"{share:.0f}" for share in outcome.histogram)
            fair = (PUBLISHED_FAIR, f"{outcome.fair:.0f} %")
            rows.append((str(cell), PUBLISHED, percent(outcome.unseen), *fair, *counts))
        bins = (f"{low}-{min(high, 100)} %" for low, high in itertools.pairwise(BINS))
        heading = ("network", "published", "ours, unseen", "published, steps >= 30 %", "ours", *bins)
        title = f"Accuracy of policy networks: {len(train)} positions, {len(test)} unseen; steps by accuracy"
        return ReportTable(title, heading, rows)

    def teachers(self, sources: Mapping[str, Split]) -> ReportTable:
        """A network taught by each source, tested by the unseen samples of every one."""
        rows = []
        for name, (train, _) in sources.items():
            found = self._taught(name, train, {each: test for each, (_, test) in sources.items()})
            last = percent(float(np.mean(found["steps"][-LAST:])))
            unseen = (percent(found["unseen"][each]) for each in sources)
            rows.append((name, str(len(train)), PUBLISHED, last, *unseen))
        unseen_names = (f"unseen {name}" for name in sources)
        heading = ("taught by", "positions", "published", "ours, in training", *unseen_names)
        return ReportTable(f"{ENGINE_NETWORK} by what it was taught", heading, rows)

    def _outcome(self, cell: PolicyExperiment, train: np.ndarray, test: np.ndarray) -> PolicyResult:
        def learn(schedule: PolicySchedule, progress: Progress) -> dict[str, Any]:
            return asdict(train_and_test(cell, train, test, schedule, progress.at))

        kept = self._done_once(str(cell), learn)
        return PolicyResult(tuple(kept["steps"]), kept["unseen"])

    def _taught(self, name: str, train: np.ndarray, tests: Mapping[str, np.ndarray]) -> dict[str, Any]:
        def learn(schedule: PolicySchedule, progress: Progress) -> dict[str, Any]:
            network, met = train_network(ENGINE_NETWORK, train, schedule, progress.at)
            unseen = {each: accuracy(network, ENGINE_NETWORK, test) for each, test in tests.items()}
            return {"steps": met, "unseen": unseen}

        return self._done_once(f"taught by {name}", learn)

    def _done_once(self, name: str, learn: Any) -> dict[str, Any]:
        """What a training finds, from its file if it is done."""
        path = self._folder / f"{name}.json".replace(",", "").replace("'", "").replace(" ", "-")
        if not path.exists():
            kept = path.with_suffix(".kept.npz")
            with Progress(name, self._schedule.steps, "steps") as progress:
                found = learn(replace(self._schedule, file=kept), progress)
            found["steps"] = [round(share, 4) for share in found["steps"]]
            write_atomically(path, json.dumps(found) + "\n")
            kept.unlink(missing_ok=True)
        found = read_json(path)
        return dict(found)


def _cells(names: tuple[str, ...], wide: tuple[str, ...]) -> Iterator[PolicyExperiment]:
    for name, kind, features in itertools.product(names, KINDS, FEATURES):
        yield PolicyExperiment(name, kind, features)
    for name, symmetry in itertools.product(names, SYMMETRIES):
        yield PolicyExperiment(name, "sim", "1+2+3", *symmetry)
    for name in wide:
        yield PolicyExperiment(name, "sim", "1+2+3", *SYMMETRIES[-1])
