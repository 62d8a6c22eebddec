"""The command `bin/train reproduce einstein` from end to end, with small numbers; then again."""

import importlib.util
from pathlib import Path

import pytest

from boyi.learning.__main__ import main
from boyi.learning.einstein.matches import matches, movers, rows

RECORDS = Path(__file__).parents[2] / "data/einstein_training_lines.txt"

SIZES = {
    "label-games": 20, "label-nodes": 100, "steps": 3, "policy-steps": 3, "rectangle-games": 500,
    "lessons": 600, "passes": 1, "matches": 2, "few": 20, "many": 30, "milliseconds": 0.02, "longer": 0.1,
}  # fmt: skip
SMALL = [
    *(word for name, size in SIZES.items() for word in (f"--{name}", str(size))),
    "--networks",
    "I",
    "--wide",
]


@pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="no JAX: the extra `train` is missing")
def test_tables_are_written_and_nothing_is_done_twice(tmp_path, capsys, monkeypatch):
    for module in (rows, movers):
        monkeypatch.setattr(module, "PLAYOUTS", ("stepwise", "die", "piece"))
    monkeypatch.setattr(matches, "TRIES", 1)
    monkeypatch.setattr(matches, "TRIED", 100)
    small = [*SMALL, "--records", str(RECORDS)]
    assert main(["reproduce", "einstein", str(tmp_path), *small]) == 0
    said, page = capsys.readouterr().out, (tmp_path / "report.html").read_text()
    for words in (
        "I sim 1+2+3, mirrored and colours",
        "network as prior against UCB alone",
        "policy network as prior against UCB alone: 20 simulations each",
        "moves of its winners",
        "winners of records",
        "guided by n-tuples against plain Monte Carlo: 30 playouts each",
        "Playout policies in a tree by min-max",
        "best moving second",
    ):
        assert words in said
        assert words in page
    assert "steps 3" in said, "sizes are told"
    files = {
        path: path.stat().st_mtime_ns
        for path in tmp_path.rglob("*")
        if path.suffix in (".json", ".jsonl", ".npy", ".safetensors") and path.name != "tables.json"
    }
    assert main(["reproduce", "einstein", str(tmp_path), *small]) == 0
    assert files == {path: path.stat().st_mtime_ns for path in files}
    again = capsys.readouterr().out
    assert again.splitlines()[-6:] == said.splitlines()[-6:]


@pytest.mark.parametrize("words", [["--steps", "0"], ["--networks", "III"]])
def test_what_cannot_be_is_one_line_and_code_2(tmp_path, capsys, words):
    assert main(["reproduce", "einstein", str(tmp_path), *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
