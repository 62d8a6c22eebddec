"""Referee: the rules of the game, applied to what the players say. One record, advanced move by move."""

import random

from boyi.arena.adjudication import Verdict, points
from boyi.arena.openings import Opening
from boyi.arena.rulebook import Rulebook
from boyi.engines.rules import ONGOING


class Referee:
    """Knows the position of one game and what may be played in it."""

    def __init__(self, rules: Rulebook, opening: Opening, lot: random.Random) -> None:
        """Set up the opening; `lot` throws the dice of games that have them."""
        self._rules = rules
        self._lot = lot
        self.pos, self._outcome, self._legal = rules.set_up(opening, lot)
        self.side = int(self.pos.side)
        """Who is to move: 0 the first player, 1 the second."""

    @property
    def die(self) -> int:
        """What was thrown for the side to move; 0 in games without dice."""
        return int(self.pos["die"]) if self._rules.game.chance else 0

    def now(self) -> str:
        """The position as text."""
        return self._rules.notation.write(self.pos)

    def play(self, text: str) -> str:
        """Play the legal move that a player means, and throw the dice for the next; its text, in the game's
        own spelling. ValueError if there is no such move; the position then stays."""
        move, spelt = self._rules.find(self.pos, self._legal, text)
        self._outcome, self._legal = self._rules.advance(self.pos, move, self._lot)
        self.side = int(self.pos["side"])  # an item takes a tenth of the time of an attribute
        return spelt

    def ended(self) -> Verdict | None:
        """How the game ended by its rules; None while it goes on."""
        if self._outcome == ONGOING:
            return None
        return Verdict(points(self._outcome, self.side), self._rules.notation.ending(self.pos))
