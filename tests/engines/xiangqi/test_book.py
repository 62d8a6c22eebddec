"""Opening books of xiangqi: text that people edit, and the command that writes it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from boyi.engines.play import legal_moves
from boyi.engines.xiangqi import START, notation
from boyi.engines.xiangqi.books import Books
from boyi.engines.xiangqi.books.text import read_book

BOARD = START.rsplit(" ", 5)[0]


def advice(path, fen=START, times=60):
    book, pos = Books(str(path)), notation.read(fen)
    advised = [book.advise(pos, legal_moves(pos)) for _ in range(times)]
    return {notation.text(pos, move) for moves in advised for move in moves}


def test_moves_are_drawn_by_weight(tmp_path):
    path = tmp_path / "a.book"
    path.write_text(f"# remark\n\n{BOARD} w | h2e2 5 c3c4 5 b0c2 0\n")
    assert advice(path) == {"h2e2", "c3c4"}


def test_mirror_images_are_known(tmp_path):
    path = tmp_path / "a.book"
    right = notation.read(START)
    after = START.replace("1C5C1", "1C2C4")
    path.write_text(f"{after.split()[0]} b | h9g7 1\n")
    left = START.replace("1C5C1", "4C2C1").replace(" w ", " b ")
    assert advice(path, left) == {"b9c7"}
    assert Books(str(path)).advise(right, legal_moves(right)) == []


def test_several_files(tmp_path):
    (tmp_path / "a").write_text(f"{BOARD} w | h2e2 1\n")
    (tmp_path / "b").write_text(f"{START.replace('1C5C1', '1C2C4').split()[0]} b | h9g7 1\n")
    assert advice(f"{tmp_path / 'a'};{tmp_path / 'b'}") == {"h2e2"}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("nonsense", "line 1: expected a position"),
        ("9/9 w | h2e2 1", "line 1: a board has 10 ranks"),
        (f"{BOARD} w | h2e2", "line 1: expected a weight"),
        (f"{BOARD} w |", "line 1: expected a weight"),
        (f"{BOARD} w | h2e2 x", "line 1: 'x' is no weight"),
        (f"{BOARD} w | h2h2 1", "line 1: illegal move h2h2"),
    ],
)
def test_faults_are_told_with_their_line(line, fault):
    with pytest.raises(ValueError, match=fault):
        read_book([line])


def make(*arguments):
    command = [sys.executable, "-P", "-m", "boyi.arena.tools.xiangqi_book", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_book_from_game_records(tmp_path):
    games = [("h2e2 h9g7", "1-0"), ("b2e2 b9c7", "1-0"), ("h2e2 b9c7", "0-1"), ("c3c4", "0-1"), ("g3g4", "*")]
    lines = [json.dumps({"moves": moves, "result": result}) for moves, result in games]
    (tmp_path / "games.jsonl").write_text("\n".join(lines))
    done = make(tmp_path / "games.jsonl", "--book", tmp_path / "a.book", "--least", "1", "--origin", "tests")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "a.book").read_text()
    assert "4 games" in text
    assert "tests" in text
    assert f"{BOARD} w | h2e2 4\n" in text, "mirror images count as one, and what only lost is left out"
    assert advice(tmp_path / "a.book") == {"h2e2"}


@pytest.mark.parametrize(
    "content", ["rubbish", '{"moves": "h2h2", "result": "1-0"}', '{"result": "1-0"}', None]
)
def test_bad_records_are_one_line_and_code_two(tmp_path, content):
    if content is not None:
        (tmp_path / "games.jsonl").write_text(content)
    done = make(tmp_path / "games.jsonl", "--book", tmp_path / "a.book")
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "a.book").exists()


def test_a_book_from_an_arenas_games(tmp_path):
    games = [(None, ["h2e2", "h9g7"], 1.0), (None, ["h2e2", "b9c7"], 0.5), (START, ["c3c4"], 1.0)]
    lines = [json.dumps({"score": score, "record": [start, [[move, 3, None] for move in moves]]})
             for start, moves, score in games]  # fmt: skip
    (tmp_path / "games.jsonl").write_text("\n".join(lines))
    done = make(tmp_path / "games.jsonl", "--book", tmp_path / "a.book", "--least", "1")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "a.book").read_text()
    assert "2 games" in text
    assert f"{BOARD} w | h2e2 3\n" in text


def test_our_own_book_is_of_legal_moves_and_knows_the_start():
    own = Path(__file__).parents[3] / "books" / "xiangqi.book"
    assert len(advice(own)) >= 2
    assert len(own.read_text().splitlines()) > 200
