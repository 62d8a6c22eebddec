"""All published tables on one page: nothing is done twice, nothing published is without a part."""

import sys
import types
from pathlib import Path

import pytest

from boyi.learning.__main__ import REPRODUCTIONS, main
from boyi.learning.reproductions import all as everything
from boyi.learning.reproductions.all import PARTS, Part, tables_in

TEXT = """noise
| nodes | published | ours |
| --- | --- | --- |
| random | 100 | 100.0 |
| b | c |
|---|---|
"""
OWN = {"all", "xiangqi-td-factors"}
"""What was published nowhere."""


def test_every_reproduction_of_something_published_is_a_part():
    assert {part.name for part in PARTS} == REPRODUCTIONS.keys() - OWN
    assert all(part.published for part in PARTS)


def test_tables_are_found_in_what_is_printed():
    first, second = tables_in(TEXT)
    assert first == ("nodes", ["nodes", "published", "ours"], [["random", "100", "100.0"]])
    assert second == ("b", ["b", "c"], [])


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A part that only prints; the list tells how often."""
    done = list[str]()
    module = types.ModuleType("stub")

    def run(args):
        done.append(args.folder)
        print(TEXT)

    module.arguments = lambda parser: parser.add_argument("folder")  # type: ignore[attr-defined]
    module.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "boyi.learning.reproductions.stub", module)
    part = Part("stub", "A work", ("its table",), lambda folder, args: [str(folder)], ())
    monkeypatch.setattr(everything, "PARTS", (part,))
    monkeypatch.setattr(everything, "own_games", lambda name, count, path: path)
    monkeypatch.setattr(everything, "own_suite", lambda path: path)
    return done


def test_what_is_done_is_not_done_again(stub, tmp_path: Path, capsys):
    for _ in range(2):
        assert main(["reproduce", "all", str(tmp_path), "--small"]) == 0
    assert stub == [str(tmp_path / "stub")]
    page, text = (tmp_path / "report.html").read_text("utf-8"), (tmp_path / "report.md").read_text("utf-8")
    for words in ("A work", "its table", "bin/train reproduce stub", "nothing follows from these figures"):
        assert words in page
        assert words in text
    assert "| random | 100 | 100.0 |" in text
    assert "part 1 of 1: stub" in capsys.readouterr().out


def test_what_is_missing_is_named(tmp_path: Path, capsys):
    assert main(["reproduce", "all", str(tmp_path), "--suite", "x.epd"]) == 2
    assert "give --xiangqi-games, --chess-games, or --small" in capsys.readouterr().err
