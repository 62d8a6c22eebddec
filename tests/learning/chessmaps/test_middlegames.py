"""Middle games over which orders are compared: they are what their module says they are."""

import pytest

from boyi.engines import load_game
from boyi.learning.chessmaps.middlegames import SETS, SIZE, has_choice, middle_games


@pytest.mark.parametrize("game", ["chess", "xiangqi"])
def test_there_are_two_sets_of_ten_with_a_choice(game):
    sets, notation = middle_games(game), load_game(game).notation
    assert [len(positions) for positions in sets] == [SIZE] * SETS
    texts = [text for positions in sets for text in positions]
    assert len(set(texts)) == SETS * SIZE
    for text in texts:
        pos = notation.read(text, {})
        assert notation.write(pos) == text
        assert has_choice(pos)


@pytest.mark.parametrize(
    "text",
    ["8/8/4k3/8/8/8/4P3/4K3 w - - 0 1", "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3"],
)
def test_endings_and_checks_do_not_suit(text):
    assert not has_choice(load_game("chess").notation.read(text, {}))
