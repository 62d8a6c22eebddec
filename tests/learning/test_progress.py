"""Every command that may take long tells how far it is: a line now and then where there is no terminal."""

import json
import re
from pathlib import Path

import pytest

from boyi.arena import progress
from boyi.learning.__main__ import COMMANDS, main
from tests.support.learning.xiangqi_games import lessons

TOLD = re.compile(r"^[\w -]+: \d+ of \d+ [a-z ]+(, [\d.e+-]+/s, .* left)?", re.MULTILINE)
SUITE = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#;\n"
QUICK = {
    "selfplay": "selfplay chess new --samples 60 --nodes 30 --workers 1",
    "strays": "strays chess data new --samples 300 --workers 1",
    "nnue": "nnue chess data run --passes 1 --batch 16",
    "texel": "texel chess data new.safetensors --samples 50",
    "td": "td run --source random --games 2 --evaluator mlp30",
    "label": "label xiangqi new --games games.jsonl --depth 1",
    "mlp": "mlp xiangqi labels run --evaluator mlp30 --passes 1 --batch 8",
    "roads": "roads run --steps 1 --nodes 20",
    "einstein": "einstein rectangles new.safetensors --size 1000",
    "margins": "margins chess run --rounds 1 --pairs 2 --nodes 20",
    "extensions": "extensions chess suite.epd run --nodes 300 --steps 1",
    "chessmaps": "chessmaps xiangqi games.jsonl new.safetensors --games 20 --unseen 5 --passes 1 --hidden 4",
}
"""A small call of each command; `recipe` and `online` are made of them, and the arena tells of `promote`."""
MADE_OF = {"recipe", "promote", "online"}
JUDGES = {"gauge"}
"""Commands whose calls need positions that a deep search has judged: their own tests look at them."""


def test_no_command_is_forgotten():
    assert QUICK.keys() | MADE_OF | JUDGES == COMMANDS.keys()


@pytest.fixture(scope="module")
def material(tmp_path_factory) -> Path:
    """What the small calls work on."""
    folder: Path = tmp_path_factory.mktemp("material")
    assert main(f"selfplay chess {folder / 'data'} --samples 300 --nodes 30 --workers 1".split()) == 0
    games = [
        {"moves": " ".join(game.moves), "result": {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[game.result]}
        for game in lessons(200, 12)
    ]
    (folder / "games.jsonl").write_text("".join(f"{json.dumps(game)}\n" for game in games))
    labels = f"label xiangqi {folder / 'labels'} --games {folder / 'games.jsonl'} --depth 1"
    assert main(labels.split()) == 0
    (folder / "suite.epd").write_text(SUITE * 4)
    return folder


@pytest.mark.parametrize("name", QUICK)
def test_a_command_tells_how_far_it_is(
    name: str,
    material: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
):
    monkeypatch.chdir(tmp_path)
    for path in material.iterdir():
        (tmp_path / path.name).symlink_to(path)
    assert main(QUICK[name].split()) == 0
    out = capfd.readouterr().out
    assert TOLD.search(out), out
    assert "{" not in out, "sentences, no dictionaries"


def test_lines_come_now_and_then(monkeypatch, capsys):
    seconds = iter(range(0, 1000, 1))
    monkeypatch.setattr("time.monotonic", lambda: float(next(seconds)))
    with progress.Progress("work", 50, "steps") as told:
        for done in range(1, 51):
            told.at(done)
    lines = capsys.readouterr().out.splitlines()
    assert 5 <= len(lines) <= 8
    assert lines[0] == "work: 1 of 50 steps, 1/s, 49 s left"
    assert lines[-1] == "work: 50 of 50 steps, 1/s, 0 s left"


@pytest.mark.parametrize(
    ("seconds", "words"), [(40, "40 s"), (720, "12 min"), (11_100, "3 h 5 min"), (86_400, "24 h 0 min")]
)
def test_a_span_of_time_in_words(seconds, words):
    assert progress.time_left(seconds) == words
