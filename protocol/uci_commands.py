"""What a UCI client says: lines to commands and back."""

import re

from boyi.engines.limits import Clock, Limits
from boyi.protocol.messages import (
    Appraise,
    Ban,
    Bench,
    Command,
    Debug,
    Explain,
    Flip,
    Go,
    Hello,
    Help,
    IsReady,
    NewGame,
    Perft,
    PonderHit,
    Position,
    Probe,
    Quit,
    SetOption,
    Several,
    Show,
    Stop,
    Unknown,
)
from boyi.protocol.words import number, quote, sections

PLAIN: dict[str, Command] = {
    "uci": Hello(),
    "isready": IsReady(),
    "ucinewgame": NewGame(),
    "ponderhit": PonderHit(),
    "stop": Stop(),
    "quit": Quit(),
    "d": Show(),
    "eval": Explain(),
    "bench": Bench(),
    "flip": Flip(),
    "help": Help(),
}
"""Commands of one word; whatever follows the word is passed over."""

PLAIN_WORDS = {command: word for word, command in PLAIN.items()}

CLOCKS = ("wtime", "btime", "winc", "binc")
BOUNDS = ("depth", "nodes", "movetime", "mate")
GO_NUMBERS = (*CLOCKS, "movestogo", *BOUNDS, "perft")
GO_WORDS = frozenset((*GO_NUMBERS, "infinite", "ponder", "searchmoves"))

FALLBACK = 1000
"""Milliseconds for a search whose limits were all unreadable: asked for an end, it must have one."""


def parse_command(line: str) -> Command:
    """What a client's line asks for; never raises."""
    words = line.split()
    word, rest = (words[0].lower(), words[1:]) if words else ("", [])
    if word in PLAIN:
        return PLAIN[word]
    match word, rest:
        case "position", _:
            return _parse_position(line, rest)
        case "go", _:
            return _parse_go(line, rest)
        case "setoption", _:
            return _parse_option(line)
        case "banmoves", _:
            return Ban(tuple(rest))
        case "debug", ["on" | "off" as state, *_]:
            return Debug(state == "on")
    return Unknown(line, f"unknown command {quote(line.strip())}; try help")


def render_command(command: Command) -> str:
    """The line that asks a UCI engine for something."""
    match command:
        case Position(fen, moves):
            start = "startpos" if fen is None else f"fen {fen}"
            return f"position {start} moves {' '.join(moves)}" if moves else f"position {start}"
        case Go(limits):
            return " ".join(["go", *_render_limits(limits)])
        case SetOption(name, None):
            return f"setoption name {name}"
        case SetOption(name, value):
            return f"setoption name {name} value {value or '<empty>'}"
        case NewGame():
            return "ucinewgame"
        case Ban(moves):
            return " ".join(["banmoves", *moves])
        case Perft(depth):
            return f"go perft {depth}"
        case Debug(on):
            return "debug on" if on else "debug off"
        case Unknown(text):
            return text
        case Appraise():
            return "eval"
        case Probe() | Several():
            return ""
    return PLAIN_WORDS[command]


def _parse_option(line: str) -> Command:
    head = line.split(None, 2)
    if len(head) < 3 or head[1].lower() != "name":
        return Unknown(line, f"setoption wants name and value, not {quote(line.strip())}")
    rest = head[2].strip()
    # By hand, since a value (a path, say) keeps its inner spaces, and a name may begin with "value".
    for word in re.finditer(r"\S+", rest):
        if word.group() == "value" and word.start() > 0:
            value = rest[word.end() :].strip()
            return SetOption(_spaced(rest[: word.start()]), "" if value == "<empty>" else value)
    return SetOption(_spaced(rest))


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _parse_position(line: str, words: list[str]) -> Command:
    match sections(words, ("startpos", "fen", "moves")):
        case [("", []), ("startpos", []), *moves]:
            fen = None
        case [("", []), ("fen", [_, *_] as fields), *moves]:
            fen = " ".join(fields)
        case _:
            return Unknown(
                line, f"position wants startpos or fen and a position, not {quote(' '.join(words))}"
            )
    match moves:
        case []:
            return Position(fen)
        case [("moves", played)]:
            return Position(fen, tuple(played))
    return Unknown(line, "position names more than one position or list of moves")


def _parse_go(line: str, words: list[str]) -> Command:
    found = dict(sections(words, GO_WORDS))
    fields, notes = _read_fields(found)
    if "perft" in found:
        depth = fields.get("perft")
        return Unknown(line, "perft wants a depth") if depth is None else Perft(depth)
    infinite = "infinite" in found
    if not infinite and not any(name in fields for name in ("wtime", "btime", *BOUNDS)):
        infinite = not notes
        if notes:
            fields["movetime"] = FALLBACK
            notes.append(f"go: no limit left; searching for {FALLBACK} ms")
    limits = Limits(
        clocks=(_clock(fields, "w"), _clock(fields, "b")),
        moves_to_go=fields.get("movestogo"),
        depth=fields.get("depth"),
        nodes=fields.get("nodes"),
        movetime=fields.get("movetime"),
        mate=fields.get("mate"),
        infinite=infinite,
        ponder="ponder" in found,
        moves=tuple(found.get("searchmoves", ())),
    )
    return Go(limits, tuple(notes))


def _read_fields(found: dict[str, list[str]]) -> tuple[dict[str, int], list[str]]:
    """The numbers that could be read, and a remark on each field or word that could not."""
    fields: dict[str, int] = {}
    notes: list[str] = []
    for name, words in found.items():
        if name == "searchmoves":
            continue
        value = number(words[0]) if words and name in GO_NUMBERS else None
        if value is not None:
            fields[name] = max(0, value)
        elif name in GO_NUMBERS:
            notes.append(f"go: {name} ignored, {quote(words[0]) if words else 'nothing'} is no number")
        if len(words) > (name in GO_NUMBERS):
            notes.append(f"go: {quote(words[-1])} ignored")
    for side in "wb":
        if f"{side}inc" in fields and f"{side}time" not in fields:
            notes.append(f"go: {side}inc ignored, there is no {side}time")
    return fields, notes


def _clock(fields: dict[str, int], side: str) -> Clock | None:
    time = fields.get(f"{side}time")
    return None if time is None else Clock(time, fields.get(f"{side}inc", 0))


def _render_limits(limits: Limits) -> list[str]:
    white, black = limits.clocks
    numbers = (
        ("wtime", white and white.time),
        ("btime", black and black.time),
        ("winc", white and white.increment),
        ("binc", black and black.increment),
        ("movestogo", limits.moves_to_go),
        ("depth", limits.depth),
        ("nodes", limits.nodes),
        ("movetime", limits.movetime),
        ("mate", limits.mate),
    )
    words = ["ponder"] if limits.ponder else []
    words += [f"{name} {value}" for name, value in numbers if value is not None]
    words += ["infinite"] if limits.infinite else []
    return [*words, "searchmoves", *limits.moves] if limits.moves else words
