"""A match between engines of other people, where they are installed."""

import json
from pathlib import Path

import chess.pgn
import pytest

from boyi.arena.__main__ import main
from tests.system.test_foreign_chess import find

pytestmark = pytest.mark.foreign


@pytest.mark.parametrize(
    ("tc", "other"), [("20+0.1,nodes=2000", "20+0.1,depth=4"), ("st=0.1,nodes=2000", "depth=4")]
)
def test_stockfish_and_glaurung(tmp_path: Path, tc: str, other: str):
    """Glaurung has no move to tell where few nodes end its search, so it is bounded in other ways."""
    (tmp_path / "some.txt").write_text("startpos moves e2e4 e7e5\nstartpos moves d2d4 d7d5\n")
    words = [f"{find('stockfish')}?name=stockfish&Hash=1", f"{find('glaurung')}?name=glaurung&tc={other}"]
    options = ["--games", "4", "--tc", tc, "--concurrency", "2", "--openings", str(tmp_path / "some.txt")]
    # The margin is for a machine that runs all other tests at the same time.
    calls = ["--win-score", "900", "--win-moves", "2", "--length", "60", "--margin", "10"]
    assert main(["match", *words, *options, *calls, "--folder", str(tmp_path / "run")]) == 0
    games = [json.loads(line) for line in (tmp_path / "run" / "games.jsonl").read_text().splitlines()]
    assert sorted(game["number"] for game in games) == [0, 1, 2, 3]
    assert [game["fault"] for game in games] == [""] * 4
    assert [game["pv_faults"] for game in games] == [[0, 0]] * 4
    assert all(game["plies"] > 10 for game in games)
    with (tmp_path / "run" / "games.pgn").open() as file:
        records = [chess.pgn.read_game(file) for _ in games]
    for record in records:
        assert record is not None
        assert not record.errors
        last = record.end()
        assert last.eval() is not None
