"""Games in the log of an engine's session (option `Log File`), whatever program it plays with.

A game is what was last set up before another one begins. It ends as the rules say; where it was broken off,
what the engine last thought of it decides, since nobody tells a loser the move that beat it. Anybody who
talks to the engine can have any line logged, so only what the engine itself searched and answered counts:
a game is learned from where it began to answer, and not at all if others chose moves for its side.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from boyi.engines.board import POINTS
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.play import play, result
from boyi.engines.rules import ONGOING
from boyi.learning.data.games import TrainingGame
from boyi.learning.data.sources import UNFINISHED, RecordFault
from boyi.protocol.uci.cyclone import shift_ranks

INPUT, OUTPUT = ">", "<"
LOGGED = re.compile(r"[\d:.]+ ([<>]) (.*)")
POSITION = re.compile(r"(position )?(startpos|fen (?P<fen>.*?))( moves (?P<moves>.*))?$")
"""How a client sets a position up; UCCI may leave the first word out."""
ANSWER = re.compile(r"(no)?bestmove\b")
SCORE = re.compile(r"info (?!string\b|message\b).*\bscore (?P<mate>mate )?(cp )?(?P<value>-?\d+)")
"""What a search tells; remarks may repeat what they were told."""
DECIDED = 1000
"""Centipawns that decide a game which was broken off."""
RANKS = {"xiangqi": (0, -1)}
"""By what moves may have to be renumbered: some clients count ranks from 1."""


@dataclass(frozen=True)
class LoggedGame:
    """What a log says of a game."""

    start: str = ""
    moves: tuple[str, ...] = ()
    thought: int = 0
    """What the engine thought last, for itself, in centipawns."""
    before: int = 0
    """How many moves had been made then."""
    answers: tuple[int, ...] = ()
    """Which of the moves are the engine's answers, counted from 0."""

    @property
    def own_throughout(self) -> bool:
        """Whether the engine chose every move of its side since its first answer."""
        if not self.answers:
            return False
        return self.answers == tuple(range(self.answers[0], len(self.moves), 2))

    def goes_on(self, start: str, moves: tuple[str, ...]) -> bool:
        """Whether a position lies further on in the same game."""
        return start == self.start and moves[: len(self.moves)] == self.moves


class LogReader:
    """Follows a log, line by line.

    A position to ponder on is a guess: it belongs to the game, with what was thought of it, if `ponderhit`
    comes before its answer.
    """

    def __init__(self) -> None:
        """Nothing was read yet."""
        self._current = self._before = LoggedGame()
        self._guess: LoggedGame | None = None

    def read_input(self, text: str) -> LoggedGame | None:
        """Take in a line that the engine was sent; the game that is over by that, if it has moves."""
        words = text.split()
        if setup := POSITION.match(text):
            return self._set_up(setup["fen"] or "", tuple((setup["moves"] or "").split()))
        if words[:1] == ["quit"]:
            return self._finish()
        if words[:1] == ["go"] and "ponder" in words:
            self._current, self._guess = self._before, self._current
        elif words[:1] == ["ponderhit"] and self._guess:
            self._current, self._guess = self._guess, None
        return None

    def read_output(self, text: str) -> None:
        """Take in a line that the engine wrote."""
        if self._guess is None:
            self._current = _with_answer(self._current, text)
        else:
            self._guess = None if ANSWER.match(text) else _with_answer(self._guess, text)

    def _set_up(self, start: str, moves: tuple[str, ...]) -> LoggedGame | None:
        over = None if self._current.goes_on(start, moves) else self._finish()
        self._before, self._current = self._current, replace(self._current, start=start, moves=moves)
        return over

    def _finish(self) -> LoggedGame | None:
        game_log, self._current = self._current, LoggedGame()
        return game_log if game_log.moves else None


def read_games(game: Game, lines: Iterable[str], name: str) -> Iterator[TrainingGame | RecordFault]:
    """The games of a log, each as soon as another one begins or the session ends."""
    reader = LogReader()
    for number, line in enumerate(lines, 1):
        mark, text = _read(line)
        if mark == OUTPUT:
            reader.read_output(text)
        elif mark == INPUT and (over := reader.read_input(text)):
            yield finish_game(game, over, f"{name}, line {number}")


def _read(line: str) -> tuple[str, str]:
    found = LOGGED.match(line)
    return (found[1], found[2].strip()) if found else ("", "")


def _with_answer(game_log: LoggedGame, text: str) -> LoggedGame:
    if score := SCORE.match(text):
        value = int(score["value"])
        thought = (DECIDED if value > 0 else -DECIDED) if score["mate"] else value
        return replace(game_log, thought=thought, before=len(game_log.moves))
    if text.startswith("bestmove ") and text.split()[1] not in ("(none)", "0000"):
        moves = (*game_log.moves, text.split()[1])
        return replace(game_log, moves=moves, answers=(*game_log.answers, len(game_log.moves)))
    return game_log


def finish_game(game: Game, game_log: LoggedGame, origin: str) -> TrainingGame | RecordFault:
    """What can be learned from a game that has no more moves."""
    if not game_log.own_throughout:
        return RecordFault(UNFINISHED, origin, "the engine did not choose all moves of its side")
    faults = []
    for by in RANKS.get(game.name, (0,)):
        moves = tuple(shift_ranks(move, by) for move in game_log.moves) if by else game_log.moves
        try:
            points = _points(game, replace(game_log, moves=moves))
        except ValueError as error:
            faults.append(str(error))
            continue
        if points is None:
            return RecordFault(UNFINISHED, origin, "the game was left before its end")
        return _from_first_answer(game, replace(game_log, moves=moves), points, origin)
    return RecordFault(UNFINISHED, origin, faults[0])


def _from_first_answer(game: Game, game_log: LoggedGame, points: int, origin: str) -> TrainingGame:
    """A game without the moves that were only told: more than the opponent's first one."""
    told = game_log.answers[0]
    if told <= 1:
        return TrainingGame(game_log.start, game_log.moves, points, origin)
    pos = game.notation.read(game_log.start or game.start, {})
    for text in game_log.moves[:told]:
        play(pos, game.notation.move(pos, text))
    return TrainingGame(game.notation.write(pos), game_log.moves[told:], points, origin)


def _points(game: Game, game_log: LoggedGame) -> int | None:
    """1, 0 or -1 for the first player; None if nobody can tell. ValueError names a move that is none."""
    pos, engine = game.notation.read(game_log.start or game.start, {}), 0
    for number, text in enumerate(game_log.moves):
        if number == game_log.before:
            engine = _sign(pos)
        play(pos, game.notation.move(pos, text))
    if (outcome := result(pos)) != ONGOING:
        return round(2 * POINTS[outcome] - 1) * _sign(pos)
    if abs(game_log.thought) >= DECIDED and engine:
        return engine if game_log.thought > 0 else -engine
    return None


def _sign(pos: Record) -> int:
    """1 if the first player is to move, else -1."""
    return 1 - 2 * int(pos.side)
