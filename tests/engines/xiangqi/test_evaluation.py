"""The traditional evaluation: its parts, and what it thinks of plain cases."""

import pytest

from boyi.engines.options import Options
from boyi.engines.play import bound_value
from boyi.engines.xiangqi import GAME, START, notation
from boyi.engines.xiangqi.evaluation import weights
from tests.support.engines import kernels

ROOK_UP = "4k4/9/9/9/9/9/9/9/4A4/R3KA3 w"


def value(fen: str, **parts: bool) -> int:
    """The static value with some parts switched off."""
    options = Options(GAME.options)
    for part, on in parts.items():
        options.set(f"Eval {part}", str(on))
    return int(bound_value(notation.read(fen), weights.apply_options(weights.traditional(), options)))


def test_the_start_is_even_but_for_the_move():
    assert 0 < value(START) < 30


def test_more_material_is_better():
    assert value(ROOK_UP) > 400
    assert value(ROOK_UP.replace(" w", " b")) < -400


@pytest.mark.parametrize("part", weights.PARTS)
def test_each_part_can_be_switched_off(part):
    middle_game = GAME.bench[3]
    others = {other: False for other in weights.PARTS if other != part}
    everything_off = value(middle_game, **others, **{part: False})
    assert everything_off == int(weights.traditional().tempo[0])
    uneven = "r1bakab2/9/2n2rnc1/p3p1p1p/2p6/9/P1P1P1P1P/N1C1C1N2/9/1RBAKAB1R w"
    assert value(uneven, **others) != everything_off
    assert value(uneven, **{part: False}) != value(uneven)


def test_other_evaluators_have_no_such_parts():
    net = GAME.part(GAME.evaluators["mlp30"])()
    assert weights.apply_options(net, Options(GAME.options)) is net


def test_a_cannon_that_faces_the_king_is_worth_something():
    open_file = "3a1ab2/4k4/9/9/9/9/9/4C4/4A4/3K1A3 w"
    closed = "3a1ab2/4k4/9/4p4/4p4/9/9/4C4/4A4/3K1A3 w"
    only = {"Material": False, "Position": False, "Mobility": False}
    assert value(open_file, **only) > value(closed, **only)


@pytest.mark.parametrize(
    ("fen", "move", "threshold", "expected"),
    [
        ("4k4/9/9/9/4p4/9/9/9/4R4/3K5 w", "e1e5", 80, True),
        ("4k4/9/4b4/9/2p6/9/9/9/2R6/3K5 w", "c1c5", 0, False),
        ("3k5/9/4b4/9/4n4/9/4P4/4C4/9/5K3 w", "e2e5", 280, True),
        ("3k5/4r4/4b4/9/4n4/9/4P4/4C4/9/5K3 w", "e2e5", 0, True),
        ("4k4/4r4/9/9/4p4/9/9/4R4/9/3K5 w", "e2e5", -600, True),
        ("4k4/4r4/9/9/4p4/9/9/4R4/9/3K5 w", "e2e5", 0, False),
    ],
)
def test_exchanges(fen, move, threshold, expected):
    pos = notation.read(fen)
    assert kernels.see(pos, notation.move(pos, move), threshold) == expected
