"""What keeps the house in order: folders small enough to read, names with one meaning, plain docstrings."""

import ast
import json
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engines", "protocol", "arena", "learning", "server")
MOST_MODULES = 16
"""In a folder, besides `__init__` and `__main__`: what a reader takes in at one look."""

EXCUSED = {
    "engines": "three small ones serve processes that have loaded nothing: command_line, host, interrupts",
}
"""Folders that hold more modules, with the reason."""

DOCUMENT_BYTES = {"README.md": 8_000, "ARCHITECTURE.md": 6_000, "MEASUREMENTS.md": 12_000}
"""What a person reads in one go, by document."""

COMPLEX = {
    "alphabeta": "the two searches, in numbered steps: one of moves, one of whole turns",
    "quiescence": "the search at the leaves, in numbered steps",
    "next_move": "the staged picker: a step for each stage",
    "_chance": "Star1 and Star2 in one kernel, in numbered steps",
    "_try_partners": "pairs of stones, pruned as they are formed",
    "perform": "one line for each message",
    "render_event": "one line for each message",
    "render_command": "one line for each message",
    "_parse_play": "one line for each command",
    "_parse_setting": "one line for each command",
    "_act": "one line for each command",
}
"""Functions with more than ten ways through them, with the reason."""


def folders() -> list[Path]:
    roots = [ROOT / name for name in (*PACKAGES, "tests")]
    return sorted({path.parent for root in roots for path in root.rglob("*.py")})


@cache
def trees() -> dict[str, ast.Module]:
    """Every production module by its path, parsed."""
    paths = [path for name in PACKAGES for path in sorted((ROOT / name).rglob("*.py"))]
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8")) for path in paths}


def documented() -> Iterator[tuple[str, str]]:
    """Where each docstring stands, and what it says."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, kinds) and (text := ast.get_docstring(node)):
                yield f"{path}: {getattr(node, 'name', 'module')}", text


@pytest.mark.parametrize("folder", folders(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_folder_can_be_overlooked(folder):
    modules = [path for path in folder.glob("*.py") if path.stem not in ("__init__", "__main__")]
    assert len(modules) <= MOST_MODULES or str(folder.relative_to(ROOT)) in EXCUSED


@pytest.mark.parametrize("name", DOCUMENT_BYTES)
def test_a_document_is_short(name):
    assert len((ROOT / name).read_bytes()) <= DOCUMENT_BYTES[name]


def test_excuses_are_needed():
    assert all(len(list((ROOT / folder).glob("*.py"))) > MOST_MODULES for folder in EXCUSED)


def test_a_class_name_exists_once():
    places = defaultdict(list)
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_docstrings_stand_alone():
    assert [place for place, text in documented() if text.startswith(("The same", "Those"))] == []


def test_only_named_functions_are_complex():
    command = [sys.executable, "-m", "ruff", "check", "--select", "C901", "--output-format", "json"]
    check = subprocess.run([*command, *PACKAGES], cwd=ROOT, capture_output=True, text=True, check=False)
    found = {fault["message"].split("`")[1] for fault in json.loads(check.stdout)}
    assert found == set(COMPLEX)


def test_every_package_is_installed():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    known = {f"boyi.{path.parent.relative_to(ROOT)}".replace("/", ".") for path in packages()}
    assert set(settings["tool"]["setuptools"]["packages"]) == known | {"boyi.books"}


def packages() -> list[Path]:
    return [path for name in PACKAGES for path in (ROOT / name).rglob("__init__.py")]
