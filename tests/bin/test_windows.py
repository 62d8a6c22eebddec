"""The launchers for Windows, tried by an interpreter of the few commands of cmd that they use."""

import re
from pathlib import Path

import pytest

from tests.support.bin.cmd import Cmd, words_of

ROOT = Path(__file__).resolve().parents[2]
PLACE = r"C:\Users\Zoë Müller\the (best) games & more\博弈"
SCRIPTS = rf"{PLACE}\.venv\Scripts\python.exe"
SETUP, START = rf"{PLACE}\bin\setup.py", rf"{PLACE}\bin\start.py"
NAMES = sorted(path.name for path in (ROOT / "bin").glob("*.cmd"))


class Machine:
    """A computer with Windows whose programs are faked: which Pythons there are, and what is set up."""

    def __init__(self, *pythons: str, stamps: tuple[str, ...] = ()) -> None:
        self.pythons, self.stamps = pythons, set(stamps)
        self.files = {SCRIPTS} if stamps else set[str]()
        self.heard, self.said = list[list[str]](), list[str]()
        self.variables = dict[str, str]()
        self.set_up_code, self.code = 0, 0

    def call(self, name: str, arguments: str = "") -> int:
        texts = {each: (ROOT / "bin" / each).read_bytes().decode("ascii") for each in NAMES}
        batches = {rf"{PLACE}\bin\{each}": text for each, text in texts.items()}
        cmd = Cmd(batches, self.variables, self.files, self._program)
        code = cmd.run(rf"{PLACE}\bin\{name}.cmd", arguments)
        self.said = cmd.said
        return code

    def _program(self, words: list[str]) -> int:
        if "-c" in words:
            python = " ".join(words[: words.index("-I")])
            return 0 if python in self.pythons else 9009
        if "--check" in words:
            return 0 if words[-2] in self.stamps else 1
        self.heard.append(words)
        return self.set_up_code if SETUP in words else self.code

    @property
    def started(self) -> list[str]:
        """The words after bin/start.py of the one command that was run."""
        (words,) = self.heard
        assert words[:3] == [SCRIPTS, "-P", START]
        return words[3:]


@pytest.mark.parametrize("name", NAMES)
def test_the_text_is_what_cmd_reads(name):
    text = (ROOT / "bin" / name).read_bytes()
    assert text.isascii()
    assert text.count(b"\n") == text.count(b"\r\n")
    assert text.startswith(b"@echo off\r\nrem ")
    labels = set(re.findall(rb"^:(\w+)", text, re.MULTILINE))
    assert set(re.findall(rb"(?:goto |call :)(\w+)", text)) == labels


def test_starts_at_once_when_fresh():
    machine = Machine(stamps=("runtime",))
    machine.code = 7
    assert machine.call("chess", '--set "Log File=a b & c.txt" bench') == 7
    assert machine.started == ["boyi.engines.chess", "--set", "Log File=a b & c.txt", "bench"]


def test_a_file_is_started_by_its_full_path():
    machine = Machine(stamps=("dev",))
    machine.call("test", "-k x")
    assert machine.started == ["--dev", rf"{PLACE}\bin\checks.py", "-k", "x"]


@pytest.mark.parametrize(
    ("pythons", "chosen"),
    [(["py -3", "python"], ["py", "-3"]), (["python"], ["python"]), (["python3"], ["python3"])],
)
def test_sets_up_when_stale(pythons, chosen):
    machine = Machine(*pythons)
    assert machine.call("einstein") == 0
    assert machine.heard[0] == [*chosen, "-I", SETUP, "runtime", rf"{PLACE}\.venv"]
    assert machine.heard[1] == [SCRIPTS, "-P", START, "boyi.engines.einstein"]


def test_runtime_does_not_serve_dev():
    machine = Machine("py -3", stamps=("runtime",))
    machine.call("run", "--dev pytest")
    assert machine.heard[0][-2] == "dev"
    assert machine.heard[1][3:] == ["--dev", "pytest"]


def test_a_failed_set_up_starts_nothing():
    machine = Machine("py -3")
    machine.set_up_code = 2
    assert machine.call("chess") == 2
    assert len(machine.heard) == 1


def test_without_python_one_line():
    machine = Machine()
    assert machine.call("chess") == 2
    assert machine.heard == []
    assert [line.startswith("boyi: needs Python 3.11") for line in machine.said] == [True]


def test_the_environment_may_lie_elsewhere():
    machine = Machine("py -3")
    machine.variables["BOYI_ENV"] = r"D:\an environment"
    machine.call("chess")
    assert machine.heard[0][-1] == r"D:\an environment"
    assert machine.heard[1][0] == r"D:\an environment\Scripts\python.exe"


@pytest.mark.parametrize(
    ("words", "level"),
    [
        ("reproduce einstein", ["--train"]),
        ('einstein --steps 5 policy "a b"', ["--train"]),
        ("einstein policy --help", []),
        ("einstein network a", []),
        ("policy einstein", []),
        ("", []),
    ],
)
def test_teaching_convolutional_networks_has_a_level_of_its_own(words, level):
    machine = Machine(stamps=("runtime", "train"))
    machine.call("train", words)
    assert machine.started == [*level, "boyi.learning", *words_of(words)]
