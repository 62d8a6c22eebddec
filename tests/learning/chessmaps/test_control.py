"""Charts of control, orders by sectors and solvers, by their own code in plain Python."""

from pathlib import Path

import chess
import pytest

from boyi.engines.search.table import MATE
from tests.support.engines.plain import UNCOMPILED, printed
from tests.support.learning.plain_control import BUDGET, SQUARES

PROGRAM = Path(__file__).parents[2] / "support" / "learning" / "plain_control.py"
OWN, NEUTRAL, ENEMY = 1, 0, -1
CONTROLLED = dict(
    zip(
        SQUARES,
        (NEUTRAL, OWN, OWN, ENEMY, NEUTRAL, OWN, NEUTRAL, ENEMY, OWN, NEUTRAL, ENEMY, OWN, NEUTRAL),
        strict=True,
    )
)


@pytest.fixture(scope="module")
def facts():
    return printed(PROGRAM, **UNCOMPILED)


@pytest.mark.parametrize("name", SQUARES)
def test_control_is_what_the_exchanges_say_for_either_side(facts, name):
    assert facts["controls"][name] == [CONTROLLED[name]] * 2


def expected_influence(board: chess.Board, move: chess.Move) -> chess.SquareSet:
    """The goal, what the piece bears on from there, and what others of its side newly bear on."""
    after = board.copy()
    after.push(move)
    found = chess.SquareSet([move.to_square]) | after.attacks(move.to_square)
    for square in chess.SquareSet(board.occupied_co[board.turn]) - {move.from_square}:
        found |= after.attacks(square) - board.attacks(square)
    return found


def test_influence_is_what_a_move_attacks_defends_and_uncovers(facts):
    for text, name, squares in facts["influences"]:
        board = chess.Board(text)
        expected = expected_influence(board, chess.Move.from_uci(name))
        assert chess.SquareSet(squares) == expected, (text, name)


@pytest.mark.parametrize("game", ["chess", "xiangqi"])
def test_the_order_changes_the_nodes_and_not_the_value(facts, game):
    counts, values = zip(*facts["orders"][game], strict=True)
    assert len(set(values)) == 1
    assert len(set(counts)) > 1


def test_no_order_changes_the_value_once_captures_are_played_out(facts):
    """The pawn is guarded: a queen that takes it is taken, and that is seen beyond the last ply."""
    values = {value for _, value in facts["settled"]}
    assert len(values) == 1
    assert values.pop() < facts["greedy"]


def test_few_own_squares_are_one_thing_and_few_of_the_opponent_another(facts):
    """The first sector is one's own, the next two are the opponent's, and ties go to lower numbers."""
    assert facts["relevant"] == [1, 0]


def test_safe_captures_first_beat_a_lot(facts):
    rng, fixed, mapped = (nodes for nodes, _ in facts["orders"]["chess"])
    assert fixed < 0.7 * rng
    assert mapped < 0.7 * rng


def test_puzzles_cost_their_nodes_or_the_whole_budget(facts):
    best, avoided, proof = facts["solved"]["efforts"]
    assert best[1] and best[0] < BUDGET
    assert avoided[:2] == [BUDGET, False]
    assert proof[:2] == best[:2]


def test_what_the_search_did_not_meet_is_not_searched_again(facts):
    """Neither with the same prices, nor with another price of pawns, of which none advances there."""
    checks, pawns = 0, 3
    met = facts["solved"]["efforts"][0][2]
    assert checks in met and pawns not in met
    assert facts["solved"]["searched"] == [1, 1, 1, 2]


def test_a_search_ordered_by_the_map_finds_a_mate(facts):
    assert facts["mapped_searches"] == [MATE - 1] * 2


def test_a_line_is_told_by_its_classes(facts):
    """A check, the only reply to it, and two moves of no class."""
    checks, forced, none = 0, 1, -1
    assert facts["online"]["classes"] == [checks, forced, none, none]


def test_cheaper_checks_have_a_search_grow_faster(facts):
    assert facts["online"]["rate"] > 1
    assert facts["online"]["slopes"][0] < 0
    assert facts["online"]["slopes"][3] == 0  # no pawn advances there
