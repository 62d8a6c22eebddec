"""Opening books of Connect6: found however the board is turned, faults named by their line."""

import pytest

from boyi.engines import load_game
from boyi.engines.connect6 import notation
from boyi.engines.connect6.book import TurnBook, transform, transform_back
from boyi.engines.connect6.shape import BOTZONE, CONNECT6
from boyi.engines.play import legal_moves, play
from tests.support.engines.listening import Listener

LINES = "# a book\n\n | JJ@@ 1\nJJ@@ | KKIK 3\nJJ@@ KKIK | LKJH 1\n"


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "small.book"
    file.write_text(LINES)
    return file


def after(*stones: str):
    pos = notation.read(CONNECT6.start)
    for stone in stones:
        play(pos, notation.move(pos, stone))
    return pos


def advice(path, pos) -> list[str]:
    return [notation.text(pos, move) for move in TurnBook(str(path)).advise(pos, legal_moves(pos))]


@pytest.mark.parametrize("way", range(8))
def test_turning_back_undoes_turning(way):
    stones = {(x, y) for x in range(19) for y in range(19)}
    assert {transform(stone, way, 19) for stone in stones} == stones
    assert all(transform_back(transform(stone, way, 19), way, 19) == stone for stone in stones)


def test_known_positions_are_answered(path):
    assert advice(path, after()) == ["JJ"]
    assert set(advice(path, after("JJ", "KK", "IK"))) == {"LK", "JH"}


def test_turned_positions_are_answered_as_they_lie(path):
    """The white stones below the centre, then beside it: the answer turns with them."""
    assert set(advice(path, after("JJ", "KK", "KI"))) == {"KL", "HJ"}
    assert set(advice(path, after("JJ", "II", "KI"))) == {"LI", "JL"} or set(
        advice(path, after("JJ", "II", "KI"))
    ) == {"HI", "JL"}


def test_what_is_not_in_the_book_is_not_answered(path):
    assert advice(path, after("JJ", "KK", "AA")) == []
    assert advice(path, after("JJ", "KK")) == []
    assert advice(path, notation.read(BOTZONE.start)) == []


@pytest.mark.parametrize(
    "line", ["JJ@@ KKIK", "JJ@@ | KKIK", "JJ@@ | KKIK x", "JJ@@ | K 1", "jj | KKIK 1", "JJ@@ | KKIKLL 1"]
)
def test_a_faulty_line_is_named(tmp_path, line):
    file = tmp_path / "bad.book"
    file.write_text(f"# remark\n{line}\n")
    with pytest.raises(ValueError, match="line 2"):
        TurnBook(str(file))


def test_the_engine_plays_a_whole_turn_from_its_book(path):
    listener = Listener(load_game("connect6"), Hash=1, OwnBook=True, BookFile=str(path))
    listener.engine.set_position(None, ["JJ", "KK", "IK"])
    assert set(listener.best(movetime=5000).turn) == {"LK", "JH"}
    assert not listener.infos
    listener.close()
