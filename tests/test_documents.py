"""What the documents tell users to type is understood, and what they name or link to is there."""

import importlib.util
import re
import shlex
from pathlib import Path

import pytest

from boyi.arena.cli import parser
from boyi.engines import GAMES, load_game
from boyi.learning.__main__ import parse
from boyi.server.__main__ import parser as server_parser
from boyi.server.remote.__main__ import read_target

ROOT = Path(__file__).parents[1]
READMES = (
    "books",
    "arena",
    "server",
    "server/lichess",
    "learning",
    "learning/reproductions",
    *(f"engines/{game}" for game in GAMES),
)
"""Folders that have a document of their own."""
DOCUMENTS = (
    *("README.md", "MEASUREMENTS.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"),
    *(f"{folder}/README.md" for folder in READMES),
)
LEVELS = ("server", "cluster", "train", "dev")
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


def links_of(name: str) -> list[str]:
    """Where the links and pictures of a document lead, those to other sites left out."""
    text = (ROOT / name).read_text(encoding="utf-8")
    found = re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", text)
    return [link for pair in found for link in pair if link and "://" not in link]


def resolves(name: str, link: str) -> bool:
    """Whether a link of a document leads to a file, and to a heading of it if it names one."""
    file, _, heading = link.partition("#")
    path = (ROOT / name).parent / file if file else ROOT / name
    return path.is_file() and (not heading or heading in anchors(path))


def anchors(path: Path) -> set[str]:
    """The headings of a document as GitHub names them in links."""
    titles = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("words", commands("bin/train"))
def test_the_trainer_understands(words):
    module, _ = parse(shlex.split(words))
    assert module.__doc__


@pytest.mark.parametrize("words", commands("bin/arena"))
def test_the_arena_understands(words):
    assert parser("").parse_args(shlex.split(words)).command == words.split()[0]


@pytest.mark.parametrize("words", commands("bin/server"))
def test_the_server_understands(words):
    server_parser().parse_args(shlex.split(words))


@pytest.mark.parametrize("words", [word for word in commands("bin/remote") if "--tls" not in word])
def test_the_bridge_understands(words):
    assert read_target([word for word in shlex.split(words) if word not in ("--token-file", "token")]).port


@pytest.mark.parametrize("words", commands("bin/run"))
def test_the_module_is_there(words):
    level, *rest = words.split()
    assert (level.removeprefix("--") in LEVELS and not rest) or importlib.util.find_spec(level)


def test_there_are_commands_to_look_at():
    assert min(len(commands(f"bin/{program}")) for program in ("train", "arena", "run")) > 5


def test_no_document_is_left_out():
    folders = (
        ROOT / name
        for name in ("arena", "bin", "books", "engines", "learning", "protocol", "server", "tests")
    )
    found = [*ROOT.glob("*.md"), *(path for folder in folders for path in folder.rglob("*.md"))]
    assert {str(path.relative_to(ROOT)) for path in found} == set(DOCUMENTS)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_launcher_named_is_there(name):
    programs = {
        program for code in code_of(name) for program in re.findall(r"(?<![/\w])bin/\w+(?:\.\w+)?", code)
    }
    assert [program for program in programs if not (ROOT / program).is_file()] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_test_named_is_there(name):
    paths = {path for code in code_of(name) for path in re.findall(r"tests/[\w/]+\.py", code)}
    assert [path for path in paths if not (ROOT / path).is_file()] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_resolves(name):
    assert [link for link in links_of(name) if not resolves(name, link)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_explained(game):
    text = (ROOT / "engines" / game / "README.md").read_text(encoding="utf-8")
    names = {option.name.replace("Endgame Cost", "Cost") for option in load_game(game).options}
    assert [name for name in sorted(names) if f"`{name}`" not in text] == []
