"""Books that come with the project are found from every folder, by the name that the documents use."""

from pathlib import Path

import pytest

from boyi.arena.game.openings import OpeningSuite
from boyi.engines import files
from boyi.engines.files import user_path

BOOKS = Path(__file__).resolve().parents[2] / "books"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory without books."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["xiangqi.book", "connect6.book", "connect6_openings.txt"])
def test_a_book_of_the_project_is_found(name):
    assert user_path(f"books/{name}") == files.BOOKS / name
    assert user_path(f"books/{name}").samefile(BOOKS / name)


def test_the_users_own_book_is_preferred(elsewhere):
    own = elsewhere / "books" / "xiangqi.book"
    own.parent.mkdir()
    own.touch()
    assert user_path("books/xiangqi.book") == Path("books/xiangqi.book")


@pytest.mark.parametrize(
    "name", ["xiangqi.book", "other/xiangqi.book", "books/none.book", "books", "/books/a", ""]
)
def test_other_paths_stay_as_they_are(name):
    assert user_path(name) == Path(name)


def test_openings_of_the_project_are_drawn_from_everywhere():
    drawn = OpeningSuite("books/connect6_openings.txt").draw("connect6", 1, 3, lambda opening: None)
    assert len(drawn) == 3
