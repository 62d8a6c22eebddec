"""UCI as xiangqi programs speak it: ranks 0 to 9 (UCI-Cyclone), or 1 to 10 once `UCI_Variant` is xiangqi."""

import re
from dataclasses import replace

from boyi.engines.report import Best, Info
from boyi.protocol import uci
from boyi.protocol.dialect import Dialect
from boyi.protocol.messages import Ban, Command, Counted, Event, Go, Note, Position, Refused, Unknown
from boyi.protocol.ucci_commands import parse_command as parse_ucci

SQUARE = re.compile(r"([a-i])(-?[0-9]{1,2})")
MOVE = re.compile(r"(?:[a-i]-?[0-9]{1,2}){2}")
"""Ranks that no board has are renumbered, too, so that a remark names them as the client did."""
NAMED = re.compile(r"(?<![\w/'\"])(?:[a-i]-?[0-9]{1,2}){1,2}(?![\w/'\"])")
"""A square or a move in a remark; ranks of a FEN, and what is quoted, are the client's own words."""
VARIANT = re.compile(r"setoption\s+name\s+UCI_Variant\s+value\s+(\w+)", re.IGNORECASE)


def greets(line: str) -> bool:
    """Whether a line is UCI's first, or asks for ranks from 0 on again."""
    return uci.greets(line) or _variant(line) == "cyclone"


def greets_variant(line: str) -> bool:
    """Whether a line asks for ranks from 1 on, as programs of many variants do, or leaves them so."""
    return uci.greets(line) or _variant(line) == "xiangqi"


def _variant(line: str) -> str:
    found = VARIANT.fullmatch(line.strip())
    return found[1].lower() if found else ""


def parse_command(line: str) -> Command:
    """What a client's line asks for, in UCI or in words borrowed from UCCI; never raises."""
    command = uci.parse_command(line)
    if isinstance(command, Unknown):
        other = parse_ucci(line)
        return command if isinstance(other, Unknown) else other
    return command


def shifted(move: str, by: int) -> str:
    """A move with its ranks renumbered; any other text as it is."""
    return _renumbered(move, by) if MOVE.fullmatch(move) else move


def _renumbered(squares: str, by: int) -> str:
    return SQUARE.sub(lambda found: f"{found[1]}{int(found[2]) + by}", squares)


def _remark(text: str, by: int) -> str:
    """A remark with the ranks of its squares and moves renumbered."""
    return NAMED.sub(lambda named: _renumbered(named[0], by), text)


def _moves(moves: tuple[str, ...], by: int) -> tuple[str, ...]:
    return tuple(shifted(move, by) for move in moves)


def _command(command: Command, by: int) -> Command:
    match command:
        case Position(fen, moves):
            return Position(fen, _moves(moves, by))
        case Ban(moves):
            return Ban(_moves(moves, by))
        case Go(limits):
            return replace(command, limits=replace(limits, moves=_moves(limits.moves, by)))
    return command


def _event(event: Event, by: int) -> Event:
    match event:
        case Info(pv=pv):
            return replace(event, pv=_moves(pv, by))
        case Best(move, ponder):
            return replace(event, move=move and shifted(move, by), ponder=ponder and shifted(ponder, by))
    return event


def parse_variant_command(line: str) -> Command:
    """The same with ranks 1 to 10."""
    return _command(parse_command(line), -1)


def render_variant_event(event: Event) -> list[str]:
    """The lines that tell an event, ranks from 1 to 10."""
    match event:
        case Counted(move, positions):
            event = Counted(shifted(move, 1), positions)
        case Note(text):
            event = Note(_remark(text, 1))
        case Refused(command, reason) if not isinstance(command, Unknown):
            event = Refused(command, _remark(reason, 1))
    return uci.render_event(_event(event, 1))


def render_variant_command(command: Command) -> str:
    """The line that asks an engine for something, ranks from 1 to 10."""
    return uci.render_command(_command(command, 1))


def parse_variant_event(line: str) -> Event | None:
    """What an engine's line tells, its ranks counted from 1."""
    event = uci.parse_event(line)
    return None if event is None else _event(event, -1)


DIALECT = Dialect(
    "cyclone", greets, uci.HELP, parse_command, uci.render_event, uci.render_command, uci.parse_event
)
VARIANT_DIALECT = Dialect(
    "uci-variant",
    greets_variant,
    uci.HELP,
    parse_variant_command,
    render_variant_event,
    render_variant_command,
    parse_variant_event,
)
