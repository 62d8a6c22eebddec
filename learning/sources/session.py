"""Games in the log of an engine's session (option `Log File`), whatever program it plays with.

A game is what was last set up before another one begins. It ends as the rules say; where it was broken off,
what the engine last thought of it decides, since nobody tells a loser the move that beat it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from boyi.engines.board import POINTS
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.play import play, result
from boyi.engines.rules import ONGOING
from boyi.learning.lessons import Lesson
from boyi.learning.sources.findings import UNFINISHED, Flaw
from boyi.protocol.cyclone import shifted

HEARD, SAID = ">", "<"
LOGGED = re.compile(r"[\d:.]+ ([<>]) (.*)")
POSITION = re.compile(r"(position )?(startpos|fen (?P<fen>.*?))( moves (?P<moves>.*))?$")
"""How a client sets a position up; UCCI may leave the first word out."""
ANSWER = re.compile(r"(no)?bestmove\b")
SCORE = re.compile(r"info .*\bscore (?P<mate>mate )?(cp )?(?P<value>-?\d+)")
DECIDED = 1000
"""Centipawns that decide a game which was broken off."""
RANKS = {"xiangqi": (0, -1)}
"""By what moves may have to be renumbered: some clients count ranks from 1."""


@dataclass(frozen=True)
class Told:
    """What a log has told of a game."""

    start: str = ""
    moves: tuple[str, ...] = ()
    thought: int = 0
    """What the engine thought last, for itself, in centipawns."""
    before: int = 0
    """How many moves had been made then."""

    def goes_on(self, start: str, moves: tuple[str, ...]) -> bool:
        """Whether a position lies further on in the same game."""
        return start == self.start and moves[: len(self.moves)] == self.moves


class Listener:
    """Follows a log, line by line.

    A position to ponder on is a guess: it belongs to the game, with what was thought of it, if `ponderhit`
    comes before its answer.
    """

    def __init__(self) -> None:
        """Nothing was told yet."""
        self._told = self._before = Told()
        self._guess: Told | None = None

    def heard(self, text: str) -> Told | None:
        """Take in what the engine was told; the game that is over by that, if it has moves."""
        words = text.split()
        if setup := POSITION.match(text):
            return self._set_up(setup["fen"] or "", tuple((setup["moves"] or "").split()))
        if words[:1] == ["quit"]:
            return self._left()
        if words[:1] == ["go"] and "ponder" in words:
            self._told, self._guess = self._before, self._told
        elif words[:1] == ["ponderhit"] and self._guess:
            self._told, self._guess = self._guess, None
        return None

    def said(self, text: str) -> None:
        """Take in what the engine said."""
        if self._guess is None:
            self._told = _answered(self._told, text)
        else:
            self._guess = None if ANSWER.match(text) else _answered(self._guess, text)

    def _set_up(self, start: str, moves: tuple[str, ...]) -> Told | None:
        over = None if self._told.goes_on(start, moves) else self._left()
        self._before, self._told = self._told, replace(self._told, start=start, moves=moves)
        return over

    def _left(self) -> Told | None:
        told, self._told = self._told, Told()
        return told if told.moves else None


def games_of(game: Game, lines: Iterable[str], name: str) -> Iterator[Lesson | Flaw]:
    """The games of a log, each as soon as another one begins or the session ends."""
    listener = Listener()
    for number, line in enumerate(lines, 1):
        mark, text = _read(line)
        if mark == SAID:
            listener.said(text)
        elif mark == HEARD and (over := listener.heard(text)):
            yield ended(game, over, f"{name}, line {number}")


def _read(line: str) -> tuple[str, str]:
    found = LOGGED.match(line)
    return (found[1], found[2].strip()) if found else ("", "")


def _answered(told: Told, text: str) -> Told:
    if score := SCORE.match(text):
        value = int(score["value"])
        thought = (DECIDED if value > 0 else -DECIDED) if score["mate"] else value
        return replace(told, thought=thought, before=len(told.moves))
    if text.startswith("bestmove ") and text.split()[1] not in ("(none)", "0000"):
        return replace(told, moves=(*told.moves, text.split()[1]))
    return told


def ended(game: Game, told: Told, origin: str) -> Lesson | Flaw:
    """What can be learned from a game that has no more moves."""
    faults = []
    for by in RANKS.get(game.name, (0,)):
        moves = tuple(shifted(move, by) for move in told.moves) if by else told.moves
        try:
            points = _points(game, replace(told, moves=moves))
        except ValueError as error:
            faults.append(str(error))
            continue
        if points is None:
            return Flaw(UNFINISHED, origin, "the game was left before its end")
        return Lesson(told.start, moves, points, origin)
    return Flaw(UNFINISHED, origin, faults[0])


def _points(game: Game, told: Told) -> int | None:
    """1, 0 or -1 for the first player; None if nobody can tell. ValueError names a move that is none."""
    pos, engine = game.notation.read(told.start or game.start, {}), 0
    for number, text in enumerate(told.moves):
        if number == told.before:
            engine = _sign(pos)
        play(pos, game.notation.move(pos, text))
    if (outcome := result(pos)) != ONGOING:
        return round(2 * POINTS[outcome] - 1) * _sign(pos)
    if abs(told.thought) >= DECIDED and engine:
        return engine if told.thought > 0 else -engine
    return None


def _sign(pos: Record) -> int:
    """1 if the first player is to move, else -1."""
    return 1 - 2 * int(pos.side)
