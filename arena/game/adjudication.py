"""Ends games whose end is clear, by what the players think or by endgame tables."""

from dataclasses import dataclass
from typing import NamedTuple

from boyi.arena.game.tablebases import Judge
from boyi.engines.jit import Record
from boyi.engines.rules import DRAWN, ONGOING, WON


class Verdict(NamedTuple):
    """How a game ended."""

    score: float
    """The first player's points."""
    reason: str
    fault: str = ""
    culprit: int | None = None
    """The side that broke a rule and is not to be trusted with the next game as it is."""


def points(outcome: int, side: int) -> float:
    """The first player's points, given how the game ended for the side to move."""
    if outcome == DRAWN:
        return 0.5
    return float((outcome == WON) == (side == 0))


@dataclass(frozen=True)
class Adjudication:
    """When games are ended; a zero switches a rule off. A move here is a turn of each player."""

    win_score: int = 0
    """Centipawns that both players see on the same side …"""
    win_moves: int = 4
    """… for so many moves in a row."""
    draw_score: int = 0
    """Centipawns within which both players see the game …"""
    draw_moves: int = 8
    """… for so many moves in a row …"""
    draw_from: int = 40
    """… from this move on."""
    length: int = 0
    """Moves after which a game is drawn."""
    tables: str = ""
    """Folder of endgame tables."""

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        names = ("win_score", "win_moves", "draw_score", "draw_moves", "draw_from", "length")
        if wrong := [name for name in names if getattr(self, name) < 0]:
            raise ValueError(f"{wrong[0]} is not below zero")


class Adjudicator:
    """Watches one game."""

    def __init__(self, rules: Adjudication, judge: Judge | None = None) -> None:
        """`judge` knows how some positions end."""
        self._rules = rules
        self._known = judge
        self._lead = 0
        """Plies in a row that both saw a win: positive for the first player, negative for the second."""
        self._level = 0
        """Plies in a row that both saw a draw."""

    def judge(self, pos: Record, plies: int, side: int, score: int | None) -> Verdict | None:
        """After a turn of `side`, `plies` in all, who thinks it is worth `score`: the verdict, or None."""
        self._count(score if side == 0 or score is None else -score)
        rules = self._rules
        if rules.win_score and abs(self._lead) >= max(2 * rules.win_moves, 1):
            return Verdict(float(self._lead > 0), "adjudicated: score")
        if rules.draw_score and plies >= 2 * rules.draw_from and self._level >= max(2 * rules.draw_moves, 1):
            return Verdict(0.5, "adjudicated: draw")
        if self._known is not None and (outcome := self._known(pos)) != ONGOING:
            return Verdict(points(outcome, int(pos.side)), "adjudicated: tables")
        if rules.length and plies >= 2 * rules.length:
            return Verdict(0.5, "adjudicated: length")
        return None

    def _count(self, score: int | None) -> None:
        """Go on with the rows, or break them; the score is the first player's."""
        rules = self._rules
        if score is None:
            self._lead = self._level = 0
            return
        self._level = self._level + 1 if abs(score) <= rules.draw_score else 0
        if score >= rules.win_score:
            self._lead = max(self._lead, 0) + 1
        elif score <= -rules.win_score:
            self._lead = min(self._lead, 0) - 1
        else:
            self._lead = 0
