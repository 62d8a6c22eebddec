"""XQF, the binary records of xiangqi's most common editor: read, with variations and comments.

A heading of 1,024 bytes: a mark, a version, keys, where the 32 men stand, names. Then records of moves in
the order of a walk through the tree: a move, what follows it, its alternatives. Files above version 10 are
scrambled with four keys of the heading, in a way that hides nothing. Texts are GB18030.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from boyi.engines.game import Game
from boyi.protocol.records.tree import GameTree, TreeBuilder

MARK = b"XQ"
HEADING = 0x400
PLAIN = 0x0A
"""The last version that is not scrambled."""
ROTATED = 0x0C
"""The first version in which the list of men is rotated, too."""
SEED = b"[(C) Copyright Mr. Dong Shiwei.]"
"""What the program masks to scramble by."""
MEN = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
FROM_BASE, TO_BASE = 0x18, 0x20
FOLLOWED, ALTERNATIVE, COMMENTED = 0x80, 0x40, 0x20
RESULTS = {1: "1-0", 2: "0-1", 3: "1/2-1/2", 4: "1/2-1/2"}
"""How a game ended; there are files with a 4."""
FILES = "abcdefghi"
NAMES = {"Title": 80, "Event": 208, "Date": 272, "Site": 288, "Red": 304, "Black": 320}
"""Where the heading has its texts, each after a byte that tells its length."""
LONGEST_NAME = 63


@dataclass(frozen=True)
class XqfKeys:
    """What a file is scrambled by; all zero in plain ones."""

    men: int
    start: int
    goal: int
    comment: int
    stream: bytes


@dataclass(frozen=True)
class XqfMove:
    """One record of the walk."""

    text: str
    followed: bool
    alternative: bool
    comment: str


def _mix(value: int, factor: int) -> int:
    return ((((value * value * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8) * factor & 0xFF


def keys_of(heading: bytes) -> XqfKeys:
    """The keys that a heading names."""
    if heading[2] <= PLAIN:
        return XqfKeys(0, 0, 0, 0, bytes(len(SEED)))
    mask, total, men_key, start_key, goal_key = heading[3], *heading[12:16]
    men = _mix(men_key, men_key)
    start = _mix(start_key, men)
    goal = _mix(goal_key, start)
    words = [
        key & mask | other
        for key, other in zip((total, men_key, start_key, goal_key), heading[8:12], strict=True)
    ]
    stream = bytes(letter & words[i % 4] for i, letter in enumerate(SEED))
    return XqfKeys(men, start, goal, (256 * total + men_key) % 32000 + 767, stream)


def read(game: Game, data: bytes) -> GameTree:
    """The game of a file; ValueError names the fault."""
    if len(data) < HEADING or not data.startswith(MARK):
        raise ValueError("an XQF file begins with XQ and a heading of 1024 bytes")
    keys = keys_of(data)
    moves = _records(data, keys)
    root = next(moves)
    walk = list(islice(moves, int(root.followed)))
    start = _position(data, keys, walk[0].text if walk else "")
    usual = start.split()[:2] == game.start.split()[:2]
    builder = TreeBuilder(game, None if usual else start)
    builder.comment(root.comment)
    if walk:
        _walk(builder, chain(walk, moves))
    return builder.tree("xqf", None if usual else start, _tags(data))


def _walk(builder: TreeBuilder, moves: Iterator[XqfMove]) -> None:
    """Play all moves; those with an alternative are marked until it comes."""
    waiting: list[bool] = []
    for move in moves:
        builder.add(move.text)
        builder.comment(move.comment)
        if move.alternative:
            builder.mark()
            waiting.append(True)
        if not move.followed:
            if not waiting:
                return
            waiting.pop()
            builder.turn_back()
    raise ValueError("it ends in the middle of the game")


def _records(data: bytes, keys: XqfKeys) -> Iterator[XqfMove]:
    plain, at = data[2] <= PLAIN, HEADING
    stream = keys.stream
    body = bytes((value - stream[place % len(stream)]) & 0xFF for place, value in enumerate(data))
    while at + 4 <= len(body):
        start, goal, flags = body[at : at + 3]
        at += 4
        length = 0
        if plain or flags & COMMENTED:
            length = max(int.from_bytes(body[at : at + 4], "little") - keys.comment, 0)
            at += 4
        comment = body[at : at + length].decode("gb18030", "replace")
        at += length
        followed, alternative = (
            (flags & 0xF0, flags & 0x0F) if plain else (flags & FOLLOWED, flags & ALTERNATIVE)
        )
        text = _square(start - FROM_BASE - keys.start) + _square(goal - TO_BASE - keys.goal)
        yield XqfMove(text, bool(followed), bool(alternative), comment)
    raise ValueError("it ends in the middle of the game")


def _square(value: int) -> str:
    """A square in ICCS; of one off the board, which the root has, a text that is no square."""
    file, rank = divmod(value & 0xFF, 10)
    return f"{FILES[file]}{rank}" if file < 9 else "??"


def _position(data: bytes, keys: XqfKeys, move: str) -> str:
    """The FEN of the men's places; who is to move is told by the first move, if there is one.

    Only later versions have a byte for it, and not every program writes it.
    """
    listed = data[16:48]
    if data[2] >= ROTATED:
        first = (keys.men + 1) % 32
        listed = listed[-first:] + listed[:-first] if first else listed
    rows = [["1"] * 9 for _ in range(10)]
    for man, place in zip(MEN, listed, strict=True):
        file, rank = divmod((place - keys.men) & 0xFF, 10)
        if file < 9:
            if rows[9 - rank][file] != "1":
                raise ValueError("two men stand on one point")
            rows[9 - rank][file] = man
    man = rows[9 - int(move[1])][FILES.index(move[0])] if move and move[0] in FILES else ""
    black = man.islower() if man.isalpha() else data[50] & 1
    return f"{'/'.join(map(_packed, rows))} {'wb'[black]} - - 0 1"


def _packed(row: list[str]) -> str:
    text = "".join(row)
    for empty in range(9, 1, -1):
        text = text.replace("1" * empty, str(empty))
    return text


def _tags(data: bytes) -> dict[str, str]:
    texts = {name: data[at + 1 : at + 1 + min(data[at], LONGEST_NAME)] for name, at in NAMES.items()}
    found = {name: text.decode("gb18030", "replace").strip("\0 ") for name, text in texts.items()}
    found["Result"] = RESULTS.get(data[51], "")
    return {name: text for name, text in found.items() if text}
