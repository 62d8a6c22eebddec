"""Records of Connect6 games: the SAU platform's, SGF of Little Golem and of NCTU, rows of stones.

A game is held as its stones in the order of play, named as the dialects name them: column and row
letters from the top left. `read` tells the four formats apart.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

LETTERS = "ABCDEFGHIJKLMNOPQRS"
SIDE = len(LETTERS)
COLOURS = ("black", "white")
SAU_LINE = re.compile(r"(Black|White): *([A-S]{2})([A-S]{2}|@@)?")
SGF_MOVE = re.compile(r"(?<![A-Z])([BW])\[([^]]*)]")
SGF_RESULT = re.compile(r"RE\[([BW])\+")
LOW_STONE = re.compile(r"([a-s])(1[0-9]|[1-9])")
"""A column letter and a row number, counted from the bottom."""


@dataclass(frozen=True)
class Connect6Game:
    """A game: its stones, and the winner (0 black, 1 white), None if it is not known or there is none."""

    stones: tuple[str, ...]
    winner: int | None = None

    def turns(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Each turn: whose it is, and its stones; the first has one, the others two, but perhaps the last."""
        yield from ((0, self.stones[:1]),) if self.stones else ()
        for number, at in enumerate(range(1, len(self.stones), 2), 1):
            yield number % 2, self.stones[at : at + 2]


def read(text: str) -> Connect6Game:
    """A game in any of the formats; ValueError names the fault."""
    if text.lstrip().startswith(("(", ";")):
        return _read_sgf(text)
    if SAU_LINE.search(text):
        return _read_sau(text)
    return read_row(text)


def _read_sau(text: str) -> Connect6Game:
    turns = []
    for number, line in enumerate(text.splitlines(), 1):
        found = SAU_LINE.fullmatch(line.strip())
        if line.strip() and not found:
            raise ValueError(f"line {number} is no turn: {line.strip()[:40]!r}")
        if found:
            colour, one, other = found.groups()
            stones = (one,) if other in (None, "@@") else (one, other)
            turns.append((COLOURS.index(colour.lower()), stones))
    return _join_turns(turns)


def _read_sgf(text: str) -> Connect6Game:
    turns: list[tuple[int, tuple[str, ...]]] = []
    winner = SGF_RESULT.search(text)
    resigned = None
    for colour, value in SGF_MOVE.findall(text):
        side = "BW".index(colour)
        if value.strip().lower() == "resign":
            resigned = 1 - side
        else:
            turns.append((side, _sgf_stones(value.strip())))
    return _join_turns(turns, "BW".index(winner.group(1)) if winner else resigned)


def _sgf_stones(value: str) -> tuple[str, ...]:
    """Capital letters are NCTU's, small ones with numbers are Little Golem's."""
    if re.fullmatch(r"([A-S]{2}){1,2}", value):
        return tuple(value[at : at + 2] for at in range(0, len(value), 2))
    return tuple(from_low(stone.group()) for stone in _low_stones(value))


def _low_stones(value: str) -> list[re.Match[str]]:
    found = list(LOW_STONE.finditer(value))
    if not found or "".join(stone.group() for stone in found) != value:
        raise ValueError(f"{value[:40]!r} is no stone")
    return found


def _join_turns(turns: Sequence[tuple[int, tuple[str, ...]]], winner: int | None = None) -> Connect6Game:
    """The game of turns or parts of turns; ValueError if a colour is out of turn."""
    played = Connect6Game(tuple(stone for _, stones in turns for stone in stones), winner)
    owners = [side for side, stones in turns for _ in stones]
    expected = [side for side, stones in played.turns() for _ in stones]
    if owners != expected:
        at = next(i for i, pair in enumerate(zip(owners, expected, strict=True)) if pair[0] != pair[1])
        raise ValueError(f"stone {at + 1} is {COLOURS[owners[at]]}'s, out of turn")
    return played


def read_row(text: str, winner: str = "") -> Connect6Game:
    """A game of stones such as j10, separated by commas, and the winner's colour if it is known."""
    stones = [stone.strip() for stone in text.split(",") if stone.strip()]
    names = tuple(from_low(stone) for stone in stones)
    return Connect6Game(names, COLOURS.index(winner) if winner in COLOURS else None)


def from_low(stone: str) -> str:
    """The name of a stone that is written with its row counted from the bottom."""
    found = LOW_STONE.fullmatch(stone)
    if not found:
        raise ValueError(f"{stone[:40]!r} is no stone")
    return found.group(1).upper() + LETTERS[SIDE - int(found.group(2))]


def to_low(stone: str) -> str:
    """A stone with its row counted from the bottom."""
    return f"{stone[0].lower()}{SIDE - LETTERS.index(stone[1])}"


def write_sau(game: Connect6Game) -> str:
    """The lines of the SAU platform."""
    return "".join(f"{COLOURS[side].title()}: {''.join(stones):@<4}\n" for side, stones in game.turns())


def write_little_golem(game: Connect6Game) -> str:
    """SGF with both stones of a turn in one property."""
    moves = (f";{'BW'[side]}[{''.join(map(to_low, stones))}]" for side, stones in game.turns())
    return f"(;FF[4]EV[connect6]SO[boyi]{_result(game)}{''.join(moves)})\n"


def write_nctu(game: Connect6Game) -> str:
    """SGF with a property for every stone."""
    moves = (f";{'BW'[side]}[{stone}]" for side, stones in game.turns() for stone in stones)
    return f"(;FF[4]GM[511]SZ[{SIDE}]{_result(game)}{''.join(moves)})\n"


def write_row(game: Connect6Game) -> str:
    """Stones such as j10, separated by commas."""
    return ",".join(map(to_low, game.stones))


def _result(game: Connect6Game) -> str:
    return "" if game.winner is None else f"RE[{'BW'[game.winner]}+]"


WRITERS: Mapping[str, Callable[[Connect6Game], str]] = {
    "sau": write_sau,
    "littlegolem": write_little_golem,
    "nctu": write_nctu,
    "row": write_row,
}
"""The formats by name."""


RESULTS = {"1-0": "B+", "0-1": "W+", "1/2-1/2": "0"}


class Connect6Ply(Protocol):
    """A stone as the arena keeps it."""

    @property
    def move(self) -> str:
        """The stone as the engine writes it."""


def write_arena_game(tags: Mapping[str, str], start: str | None, plies: Sequence[Connect6Ply]) -> str:
    """The SGF of a game that the arena played, a property for every stone; `start` stands in a comment."""
    side, left = 0, 1
    if start is not None:
        fields = start.split()
        side, left = "bw".index(fields[1]), int(fields[2])
    moves = []
    for ply in plies:
        moves.append(f";{'BW'[side]}[{ply.move}]")
        side, left = (side, left - 1) if left > 1 else (1 - side, 2)
    heading = {
        "PB": tags.get("White", ""),  # PGN's first player is called White whatever the game
        "PW": tags.get("Black", ""),
        "RE": RESULTS.get(tags.get("Result", ""), ""),
        "C": "" if start is None else f"begins with {start}",
    }
    told = "".join(f"{name}[{_escape(text)}]" for name, text in heading.items() if text)
    return f"(;FF[4]GM[511]SZ[{SIDE}]{told}{''.join(moves)})\n"


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
