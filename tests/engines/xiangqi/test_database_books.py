"""Opening books that GUIs keep as databases: keys, both layouts, and files that are no such books."""

import sqlite3

import pytest

from boyi.engines.play import legal_moves
from boyi.engines.xiangqi import START, notation
from boyi.engines.xiangqi.books import Books
from boyi.engines.xiangqi.books.database import DatabaseBook, book_key

AFTER_CANNON = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b"
MIDDLE = "r1bakab2/9/1cn2rnc1/p3p1p1p/2p6/9/P1P1P1P1P/N1C1C1N2/9/1RBAKAB1R w"
COLUMNS = ("vkey", "vmove", "vscore", "vwin", "vdraw", "vlost", "vvalid")


def byte(square: str) -> int:
    """A square as such books count it."""
    return (3 + 9 - int(square[1])) * 16 + 3 + ord(square[0]) - ord("a")


def number(move: str, source_first: bool) -> int:
    source, target = byte(move[:2]), byte(move[2:])
    return source << 8 | target if source_first else target << 8 | source


def write(path, moves, table="bhobk", index=True):
    """A database with moves as (position, move, score, valid)."""
    with sqlite3.connect(path) as database:
        database.execute(f"CREATE TABLE {table} ({', '.join(COLUMNS)})")
        if index:
            database.execute(f"CREATE INDEX keys ON {table} (vkey)")
        for fen, move, score, valid in moves:
            row = (book_key(notation.read(fen)), number(move, table == "pfBook"), score, 0, 0, 0, valid)
            database.execute(f"INSERT INTO {table} VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    database.close()
    return path


def advice(path, fen=START, times=60):
    book, pos = Books(str(path)), notation.read(fen)
    advised = [book.advise(pos, legal_moves(pos)) for _ in range(times)]
    return {notation.text(pos, move) for moves in advised for move in moves}


@pytest.mark.parametrize(
    ("fen", "own", "image"),
    [
        (START, 7101337512282506414, 7101337512282506414),
        (AFTER_CANNON, -6779375433368598546, 3014087590936550302),
        (MIDDLE, 6233328526597061974, 5114610501814065874),
    ],
)
def test_keys_are_those_that_another_program_computes(fen, own, image):
    """The figures are from cchess 1.25.5, a library that reads both kinds of books."""
    pos = notation.read(fen)
    assert (book_key(pos), book_key(pos, mirrored=True)) == (own, image)


@pytest.mark.parametrize("index", [True, False])
@pytest.mark.parametrize("table", ["bhobk", "pfBook"])
def test_moves_are_drawn_by_score(tmp_path, table, index):
    rows = [(START, "h2e2", 50, 1), (START, "c3c4", 50, 1), (START, "b0c2", 0, 1), (START, "g3g4", 99, 0)]
    assert advice(write(tmp_path / "a", rows, table, index)) == {"h2e2", "c3c4"}


def test_where_no_score_is_above_zero_the_best_is_played(tmp_path):
    rows = [(START, "h2e2", -5, 1), (START, "c3c4", -9, 1)]
    assert advice(write(tmp_path / "a.obk", rows)) == {"h2e2"}


def test_mirror_images_are_known(tmp_path):
    path = write(tmp_path / "a.obk", [(AFTER_CANNON, "h9g7", 1, 1)])
    assert advice(path, AFTER_CANNON.replace("1C2C4", "4C2C1")) == {"b9c7"}


def test_text_and_databases_may_be_mixed(tmp_path):
    database = write(tmp_path / "a.obk", [(START, "h2e2", 1, 1)])
    (tmp_path / "b.book").write_text(f"{AFTER_CANNON} | h9g7 1\n")
    both = f"{database};{tmp_path / 'b.book'}"
    assert advice(both) == {"h2e2"}
    assert advice(both, AFTER_CANNON) == {"h9g7"}


def test_moves_that_are_none_are_passed_over(tmp_path):
    path = write(tmp_path / "a.obk", [(START, "h2e2", 1, 1)])
    with sqlite3.connect(path) as database:
        key = book_key(notation.read(START))
        for move in (0, -1, 1 << 40, "h2e2", None):
            database.execute("INSERT INTO bhobk VALUES (?, ?, 9, 0, 0, 0, 1)", (key, move))
    database.close()
    assert advice(path) == {"h2e2"}


@pytest.mark.parametrize("text", ["CREATE TABLE other (a)", "CREATE TABLE bhobk (vkey, vmove)"])
def test_other_databases_are_refused(tmp_path, text):
    with sqlite3.connect(tmp_path / "a") as database:
        database.execute(text)
    database.close()
    with pytest.raises(ValueError, match="no opening book"):
        DatabaseBook(tmp_path / "a")


def test_a_damaged_database_is_refused(tmp_path):
    path = write(tmp_path / "a", [(START, "h2e2", 1, 1)])
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(ValueError, match="no opening book"):
        DatabaseBook(path)
