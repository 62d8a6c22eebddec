"""The grammar of a UCCI engine's lines."""

import pytest

from boyi.arena.compliance.ucci.grammar import best_fault, info_fault, memory_fault, option_fault


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (info_fault, "info depth 6 score -13 time 5 nodes 9 pv h2e2 h9g7"),
        (info_fault, "info message score cp x"),
        (option_fault, "option hashsize type spin min 0 max 64 default 16"),
        (option_fault, "option bookfiles type string"),
        (option_fault, "option about type label default somebody"),
        (option_fault, "option style type combo var solid var risky default risky"),
        (best_fault, "nobestmove"),
        (best_fault, "bestmove h2e2"),
        (best_fault, "bestmove h2e2 ponder h9g7 draw"),
        (best_fault, "bestmove h2e2 resign"),
        (memory_fault, "pophash"),
        (memory_fault, "pophash bestmove h2e2 lowerbound -3 depth 4 upperbound 20 depth 5"),
    ],
)
def test_a_line_that_is_well_formed(fault, line):
    assert fault(line) == ""


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (info_fault, "info depth 6 score cp 13"),
        (info_fault, "info depth x score 13"),
        (option_fault, "option name Hash type spin default 1 min 0 max 2"),
        (option_fault, "option hashsize type spin min 0 max 64 default 65"),
        (option_fault, "option hashsize type number"),
        (option_fault, "option style type combo var solid default risky"),
        (best_fault, "nobestmove h2e2"),
        (best_fault, "bestmove"),
        (best_fault, "bestmove C2=5"),
        (best_fault, "bestmove h2e2 ponder"),
        (best_fault, "bestmove h2e2 draw resign"),
        (memory_fault, "pophash bestmove"),
        (memory_fault, "pophash lowerbound 3"),
        (memory_fault, "pophash upperbound high depth 3"),
    ],
)
def test_a_line_that_is_not(fault, line):
    assert fault(line) != ""
