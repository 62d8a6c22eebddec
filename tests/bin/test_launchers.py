"""The launchers and the set-up behind them, with a fake interpreter and no network."""

import os
import shutil
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.bin.loading import load

ROOT = Path(__file__).resolve().parents[2]
LOCKS = [*load("setup").LOCKS.values()]
FILES = ["pyproject.toml", *LOCKS]
TOOLS = ["sh", "readlink", "cat", "cmp"]  # all that bin/run needs besides a Python

# Says how it was started, and passes stdin on to show that nobody read it before.
ENVIRONMENT_PYTHON = """#!/bin/sh
printf '<%s>' "$PWD" "$@"
cat
"""

# Stands for the system's Python: answers bin/run's question, then notes what it was asked to set up.
SYSTEM_PYTHON = """#!/bin/sh
[ "$2" = -c ] && exit 0
echo noise
{ printf '<%s>' "$@"; cat; } > "$SET_UP_LOG"
exit "${SET_UP_EXIT:-0}"
"""


setup = load("setup")


def write_command(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


class Place:
    """A copy of the project in a folder with spaces, a fake environment, and a path with fakes on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder / "the project"
        shutil.copytree(ROOT / "bin", self.root / "bin", ignore=shutil.ignore_patterns("__pycache__"))
        for name in FILES:
            shutil.copy(ROOT / name, self.root)
        self.environment = setup.Environment(str(folder / "an environment"), self.root)
        self.path = folder / "path"
        self.path.mkdir()
        for name in TOOLS:
            tool = shutil.which(name)
            assert tool, name
            (self.path / name).symlink_to(tool)
        self.log = folder / "set-up.log"

    def fake_environment(self, *levels: str) -> None:
        write_command(self.environment.python, ENVIRONMENT_PYTHON)
        for level in levels:
            self.environment.stamp_file(level).write_bytes(self.environment.stamp(level))

    def fake_system_python(self) -> None:
        write_command(self.path / "python3.13", "#!/bin/sh\nexit 127\n")  # a version manager's empty promise
        write_command(self.path / "python3.12", SYSTEM_PYTHON)

    def call(
        self, command: Path | str, *arguments: str, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        variables |= {"PATH": str(self.path), "BOYI_ENV": self.environment.name, "SET_UP_LOG": str(self.log)}
        return subprocess.run(
            [self.root / "bin" / command, *arguments],
            cwd=self.folder,
            env=variables,
            input="uci\n",
            capture_output=True,
            text=True,
            timeout=10,
            check=False,
        )


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path)


def assert_plays(place, result, module="boyi.engines.chess", *arguments):
    started = "".join(f"<{word}>" for word in (place.folder, "-P", "-m", module, *arguments))
    assert (result.stdout, result.stderr, result.returncode) == (f"{started}uci\n", "", 0)


@pytest.mark.parametrize("levels", [["runtime"], ["runtime", "dev"]])
def test_starts_at_once_when_fresh(place, levels):
    place.fake_environment(*levels)
    assert_plays(place, place.call("chess"))
    assert_plays(place, place.call("bench", "--depth", "a b"), "boyi.engines.bench", "--depth", "a b")


def test_dev_level_starts_at_once_when_fresh(place):
    place.fake_environment("dev")
    assert_plays(place, place.call("run", "--dev", "pytest", "-k", "x"), "pytest", "-k", "x")


@pytest.mark.parametrize(
    "words",
    [["reproduce", "einstein"], ["einstein", "policy", "a b"], ["einstein", "--steps", "5", "policy", "a"]],
)
def test_teaching_convolutional_networks_has_a_level_of_its_own(place, words):
    place.fake_environment("runtime", "train")
    assert_plays(place, place.call("train", *words), "boyi.learning", *words)
    place.environment.stamp_file("train").unlink()
    place.fake_system_python()
    place.call("train", *words)
    assert "<train>" in place.log.read_text()


@pytest.mark.parametrize(
    "words",
    [
        ["reproduce", "connect6-td"],
        ["einstein", "network", "a"],
        ["einstein", "policy", "--help"],
        ["reproduce", "einstein", "-h"],
        ["nnue"],
        [],
    ],
)
def test_all_else_is_taught_without_it(place, words):
    place.fake_environment("runtime")
    assert_plays(place, place.call("train", *words), "boyi.learning", *words)


def test_called_through_symlinks(place):
    place.fake_environment("runtime")
    (place.folder / "direct").symlink_to(place.root / "bin" / "chess")
    (place.folder / "detour").symlink_to("direct")
    assert_plays(place, place.call(place.folder / "detour"))


def test_default_environment_lies_in_the_project(place):
    place.environment = setup.Environment(str(place.root / ".venv"), place.root)
    place.fake_environment("runtime")
    result = subprocess.run(
        [place.root / "bin" / "chess"],
        cwd=place.folder,
        env={"PATH": str(place.path)},
        input="uci\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert_plays(place, result)


def change(file: Path) -> None:
    file.write_text(file.read_text() + "\n")


STALE = {
    "lock changed": lambda place: change(place.root / "requirements.lock"),
    "project changed": lambda place: change(place.root / "pyproject.toml"),
    "no stamp": lambda place: place.environment.stamp_file("runtime").unlink(),
    "stamp cut short": lambda place: os.truncate(place.environment.stamp_file("runtime"), 100),
    "copied from elsewhere": lambda place: place.environment.stamp_file("runtime").write_bytes(
        setup.Environment(place.environment.name, ROOT).stamp("runtime")
    ),
}


@pytest.mark.parametrize("make_stale", STALE.values(), ids=STALE.keys())
def test_sets_up_when_stale_and_keeps_the_streams(place, make_stale):
    place.fake_environment("runtime")
    place.fake_system_python()
    make_stale(place)
    result = place.call("chess")
    asked = ("-I", f"{place.root}/bin/setup.py", "runtime", place.environment.name)
    assert place.log.read_text() == "".join(f"<{word}>" for word in asked)  # and nothing from stdin
    assert result.stderr == "noise\n"
    result.stderr = ""
    assert_plays(place, result)


def test_other_changes_are_not_stale(place):
    place.fake_environment("runtime")
    change(place.root / "requirements-dev.lock")
    os.utime(place.root / "pyproject.toml")
    assert_plays(place, place.call("chess"))


def test_dangling_interpreter_is_stale(place):
    place.fake_environment("runtime")
    place.fake_system_python()
    place.environment.python.unlink()
    place.environment.python.symlink_to("/nowhere/python3")
    place.call("chess")
    assert place.log.exists()
    assert not place.environment.fresh("runtime")


def test_runtime_does_not_serve_dev(place):
    place.fake_environment("runtime")
    place.fake_system_python()
    place.call("run", "--dev", "pytest")
    assert "<dev>" in place.log.read_text()


def test_failed_set_up_starts_nothing(place):
    place.fake_environment()
    place.fake_system_python()
    result = place.call("chess", SET_UP_EXIT="2")
    assert (result.stdout, result.returncode) == ("", 2)


def test_without_python_one_line(place):
    result = place.call("chess")
    assert (result.stdout, result.returncode) == ("", 2)
    assert result.stderr.startswith("boyi: needs Python 3.11")
    assert result.stderr.count("\n") == 1


def test_without_module_only_sets_up(place):
    place.fake_environment("runtime")
    result = place.call("run")
    assert (result.stdout, result.stderr, result.returncode) == ("", "", 0)


# bin/setup.py itself, its steps faked.


class Steps(list[str]):
    """Stands for `run`: notes the steps, and makes the interpreter when asked for an environment."""

    def __init__(self, environment) -> None:
        self.environment = environment

    def __call__(self, lock, *command: str) -> None:
        if "venv" in command:
            self.append("venv")
            write_command(self.environment.python, "#!/bin/sh\n")
            (self.environment.folder / "pyvenv.cfg").touch()
        elif "--editable" in command:
            self.append("project")
        else:
            self.append(Path(command[-1]).name)


INSTALL = {
    "runtime": ["setuptools.lock", "requirements.lock"],
    "server": ["setuptools.lock", "requirements-server.lock"],
    "cluster": ["setuptools.lock", "requirements-cluster.lock"],
    "train": ["setuptools.lock", "requirements-train.lock"],
    "dev": ["setuptools.lock", "requirements-dev.lock"],
}


@pytest.fixture
def steps(place, monkeypatch):
    steps = Steps(place.environment)
    monkeypatch.setattr(setup, "run", steps)
    return steps


@pytest.mark.parametrize("level", INSTALL)
def test_set_up_from_nothing(place, steps, level):
    place.environment.ensure(level)
    assert steps == ["venv", *INSTALL[level], "project"]
    assert place.environment.fresh(level)
    assert place.environment.fresh("runtime")
    place.environment.ensure(level)
    assert steps == ["venv", *INSTALL[level], "project"]


@pytest.mark.parametrize(
    ("lower", "higher"), [("runtime", "server"), ("server", "train"), ("runtime", "dev"), ("train", "dev")]
)
def test_a_level_is_added_to_a_lower_one(place, steps, lower, higher):
    place.environment.ensure(lower)
    steps.clear()
    place.environment.ensure(higher)
    assert steps == [*INSTALL[higher], "project"]
    assert place.environment.fresh(lower)
    assert place.environment.fresh("runtime")


def test_new_metadata_reinstall_the_project_alone(place, steps):
    place.environment.ensure("dev")
    steps.clear()
    change(place.root / "pyproject.toml")
    place.environment.ensure("runtime")
    assert steps == ["project"]
    assert place.environment.fresh("dev")


def test_new_lock_remakes(place, steps):
    place.environment.ensure("runtime")
    steps.clear()
    leftover = place.environment.folder / "leftover"
    leftover.touch()
    change(place.root / "requirements.lock")
    place.environment.ensure("runtime")
    assert steps == ["venv", *INSTALL["runtime"], "project"]
    assert not leftover.exists()


def test_a_lock_edited_during_set_up_is_installed_by_the_next(place, steps, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(place.environment, "install", lambda *_: change(place.root / "requirements.lock"))
        place.environment.ensure("runtime")
    assert not place.environment.fresh("runtime")
    steps.clear()
    place.environment.ensure("runtime")
    assert steps == ["venv", *INSTALL["runtime"], "project"]


def test_moved_project_remakes(place, steps):
    place.environment.ensure("runtime")
    steps.clear()
    moved = setup.Environment(place.environment.name, place.root.rename(place.folder / "moved"))
    moved.ensure("runtime")
    assert steps[0] == "venv"
    assert moved.fresh("runtime")


def test_interrupted_set_up_is_redone(place, steps, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(place.environment, "install", interrupt)
        with pytest.raises(KeyboardInterrupt):
            place.environment.ensure("runtime")
    assert not place.environment.fresh("runtime")
    (place.environment.folder / "pyvenv.cfg").unlink()
    steps.clear()
    place.environment.ensure("runtime")
    assert steps == ["venv", *INSTALL["runtime"], "project"]


def test_somebody_elses_folder_is_left_alone(place, steps):
    treasure = place.environment.folder / "treasure"
    treasure.parent.mkdir()
    treasure.touch()
    for _ in range(2):
        with pytest.raises(setup.SetupError, match="nothing was changed"):
            place.environment.ensure("runtime")
    assert treasure.exists()
    assert steps == []


def test_several_at_once_set_up_once(place, steps, monkeypatch, capfd):
    def install(level, lock):
        time.sleep(0.2)
        steps.append("install")

    monkeypatch.setattr(place.environment, "install", install)
    threads = [threading.Thread(target=place.environment.ensure, args=["runtime"]) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert steps == ["venv", "install", "project"]
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("waiting for another set-up") == 2


def test_a_lock_is_held_by_one_until_it_is_closed(tmp_path):
    with (tmp_path / "lock").open("ab+") as first, (tmp_path / "lock").open("ab+") as second:
        assert setup.try_lock(first)
        assert not setup.try_lock(second)
        first.close()
        assert setup.try_lock(second)


class WindowsLocks(ModuleType):
    """Stands for msvcrt: locks bytes of files, and refuses those that are locked."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.locked = set[tuple[int, int]]()

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        place = (os.fstat(descriptor).st_ino, os.lseek(descriptor, 0, os.SEEK_CUR))
        if place in self.locked:
            raise PermissionError(13, "Permission denied")
        self.locked.add(place)


def test_on_windows_one_works_too(place, monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", WindowsLocks())
    windows = load("setup")
    assert windows.Environment(str(tmp_path)).python == tmp_path / "Scripts" / "python.exe"
    with (tmp_path / "lock").open("ab+") as lock, (tmp_path / "lock").open("ab+") as other:
        lock.write(b"made by boyi\n")
        assert windows.try_lock(lock)
        assert not windows.try_lock(other)
        lock.seek(0)
        assert lock.read() == b"made by boyi\n"
    environment = windows.Environment(place.environment.name, place.root)
    steps = Steps(environment)
    monkeypatch.setattr(windows, "run", steps)
    environment.ensure("runtime")
    assert steps == ["venv", *INSTALL["runtime"], "project"]
    assert environment.fresh("runtime")
    (environment.folder / "pyvenv.cfg").write_text(f"home = {tmp_path / 'removed'}\n")
    assert not environment.fresh("runtime")


def test_a_check_changes_nothing_and_says_nothing(place, capfd):
    environment = setup.Environment(place.environment.name)
    arguments = ["--check", "runtime", environment.name]
    assert setup.main(arguments) == 1
    assert not environment.folder.exists()
    write_command(environment.python, "")
    environment.stamp_file("runtime").write_bytes(environment.stamp("runtime"))
    assert setup.main(arguments) == 0
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["nonsense"], "no such environment"),
        (["runtime", "relative/folder"], "absolute path"),
        (["runtime", "/dev/null/folder"], "/dev/null"),
    ],
)
def test_failure_is_one_line(arguments, reason, capfd):
    assert setup.main(arguments) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("boyi: ") and reason in err and err.count("\n") == 1


def test_steps_read_nothing_and_speak_on_stderr(place, capfd):
    program = "import sys; print(repr(sys.stdin.read())); sys.exit(3)"
    with place.log.open("wb") as lock, pytest.raises(setup.SetupError, match="exit code 3"):
        setup.run(lock, sys.executable, "-c", program)
    assert capfd.readouterr() == ("", "''\n")


def test_entry_of_a_lock():
    builder = "setuptools==2 ; sys_platform != 'x' \\\n    --hash=y\n"
    lock = f"# by hand\na==1 \\\n    --hash=x\n    # via b\n{builder}z==3\n"
    assert setup.entry(lock, "setuptools") == builder
    assert setup.entry(lock, "z") == "z==3\n"


@pytest.mark.parametrize("name", LOCKS)
def test_locks_are_hashed_and_name_no_index(name):
    lines = (ROOT / name).read_text().splitlines()
    assert "uv pip compile" in lines[1]
    packages = [line for line in lines if line[0] not in " #"]
    assert packages and all(line.endswith(" \\") for line in packages)
    assert not [line for line in lines if "://" in line or "index" in line]


def test_each_lock_holds_the_one_before():
    pins = [
        {line for line in (ROOT / name).read_text().splitlines() if "==" in line and line[0] not in " #"}
        for name in LOCKS
    ]
    assert pins[0] < pins[1] < pins[2]


def test_locks_are_those_of_the_set_up():
    assert list(setup.LOCKS.values()) == LOCKS
