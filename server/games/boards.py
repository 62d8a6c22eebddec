"""The referees of live games: one may take 140 kB, so some are kept, and others made anew of moves."""

import random
import secrets
from collections import OrderedDict

from boyi.arena.game.openings import Opening
from boyi.arena.game.rules import Referee, Rulebook

KEPT = 128
"""Positions that are kept; a game that is not among them costs its moves again, some 50 microseconds each."""


class Dice(random.Random):
    """Throws what is written down, then by chance; by hand nothing is thrown, which is a zero."""

    def __init__(self, by_hand: bool) -> None:
        """Nothing is written down yet."""
        super().__init__(0)
        self._by_hand = by_hand
        self.written: int | None = None
        """What the next throw shows, if that is known."""

    def randint(self, a: int, b: int) -> int:
        """A throw."""
        if self.written is not None:
            return self.written
        return 0 if self._by_hand else a + secrets.randbelow(b - a + 1)


class GameBoard:
    """The referee of a game, and how many moves it has seen."""

    def __init__(self, rules: Rulebook, start: str | None, by_hand: bool, first_die: int | None) -> None:
        """Set the start up; `first_die` is what was thrown for the first move, None if it is to be thrown."""
        self._dice = Dice(by_hand)
        self._dice.written = first_die
        self.referee = Referee(rules, Opening("", start), self._dice)
        self.plies = 0

    def play(self, move: str, thrown: int | None = None) -> str:
        """Play a move, `thrown` being the next die if known; its spelling. ValueError if it is illegal."""
        self._dice.written = thrown
        text = self.referee.play(move)
        self.plies += 1
        return text


class Boards:
    """The boards that were looked at last."""

    def __init__(self, most: int = KEPT) -> None:
        """None is kept yet."""
        self._most = most
        self._kept: OrderedDict[str, GameBoard] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, name: str, plies: int) -> GameBoard | None:
        """The board of a game if it is kept and as many moves were made on it."""
        board = self._kept.get(name)
        if board is None or board.plies != plies:
            return None
        self._kept.move_to_end(name)
        return board

    def keep(self, name: str, board: GameBoard) -> None:
        """Keep a board in place of the one that nobody looked at for longest."""
        self._kept[name] = board
        self._kept.move_to_end(name)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def drop(self, name: str) -> None:
        """Keep it no more: it has seen what was not accepted, or what was taken back."""
        self._kept.pop(name, None)
