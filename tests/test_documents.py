"""What the documents tell users to type is understood, and the modules they name are there."""

import importlib.util
import re
import shlex
from pathlib import Path

import pytest

from boyi.arena.options import parser
from boyi.learning.__main__ import parsed

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("README.md", "MEASUREMENTS.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "books/README.md")
LEFT_OUT = ("…", "--help", "ENGINE", "NAME")
"""Marks of what is no whole command."""


def code_of(name: str) -> list[str]:
    """Every piece of code in a document: lines of blocks without comments, and what stands in backticks."""
    text = (ROOT / name).read_text(encoding="utf-8")
    blocks = re.findall(r"^```.*?\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    lines = [line.partition(" #")[0] for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return lines + re.findall(r"`([^`]+)`", prose)


def commands(program: str) -> list[str]:
    """What follows a program's name, wherever a document has a whole command of it."""
    found = {
        " ".join(code.split()[1:])
        for name in DOCUMENTS
        for code in code_of(name)
        if code.split()[:1] == [program] and not any(mark in code for mark in LEFT_OUT)
    }
    return sorted(found - {""})


@pytest.mark.parametrize("words", commands("bin/train"))
def test_the_trainer_understands(words):
    module, _ = parsed(shlex.split(words))
    assert module.__doc__


@pytest.mark.parametrize("words", commands("bin/arena"))
def test_the_arena_understands(words):
    assert parser("").parse_args(shlex.split(words)).command == words.split()[0]


@pytest.mark.parametrize("words", commands("bin/run"))
def test_the_module_is_there(words):
    level, *rest = words.split()
    assert (level in ("--train", "--dev") and not rest) or importlib.util.find_spec(level)


def test_there_are_commands_to_look_at():
    assert min(len(commands(f"bin/{program}")) for program in ("train", "arena", "run")) > 5
