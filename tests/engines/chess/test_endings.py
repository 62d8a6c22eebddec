"""Endings that can't be won are told as such by both evaluations, and those that can are not."""

import pytest

from boyi.arena.inprocess.quick_search import QuickSearch
from boyi.engines import load_game
from boyi.engines.chess import notation
from boyi.engines.evaluation import choice_of
from boyi.engines.jit import COMPILED
from boyi.engines.play import bound_value

EVALUATORS = ("nnue", "handcrafted")
DRAWN = {
    "two knights": "4k3/8/8/8/8/8/8/2N1K1N1 w - - 0 1",
    "the wrong bishop": "8/8/8/8/5b2/6kp/8/6K1 w - - 0 1",
    "the wrong bishop, king in the corner": "k7/8/1K6/P7/8/8/8/4B3 w - - 0 1",
    "bishops of opposite colours": "8/5k2/4b3/8/4PP2/4K1B1/8/8 w - - 0 1",
    "a king before the rook's pawn": "4k3/8/r7/3PK3/8/8/8/7R b - - 0 1",
    "rook and bishop against rook": "8/3k4/8/3r4/8/2B1K3/8/R7 w - - 0 1",
    "rook against knight": "8/2nk4/8/8/8/4K3/8/R7 w - - 0 1",
}
WON = {
    "the right bishop": "k7/8/1K6/P7/8/8/8/5B2 w - - 0 1",
    "the wrong bishop, too late": "8/8/1K6/P7/8/3k4/8/4B3 w - - 0 1",
    "bishop and knight": "4k3/8/8/8/8/8/8/2B1K1N1 w - - 0 1",
    "bishops of one colour": "8/5k2/3b4/8/2P1PP2/4K1B1/8/8 w - - 0 1",
    "a rook's pawn far up": "3K4/3P1k2/8/8/8/8/2r5/4R3 w - - 0 1",
}


@pytest.fixture(scope="module", params=EVALUATORS)
def weights(request):
    return choice_of(load_game("chess"), request.param).weights


@pytest.mark.parametrize("fen", DRAWN.values(), ids=DRAWN)
def test_what_cannot_be_won_is_near_nought(weights, fen):
    for text in (fen, notation.write(notation.mirror(notation.read(fen)))):
        assert abs(bound_value(notation.read(text), weights)) <= 60


@pytest.mark.parametrize("fen", WON.values(), ids=WON)
def test_what_can_be_won_is_not(weights, fen):
    assert bound_value(notation.read(fen), weights) > 120


@pytest.mark.skipif(not COMPILED, reason="too many nodes for plain Python")
@pytest.mark.parametrize("fen", list(DRAWN.values())[:5], ids=list(DRAWN)[:5])
def test_a_search_says_so_too(fen):
    """Less exactly: it looks for what is beyond the rule."""
    game = load_game("chess")
    search = QuickSearch(game, choice_of(game).weights)
    assert abs(search.think(notation.read(fen), 100_000).score) <= 120
