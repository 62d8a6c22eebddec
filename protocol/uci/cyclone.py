"""UCI as xiangqi programs speak it: ranks 0 to 9 (UCI-Cyclone), or 1 to 10 once `UCI_Variant` is xiangqi."""

import re
from dataclasses import replace

from boyi.engines.report import Best, Info
from boyi.protocol import messages as msg
from boyi.protocol import uci
from boyi.protocol.dialect import Dialect
from boyi.protocol.uci.ucci_commands import parse_command as parse_ucci

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


def parse_command(line: str) -> msg.Command:
    """What a client's line asks for, in UCI or in words borrowed from UCCI; never raises."""
    command = uci.parse_command(line)
    if isinstance(command, msg.Unknown):
        other = parse_ucci(line)
        return command if isinstance(other, msg.Unknown) else other
    return command


def shift_ranks(move: str, by: int) -> str:
    """A move with its ranks renumbered; any other text as it is."""
    return _renumber(move, by) if MOVE.fullmatch(move) else move


def _renumber(squares: str, by: int) -> str:
    return SQUARE.sub(lambda found: f"{found[1]}{int(found[2]) + by}", squares)


def _remark(text: str, by: int) -> str:
    """A remark with the ranks of its squares and moves renumbered."""
    return NAMED.sub(lambda named: _renumber(named[0], by), text)


def _moves(moves: tuple[str, ...], by: int) -> tuple[str, ...]:
    return tuple(shift_ranks(move, by) for move in moves)


def _command(command: msg.Command, by: int) -> msg.Command:
    match command:
        case msg.Position(fen, moves):
            return msg.Position(fen, _moves(moves, by))
        case msg.Ban(moves):
            return msg.Ban(_moves(moves, by))
        case msg.Go(limits):
            return replace(command, limits=replace(limits, moves=_moves(limits.moves, by)))
    return command


def _event(event: msg.Event, by: int) -> msg.Event:
    match event:
        case Info(pv=pv):
            return replace(event, pv=_moves(pv, by))
        case Best(move, ponder):
            return replace(
                event, move=move and shift_ranks(move, by), ponder=ponder and shift_ranks(ponder, by)
            )
    return event


def parse_variant_command(line: str) -> msg.Command:
    """What a client's line asks for, ranks from 1 to 10; never raises."""
    return _command(parse_command(line), -1)


def render_variant_event(event: msg.Event) -> list[str]:
    """The lines that tell an event, ranks from 1 to 10."""
    match event:
        case msg.PerftCount(move, positions):
            event = msg.PerftCount(shift_ranks(move, 1), positions)
        case msg.Note(text):
            event = msg.Note(_remark(text, 1))
        case msg.Refused(command, reason) if not isinstance(command, msg.Unknown):
            event = msg.Refused(command, _remark(reason, 1))
    return uci.render_event(_event(event, 1))


def render_variant_command(command: msg.Command) -> str:
    """The line that asks an engine for something, ranks from 1 to 10."""
    return uci.render_command(_command(command, 1))


def parse_variant_event(line: str) -> msg.Event | None:
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
