"""How the dialects of Connect6 write a turn, and what its commands ask for.

A stone is a column and a row, capital letters A to S, rows from the top. A turn has two of them; a
turn of a single stone has three spellings: JJ@@, JJ and JJJJ.
"""

import re
from collections.abc import Mapping

from boyi.engines.limits import Limits
from boyi.engines.report import Best
from boyi.protocol import messages as msg

TURN = re.compile(r"([A-S]{2})([A-S]{2}|@@)?")
ANSWER = re.compile(r"move ([A-S]{2}(?:[A-S]{2}|@@)?)")
"""A move in an engine's line. Nothing else may stand in it, since banners may contain examples."""

PLAY = msg.Go(Limits(), own=True)
END = msg.NewGame(abandon=True)
"""Clients read any move as an answer to what they asked last: one of a game that is over must not be told."""
SET_UP = msg.Several((END, msg.Position(None)))
SET_UP_AND_PLAY = msg.Several((END, msg.Position(None), PLAY))


def read_turn(text: str) -> tuple[str, ...] | None:
    """The stones of a turn in any spelling; None if it is no turn."""
    found = TURN.fullmatch(text)
    if not found:
        return None
    one, other = found.groups()
    return (one,) if other in (None, "@@", one) else (one, other)


def answer_to(stones: tuple[str, ...]) -> msg.Command:
    """The opponent's turn, and ours in answer to it."""
    return msg.Several((msg.Advance(stones, whole=True), PLAY))


def render_command(command: msg.Command, plain: Mapping[str, msg.Command], width: int) -> str:
    """The line that asks an engine for something, empty if there is none.

    `plain` are a dialect's fixed lines; a single stone fills up to `width` letters with @.
    """
    match command:
        case msg.Several((msg.NewGame(), msg.Position(None), msg.Go())):
            return "new black"
        case msg.Several((msg.NewGame(), msg.Position(None))):
            return "new white"
        case msg.Several((msg.Advance(stones), msg.Go())):
            return f"move {''.join(stones):@<{width}}"
        case msg.Unknown(text):
            return text
    return next((line for line, meant in plain.items() if meant == command), "")


def render_event(event: msg.Event, width: int) -> list[str]:
    """A name or a turn as a line; nothing for all else. A single stone fills up to `width` letters with @."""
    match event:
        case msg.EngineName(name):
            return [f"name {name}"]
        case Best() if event.turn:
            return [f"move {''.join(event.turn):@<{width}}"]
    return []


def parse_event(line: str) -> msg.Event | None:
    """What an engine's line tells; None if it is of no interest."""
    return msg.EngineName(line[5:].strip()) if line.startswith("name ") else _read_answer(line)


def _read_answer(line: str) -> Best | None:
    found = ANSWER.fullmatch(line.strip())
    stones = read_turn(found.group(1)) if found else None
    return Best(stones[0], None, stones[1:]) if stones else None
