"""What the gate understands of lines: who searches, what ends that, and a clock after a wait."""

import pytest

from boyi.engines import load_game
from boyi.protocol.dialects import served_names
from boyi.server.gate.wording import DialectView, asks_for_search, ends_search


def view(game: str, *names: str) -> DialectView:
    return DialectView(load_game(game), names or served_names(game))


@pytest.mark.parametrize(
    ("game", "dialect", "lines"),
    [
        ("chess", "uci", ["go infinite", "go wtime 1 btime 1", "go perft 3", "bench", "eval"]),
        ("chess", "xboard", ["go"]),
        ("xiangqi", "ucci", ["go depth 4", "go depth 0", "go time 60", "perft 2"]),
        ("xiangqi", "cyclone", ["go movetime 5", "go time 60"]),
        ("connect6", "sau", ["new black", "move JJ@@", "error"]),
        ("connect6", "cloudict", ["next", "move JJ", "new black"]),
        (
            "connect6",
            "botzone",
            ['{"requests": [{"x0": -1, "y0": -1, "x1": -1, "y1": -1}], "responses": []}'],
        ),
        ("einstein", "ecui", ["get B 2 23 0 15 13 24 20 1 2 9 6 0 11"]),
        ("einstein", "course", ["get B 2 C5 0 E3 C3 D5 E4 A1 B1 D2 A2 0 A3"]),
        ("einstein", "ntu", ["0 1 0 0 1 8 5 -1 10 22 -1 14 12 23 19 1"]),
    ],
)
def test_who_asks_for_a_search(game: str, dialect: str, lines: list[str]):
    for line in lines:
        assert asks_for_search(view(game, dialect).read(line)), line


@pytest.mark.parametrize(
    ("game", "dialect", "lines"),
    [
        ("chess", "uci", ["uci", "isready", "stop", "position startpos", "setoption name Hash value 1", "d"]),
        ("chess", "xboard", ["xboard", "protover 2", "force", "new", "level 40 5 0", "time 100"]),
        ("connect6", "sau", ["name?", "new white", "end", "nonsense", ""]),
        ("einstein", "ecui", ["exit", "get B 9", "ini X"]),
    ],
)
def test_who_does_not(game: str, dialect: str, lines: list[str]):
    for line in lines:
        assert not asks_for_search(view(game, dialect).read(line)), line


def test_in_xboard_a_move_asks_for_a_search_unless_told_otherwise():
    found = view("chess", "xboard")
    assert asks_for_search(found.read("usermove e2e4"))
    found.overhear("move e7e5")
    assert ends_search(found.read("quit"))
    found.read("force")
    assert not asks_for_search(found.read("usermove g1f3"))
    assert asks_for_search(found.read("go"))


def test_what_ends_a_search():
    assert ends_search(view("chess", "uci").read("stop"))
    assert ends_search(view("chess", "uci").read("quit"))
    assert not ends_search(view("chess", "uci").read("isready"))
    found = view("chess", "xboard")
    found.read("go")
    assert ends_search(found.read("?"))


def test_the_dialect_is_chosen_by_greeting():
    found = view("xiangqi")
    assert found.dialect.name == "ucci"
    found.read("uci")
    assert found.dialect.name == "cyclone"
    found.read("xboard")
    assert found.keeps_state


def shortened(game: str, dialect: str, *lines: str, waited: int = 400) -> list[str]:
    found = view(game, dialect)
    for line in lines[:-1]:
        found.read(line)
    return found.after_waiting(lines[-1], found.read(lines[-1]), waited)


@pytest.mark.parametrize(
    ("game", "dialect", "lines", "then"),
    [
        ("chess", "uci", ["go wtime 1000 btime 5000 winc 10"],
         ["go wtime 600 winc 10 btime 4600 binc 0"]),
        ("chess", "uci", ["go movetime 1000 searchmoves e2e4"], ["go movetime 600 searchmoves e2e4"]),
        ("chess", "uci", ["go wtime 100 btime 100"], ["go wtime 25 btime 25 winc 0 binc 0"]),
        ("chess", "uci", ["go infinite"], ["go infinite"]),
        ("chess", "uci", ["go depth 5 joho"], ["go depth 5 joho"]),
        ("xiangqi", "ucci", ["go time 60 increment 5"], ["go time 59 increment 5"]),
        ("xiangqi", "ucci", ["setoption usemillisec true", "go time 60000"], ["go time 59600"]),
        ("xiangqi", "ucci", ["go movetime 1000"], ["go movetime 600"]),
        ("chess", "xboard", ["time 500", "otim 900", "go"], ["time 460", "go"]),
        ("chess", "xboard", ["st 5", "go"], ["go"]),
        ("connect6", "sau", ["move JJ@@"], ["move JJ@@"]),
        ("einstein", "ecui", ["get B 2 23 0 15 13 24 20 1 2 9 6 0 11"],
         ["get B 2 23 0 15 13 24 20 1 2 9 6 0 11"]),
    ],
)  # fmt: skip
def test_a_clock_after_a_wait(game: str, dialect: str, lines: list[str], then: list[str]):
    found = shortened(game, dialect, *lines)
    assert [sorted(line.split()) for line in found] == [sorted(line.split()) for line in then]


def test_a_line_stays_as_it_is_without_a_wait():
    assert shortened("chess", "uci", "go  wtime 1000 btime 1", waited=0) == ["go  wtime 1000 btime 1"]


def test_words_that_end_a_search():
    assert view("chess", "uci").stop_words(view("chess", "uci").read("go infinite")) == "stop"
    found = view("chess", "xboard")
    assert found.stop_words(found.read("go")) == "?"
    assert found.stop_words(found.read("analyze")) == "exit"
    found = view("connect6", "sau")
    assert found.stop_words(found.read("new black")) == ""


def test_in_a_batch_nothing_overtakes_a_search():
    found = view("xiangqi", "ucci")
    found.read("setoption batch true")
    assert found.in_batch
    found.read("setoption batch false")
    assert not found.in_batch
