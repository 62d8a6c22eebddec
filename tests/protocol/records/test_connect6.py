"""Records of Connect6: four formats, read and written without loss; faults are named."""

from typing import NamedTuple

import pytest

from boyi.protocol.records.connect6 import (
    WRITERS,
    Connect6Game,
    from_low,
    read,
    read_row,
    to_low,
    write_arena_game,
)

GAME = Connect6Game(("JJ", "KK", "IK", "AS", "SA", "AA", "SS"), 0)


@pytest.mark.parametrize("name", WRITERS)
def test_what_is_written_is_read_again(name):
    again = read(WRITERS[name](GAME))
    assert again.stones == GAME.stones
    assert again.winner == (GAME.winner if name in ("littlegolem", "nctu") else None)


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("length", range(1, 8))
def test_a_game_may_end_after_any_stone(name, length):
    game = Connect6Game(GAME.stones[:length])
    assert read(WRITERS[name](game)) == game


def test_the_platform_s_lines():
    assert WRITERS["sau"](GAME) == "Black: JJ@@\nWhite: KKIK\nBlack: ASSA\nWhite: AASS\n"


def test_little_golem_counts_rows_from_the_bottom():
    game = read("(;FF[4]EV[connect6]PB[B man]PW[one W];B[j10];W[j9l11];B[k9l8];W[resign])")
    assert game == Connect6Game(("JJ", "JK", "LI", "KK", "LL"), 0)


def test_nctu_has_a_property_for_every_stone():
    assert read(";B[JJ];W[LH];W[HH];B[KK]").stones == ("JJ", "LH", "HH", "KK")


def test_rows_of_stones_and_their_winner():
    assert read_row("j10, k11,i11", "white") == Connect6Game(("JJ", "KI", "II"), 1)
    assert read_row("j10", "nobody").winner is None


@pytest.mark.parametrize(("low", "name"), [("a1", "AS"), ("a19", "AA"), ("s1", "SS"), ("j10", "JJ")])
def test_a_stone_in_both_writings(low, name):
    assert from_low(low) == name
    assert to_low(name) == low


def test_the_turns_of_a_game():
    assert list(GAME.turns())[:2] == [(0, ("JJ",)), (1, ("KK", "IK"))]
    assert list(Connect6Game(()).turns()) == []


FAULTS = {
    "Black: JJ@@\nrubbish": "line 2",
    "Black: JJ@@\nBlack: KKLL": "out of turn",
    "White: JJ@@": "out of turn",
    "(;B[j10];B[j9k9])": "stone 2",
    "(;B[j20])": "'j20'",
    "(;B[])": "no stone",
    "j10,k0": "'k0'",
    "rubbish": "'rubbish'",
    "t1": "'t1'",
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_named(text):
    with pytest.raises(ValueError, match=FAULTS[text]):
        read(text)


class Stone(NamedTuple):
    move: str


def test_the_arena_s_games_are_read_again():
    tags = {"White": r"one ] \ sign", "Black": "other", "Result": "0-1"}
    text = write_arena_game(tags, None, [Stone(name) for name in GAME.stones])
    assert read(text) == Connect6Game(GAME.stones, 1)
    assert r"PB[one \] \\ sign]" in text


def test_the_arena_s_games_may_begin_anywhere():
    start = "19/19 w 1 6 2"
    text = write_arena_game({"Result": "1-0"}, start, [Stone(name) for name in ("AA", "BB", "CC", "DD")])
    assert text.endswith(";W[AA];B[BB];B[CC];W[DD])\n")
    assert f"C[begins with {start}]" in text
