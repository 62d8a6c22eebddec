"""Openings and books that are shipped: level, different, made again by their command, found by matches."""

import random
import tomllib

import chess
import chess.polyglot
import pytest

from boyi.arena.game.openings import Opening, OpeningSuite
from boyi.arena.game.rules import Rulebook
from boyi.arena.inprocess.quick_search import QuickSearch, evaluation_of
from boyi.arena.runs.settings import RunSettings
from boyi.arena.tools import chess_book, openings
from boyi.arena.tools.openings import LEVEL, THOUGHT, OpeningMaker
from boyi.engines import GAMES, load_game
from boyi.engines.files import BOOKS

LEAST = {"chess": 2000, "xiangqi": 1000, "connect6": 60}


@pytest.mark.parametrize("name", LEAST)
def test_a_game_ships_many_openings_and_each_can_be_played(name):
    rules = Rulebook(load_game(name))
    path = rules.game.openings
    drawn = OpeningSuite(path).draw(name, 1, 10_000, rules.check)
    assert len(drawn) >= LEAST[name]
    positions = {rules.notation.write(rules.set_up(opening, random.Random(0))[0]) for opening in drawn}
    assert len({" ".join(position.split()[:4]) for position in positions}) == len(drawn)


@pytest.mark.parametrize("name", ["chess", "xiangqi"])
def test_shipped_openings_say_how_they_were_made(name):
    suffix = ".epd" if name == "chess" else ".txt"
    head, *lines = (BOOKS / f"{name}_openings{suffix}").read_text("utf-8").splitlines()
    assert f"{len(lines)} openings of {name}, 8 plies, made with --seed 1; at {THOUGHT} nodes" in head


@pytest.mark.parametrize("name", ["chess", "xiangqi"])
def test_openings_follow_from_the_seed(name):
    game = load_game(name)
    first, again, other = (OpeningMaker(game, seed, 8).openings() for seed in (1, 1, 2))
    made = [next(first) for _ in range(2)]
    assert [next(again) for _ in range(2)] == made
    assert next(other) != made[0]
    assert all(abs(opening.value) <= LEVEL and len(opening.moves) == 8 for opening in made)


def test_shipped_openings_are_level():
    game = load_game("chess")
    search = QuickSearch(game, evaluation_of(game).weights)
    lines = (BOOKS / "chess_openings.epd").read_text("utf-8").splitlines()[1:]
    for line in lines[::200]:
        search.forget()
        position, _, value = line.rstrip(";").partition(" ce ")
        assert abs(int(value)) <= LEVEL
        assert abs(search.think(game.notation.read(f"{position} 0 1", {}), 100_000).score) < 80


def settings(game: str, *dialects: str, **rest: object) -> RunSettings:
    engines = [{"name": str(i), "command": game, "dialect": name} for i, name in enumerate(dialects)]
    return RunSettings.read({"game": game, "engines": engines, **rest}, "test")


def test_a_match_begins_from_shipped_openings_unless_told_otherwise():
    book = load_game("chess").openings
    plain = settings("chess", "uci", "xboard")
    assert plain.with_openings(book).openings.file == book
    assert plain.with_openings("").openings.file == ""
    told = settings("chess", "uci", "uci", openings={"file": "startpos"})
    assert told.with_openings(book) == told
    assert told.openings.draw("chess", 1, 5, lambda opening: None) == [Opening()]


def test_who_knows_the_usual_start_alone_plays_from_there():
    sau = settings("connect6", "uci", "sau", tc="st=1")
    assert sau.with_openings(load_game("connect6").openings) == sau


def test_games_name_openings_that_are_there():
    for name in GAMES:
        book = load_game(name).openings
        assert not book or (BOOKS.parent / book).is_file()


def test_the_openings_command_writes_a_file_or_a_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(openings, "THOUGHT", 200)
    words = ["openings", "xiangqi", str(tmp_path / "some.txt"), "--count", "3", "--plies", "2"]
    monkeypatch.setattr("sys.argv", words)
    openings.main()
    assert len((tmp_path / "some.txt").read_text().splitlines()) == 4
    monkeypatch.setattr("sys.argv", [*words[:2], str(tmp_path / "none" / "some.txt"), "--count", "1"])
    with pytest.raises(SystemExit):
        openings.main()
    assert capsys.readouterr().err.startswith("openings: ")


GAMES_MET = """[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O 1-0

[Result "1/2-1/2"]

1. e4 e5 2. Nf3 1/2-1/2

[Result "0-1"]

1. d4 d5 0-1
"""


def test_a_polyglot_book_is_made_and_read(tmp_path):
    (tmp_path / "some.pgn").write_text(GAMES_MET)
    book, games = chess_book.build([tmp_path / "some.pgn"], 24, 1)
    assert games == 3
    path = tmp_path / "some.bin"
    path.write_bytes(book)
    with chess.polyglot.open_reader(path) as reader:
        board = chess.Board()
        assert {entry.move.uci(): entry.weight for entry in reader.find_all(board)} == {"e2e4": 3}
        for san in ("e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6"):
            board.push_san(san)
        assert [entry.move.uci() for entry in reader.find_all(board)] == ["e1g1"]
    with pytest.raises(ValueError, match="no move was played 5 times in the 3 games"):
        chess_book.build([tmp_path / "some.pgn"], 24, 5)


def test_promotions_are_written_as_the_format_has_them():
    board = chess.Board("8/P6k/8/8/8/8/7K/8 w - - 0 1")
    move = chess.Move.from_uci("a7a8n")
    assert chess_book.encode(board, move) == chess.A8 | chess.A7 << 6 | 1 << 12


def test_a_wheel_carries_every_book():
    project = tomllib.loads((BOOKS.parent / "pyproject.toml").read_text("utf-8"))
    data = project["tool"]["setuptools"]["package-data"]
    patterns = [*data["*"], *data["boyi.books"]]
    books = [path for path in BOOKS.iterdir() if path.is_file() and path.suffix != ".md"]
    assert len(books) >= 6
    assert [book.name for book in books if not any(book.match(pattern) for pattern in patterns)] == []


def test_the_shipped_book_knows_sound_first_moves():
    with chess.polyglot.open_reader(BOOKS / "chess.bin") as reader:
        assert len(reader) > 200
        known = {entry.move.uci() for entry in reader.find_all(chess.Board())}
    assert known & {"e2e4", "d2d4", "c2c4", "g1f3"}
