"""Training: passes over samples until a network fits, in a folder that can be taken up again.

A run's folder holds `settings.json`, `log.jsonl` (a line per pass), `checkpoint.npz` and the weight file of
the latest pass. What a run computes depends on its settings and samples alone: broken off and resumed, it
ends with the same weights.
"""

import dataclasses
import json
import math
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boyi.engines.jit import Dtype, Record, new
from boyi.engines.weights import WeightFile, save
from boyi.learning.nets.nnue import adam, export, flat, pass_over, start
from boyi.learning.nets.targets import targets

HELD_BACK = 0.02
"""Share of games whose samples are for testing alone."""
CHECKPOINT = "checkpoint.npz"
LAST_RATE = 0.02
"""What is left of the learning rate at the end of its cosine."""


@dataclass(frozen=True)
class Settings:
    """What a run is made from."""

    passes: int = 20
    batch: int = 16384
    rate: float = 1e-3
    mix: float = 0.7
    """Weight of the search's score in the target; the rest is the game's result."""
    scale: int = 200
    """The score at which the winning chance is taken for 1/(1 + 1/e)."""
    threads: int = 2
    seed: int = 1
    decay: float = 0.0
    """How much the later scores of a game count: the λ of TD(λ)."""
    start: str = ""
    """Folder of a run whose network this one begins with; by lot if empty."""


@dataclass(frozen=True)
class Subject:
    """What is trained: a network of one game."""

    game: str
    evaluator: str
    sample: Dtype
    floats: Dtype
    net: Dtype
    letters: str
    """Kinds of pieces, as FEN writes them."""
    teacher: str
    """The hand-crafted evaluator that makes the first games."""
    scale: int
    """The score at which the winning chance is 1/(1 + 1/e)."""


class Training:
    """One run; `run` goes on from the last checkpoint of its folder, if there is one."""

    def __init__(
        self,
        subject: Subject,
        samples: np.ndarray,
        settings: Settings,
        folder: Path,
        tell: Callable[[str], None],
    ) -> None:
        """ValueError if the folder belongs to a run with other settings, or there are too few samples."""
        self._subject, self._samples, self._settings = subject, samples, settings
        self._folder, self._tell = folder, tell
        self._wanted = targets(samples, settings.scale, settings.mix, settings.decay)
        held = _held_back(samples["game"])
        self._train, self._test = np.flatnonzero(~held), np.flatnonzero(held)
        if len(self._train) < settings.batch or not len(self._test):
            raise ValueError(f"{len(samples)} samples are too few for batches of {settings.batch}")
        self._net = start(subject.floats, settings.seed)
        self._first, self._second = new(subject.floats), new(subject.floats)
        self._grads = [new(subject.floats) for _ in range(settings.threads)]
        self._done = 0
        if settings.start:
            self._take(Path(settings.start), {"net": self._net})
        folder.mkdir(parents=True, exist_ok=True)
        self._agree()
        if (folder / CHECKPOINT).exists():
            self._done = self._take(folder, self._parts)

    @property
    def weight_file(self) -> Path:
        """Where the network lies after each pass."""
        return self._folder / f"{self._subject.evaluator}.safetensors"

    def run(self) -> float:
        """Make the passes that are left; the error on the test samples. Blocks."""
        error = self._error_on_test()
        while self._done < self._settings.passes:
            begun = time.monotonic()
            trained = self._pass()
            self._done += 1
            error = self._error_on_test()
            self._keep(trained, error, time.monotonic() - begun)
        return error

    def _pass(self) -> float:
        """Go once over all training samples in an order of its own; the mean error met on the way."""
        settings = self._settings
        order = np.random.default_rng([settings.seed, self._done]).permutation(self._train)
        batches = len(order) // settings.batch
        error = 0.0
        for number in range(batches):
            chosen = order[number * settings.batch : (number + 1) * settings.batch]
            error += self._learn(chosen)
            step = self._done * batches + number + 1
            turn = math.pi * step / (settings.passes * batches)
            rate = settings.rate * (LAST_RATE + (1 - LAST_RATE) * (1 + math.cos(turn)) / 2)
            adam(flat(self._net), flat(self._grads[0]), flat(self._first), flat(self._second), rate, step)
        return error / (batches * settings.batch)

    def _learn(self, chosen: np.ndarray) -> float:
        """The mean gradient over a batch, in the first of the gradients; the summed error."""
        parts = np.array_split(chosen, len(self._grads))
        errors = [0.0] * len(parts)

        def work(number: int) -> None:
            errors[number] = self._go_over(parts[number], self._grads[number], True)

        helpers = [threading.Thread(target=work, args=(number,)) for number in range(1, len(parts))]
        for helper in helpers:
            helper.start()
        work(0)
        for number, helper in enumerate(helpers, 1):
            helper.join()
            flat(self._grads[0])[:] += flat(self._grads[number])
            flat(self._grads[number])[:] = 0
        flat(self._grads[0])[:] /= len(chosen)
        return sum(errors)

    def _go_over(self, chosen: np.ndarray, grads: Record, learn: bool) -> float:
        return float(pass_over(self._samples, self._wanted, chosen, self._net, grads, learn))

    def _error_on_test(self) -> float:
        return self._go_over(self._test, self._grads[0], False) / len(self._test)

    def _keep(self, trained: float, error: float, seconds: float) -> None:
        if not math.isfinite(trained + error):
            raise ValueError(
                f"the error became {trained}: a smaller rate may help; the last checkpoint stays"
            )
        line = {"pass": self._done, "train": trained, "test": error, "seconds": round(seconds, 2)}
        with (self._folder / "log.jsonl").open("a") as log:
            log.write(json.dumps(line) + "\n")
        self._save_checkpoint()
        begun = Path(self._settings.start).name
        origin = {"samples": len(self._samples), **dataclasses.asdict(self._settings), "start": begun}
        net = export(self._net, self._subject.net, self._settings.scale)
        save(
            self.weight_file,
            WeightFile(self._subject.game, self._subject.evaluator, net, None, self._done, origin),
        )
        rate = len(self._train) / seconds
        self._tell(f"pass {self._done}: error {trained:.5f}, on test {error:.5f}, {rate:.0f} samples/s")

    def _agree(self) -> None:
        """Write down the settings, or see that they are those of the folder."""
        path = self._folder / "settings.json"
        mine = dataclasses.asdict(self._settings) | {"samples": len(self._samples)}
        if not path.exists():
            path.write_text(json.dumps(mine, indent=1) + "\n")
        elif (there := json.loads(path.read_text())) != mine:
            raise ValueError(f"{self._folder} belongs to another run: {there}, not {mine}")

    @property
    def _parts(self) -> dict[str, Record]:
        """What a checkpoint holds beside the number of passes."""
        return {"net": self._net, "first": self._first, "second": self._second}

    def _save_checkpoint(self) -> None:
        path, partial = self._folder / CHECKPOINT, self._folder / "checkpoint.partial"
        with partial.open("wb") as file:
            arrays = {name: flat(part) for name, part in self._parts.items()}
            np.savez(file, allow_pickle=False, done=self._done, **arrays)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)

    def _take(self, folder: Path, parts: dict[str, Record]) -> int:
        """Read parts of the checkpoint of a run; its passes. ValueError if it is of another net."""
        with np.load(folder / CHECKPOINT, allow_pickle=False) as kept:
            for name, part in parts.items():
                if kept[name].shape != flat(part).shape:
                    raise ValueError(f"{folder} is a run of another network")
                flat(part)[:] = kept[name]
            return int(kept["done"])


def _held_back(games: np.ndarray) -> np.ndarray:
    """Which samples are for testing: all of some games, chosen by the games' numbers alone."""
    spread = games.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(40)
    return spread < HELD_BACK * 2**24
