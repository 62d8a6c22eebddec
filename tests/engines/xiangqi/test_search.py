"""What a search of xiangqi must see: sacrifices with check, and no wins by a first return alone."""

import pytest

from boyi.arena.inprocess.quick_search import QuickSearch
from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.jit import COMPILED
from boyi.engines.search.table import MATE_BOUND
from boyi.engines.xiangqi import notation

pytestmark = pytest.mark.skipif(not COMPILED, reason="too many nodes for plain Python")
SACRIFICE = "2bak1b2/4a3n/4cr3/p3C1R1p/6p1c/2P1P4/Pr2N1Pn1/2N6/3RAC3/2B1KAB2 w"
"""The rook takes the advisor beside the king with check, and another one mates."""
RETURNING = "5R3/4k4/9/4r4/9/9/5p3/5A3/5K3/9 b"
"""Rook and pawn against rook and advisor: the advisor's side may check and threaten, but not for ever."""
LESS_THAN_A_WIN = 300
"""What a network may see in a pawn that wins nothing; a win by the rules of conduct is told as 30,000."""


@pytest.fixture(scope="module")
def searching():
    game = load_game("xiangqi")
    return QuickSearch(game, Evaluation(game).weights)


def test_a_mate_that_begins_with_a_lost_rook_is_seen(searching):
    searching.forget()
    assert searching.think(notation.read(SACRIFICE), 20_000).score > MATE_BOUND


@pytest.mark.parametrize("nodes", [10_000, 1_000_000])
def test_a_first_return_wins_nothing(searching, nodes):
    searching.forget()
    assert abs(searching.think(notation.read(RETURNING), nodes).score) <= LESS_THAN_A_WIN
