"""Games of xiangqi as text: PGN and bare moves, in ICCS, by columns in letters (WXF) or in Chinese."""

import re
from collections.abc import Iterator

from boyi.engines.game import Game
from boyi.protocol.records.pgn import TAG
from boyi.protocol.records.tree import GameTree, TreeBuilder

TOKEN = re.compile(
    r"\{(?P<comment>[^}]*)\}|;(?P<line>[^\n]*)|(?P<open>\()|(?P<close>\))|\$\d+"
    r"|\d+\s*[.．、]+(?!\d)|(?P<result>1-0|0-1|1/2-1/2|\*)(?!\S)|(?P<word>[^\s{}();]+)"  # noqa: RUF001
)
ICCS = re.compile(r"[a-iA-I]\d-?[a-iA-I]\d")
LETTERED = re.compile(r"[-+=.\dA-Za-z]{4}")
MARKS = "!?#,，。"  # noqa: RUF001  Chinese texts end words with Chinese signs


def read(game: Game, text: str) -> GameTree:
    """The game of a text, with what variations and comments it has; ValueError names the fault."""
    tags = dict(TAG.findall(text))
    builder = TreeBuilder(game, tags.get("FEN") or None)
    form = ""
    for kind, value in _tokens(TAG.sub("", text)):
        match kind:
            case "open":
                builder.open_variation()
            case "close":
                builder.close_variation()
            case "comment" | "line":
                builder.comment(value)
            case "result":
                tags.setdefault("Result", value)
            case _:
                form = form or spelling(value)
                builder.add(_normalise(value))
    if not form and not tags:
        raise ValueError("there is no game in it")
    return builder.tree("pgn" if tags.keys() - {"Result"} else form, tags.get("FEN") or None, tags)


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    for found in TOKEN.finditer(text):
        kind = found.lastgroup
        value = found[kind] if kind else ""
        if kind == "word":
            value = value.strip(MARKS)
        if kind and (value or kind in ("open", "close")):
            yield kind, value


def spelling(move: str) -> str:
    """The name of the notation in which a move is written."""
    if ICCS.fullmatch(move):
        return "iccs"
    return "wxf" if LETTERED.fullmatch(move) else "chinese"


def _normalise(move: str) -> str:
    """ICCS as the engine spells it; other notations as they are."""
    return move.replace("-", "").lower() if ICCS.fullmatch(move) else move
