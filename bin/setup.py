"""Make the project's environment: `python3 bin/setup.py [--check] [LEVEL] [FOLDER]`.

Started by bin/run whenever the environment's stamp does not match. Leaves a virtual environment with the
locked dependencies and the project itself, editable, and writes the stamp last: a set-up that was
interrupted has none and is done again. Of several at once, one works and the others wait for it.
Speaks on stderr only, reads nothing, and fails with one line and exit code 2. With --check it changes
nothing and says nothing: exit code 0 if there is nothing to be done. Needs Python alone, on any system.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ROOT = Path(__file__).resolve().parent.parent
LOCKS = {  # each holds all of those before it
    "runtime": "requirements.lock",
    "server": "requirements-server.lock",
    "cluster": "requirements-cluster.lock",
    "train": "requirements-train.lock",
    "dev": "requirements-dev.lock",
}
PYTHON = Path("Scripts", "python.exe") if sys.platform == "win32" else Path("bin", "python")
"""The interpreter's place in an environment."""
ELSEWHERE = ("PYTHON", "__PYVENV", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT")
"""Variables that would have Python or pip look or install elsewhere."""
PAUSE = 0.1
"""Seconds between two tries for the lock."""
LOCKED = 1 << 30
"""The byte that is locked, far behind all that is written: on Windows nobody else could read a locked one."""


class SetupError(Exception):
    """A reason to stop that the user can act on, in one line."""


class Environment:
    """A folder with a virtual environment for the project at `root`."""

    def __init__(self, name: str, root: Path = ROOT) -> None:
        self.name = name  # as bin/run spells it, for the stamp
        self.folder = Path(name)
        self.root = root
        self.python = self.folder / PYTHON

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
            return self.stamp_file(level).read_bytes() if self.runs() else b""
        except FileNotFoundError:
            return b""

    def runs(self) -> bool:
        """Whether the interpreter is there; on Windows also the one behind it, which may have been removed.

        FileNotFoundError if this is no environment at all.
        """
        if sys.platform == "win32":
            settings = (self.folder / "pyvenv.cfg").read_text("utf-8").splitlines()
            homes = [line.partition("=")[2].strip() for line in settings if line.startswith("home ")]
            return self.python.is_file() and all(Path(home).is_dir() for home in homes)
        else:  # noqa: RET505  a type checker for Windows takes what follows for dead code otherwise
            return os.access(self.python, os.X_OK)

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
        builder.write_text(entry(lock_file.read_text("utf-8"), "setuptools"), "utf-8")
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


def try_lock(file: BinaryIO) -> bool:
    """Hold the lock of an open file until it is closed; False if another process has it."""
    try:
        if sys.platform == "win32":
            os.lseek(file.fileno(), LOCKED, os.SEEK_SET)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def wait_for(lock: BinaryIO) -> None:
    """Hold the lock, however long that takes."""
    if not try_lock(lock):
        say("waiting for another set-up to finish")
        while not try_lock(lock):
            time.sleep(PAUSE)


def run(lock: BinaryIO, *command: str) -> None:
    """Run a step. It inherits the lock, so that a step outliving a killed set-up still keeps others out.

    On Windows locks can't be inherited; there such a step keeps its files from being replaced.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ELSEWHERE)}
    environment["PIP_USER"] = "0"  # whatever its configuration says
    inherited = () if sys.platform == "win32" else (lock.fileno(),)
    step = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=2, env=environment, pass_fds=inherited, check=False
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
    """Exit code 0, or 2 after one line that says why; with --check 1 if there is something to be done."""
    check = arguments[:1] == ["--check"]
    arguments = arguments[check:]
    level = arguments[0] if arguments else "runtime"
    name = arguments[1] if len(arguments) > 1 else str(ROOT / ".venv")
    try:
        if level not in LOCKS:
            raise SetupError(f"no such environment: {level} (known: {', '.join(LOCKS)})")
        if not Path(name).is_absolute():
            raise SetupError(f"the environment's folder must be an absolute path: {name}")
        if check:
            return 0 if Environment(name).fresh(level) else 1
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
