"""Compilation in processes of their own, which live on when the engine's client loses patience.

There is a process for each of two cores: one begins with the search, which takes two thirds of the time, the
other with everything else. Each kernel is on the disk as soon as it is done, so that a kill costs what is
being compiled at that instant and nothing more. Engines that start meanwhile wait for the same processes.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from boyi.engines import load_game, platforms
from boyi.engines.evaluation import Evaluation
from boyi.engines.jit import cache
from boyi.engines.warmup.steps import FIRST, LONGEST, SHARES, steps

ORDERS = {
    "search": tuple(SHARES),
    "rest": (FIRST, *(name for name in SHARES if name not in (FIRST, LONGEST)), LONGEST),
}
"""In what order each of the processes takes the steps."""
POLL = 0.05
"""Seconds between two looks."""
TELL_EVERY = 3.0
"""Seconds between two lines of progress."""
TRIES = 30
"""Processes that may be killed before the engine compiles by itself."""
BEGIN = "begin"


@dataclass(frozen=True)
class CompileJob:
    """What is to be compiled, and where that is noted."""

    game: str
    evaluator: str
    ordering: str
    mark: str
    """The file that says that all is done."""
    folder: Path

    @property
    def progress(self) -> Path:
        """The file with a line for each step that a process has done: when, and its name."""
        return self.folder / f"{self.mark}.progress"

    def start(self, role: str) -> "subprocess.Popen[bytes]":
        """A process that compiles in the order of a role, and ends at once if another one does."""
        words = (self.game, self.evaluator, self.ordering, self.mark, str(self.folder), role)
        return platforms.start_detached([sys.executable, "-P", "-m", "boyi.engines.warmup", *words])

    def claim(self, role: str) -> int | None:
        """Take a role, for as long as the descriptor is open; None if another process has it."""
        descriptor = os.open(self.folder / "compilers", os.O_RDWR | os.O_CREAT, 0o600)
        if platforms.lock(descriptor, cache.lock_place(f"{self.mark} {role}"), wait=False):
            return descriptor
        os.close(descriptor)
        return None

    def idle(self, role: str) -> bool:
        """Whether no process has a role."""
        descriptor = self.claim(role)
        if descriptor is not None:
            os.close(descriptor)
        return descriptor is not None


def compile_all(job: CompileJob, tell: Callable[[str], None]) -> bool:
    """Wait until all kernels are on the disk, compiled by other processes; False if that can't be. Blocks."""
    children, tries, told = dict[str, "subprocess.Popen[bytes]"](), 0, 0.0
    roles = list(ORDERS)[: os.cpu_count() or 1]
    while not cache.find(job.mark):
        for role in roles:
            ended = role not in children or children[role].poll() is not None
            if ended and job.idle(role):
                if tries == TRIES:
                    return _see_out(children.values(), False)
                children[role], tries = job.start(role), tries + 1
        if time.monotonic() - told >= TELL_EVERY:
            told = time.monotonic()
            tell(f"compiling {job.game} ({job.evaluator}), once: {progress(job.progress)}")
        time.sleep(POLL)
    job.progress.unlink(missing_ok=True)
    return _see_out(children.values(), True)


def _see_out(children: "Iterable[subprocess.Popen[bytes]]", done: bool) -> bool:
    """Wait for processes that have nothing left to do."""
    for child in children:
        child.wait()
    return done


def progress(file: Path) -> str:
    """How many steps are done, and how long the rest may take, judged by how long the first one took."""
    try:
        lines = [line.split() for line in file.read_text("utf-8").splitlines()]
        times = {name: float(when) for when, name in reversed(lines)}
    except (OSError, ValueError):
        times = {}
    done = len(times.keys() & SHARES.keys())
    if BEGIN not in times or FIRST not in times:
        return f"{done} of {len(SHARES)}"
    total = (times[FIRST] - times[BEGIN]) * (SHARES[FIRST] + SHARES[LONGEST]) / SHARES[FIRST]
    left = max(1.0, times[BEGIN] + total - time.time())
    return f"{done} of {len(SHARES)}, about {left:.0f} s left"


def work(job: CompileJob, role: str) -> None:
    """Compile all kernels in the order of a role; nothing if another process has that role. Blocks."""
    if job.claim(role) is None:
        return
    game = load_game(job.game)
    evaluation = Evaluation(game)
    if job.evaluator != evaluation.evaluator:
        evaluation.choose(job.evaluator, "")
    calls = steps(game, evaluation, job.ordering)
    _note(job, BEGIN)
    for name in ORDERS[role]:
        if cache.find(job.mark):
            return
        calls[name]()
        _note(job, name)
    cache.leave_mark(job.mark)


def _note(job: CompileJob, name: str) -> None:
    """Tell those who wait; where the mark stands nobody does."""
    if cache.find(job.mark):
        return
    with job.progress.open("a", encoding="utf-8") as file:
        file.write(f"{time.time():.1f} {name}\n")
