"""Reading a position or a game in whatever format it comes, told by what stands in it.

    chess      FEN, PGN, moves in SAN or as UCI writes them
    xiangqi    FEN, PGN, moves in ICCS, WXF or Chinese, XQF
    connect6   positions, SAU, SGF (Little Golem, NCTU, ours), rows of stones
    einstein   positions, ECUI, WTN, training lines

A `position` command of UCI is understood for all of them.
"""

import re
from collections.abc import Callable, Mapping

from boyi.engines.game import Game
from boyi.protocol.records import connect6, xiangqi_text, xqf
from boyi.protocol.records.ecui import read_ecui
from boyi.protocol.records.einstein_examples import read_example
from boyi.protocol.records.einstein_game import LETTERS, EinsteinGame
from boyi.protocol.records.pgn import read_chess
from boyi.protocol.records.tree import GameTree, TreeBuilder
from boyi.protocol.records.wtn import read_wtn

Reader = Callable[[Game, str], GameTree]

COMMAND = re.compile(
    r"(?:position\s+)?(?:startpos|fen\s+(?P<fen>.*?))(?:\s+moves\s+(?P<moves>.*))?", re.DOTALL
)
"""How UCI sets a position up; `position` may be missing, as it is in UCCI."""
UCI_MOVES = re.compile(r"\s*(?:[a-h][1-8][a-h][1-8][nbrq]?\s*)+", re.ASCII)
STONES = re.compile(r"\s*(?:[A-S]{2}){1,2}(?:[\s,]+(?:[A-S]{2}){1,2})*\s*")
BEGINS = re.compile(r"C\[begins with ([^]]*)]")
SGF_NAMES = {"PB": "White", "PW": "Black", "RE": "Result", "DT": "Date", "EV": "Event"}
"""What SGF calls the tags; PGN's first player is called White whatever the game."""
SGF_RESULTS = {"B": "1-0", "W": "0-1", "0": "1/2-1/2"}
POINTS = ("1-0", "0-1")


def read(game: Game, content: str | bytes) -> GameTree:
    """The position or game that a text or a file holds; ValueError names the fault."""
    if isinstance(content, bytes):
        if game.name == "xiangqi" and content.startswith(xqf.MARK):
            return xqf.read(game, content)
        content = _decode(content)
    text = content.lstrip("\ufeff").strip()
    if not text:
        raise ValueError("there is nothing in it")
    if found := COMMAND.fullmatch(text):
        return _play_row(game, "uci", (found["moves"] or "").split(), (found["fen"] or "").strip() or None)
    return READERS[game.name](game, text)


def _decode(content: bytes) -> str:
    """Text of a file: UTF-8, or what Chinese programs of old write."""
    if b"\0" in content:
        raise ValueError("this is no text, and no record that is known")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("gb18030", "replace")


def _play_row(game: Game, form: str, moves: list[str], start: str | None = None) -> GameTree:
    builder = TreeBuilder(game, start)
    for move in moves:
        builder.add(move)
    return builder.tree(form, start, {})


def _position(game: Game, text: str) -> GameTree:
    """A position alone; ValueError names what is wrong with it."""
    pos = game.notation.read(text, {})
    return GameTree("fen", game.notation.write(pos))


def _chess(game: Game, text: str) -> GameTree:
    first = text.split(maxsplit=1)[0]
    if first.count("/") == 7:
        return _position(game, text)
    if UCI_MOVES.fullmatch(text):
        return _play_row(game, "uci", text.split())
    return read_chess(text)


def _xiangqi(game: Game, text: str) -> GameTree:
    if text.split(maxsplit=1)[0].count("/") == 9:
        return _position(game, text)
    return xiangqi_text.read(game, text)


def _connect6(game: Game, text: str) -> GameTree:
    if "/" in text.split(maxsplit=1)[0]:
        return _position(game, text)
    if text.startswith(("(", ";")):
        return _read_sgf(game, text)
    if STONES.fullmatch(text):
        return _play_row(game, "stones", re.findall(r"[A-S]{2}", text))
    form = "sau" if connect6.SAU_LINE.search(text) else "row"
    return _play_row(game, form, list(connect6.read(text).stones))


def _read_sgf(game: Game, text: str) -> GameTree:
    """SGF; what begins elsewhere than on the usual empty board says so in a comment."""
    begins = BEGINS.search(text)
    names = dict(re.findall(r"\b([A-Z]{2})\[((?:\\.|[^]\\])*)]", text))
    tags = {
        SGF_NAMES[name]: re.sub(r"\\(.)", r"\1", text) for name, text in names.items() if name in SGF_NAMES
    }
    if "Result" in tags:
        tags["Result"] = SGF_RESULTS.get(tags["Result"][:1], tags["Result"])
    if begins is None:
        tree = _play_row(game, "sgf", list(connect6.read(text).stones))
    else:
        stones = [
            stone for _, value in connect6.SGF_MOVE.findall(text) for stone in re.findall("[A-S]{2}", value)
        ]
        tree = _play_row(game, "sgf", stones, begins[1].strip())
    return GameTree(tree.form, tree.start, tree.nodes, tags)


def _einstein(game: Game, text: str) -> GameTree:
    if text.startswith("#[WTN]"):
        heading, played = read_wtn(text)
        players = (heading.blue, heading.red) if _first(played) == 0 else (heading.red, heading.blue)
        tags = {"White": players[0], "Black": players[1], "Site": heading.place, "Event": heading.event}
        return _play_einstein(game, "wtn", played, tags)
    if text.startswith("("):
        example = read_example(text.splitlines()[0])
        start = [*example.blue, *example.red, "br"[example.side], example.die]
        return _play_row(game, "example", [f"{example.start}-{example.goal}"], " ".join(map(str, start)))
    if text.split(maxsplit=1)[0].isdecimal():
        return _position(game, text)
    games = read_ecui(text)
    if not games:
        raise ValueError("there is no game in it")
    return _play_einstein(game, "ecui", games[0], {})


def _first(played: EinsteinGame) -> int:
    return played.plies[0].side if played.plies else 1


def _play_einstein(game: Game, form: str, played: EinsteinGame, tags: Mapping[str, str]) -> GameTree:
    """A game of dice, its moves held against the rules."""
    side = played.plies[0].side if played.plies else 0
    start = " ".join(map(str, [*played.layouts[0], *played.layouts[1], LETTERS[side].lower(), 0]))
    builder = TreeBuilder(game, start)
    for number, ply in enumerate(played.plies, 1):
        if ply.side != builder.side:
            raise ValueError(f"ply {number} is {LETTERS[ply.side]}'s, out of turn")
        builder.add(f"{ply.start}-{ply.goal}", die=ply.die)
    known = {name: value for name, value in tags.items() if value}
    if played.winner is not None:
        known["Result"] = POINTS[played.winner]
    return builder.tree(form, start, known)


READERS: Mapping[str, Reader] = {
    "chess": _chess,
    "xiangqi": _xiangqi,
    "connect6": _connect6,
    "einstein": _einstein,
}
READ: Mapping[str, tuple[str, ...]] = {
    "chess": ("fen", "pgn", "uci"),
    "xiangqi": ("fen", "pgn", "iccs", "wxf", "chinese", "xqf", "uci"),
    "connect6": ("fen", "sgf", "sau", "row", "stones", "uci"),
    "einstein": ("fen", "ecui", "wtn", "example", "uci"),
}
"""The formats that are told apart, by game."""
