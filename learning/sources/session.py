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
POSITION = re.compile(r"position (startpos|fen (?P<fen>.*?))( moves (?P<moves>.*))?$")
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


def games_of(game: Game, lines: Iterable[str], name: str) -> Iterator[Lesson | Flaw]:
    """The games of a log, each as soon as another one begins or the session ends."""
    told = Told()
    for number, line in enumerate(lines, 1):
        mark, text = _read(line)
        setup = POSITION.match(text) if mark == HEARD else None
        if setup:
            start, moves = setup["fen"] or "", tuple((setup["moves"] or "").split())
            if told.moves and not told.goes_on(start, moves):
                yield ended(game, told, f"{name}, line {number}")
            told = replace(told if told.goes_on(start, moves) else Told(), start=start, moves=moves)
        elif mark == SAID:
            told = _answered(told, text)
        elif mark == HEARD and text == "quit" and told.moves:
            yield ended(game, told, f"{name}, line {number}")
            told = Told()


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
