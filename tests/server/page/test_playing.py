"""Whole games on the page against an engine, by the mouse and by the keyboard alone."""

import random
from typing import Any

import pytest

from tests.support.server.visiting import Visitor

pytestmark = pytest.mark.browser

SHORT: dict[str, dict[str, Any]] = {
    "chess": {"start": "8/8/8/8/8/7k/QQ6/K7 w - - 0 1"},
    "xiangqi": {"start": "4k4/9/9/9/9/9/9/9/R7R/3K5 w - - 0 1"},
    "connect6": {"shape": {"width": 5, "height": 4, "in_a_row": 4, "turn": 2, "first": 1}},
    "einstein": {"layouts": [[25, 24, 23, 20, 19, 15], [1, 2, 3, 6, 7, 11]]},
}
"""Where games begin that end soon."""
PLACES = ("connect6", "einstein")
"""Games that are played by the mouse whenever tests run; the others are by the keyboard."""
LATER = (pytest.mark.long,)
MOST_TURNS = 120


def engine(game: str) -> dict[str, object]:
    return {"kind": "engine", "engine": game, "options": {}, "elo": None, "movetime": None, "nodes": 50}


@pytest.mark.parametrize(
    ("game", "keys"),
    [
        pytest.param(game, keys, id=f"{game}-{'keyboard' if keys else 'mouse'}", marks=marks)
        for game in SHORT
        for keys, marks in ((True, LATER * (game in PLACES)), (False, LATER * (game not in PLACES)))
    ],
)
def test_a_whole_game(visitor: Visitor, game: str, keys: bool) -> None:
    rng = random.Random(1)
    visitor.begin(
        game=game, players=[{"kind": "person", "name": "Ada"}, engine(game)], clock=None, **SHORT[game]
    )
    for _ in range(MOST_TURNS):
        visitor.browser.until(lambda: (now := visitor.state())["result"] or now["side"] == 0)
        state = visitor.state()
        if state["result"]:
            break
        visitor.browser.until(lambda: visitor.browser.text(".status") == "Your move")
        visitor.move(game, visitor.choice(state, rng), keys, 5 if game == "connect6" else 0)
        visitor.until_moves(len(state["moves"]) + 1)
    assert visitor.state()["result"]
    visitor.browser.until(lambda: any(word in visitor.browser.text(".status") for word in ("wins", "Draw")))
    visitor.browser.press("Analyse")
    visitor.browser.until(lambda: visitor.browser.text(".status"))
    visitor.browser.find(".tree button")
