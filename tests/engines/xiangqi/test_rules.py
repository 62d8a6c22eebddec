"""The rules of xiangqi that set it apart: legs, eyes, screens, facing kings, and losing by having no move."""

import pytest

from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import DRAWN, LOST, ONGOING, WON
from boyi.engines.xiangqi import START, notation


def goals(fen: str, origin: str) -> set[str]:
    """Where the piece on a square may go."""
    pos = notation.read(fen)
    names = [notation.text(pos, move) for move in legal_moves(pos)]
    return {name[2:] for name in names if name[:2] == origin}


def after(fen: str, *moves: str, rules: str = "ComputerRule", **options: object):
    """The position after some moves; in the names of other options _ stands for a space."""
    others = {name.replace("_", " "): value for name, value in options.items()}
    pos = notation.read(fen, {"Repetition Rule": rules} | others)
    for name in moves:
        play(pos, notation.move(pos, name))
    return pos


JUMPS = {"d6", "f6", "c5", "g5", "c3", "g3", "d2", "f2"}
LINES = {*(f"i{rank}" for rank in range(10) if rank != 2), *(f"{file}2" for file in "efgh")}


@pytest.mark.parametrize(
    ("fen", "origin", "expected"),
    [
        pytest.param("4k4/9/9/9/4P4/4N4/9/9/9/4K4 w", "e4", JUMPS - {"d6", "f6"}, id="a horse's leg"),
        pytest.param("4k4/9/9/9/9/2B6/3N5/9/9/3K5 w", "c4", {"a2"}, id="an elephant's eye"),
        pytest.param("4k4/9/9/9/4p4/2B6/9/9/9/3K5 w", "c4", {"a2", "e2"}, id="an elephant stays in its half"),
        pytest.param("3k5/9/9/9/4r4/9/9/9/4C4/4K4 w", "e1", {"e2", "e3", "e4"}, id="a pinned cannon"),
        pytest.param("3k5/9/9/9/9/4c4/9/4N4/4C4/4K4 w", "e1", {"e4"}, id="one of two screens"),
        pytest.param("3k5/9/9/9/9/4c4/9/3N4R/9/4K4 w", "i2", LINES - {"e2"}, id="no screen for a cannon"),
        pytest.param("4k4/9/9/4P4/9/9/4p4/9/9/3K5 w", "e6", {"e7", "d6", "f6"}, id="a pawn beyond the river"),
        pytest.param("4k4/9/9/9/9/4P4/9/9/9/3K5 w", "e4", {"e5"}, id="a pawn before the river"),
        pytest.param("4k4/9/9/9/9/9/9/9/9/3K5 w", "d0", {"d1"}, id="kings do not face each other"),
        pytest.param("4k4/9/9/9/4N4/9/9/9/9/4K4 w", "e5", set(), id="a piece that alone keeps them apart"),
    ],
)  # fmt: skip
def test_where_a_piece_may_go(fen, origin, expected):
    assert goals(fen, origin) == expected


def test_a_cannon_jumps_to_take_and_only_then():
    fen = "3k5/9/4n4/9/4p4/9/4C4/9/9/5K3 w"
    assert {goal for goal in goals(fen, "e3") if goal[0] == "e"} == {"e0", "e1", "e2", "e4", "e7"}


def test_who_has_no_move_has_lost():
    pos = notation.read("3k5/4P4/9/9/9/9/9/9/9/4K4 b")
    assert not legal_moves(pos)
    assert not pos.checkers.any()
    assert result(pos) == LOST
    assert notation.ending(pos) == "stalemate"


def test_mate_is_told_as_mate():
    pos = after("4k4/R8/9/9/9/9/9/9/9/3K4R w", "i0i9")
    assert result(pos) == LOST
    assert notation.ending(pos) == "mate"


def test_without_attackers_nobody_wins():
    pos = notation.read("3akab2/9/4b4/9/9/9/9/4B4/4A4/2BK1A3 w")
    assert result(pos) == DRAWN
    assert notation.ending(pos) == "no attackers"


CHECKING = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w"
CHECKS = ["h8h9", "f9f8", "h9h8", "f8f9"]


@pytest.mark.parametrize(("rules", "rounds"), [("ComputerRule", 2), ("AllowChase", 2), ("AsianRule", 3)])
def test_perpetual_check_loses(rules, rounds):
    pos = after(CHECKING, *CHECKS * rounds, rules=rules)
    assert result(pos) == LOST, "Red is to move, and gave check all the time"
    assert notation.ending(pos) == "perpetual check or chase"
    assert result(after(CHECKING, *(CHECKS * rounds)[:-1], rules=rules)) == ONGOING


CHASING = "2bakab2/3r5/2n1c2c1/p1R1p1p2/7np/2P2CP2/P2rP3P/2N1C1N2/4A4/2B1KAB1R w"
CHASES = ["f4f3", *["d3d7", "f3f7", "d7d3", "f7f3"] * 3]


def test_perpetual_chase_loses_unless_the_rules_are_simple():
    assert result(after(CHASING, *CHASES[:9])) == WON, "Black is to move, Red's cannon chased a rook"
    assert result(after(CHASING, *CHASES[:9], rules="AllowChase")) == DRAWN
    assert result(after(CHASING, *CHASES[:9], rules="AsianRule")) == ONGOING
    assert result(after(CHASING, *CHASES, rules="AsianRule")) == WON


CHECK_AND_CHASE = ["a0a9", "e9e8", "a9a0", "e8e9"] * 2
"""A rook gives check and attacks a horse by turns."""


@pytest.mark.parametrize(("rules", "expected"), [("ChineseRule", LOST), ("ComputerRule", DRAWN)])
def test_check_and_chase_by_turns_lose_by_chinese_rules(rules, expected):
    fen = "4k4/9/9/9/9/9/9/9/9/R1n2K3 w"
    assert result(after(fen, *CHECK_AND_CHASE, rules=rules)) == expected
    assert result(after(CHASING, *CHASES[:9], rules="ChineseRule")) == WON
    assert result(after(CHECKING, *CHECKS * 2, rules="ChineseRule")) == LOST


def test_without_judgement_every_repetition_is_a_draw():
    assert result(after(CHECKING, *CHECKS * 2, rules="NoJudgement")) == DRAWN


@pytest.mark.parametrize(("fold", "rounds"), [("TwoFold", 1), ("RootThreeFold", 2), ("ThreeFold", 2)])
def test_the_fold_says_at_which_occurrence_repetitions_are_judged(fold, rounds):
    for rules in ("ComputerRule", "AsianRule"):
        moves = CHECKS * rounds
        assert result(after(CHECKING, *moves, rules=rules, Repetition_Fold=fold)) == LOST
        assert result(after(CHECKING, *moves[:-1], rules=rules, Repetition_Fold=fold)) == ONGOING


@pytest.mark.parametrize(
    ("rule", "by_repetition", "by_limit"),
    [
        ("None", DRAWN, DRAWN),
        ("DrawAsRedWin", WON, WON),
        ("DrawAsBlackWin", LOST, LOST),
        ("DrawRepAsRedWin", WON, DRAWN),
        ("DrawRepAsBlackWin", LOST, DRAWN),
    ],
)
def test_draws_may_be_given_to_a_colour(rule, by_repetition, by_limit):
    idle = ["b0c2", "b9c7", "c2b0", "c7b9"] * 2
    assert result(after(START, *idle, Draw_Rule=rule)) == by_repetition
    assert result(after("3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 120 80", Draw_Rule=rule)) == by_limit


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"Sixty_Move_Rule": False}, ONGOING),
        ({"Rule60MaxPly": 60}, DRAWN),
        ({"Rule60MaxPly": 130}, ONGOING),
        ({"Rule60MaxPly": 60, "Sixty_Move_Rule": False}, ONGOING),
    ],
)
def test_the_natural_limit_can_be_moved_and_lifted(options, expected):
    assert result(after("3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 125 80", **options)) == expected


def test_idle_repetition_is_a_draw():
    moves = ["b0c2", "b9c7", "c2b0", "c7b9"]
    pos = after(START, *moves, *moves)
    assert result(pos) == DRAWN
    assert notation.ending(pos) == "repetition"


@pytest.mark.parametrize(("rules", "limit"), [("ComputerRule", 120), ("AsianRule", 100), ("AllowChase", 120)])
def test_the_natural_limit(rules, limit):
    fen = "3k5/9/9/9/9/9/9/4R4/9/5K3 w - - {} 80"
    options = {"Repetition Rule": rules}
    assert result(notation.read(fen.format(limit - 1), options)) == ONGOING
    pos = notation.read(fen.format(limit), options)
    assert result(pos) == DRAWN
    assert notation.ending(pos) == "natural limit"


@pytest.mark.parametrize("quiet", [10, 120])
def test_who_has_no_move_has_lost_on_the_last_ply_of_the_limit_too(quiet):
    pos = notation.read(f"3k5/4P4/9/9/9/9/9/9/9/4K4 b - - {quiet} 90")
    assert result(pos) == LOST
    assert notation.ending(pos) == "stalemate"


def test_checks_beyond_the_tenth_stop_the_natural_clock():
    checks = ["a2a9", "d9d8", "a9a8", "d8d9", *["a8a9", "d9d8", "a9a8", "d8d9"] * 5]
    pos = after("3k5/9/9/9/9/9/9/R8/9/4K4 w", *checks)
    assert int(pos.checks[0]) == 12
    assert int(pos.quiet) == 24 - 2
