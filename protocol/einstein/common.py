"""What EinStein's platforms have in common: asking for a placing, for a move, for the end."""

from collections.abc import Callable, Sequence

from boyi.engines.limits import Limits
from boyi.protocol import messages as msg
from boyi.protocol.text import number, quote

LETTERS = "BR"
"""Blue and red, as platforms write them."""
PIECES = 6
SQUARES = 25


def place(line: str, side: str) -> msg.Command:
    """A new game begins: where do a side's pieces stand?"""
    if side not in LETTERS:
        return msg.Unknown(line, f"the side is B or R, not {quote(side)}")
    return msg.Several((msg.NewGame(), msg.Place(LETTERS.index(side))))


def ask(line: str, side: str, die: str, squares: Sequence[str]) -> msg.Command:
    """A move in a position: blue's and red's squares 1-25, 0 for a taken piece."""
    fault = _fault(side, die, squares)
    if fault:
        return msg.Unknown(line, fault)
    text = " ".join([*(str(int(square)) for square in squares), side.lower(), str(int(die))])
    return msg.Several((msg.Position(text), msg.Go(Limits())))


def _fault(side: str, die: str, squares: Sequence[str]) -> str:
    """What is wrong with a question for a move; nothing if it can be answered."""
    if side not in LETTERS or not side:
        return f"the side is B or R, not {quote(side)}"
    if number(die) not in range(1, PIECES + 1):
        return f"a die shows 1 to {PIECES}, not {quote(die)}"
    if len(squares) != 2 * PIECES:
        return f"there are {2 * PIECES} pieces, not {len(squares)}"
    numbers = [number(square) for square in squares]
    for square, value in zip(squares, numbers, strict=True):
        if value not in range(SQUARES + 1):
            return f"a square is a number up to {SQUARES}, not {quote(square)}"
    standing = [value for value in numbers if value]
    if len(set(standing)) < len(standing):
        return "two pieces stand on one square"
    return "" if standing else "the board is empty"


def parse_question(line: str, read: Callable[[str], str] = str) -> msg.Command | None:
    """What `ini`, `get` and `exit` ask for; None for other lines. `read` takes a square for its number."""
    match line.split():
        case ["ini", side]:
            return place(line, side)
        case ["get", side, die, *squares]:
            return ask(line, side, die, [read(square) for square in squares])
        case ["exit", *_]:
            return msg.Quit()
    return None


def render_question(command: msg.Command, write: Callable[[int], str] = str) -> str:
    """The line that asks for a placing, a move or the end; nothing for all else."""
    asked = split_question(command)
    if asked:
        return " ".join(["get", *asked[:2], *(write(int(square)) for square in asked[2])])
    match command:
        case msg.Several((_, msg.Place(side))):
            return f"ini {LETTERS[side]}"
        case msg.Quit():
            return "exit"
    return ""


def ends(move: str) -> tuple[int, int]:
    """The squares that a move of the engine's notation leaves and reaches."""
    start, _, goal = move.rpartition(":")[2].partition("-")
    return int(start), int(goal)


def piece(move: str) -> int:
    """The piece, 1-6, that a move of the engine's notation moves."""
    return int(move.partition(":")[0])


def split_question(command: msg.Command) -> tuple[str, str, list[str]] | None:
    """Side, die and squares of a question for a move; None for any other command."""
    match command:
        case msg.Several((msg.Position(str(text)), msg.Go())) if len(text.split()) == 2 * PIECES + 2:
            *squares, side, die = text.split()
            return side.upper(), die, squares
    return None
