"""A chessmap is drawn from where a reader sits, whoever is to move."""

import pytest

from boyi.learning.chessmaps.show import draw


@pytest.mark.parametrize("side", ["w", "b"])
def test_control_is_told_by_colour_and_ranks_by_sector(side):
    rows = draw("chess", f"4k3/8/8/8/8/8/4P3/4K3 {side} - - 0 1").splitlines()[1:]
    control = [row.split("    ")[0].split(" ") for row in rows]
    assert control[4][4] == control[5][4] == "+", "where White's pawn may go"
    assert control[1][3] == "-", "what Black's king guards"
    ranks = [row.split("    ", 1)[1].split() for row in rows]
    assert ranks[0][:2] == ranks[1][:2]
    assert {int(rank) for row in ranks for rank in row} == set(range(1, 17))


def test_xiangqi_has_ten_ranks():
    assert len(draw("xiangqi", "").splitlines()) == 11
