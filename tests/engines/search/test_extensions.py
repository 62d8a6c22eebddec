"""Fractional extensions: which class a move is of, what the class costs, and how far that may go."""

import pytest

from boyi.engines.jit import new
from boyi.engines.limits import Budget
from boyi.engines.rules import ADVANCE, CHECK, FORCED, MATE_THREAT, OTHER, RECAPTURE
from boyi.engines.search import extensions
from boyi.engines.search.state import CLASSES, PLY, thread_dtype
from boyi.engines.search.table import MATE_BOUND
from tests.support.engines import kernels
from tests.support.engines.thinking import position, think

CLASSED = {
    "a rook gives check": ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", ["a1a8"], CHECK),
    "a check uncovered": ("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", ["e4c3"], CHECK),
    "castling gives check": ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", ["e1g1"], CHECK),
    "a quiet move": ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", ["a1b1"], OTHER),
    "a capture that recaptures nothing": ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", ["e4d5"], OTHER),
    "a pawn takes back a pawn": ("4k3/2p5/3p4/8/4P3/8/8/2B1K3 w - - 0 1", ["e4e5", "d6e5", "c1f4"], OTHER),
    "a recapture": ("4k3/2p5/3p4/4P3/8/8/8/4K3 w - - 0 1", ["e5d6", "c7d6"], RECAPTURE),
    "a recapture of a knight by a bishop's worth": (
        "4k3/4n3/8/3b4/8/2N5/8/4K3 w - - 0 1",
        ["c3d5", "e7d5"],
        RECAPTURE,
    ),
    "a recapture of something far cheaper": ("3rk3/8/8/3p4/8/8/8/3QK3 w - - 0 1", ["d1d5", "d8d5"], OTHER),
    "the second recapture in a row": (
        "3rk3/8/4p3/3p4/4P3/8/8/3RK3 w - - 0 1",
        ["e4d5", "e6d5", "d1d5"],
        OTHER,
    ),
    "a capture elsewhere": ("4k3/2p5/3p4/p3P3/1P6/8/8/4K3 w - - 0 1", ["e5d6", "a5b4"], OTHER),
    "a passed pawn to the sixth": ("4k3/8/8/P7/8/8/8/4K3 w - - 0 1", ["a5a6"], ADVANCE),
    "a passed pawn to the seventh": ("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", ["a6a7"], ADVANCE),
    "a black passed pawn to its sixth": ("4k3/8/8/8/7p/8/8/2K5 b - - 0 1", ["h4h3"], ADVANCE),
    "a passed pawn to the fifth": ("4k3/8/8/8/P7/8/8/4K3 w - - 0 1", ["a4a5"], OTHER),
    "a pawn that is not passed": ("4k3/1p6/8/P7/8/8/8/4K3 w - - 0 1", ["a5a6"], OTHER),
    "a promotion": ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", ["a7a8n"], OTHER),
}


@pytest.mark.parametrize(("fen", "moves", "kind"), CLASSED.values(), ids=CLASSED)
def test_moves_are_of_the_class_that_a_player_would_say(chess_game, fen, moves, kind):
    before = position(chess_game, fen, moves[:-1])
    last = chess_game.notation.move(before, moves[-1])
    assert kernels.move_class(position(chess_game, fen, moves), last) == kind


@pytest.mark.parametrize(
    ("own", "forced", "threatened", "kind"),
    [
        (OTHER, False, False, OTHER),
        (OTHER, True, False, FORCED),
        (OTHER, False, True, MATE_THREAT),
        (OTHER, True, True, FORCED),
        (CHECK, True, True, CHECK),
        (ADVANCE, False, True, ADVANCE),
    ],
)
def test_a_class_of_its_own_comes_before_what_the_position_makes_of_a_move(own, forced, threatened, kind):
    assert extensions.classify(own, forced, threatened) == kind


@pytest.fixture(scope="module")
def thread(chess_game):
    """A thread state in the tenth iteration, on which every class but OTHER costs a quarter of a ply."""
    thread = new(thread_dtype(chess_game.history_size))
    thread.iteration, thread.cost[:] = 10, PLY // 4
    thread.cost[OTHER] = PLY
    return thread


def test_a_full_price_is_no_extension(thread):
    assert all(extensions.extension(thread, OTHER, ply, 0) == 0 for ply in range(100))


@pytest.mark.parametrize("kind", range(1, CLASSES))
def test_an_extension_is_what_the_price_leaves_of_a_ply_and_tapers(thread, kind):
    """Whole up to twice the iteration, then less and less, nothing from four times on."""
    granted = [int(extensions.extension(thread, kind, ply, 0)) for ply in range(60)]
    assert granted[:21] == [PLY - PLY // 4] * 21
    assert granted[21:41] == sorted(granted[21:41], reverse=True)
    assert granted[30] == (PLY - PLY // 4) // 2
    assert granted[39] > 0
    assert not any(granted[40:])


def test_a_move_that_stands_alone_is_extended_by_no_more_than_a_ply_and_tapers(thread):
    granted = [int(extensions.extension(thread, OTHER, ply, PLY)) for ply in range(60)]
    assert granted[:21] == [PLY] * 21
    assert granted[30] == PLY // 2
    assert not any(granted[40:])
    assert int(extensions.extension(thread, CHECK, 1, PLY)) == PLY


def test_a_move_that_others_equal_is_taken_back_what_it_was_granted(thread):
    assert int(extensions.extension(thread, OTHER, 1, -PLY)) == -PLY
    assert int(extensions.extension(thread, CHECK, 1, -PLY)) == -PLY // 4


CHASES = (
    "3q1rk1/p4pp1/2pb3p/3p4/6Pr/1PNQ4/P1PB1PP1/4RRK1 b - - 0 1",
    "rnb3kr/ppp2ppp/1b6/3q4/3pN3/Q4N2/PPP2KPP/R1B1R3 w - - 0 1",
    "5b2/pp2r1pk/2pp1pRp/4rP1N/2P1P3/1P4QP/P3q1P1/5R1K w - - 0 1",
    "3r3k/3r1P1p/pp1Nn3/2pp4/7Q/6R1/Pq4PP/5RK1 w - - 0 1",
    "rn1qr2Q/pbppk1p1/1p2pb2/4N3/3P4/2N5/PPP3PP/R4RK1 w - - 0 1",
)
"""Mates at the end of a row of checks."""


def depth_of_mate(game, fen: str, check: int) -> int:
    """The first iteration that tells a mate, when a check costs so many percent of a ply."""
    costs = dict.fromkeys(game.costs, 100) | {"Cost Check": check}
    thought = think(game, fen, Budget(depth=13, nodes=3_000_000), costs=costs)
    return next((line.depth for line in thought.told if line.score > MATE_BOUND), 20)


def test_free_checks_show_mates_in_earlier_iterations(chess_game):
    free = sum(depth_of_mate(chess_game, fen, 0) for fen in CHASES)
    full = sum(depth_of_mate(chess_game, fen, 100) for fen in CHASES)
    assert free < 0.8 * full


@pytest.mark.parametrize("name", ["Cost Check", "Cost Forced Reply", "Cost Recapture"])
def test_every_price_is_paid(chess_game, name):
    """A search that gets a class of moves for nothing is not the search that pays for it."""
    nodes = []
    for cost in (0, 100):
        thoughts = [think(chess_game, fen, Budget(depth=7), costs={name: cost}) for fen in CHASES]
        nodes.append(sum(thought.searcher.nodes for thought in thoughts))
    assert nodes[0] != nodes[1]


def test_a_passed_pawn_is_paid_for(chess_game):
    fen = "8/5k2/8/1P6/8/6p1/8/4K3 w - - 0 1"
    thoughts = [
        think(chess_game, fen, Budget(depth=8), costs={"Cost Passed Pawn": cost}) for cost in (0, 100)
    ]
    assert thoughts[0].searcher.nodes != thoughts[1].searcher.nodes
