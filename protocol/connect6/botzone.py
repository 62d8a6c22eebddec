"""The dialect of Botzone: Connect6 on 15 x 15 in JSON, one object a line.

A line holds the whole game, as for a bot that is started anew for every turn, or only the opponent's
last turn, as for one that asked to be kept running. Ours asks, and understands both.
"""

import json
from collections.abc import Iterator
from typing import Any

from boyi.engines.limits import Limits
from boyi.engines.report import Best
from boyi.protocol import messages as msg
from boyi.protocol.dialect import Dialect
from boyi.protocol.text import quote

SIDE = 15
LETTERS = "ABCDEFGHIJKLMNO"
START = "/".join([str(SIDE)] * SIDE) + " b 1 6 2"
KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
PLAY = msg.Go(Limits(movetime=700), own=True)
"""A turn has one second, of which reading, waking up and writing take their part."""
FIELDS = (("x0", "y0"), ("x1", "y1"))
FAULTS = (ValueError, KeyError, TypeError, OverflowError, RecursionError)
"""What reading a line that is no request may raise."""
HELP = 'one object a line: {"requests": […], "responses": […]} or {"x0": …, "y0": …, "x1": …, "y1": …}'


def greets(line: str) -> bool:
    """Whether a line is an object."""
    return line.lstrip().startswith("{")


def parse_command(line: str) -> msg.Command:
    """What the platform asks for."""
    if line.strip() == "quit":
        return msg.Quit()
    try:
        found = json.loads(line)
        if "requests" in found:
            return _whole_game(found["requests"], found.get("responses", []))
        stones = tuple(_stones(found))
    except FAULTS as fault:
        return msg.Unknown(line, f"{quote(line.strip())} is no request: {type(fault).__name__}")
    return msg.Several((msg.Advance(stones, whole=True), PLAY)) if stones else PLAY


def _whole_game(requests: list[Any], responses: list[Any]) -> msg.Command:
    """The turns of both sides; the opponent's, which are the requests, come first."""
    turns = [turn for pair in zip(requests, [*responses, {}], strict=False) for turn in pair if turn]
    moves = tuple(stone for turn in turns for stone in _stones(turn))
    return msg.Several((msg.NewGame(), msg.Position(START, moves), PLAY))


def _stones(turn: dict[str, Any]) -> Iterator[str]:
    """The stones of a turn: none for the request before Black's first, one for that first."""
    for x, y in FIELDS:
        column, row = int(turn[x]), int(turn[y])
        if (column, row) != (-1, -1):
            if not (0 <= column < SIDE and 0 <= row < SIDE):
                raise ValueError(f"({column}, {row}) is not on the board")
            yield LETTERS[column] + LETTERS[row]


def _coordinates(stones: tuple[str, ...]) -> dict[str, int]:
    found = dict[str, int]()
    for (x, y), stone in zip(FIELDS, (*stones, ""), strict=False):
        found[x], found[y] = (LETTERS.index(stone[0]), LETTERS.index(stone[1])) if stone else (-1, -1)
    return found


def render_event(event: msg.Event) -> list[str]:
    """A turn is the answer, with the wish to be kept running; nothing else is said."""
    match event:
        case Best() if event.turn:
            return [json.dumps({"response": _coordinates(event.turn)}), KEEP_RUNNING]
    return []


def render_command(command: msg.Command) -> str:
    """The line that asks a bot for its next turn; empty where the platform has no word for it."""
    match command:
        case msg.Several((msg.Advance(stones), msg.Go())):
            return json.dumps(_coordinates(stones))
        case msg.Several((msg.NewGame(), msg.Position(_, moves), msg.Go())):
            return json.dumps(_history(moves))
        case msg.Go():
            return json.dumps(_coordinates(()) | {"x1": -1, "y1": -1})
        case msg.Quit():
            return "quit"
        case msg.Unknown(text):
            return text
    return ""


def _history(moves: tuple[str, ...]) -> dict[str, list[dict[str, int]]]:
    """A game as requests and responses, the side to move being the bot that is asked."""
    turns = [moves[:1], *(moves[i : i + 2] for i in range(1, len(moves), 2))] if moves else []
    told = [_coordinates(turn) for turn in turns]
    if len(told) % 2 == 0:
        told.insert(0, _coordinates(()) | {"x1": -1, "y1": -1})
    return {"requests": told[::2], "responses": told[1::2]}


def parse_event(line: str) -> msg.Event | None:
    """What a bot's line tells; None if it is of no interest."""
    try:
        stones = tuple(_stones(json.loads(line)["response"]))
    except FAULTS:
        return None
    return Best(stones[0], None, stones[1:]) if stones else None


DIALECT = Dialect(
    "botzone", greets, HELP, parse_command, render_event, render_command, parse_event, "one pipe"
)
