"""Make the project's environment: `python3 bin/setup.py [runtime|train|dev] [FOLDER]`.

Started by bin/run whenever the environment's stamp does not match. Leaves a virtual environment with the
locked dependencies and the project itself, editable, and writes the stamp last: a set-up that was
interrupted has none and is done again. Of several at once, one works and the others wait for it.
Speaks on stderr only, reads nothing, and fails with one line and exit code 2.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO

ROOT = Path(__file__).resolve().parent.parent
LOCKS = {  # each holds all of those before it
    "runtime": "requirements.lock",
    "train": "requirements-train.lock",
    "dev": "requirements-dev.lock",
}


ELSEWHERE = ("PYTHON", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT")
"""Variables that would have Python or pip look or install elsewhere."""


class SetupError(Exception):
    """A reason to stop that the user can act on, in one line."""


class Environment:
    """A folder with a virtual environment for the project at `root`."""

    def __init__(self, name: str, root: Path = ROOT) -> None:
        self.name = name  # as bin/run spells it, for the stamp
        self.folder = Path(name)
        self.root = root
        self.python = self.folder / "bin" / "python"

    def stamp_file(self, level: str) -> Path:
        """Where the stamp of a level lies."""
        return self.folder / f"boyi-{level}.stamp"

    def requirements(self, level: str) -> bytes:
        """What the installed packages depend on: both folders (paths are written into them), and the lock."""
        return os.fsencode(f"{self.root}\n{self.name}\n") + (self.root / LOCKS[level]).read_bytes()

    def stamp(self, level: str) -> bytes:
        """What an environment of this level was made from. bin/run builds the same bytes."""
        return self.requirements(level) + (self.root / "pyproject.toml").read_bytes()

    def stamped(self, level: str) -> bytes:
        """The stamp found; empty if there is none, or no interpreter to go with it."""
        try:
            return self.stamp_file(level).read_bytes() if os.access(self.python, os.X_OK) else b""
        except FileNotFoundError:
            return b""

    def fresh(self, level: str) -> bool:
        """Whether nothing is to be done."""
        return self.stamped(level) == self.stamp(level)

    def ensure(self, level: str) -> None:
        """Set up what is missing, after any other set-up of the same folder has ended."""
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        # Beside the folder, since the folder may be deleted. Never removed: a waiter may hold it.
        with self.folder.with_name(self.folder.name + ".lock").open("ab+") as lock:
            wait_for(lock)
            if not self.fresh(level):
                self.set_up(level, lock)

    def set_up(self, level: str, lock: BinaryIO) -> None:
        """Do the steps that no stamp vouches for; write the stamps last."""
        levels = list(LOCKS)[: list(LOCKS).index(level) + 1]
        installed = [known for known in LOCKS if self.stamped(known).startswith(self.requirements(known))]
        stamps = {known: self.stamp(known) for known in LOCKS}  # what is edited from here on is not installed
        self.claim(lock)
        for known in LOCKS:
            self.stamp_file(known).unlink(missing_ok=True)
        if level in installed:
            levels = installed
        else:
            if not set(levels) & set(installed):
                self.remake(lock)
            self.install(level, lock)
        say("installing the project")
        self.pip(lock, "--no-deps", "--no-build-isolation", "--editable", str(self.root))
        for reached in levels:
            write_atomically(self.stamp_file(reached), stamps[reached])
        say("ready")

    def claim(self, lock: BinaryIO) -> None:
        """Note in the lock that the folder is ours to delete, even half made; refuse somebody else's."""
        lock.seek(0)
        if lock.read():
            return
        stamped = any(self.stamp_file(level).exists() for level in LOCKS)
        in_our_place = self.folder == self.root / ".venv" and (self.folder / "pyvenv.cfg").exists()
        empty = not self.folder.exists() or not any(self.folder.iterdir())
        if not (stamped or in_our_place or empty):
            raise SetupError(f"{self.folder} is neither empty nor made by boyi; nothing was changed")
        lock.write(b"made by boyi\n")
        lock.flush()

    def remake(self, lock: BinaryIO) -> None:
        """An empty environment in place of whatever was there."""
        say(f"making the environment {self.folder} (once; up to a minute)")
        if self.folder.exists():
            shutil.rmtree(self.folder)
        # By its full name, so that an upgrade of the system's Python leaves a dangling link, not a wrong one.
        base = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
        run(lock, base, "-I", "-m", "venv", str(self.folder))

    def install(self, level: str, lock: BinaryIO) -> None:
        """The locked packages; setuptools first, for those that come as source and are built with it."""
        say(f"installing the {level} dependencies")
        lock_file = self.root / LOCKS[level]
        builder = self.folder / "setuptools.lock"
        builder.write_text(entry(lock_file.read_text(), "setuptools"))
        self.pip(lock, "--require-hashes", "--no-deps", "--requirement", str(builder))
        self.pip(lock, "--require-hashes", "--no-build-isolation", "--requirement", str(lock_file))

    def pip(self, lock: BinaryIO, *arguments: str) -> None:
        """`pip install` inside the environment."""
        options = ("--quiet", "--no-input", "--disable-pip-version-check")
        run(lock, str(self.python), "-I", "-m", "pip", "install", *options, *arguments)


def entry(lock: str, name: str) -> str:
    """The lines of one package in a lock file: its own and the indented ones after it."""
    lines = lock.splitlines(keepends=True)
    start = next(i for i, line in enumerate(lines) if line.startswith(f"{name}=="))
    end = next((i for i in range(start + 1, len(lines)) if not lines[i].startswith(" ")), len(lines))
    return "".join(lines[start:end])


def wait_for(lock: BinaryIO) -> None:
    """Hold the lock, however long that takes."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("waiting for another set-up to finish")
        fcntl.flock(lock, fcntl.LOCK_EX)


def run(lock: BinaryIO, *command: str) -> None:
    """Run a step. It inherits the lock, so that a step outliving a killed set-up still keeps others out."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ELSEWHERE)}
    environment["PIP_USER"] = "0"  # whatever its configuration says
    step = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=2, env=environment, pass_fds=[lock.fileno()], check=False
    )
    if step.returncode != 0:
        raise SetupError(f"set-up failed (exit code {step.returncode}) in: {' '.join(command)}")


def write_atomically(path: Path, content: bytes) -> None:
    """Either the whole file is there or none."""
    unfinished = path.with_suffix(".unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(path)


def say(text: str) -> None:
    """One line of progress."""
    print(f"boyi: {text}", file=sys.stderr, flush=True)


def main(arguments: list[str]) -> int:
    """Exit code 0, or 2 after one line that says why."""
    level = arguments[0] if arguments else "runtime"
    name = arguments[1] if len(arguments) > 1 else str(ROOT / ".venv")
    try:
        if level not in LOCKS:
            raise SetupError(f"no such environment: {level} (known: {', '.join(LOCKS)})")
        if not Path(name).is_absolute():
            raise SetupError(f"the environment's folder must be an absolute path: {name}")
        Environment(name).ensure(level)
    except (SetupError, OSError, ValueError) as error:
        say(str(error))
        return 2
    except KeyboardInterrupt:
        say("set-up interrupted; the next start does it again")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
