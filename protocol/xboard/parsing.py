"""What an XBoard engine is told of time and moves, and what it tells: pure functions."""

import re
from collections.abc import Callable
from typing import NamedTuple

import chess

from boyi.engines.limits import Clock, Limits
from boyi.engines.report import Info, Score
from boyi.protocol.driving.errors import ProtocolError
from boyi.protocol.text import number

USUAL = "normal"
VARIANTS = {"chess": USUAL}
"""What the protocol calls a game, where that is not its name."""
MOVES = (
    re.compile(r"move\s+(\S+)"),
    re.compile(r"\d+\s*\.\s*\.\.\.\s*(\S+)"),
    re.compile(r"[Mm]y move is\s*:?\s*(\S+)"),
)
"""How a move is told: as it should be, and in two ways of older engines."""

RESULT = re.compile(r"(?:1-0|0-1|1/2-1/2|\*)(?:\s*\{.*\}?)?")
THOUGHT = re.compile(r"(\d+)[.&+-]?\s+([+-]?\d+)\s+(\d+)\s+(\d+)(?:\s+(.*))?")
"""Ply, score in centipawns, time in centiseconds, nodes, and then the line of play."""
MOVE_NUMBER = re.compile(r"\d+\.(?:\.\.)?|\.\.\.|\([+-]\)")
COORDINATES = re.compile(r"(?:[a-z]\d{1,2}){2}[a-z]?")
MATE, MATE_VALUE = 100_000, 30_000
"""The protocol's score for a mate, plus its moves; the centipawns that stand for one, less its moves."""

HOUR = 3_600_000
"""Milliseconds: the clock of a search that is bounded by its depth alone."""


class Answer(NamedTuple):
    """How an engine answers when it is its turn."""

    move: str | None
    """As it told it; None if it resigns or claims a result instead."""
    resigns: bool = False
    claims: str = ""
    form: int = -1
    """The form in which it told its move: an index of MOVES."""


def parse_answer(line: str) -> Answer | None:
    """The move, resignation or claim that a line tells, if any."""
    for form, pattern in enumerate(MOVES):
        if found := pattern.fullmatch(line):
            return Answer(found[1], form=form)
    if line == "resign":
        return Answer(None, resigns=True)
    if RESULT.fullmatch(line):
        return Answer(None, resigns="resign" in line.lower(), claims=line)
    return None


def time_control(limits: Limits, side: int) -> tuple[str, ...]:
    """The commands that say at a game's beginning how long it takes; ProtocolError if there are none."""
    clock = limits.clocks[side] or limits.clocks[1 - side]
    if not limits.bounded or limits.nodes is not None or limits.mate is not None or limits.moves:
        raise ProtocolError("XBoard has no words for limits but clocks, time per move and depth")
    lines = [] if limits.depth is None else [f"sd {limits.depth}"]
    if limits.movetime is not None:
        # `st` takes whole seconds only: less than that is a session of one move, whose time is told exactly.
        seconds, rest = divmod(limits.movetime, 1000)
        return *lines, _level(1, Clock(limits.movetime)) if rest else f"st {seconds}"
    if clock is not None:
        return *lines, _level(limits.moves_to_go or 0, clock)
    if not lines:
        raise ProtocolError("XBoard has no words for a search without any limit")
    return *lines, _level(0, Clock(HOUR))


def time_left(limits: Limits, side: int) -> tuple[str, ...]:
    """The commands that tell the mover's and the opponent's time, in centiseconds."""
    if limits.movetime is not None:
        return f"time {limits.movetime // 10}", f"otim {limits.movetime // 10}"
    mine, theirs = limits.clocks[side], limits.clocks[1 - side]
    told = (("time", mine), ("otim", theirs))
    return tuple(f"{word} {max(clock.time, 0) // 10}" for word, clock in told if clock)


def _level(moves: int, clock: Clock) -> str:
    # Whole seconds, rounded up: the exact time is told before each move.
    minutes, seconds = divmod(-(-clock.time // 1000), 60)
    base = f"{minutes}:{seconds:02}" if seconds else str(minutes)
    return f"level {moves} {base} {clock.increment / 1000:g}"


def parse_thought(line: str) -> Info | None:
    """What a line of thinking output tells; None if it is none."""
    if not (found := THOUGHT.fullmatch(line)):
        return None
    depth, score, time, nodes = (number(text) or 0 for text in found.groups()[:4])
    # Newer engines put further numbers before a tab.
    line_of_play = (found[5] or "").rpartition("\t")[2]
    pv = tuple(word for word in line_of_play.split() if not MOVE_NUMBER.fullmatch(word))
    nps = nodes * 100 // time if time else 0
    return Info(depth, depth, 1, _score(score), nodes, nps, 0, 0, time * 10, pv)


def _score(value: int) -> Score:
    if abs(value) < MATE:
        return Score(value)
    moves = abs(value) - MATE
    sign = 1 if value > 0 else -1
    return Score(sign * (MATE_VALUE - moves), sign * moves)


def read_move(text: str, now: Callable[[], str], is_chess: bool) -> str:
    """A move of an engine in the game's notation, as it stands if it makes no sense."""
    plain = text.lower()
    if COORDINATES.fullmatch(plain):
        return plain
    if not is_chess:
        return text
    try:
        return chess.Board(now()).parse_san(text).uci()
    except ValueError:
        return text


def spell(start: str | None, moves: tuple[str, ...]) -> list[str]:
    """Moves of chess in short algebraic notation."""
    board, words = chess.Board(start or chess.STARTING_FEN), []
    for text in moves:
        move = board.parse_uci(text)
        words.append(board.san(move))
        board.push(move)
    return words
