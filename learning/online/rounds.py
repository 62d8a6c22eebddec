"""A run of online learning: batch after batch of judged games, each through the gate.

    round n    the next batch -> which games end like their results? -> a candidate from the weights in
               place -> error on held-out games -> a sequential test in the arena -> in place, or not

What was in place is kept in the run's folder. A round that was broken off is taken up where it was: its
batch follows from the ledgers, its candidate from the batch, its test from a folder of the arena.
"""

import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boyi.engines import load_game
from boyi.engines.files import user_path
from boyi.engines.jit import Record
from boyi.engines.weights import WeightFile, load, save
from boyi.learning.data.games import TrainingGame
from boyi.learning.data.sources.files import RecordFiles
from boyi.learning.online.batches import SHARE, SIZE, Batch, BatchMaker
from boyi.learning.online.gate import CandidateGate, objection
from boyi.learning.online.held_out import own_games
from boyi.learning.online.learners import learner_of
from boyi.learning.online.promotion import promote
from boyi.learning.report import ReportTable
from boyi.learning.run import Run

HELD_OUT_GAMES = 100
"""Of self-play, where no others are named."""
ACCEPTED = "accepted"
"""How the verdict on a candidate begins that was put in place."""
COLUMNS = ("round", "games", "left out", "held-out error before", "after", "verdict")


@dataclass(frozen=True)
class OnlineSettings:
    """All that defines a run."""

    ledgers: tuple[str, ...]
    """Files `games.jsonl` of arenas and servers."""
    place: str
    """The weight file that engines play with; the built-in weights until there is one."""
    game: str = "xiangqi"
    evaluator: str = "mlp100"
    held_out: tuple[str, ...] = ()
    """Files of games that are never learned from; of self-play if there are none."""
    size: int = SIZE
    """Games of a batch."""
    share: float = SHARE
    """The most of a batch that one client gives."""
    rate: float = 0.0
    """0 for the one that suits the evaluator."""
    decay: float = 0.9

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        if self.size < 1 or not 0 < self.share <= 1:
            raise ValueError("a batch has a game at least, and a client's share lies between 0 and 1")


class OnlineLearning:
    """The rounds of a run."""

    def __init__(self, settings: OnlineSettings, run: Run, flags: Mapping[str, str]) -> None:
        """`flags` say how the arena plays the tests. ValueError names what is wrong."""
        self._settings, self._run, self._flags = settings, run, flags
        self._game = load_game(settings.game)
        self._place = user_path(settings.place)
        self._learner = learner_of(settings.game, settings.evaluator, settings.rate, settings.decay)
        self._log = list(run.read_log())
        read = self._log[-1]["read"] if self._log else []
        paths = [user_path(path) for path in settings.ledgers]
        self._batches = BatchMaker(self._game, paths, read, settings.size, settings.share)
        self._gate = CandidateGate(self._game, self._learner, self._find_held_out())

    def round(self) -> str | None:
        """Learn from the next batch; what came of it in one line, None if there is no batch yet. Blocks."""
        batch = self._batches.next()
        if batch is None:
            return None
        number = len(self._log) + 1
        line = {"step": number, "read": batch.read, **self._learn(number, batch)}
        self._run.log(line)
        self._log.append(line)
        self._run.write_report(f"{self._settings.game}: online learning", (self._table(),))
        return f"round {number}: {line['verdict']}"

    def _learn(self, number: int, batch: Batch) -> dict[str, Any]:
        """A round: what is logged of it."""
        weights, games = self._in_place(), [judged.game for judged in batch.games]
        before = after = self._gate.error(weights)
        believable = self._gate.believable(weights, games)
        verdict = objection(len(games), len(believable))
        if not verdict:
            folder = self._run.folder / f"round-{number:04}"
            path = self._candidate(folder, weights, believable)
            candidate = self._weights(path)
            after = self._gate.error(candidate)
            verdict = "worse on held-out games" if after > before else self._test(path, folder)
        return {
            "games": len(believable),
            "left out": dict(batch.left_out),
            "held-out error before": before,
            "held-out error after": after,
            "verdict": verdict if verdict.startswith(ACCEPTED) else f"refused: {verdict}",
        }

    def _candidate(self, folder: Path, weights: Record, games: Sequence[TrainingGame]) -> Path:
        """The file of what a batch made of weights; one that is there is the round's that was broken off."""
        settings = self._settings
        path = folder / f"{settings.evaluator}-{len(games):08}.safetensors"
        if not path.exists():
            with Run(folder, settings) as run:
                learned = self._learner.learn(weights, games, run)
                save(path, WeightFile(settings.game, settings.evaluator, learned, None, len(games)))
        return path

    def _in_place(self) -> Record:
        """The weights that engines play with."""
        if self._place.exists():
            return self._weights(self._place)
        builtin: Record = self._game.part(self._game.evaluators[self._settings.evaluator])()
        return builtin

    def _weights(self, path: Path) -> Record:
        """The weights of a file."""
        name, place = self._settings.evaluator, self._game.evaluators[self._settings.evaluator]
        return load(path, self._game.name, name, self._game.part(place)().dtype).weights

    def _test(self, candidate: Path, folder: Path) -> str:
        """Let a candidate play for its place; how that ended."""
        kept = folder / "before.safetensors"
        if self._place.exists() and not kept.exists():
            shutil.copyfile(self._place, kept)
        promotion = promote(candidate, self._place, folder, self._flags)
        if promotion is None:
            return ACCEPTED  # the test had ended before the round was broken off
        return f"{ACCEPTED}: {promotion.summary}" if promotion.accepted else promotion.summary

    def _find_held_out(self) -> Sequence[TrainingGame]:
        """Games that are never learned from."""
        if paths := [user_path(path) for path in self._settings.held_out]:
            records = RecordFiles(self._game, paths)
            return [*records.train, *records.test]
        return own_games(self._game, self._settings.evaluator, HELD_OUT_GAMES)

    def _table(self) -> ReportTable:
        """What was learned when, from how many games, and with what result."""
        rows = [
            (
                line["step"],
                line["games"],
                sum(Counter(line["left out"]).values()),
                f"{line['held-out error before']:.5f}",
                f"{line['held-out error after']:.5f}",
                line["verdict"],
            )
            for line in self._log
        ]
        return ReportTable("Rounds", COLUMNS, rows)
