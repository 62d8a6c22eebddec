"""Conversations of the real engine with platforms that make mistakes, each told line by line."""

import re

import pytest

from boyi.engines.connect6 import GAME
from boyi.protocol.connect6 import botzone, cloudict, sau
from boyi.protocol.serving.session import find_engine
from boyi.protocol.serving.settings import StartSettings
from tests.support.protocol.conversation import Conversation

SETTINGS = StartSettings((("Move Time", "30"), ("Hash", "1")))
TURN = re.compile(r"move [A-S]{2}([A-S]{2}|@@)")


class Game(Conversation):
    """A conversation with the real engine in its platforms' dialects."""

    def __init__(self) -> None:
        dialects = (sau.DIALECT, cloudict.DIALECT, botzone.DIALECT)
        super().__init__(find_engine=find_engine, dialects=dialects, game=GAME)
        self.session.prepare(SETTINGS)

    def answers(self, *lines: str) -> list[str]:
        """What is answered to some lines."""
        before = len(self.lines)
        self.say(*lines)
        self.session.see_through()
        self.session._await_all()
        return self.lines[before:]


@pytest.fixture
def game():
    with Game() as talk:
        talk.say("name?")
        yield talk


def test_no_move_follows_the_end_of_a_game(game):
    """A platform may say that a turn was refused when the game is over; nobody waits for another."""
    answers = game.answers("new black")
    assert answers[-1] == "move JJ@@"
    assert game.answers("end black", "error") == []


def test_a_refused_turn_is_replaced_while_the_game_goes_on(game):
    game.answers("new white")
    first = game.answers("move JJ@@")
    again = game.answers("error")
    assert TURN.fullmatch(first[-1])
    assert TURN.fullmatch(again[-1])
    assert first[-1] != again[-1]


@pytest.mark.parametrize("line", ["move JJKK", "move JJKKLL", "move JJKKL"])
def test_a_first_turn_of_more_than_one_stone_is_refused(game, line):
    game.answers("new white")
    assert game.answers(line) == []
    assert TURN.fullmatch(game.answers("move JJ@@")[-1])


def test_a_line_of_another_platform_does_not_change_the_dialect_of_a_game(game):
    game.answers("new white")
    assert game.answers("{", '{"requests":[{"x0":7,"y0":7,"x1":-1,"y1":-1}],"responses":[]}') == []
    assert TURN.fullmatch(game.answers("move JJ@@")[-1])
