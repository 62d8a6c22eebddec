"""Games written in every format that a game has. What is written reads back equal by the readers."""

from collections.abc import Callable, Mapping, Sequence

from boyi.arena.game.record import GamePly, pgn, writer
from boyi.engines import load_game
from boyi.engines.game import Game
from boyi.protocol.einstein.common import LETTERS, PIECES, ends
from boyi.protocol.records import connect6
from boyi.protocol.records.einstein_game import EinsteinGame, EinsteinPly
from boyi.protocol.records.readers import READ
from boyi.protocol.records.wtn import WtnHeading, write_wtn
from boyi.protocol.text import one_line
from boyi.server.records.positions import PlayedLine
from boyi.server.refusal import Refusal

Write = Callable[[Game, Mapping[str, str], str | None, Sequence[GamePly]], str]
DEFAULTS = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}
SECOND = {"Red": "White", "First": "White", "Second": "Black"}
"""What else the players are called in headings."""


def write(
    name: str, form: str, tags: Mapping[str, str], start: str | None, plies: Sequence[GamePly]
) -> tuple[str, str]:
    """A file's name and its text; Refusal names what is wrong. Blocks. Moves are held against the rules."""
    game = load_game(name)
    formats = WRITERS[name]
    chosen = form or next(iter(formats))
    if chosen not in formats:
        raise Refusal(400, f"{name} is not written as {chosen[:20]!r}, but as {', '.join(formats)}")
    suffix, writing = formats[chosen]
    try:
        walk = PlayedLine(game, start)
        for ply in plies:
            walk.play(ply.move, ply.die)
        spelt = [ply._replace(move=move) for ply, move in zip(plies, walk.moves, strict=True)]
        begins = None if start is None else game.notation.write(game.notation.read(start, {}))
        return f"game.{suffix}", writing(game, _heading(tags), begins, spelt)
    except ValueError as error:
        raise Refusal(400, str(error)) from None


def _heading(tags: Mapping[str, str]) -> dict[str, str]:
    known = {SECOND.get(name, name): one_line(value) for name, value in tags.items()}
    return {**DEFAULTS, **known}


def _pgn(game: Game, tags: Mapping[str, str], start: str | None, plies: Sequence[GamePly]) -> str:
    return pgn(tags, start, plies)


def _own(game: Game, tags: Mapping[str, str], start: str | None, plies: Sequence[GamePly]) -> str:
    """The format in which the arena keeps games."""
    known = writer(game)
    assert known is not None
    return known[1](tags, start, plies)


def _position(game: Game, tags: Mapping[str, str], start: str | None, plies: Sequence[GamePly]) -> str:
    """The last position."""
    walk = PlayedLine(game, start)
    for ply in plies:
        walk.play(ply.move, ply.die)
    return game.notation.write(walk.pos) + "\n"


def _command(game: Game, tags: Mapping[str, str], start: str | None, plies: Sequence[GamePly]) -> str:
    """What UCI sets the game up by."""
    begins = "startpos" if start is None else f"fen {start}"
    moves = " ".join(ply.move for ply in plies)
    return f"position {begins}" + (f" moves {moves}\n" if moves else "\n")


def _row_of(spell: Callable[[PlayedLine, int], str]) -> Write:
    """Moves alone, in one of the notations; a heading tells where they begin if that is not known."""

    def write_row(game: Game, tags: Mapping[str, str], start: str | None, plies: Sequence[GamePly]) -> str:
        walk = PlayedLine(game, start)
        for ply in plies:
            walk.play(ply.move, ply.die)
        first = int(game.notation.read(start or game.start, {}).side)
        words = [spell(walk, number) for number in range(len(plies))]
        lines = [f'[FEN "{start or game.start}"]', ""] if start is not None or not plies else []
        turns = [" ".join(words[max(at, 0) : at + 2]) for at in range(-first, len(words), 2)]
        return "\n".join([*lines, *(f"{number}. {turn}" for number, turn in enumerate(turns, 1))]) + "\n"

    return write_row


def _iccs(walk: PlayedLine, number: int) -> str:
    move = walk.moves[number].upper()
    return f"{move[:2]}-{move[2:]}"


def _stones(writing: Callable[[connect6.Connect6Game], str]) -> Write:
    """Formats that know no other beginning than the empty board of connect6."""

    def write_stones(game: Game, tags: Mapping[str, str], start: str | None, plies: Sequence[GamePly]) -> str:
        if start not in (None, game.start):
            raise ValueError("this format begins on the empty board of connect6; sgf does not")
        winner = {"1-0": 0, "0-1": 1}.get(tags["Result"])
        return writing(connect6.Connect6Game(tuple(ply.move for ply in plies), winner))

    return write_stones


def _wtn(game: Game, tags: Mapping[str, str], start: str | None, plies: Sequence[GamePly]) -> str:
    *words, letter, _ = (start or game.start).split()
    squares, first = tuple(map(int, words)), LETTERS.index(letter.upper())
    moved = tuple(
        EinsteinPly((first + number) % 2, ply.die, *ends(ply.move)) for number, ply in enumerate(plies)
    )
    if 0 in squares or any(ply.die == 0 for ply in moved):
        raise ValueError("WTN tells six pieces of each side, and the die of every move")
    played = EinsteinGame((squares[:PIECES], squares[PIECES:]), moved).with_result()
    names = (tags["White"], tags["Black"]) if first == 0 else (tags["Black"], tags["White"])
    blue, red = (name.replace("[", "(").replace("]", ")").replace(";", ",") for name in names)
    return write_wtn(played, WtnHeading(red, blue, _plain(tags["Site"]), _plain(tags["Event"])))


def _plain(value: str) -> str:
    return "" if value == "?" else value.translate(str.maketrans("[];", "(),"))


WRITERS: Mapping[str, Mapping[str, tuple[str, Write]]] = {
    "chess": {"pgn": ("pgn", _pgn), "fen": ("fen", _position), "uci": ("txt", _command)},
    "xiangqi": {
        "pgn": ("pgn", _own),
        "iccs": ("txt", _row_of(_iccs)),
        "wxf": ("txt", _row_of(lambda walk, number: walk.latin[number])),
        "chinese": ("txt", _row_of(lambda walk, number: walk.texts[number])),
        "fen": ("fen", _position),
        "uci": ("txt", _command),
    },
    "connect6": {
        "sgf": ("sgf", _own),
        "littlegolem": ("sgf", _stones(connect6.write_little_golem)),
        "sau": ("txt", _stones(connect6.write_sau)),
        "row": ("txt", _stones(connect6.write_row)),
        "fen": ("txt", _position),
        "uci": ("txt", _command),
    },
    "einstein": {"ecui": ("txt", _own), "wtn": ("wtn", _wtn), "fen": ("txt", _position)},
}
"""By game and format: a file's suffix, and what writes it. The first is the usual one."""


def formats() -> dict[str, dict[str, list[str]]]:
    """What is read and what is written, by game."""
    return {name: {"read": list(READ[name]), "write": list(known)} for name, known in WRITERS.items()}
