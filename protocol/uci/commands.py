"""What a UCI client says: lines to commands and back."""

import re
from collections.abc import Mapping

from boyi.engines.limits import Clock, Limits
from boyi.protocol import messages as msg
from boyi.protocol.text import number, quote, sections

PLAIN: dict[str, msg.Command] = {
    "uci": msg.Hello(),
    "isready": msg.IsReady(),
    "ucinewgame": msg.NewGame(),
    "ponderhit": msg.PonderHit(),
    "stop": msg.Stop(),
    "quit": msg.Quit(),
    "d": msg.Show(),
    "eval": msg.Explain(),
    "bench": msg.Bench(),
    "flip": msg.Flip(),
    "help": msg.Help(),
}
"""Commands of one word; whatever follows the word is passed over."""

PLAIN_WORDS = {command: word for word, command in PLAIN.items()}

CLOCKS = ("wtime", "btime", "winc", "binc")
BOUNDS = ("depth", "nodes", "movetime", "mate")
GO_NUMBERS = (*CLOCKS, "movestogo", *BOUNDS, "perft")
GO_WORDS = frozenset((*GO_NUMBERS, "infinite", "ponder", "searchmoves"))

FALLBACK = 1000
"""Milliseconds for a search whose limits were all unreadable: asked for an end, it must have one."""


def parse_command(line: str) -> msg.Command:
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
            return msg.Ban(tuple(rest))
        case "debug", ["on" | "off" as state, *_]:
            return msg.Debug(state == "on")
    return msg.Unknown(line, f"unknown command {quote(line.strip())}; try help")


def render_command(command: msg.Command) -> str:
    """The line that asks a UCI engine for something."""
    match command:
        case msg.Position(fen, moves):
            start = "startpos" if fen is None else f"fen {fen}"
            return f"position {start} moves {' '.join(moves)}" if moves else f"position {start}"
        case msg.Go(limits):
            return " ".join(["go", *_render_limits(limits)])
        case msg.SetOption(name, None):
            return f"setoption name {name}"
        case msg.SetOption(name, value):
            return f"setoption name {name} value {value or '<empty>'}"
        case msg.NewGame():
            return "ucinewgame"
        case msg.Ban(moves):
            return " ".join(["banmoves", *moves])
        case msg.Perft(depth):
            return f"go perft {depth}"
        case msg.Debug(on):
            return "debug on" if on else "debug off"
        case msg.Unknown(text):
            return text
        case msg.Appraise():
            return "eval"
        case msg.Probe() | msg.Several():
            return ""
    return PLAIN_WORDS[command]


def _parse_option(line: str) -> msg.Command:
    head = line.split(None, 2)
    if len(head) < 3 or head[1].lower() != "name":
        return msg.Unknown(line, f"setoption wants name and value, not {quote(line.strip())}")
    rest = head[2].strip()
    # By hand, since a value (a path, say) keeps its inner spaces, and a name may begin with "value".
    for word in re.finditer(r"\S+", rest):
        if word.group() == "value" and word.start() > 0:
            value = rest[word.end() :].strip()
            return msg.SetOption(_join_words(rest[: word.start()]), "" if value == "<empty>" else value)
    return msg.SetOption(_join_words(rest))


def _join_words(text: str) -> str:
    return " ".join(text.split())


def _parse_position(line: str, words: list[str]) -> msg.Command:
    match sections(words, ("startpos", "fen", "moves")):
        case [("", []), ("startpos", []), *moves]:
            fen = None
        case [("", []), ("fen", [_, *_] as fields), *moves]:
            fen = " ".join(fields)
        case _:
            return msg.Unknown(
                line, f"position wants startpos or fen and a position, not {quote(' '.join(words))}"
            )
    match moves:
        case []:
            return msg.Position(fen)
        case [("moves", played)]:
            return msg.Position(fen, tuple(played))
    return msg.Unknown(line, "position names more than one position or list of moves")


def _parse_go(line: str, words: list[str]) -> msg.Command:
    found = dict(sections(words, GO_WORDS))
    fields, notes = _read_fields(found)
    if "perft" in found:
        depth = fields.get("perft")
        return msg.Unknown(line, "perft wants a depth") if depth is None else msg.Perft(depth)
    clocks = read_clock(fields, "wtime", "winc"), read_clock(fields, "btime", "binc")
    return msg.Go(make_limits(found, fields, notes, clocks, any(clocks)), tuple(notes))


def make_limits(
    found: Mapping[str, list[str]],
    fields: dict[str, int],
    notes: list[str],
    clocks: tuple[Clock | None, Clock | None],
    timed: bool,
) -> Limits:
    """What bounds a search, of its words and of their numbers that could be read.

    One that nothing bounds is infinite; but if it was asked for an end it gets one, and a note says so.
    """
    infinite = "infinite" in found
    if not (infinite or timed or any(name in fields for name in BOUNDS)):
        infinite = not notes
        if notes:
            fields["movetime"] = FALLBACK
            notes.append(f"go: no limit left; searching for {FALLBACK} ms")
    return Limits(
        clocks=clocks,
        moves_to_go=fields.get("movestogo"),
        **{name: fields.get(name) for name in BOUNDS},
        infinite=infinite,
        ponder="ponder" in found,
        draw="draw" in found,
        moves=tuple(found.get("searchmoves", ())),
    )


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


def read_clock(fields: Mapping[str, int], time: str, increment: str) -> Clock | None:
    """The clock that two words tell; None if its time was not told."""
    return Clock(fields[time], fields.get(increment, 0)) if time in fields else None


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
