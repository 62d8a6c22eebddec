"""Records of EinStein games survive being written and read; faults are named."""

import pytest

from boyi.protocol.records.ecui import read_ecui, write_ecui
from boyi.protocol.records.einstein_examples import TrainingLine, examples, read_example, write_example
from boyi.protocol.records.einstein_game import EinsteinGame, EinsteinPly
from boyi.protocol.records.wtn import WtnHeading, read_wtn, square_wtn, write_wtn

LAYOUTS = ((25, 24, 20, 23, 19, 15), (1, 2, 3, 6, 7, 11))
PLIES = (
    EinsteinPly(1, 5, 7, 13, 239.5),
    EinsteinPly(0, 5, 19, 13, 238.25),
    EinsteinPly(1, 3, 3, 4, 238.0),
    EinsteinPly(0, 5, 13, 7, 237.0),
    EinsteinPly(1, 6, 11, 16, 236.5),
    EinsteinPly(0, 5, 7, 1, 236.75),
)
GAME = EinsteinGame(LAYOUTS, PLIES).with_result()


def test_who_has_won_is_seen_on_the_board():
    assert (GAME.winner, GAME.reason) == (0, "End!")
    assert EinsteinGame(LAYOUTS, PLIES[:3]).with_result().winner is None
    assert EinsteinGame(
        ((7, 0, 0, 0, 0, 0), (8, 0, 0, 0, 0, 0)), (EinsteinPly(0, 1, 7, 2), EinsteinPly(1, 1, 8, 9))
    ).with_result() == (
        EinsteinGame(
            ((7, 0, 0, 0, 0, 0), (8, 0, 0, 0, 0, 0)), (EinsteinPly(0, 1, 7, 2), EinsteinPly(1, 1, 8, 9))
        )
    )
    taken = EinsteinGame(((9, 0, 0, 0, 0, 0), (8, 0, 0, 0, 0, 0)), (EinsteinPly(1, 1, 8, 9),)).with_result()
    assert (taken.winner, taken.reason) == (1, "No B !")


def test_boards_follow_the_plies():
    boards = list(GAME.boards())
    assert boards[0] == LAYOUTS
    assert boards[2] == ((25, 24, 20, 23, 13, 15), (1, 2, 3, 6, 0, 11))
    with pytest.raises(ValueError, match="ply 1 leaves square 8"):
        list(EinsteinGame(LAYOUTS, (EinsteinPly(0, 1, 8, 7),)).boards())


def test_ecui():
    text = write_ecui([GAME, GAME])
    assert text.splitlines()[:3] == [
        "ini 25 24 20 23 19 15 1 2 3 6 7 11",
        "01 R 5 07 13 239.50",
        "02 B 5 19 13 238.25",
    ]
    assert "end B win: End!" in text
    assert text.splitlines()[-4:] == ["endgame", "result", "B 2", "R 0"]
    assert read_ecui(text) == [GAME, GAME]
    assert read_ecui(text.replace("\n", "\r\n")) == [GAME, GAME]


@pytest.mark.parametrize(
    "line", ["ini 1 2 3", "01 X 5 07 13 1.0", "01 R 5 07 13", "end X win: End!", "hello"]
)
def test_a_faulty_line_is_named(line):
    with pytest.raises(ValueError, match="line 2 "):
        read_ecui(f"ini 25 24 20 23 19 15 1 2 3 6 7 11\n{line}\n")


def test_wtn():
    heading = WtnHeading("Ours", "Theirs", "2018.08.04 14:00 Town", "2018 CCGC")
    text = write_wtn(GAME, heading)
    assert text.splitlines()[0] == "#[WTN][Ours R][Theirs B][后手胜][2018.08.04 14:00 Town][2018 CCGC];"
    assert text.splitlines()[1] == "R:A5-1;B5-2;C5-3;A4-4;B4-5;A3-6"
    assert text.splitlines()[3] == "1:5;(R5,C3)"
    found, game = read_wtn(text)
    assert found == heading
    assert [(p.start, p.goal, p.die) for p in game.plies] == [(p.start, p.goal, p.die) for p in GAME.plies]
    assert (game.winner, game.layouts) == (0, LAYOUTS)


def test_wtn_counts_rows_from_the_bottom():
    assert [square_wtn(square) for square in (1, 5, 13, 21, 25)] == ["A5", "E5", "C3", "A1", "E1"]


@pytest.mark.parametrize("text", ["", "#[WTN][a R]", "#[WTN][a R][b B][][c][d];\nR:A5-1\nB:"])
def test_what_is_no_wtn_is_refused(text):
    with pytest.raises(ValueError, match=r"WTN|layout"):
        read_wtn(text)


def test_a_taken_piece_cannot_move_in_wtn():
    text = write_wtn(EinsteinGame(LAYOUTS, PLIES[:2]), WtnHeading("a", "b")) + "3:5;(R5,C4)\n"
    with pytest.raises(ValueError, match="ply 3"):
        read_wtn(text)


LINE = "(R)(5)(25 24 20 23 19 15)(1 2 3 6 7 11)(7)(13)"


def test_training_lines():
    example = TrainingLine(1, 5, *LAYOUTS, 7, 13)
    assert write_example(example) == LINE
    assert read_example(f" {LINE}\r\n") == example
    assert next(iter(examples(GAME, winner_only=False))) == example
    assert [e.start for e in examples(GAME)] == [19, 13, 7]


@pytest.mark.parametrize("line", ["", LINE[:-1], LINE.replace("25 ", ""), LINE.replace("(5)", "(7)")])
def test_what_is_no_training_line_is_refused(line):
    with pytest.raises(ValueError, match="training line"):
        read_example(line)
