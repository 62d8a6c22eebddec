"""What a UCCI client says: lines to commands and back.

Clients mix dialects, so UCI's way of setting options and its limits of a search are understood too.
"""

from boyi.engines.limits import Limits
from boyi.protocol import messages as msg
from boyi.protocol.text import number, quote, sections
from boyi.protocol.uci import commands as uci
from boyi.protocol.uci.ucci_options import ACCEPTED, AUTOMATIC, KNOWLEDGE, to_ours, to_theirs

CLOCKS = ("time", "increment", "movestogo", "opptime", "oppincrement", "oppmovestogo")
NUMBERS = (*CLOCKS, *uci.BOUNDS)
WORDS = frozenset((*NUMBERS, "infinite", "ponder", "draw"))
UCI_CLOCKS = frozenset(uci.CLOCKS)


def parse_command(line: str) -> msg.Command:
    """What a client's line asks for; never raises."""
    words = line.split()
    word, rest = (words[0].lower(), words[1:]) if words else ("", [])
    match word, rest:
        case "ucci", _:
            return msg.Hello()
        case "setoption", ["name", *_] if "value" in rest or len(rest) == 2:
            return uci.parse_command(line)
        case "setoption", [name, *value]:
            return _parse_option(name, line.split(None, 2)[2].strip() if value else None)
        case "probe", _:
            return _parse_probe(line, rest)
        case "ponderhit", ["draw"]:
            return msg.PonderHit(draw=True)
        case "go", _ if not UCI_CLOCKS.intersection(rest) and "perft" not in rest:
            return _parse_go(rest)
        case "perft", [depth, *_] if (plies := number(depth)) is not None:
            return msg.Perft(plies)
        case (("fen" | "startpos"), _):
            return uci.parse_command(f"position {line}")
    return uci.parse_command(line)


def render_command(command: msg.Command) -> str:
    """The line that asks a UCCI engine for something."""
    match command:
        case msg.Hello():
            return "ucci"
        case msg.NewGame():
            return "setoption newgame"
        case msg.SetOption(name, value):
            return " ".join(["setoption", to_theirs(name), *([value] if value else [])])
        case msg.Debug(on):
            return f"setoption debug {'true' if on else 'false'}"
        case msg.Go(limits):
            return " ".join(["go", *_render_limits(limits)])
        case msg.Appraise():
            return "go depth 0"
        case msg.Probe(fen, moves):
            return uci.render_command(msg.Position(fen, moves)).replace("position", "probe", 1)
        case msg.Perft(depth):
            return f"perft {depth}"
    return uci.render_command(command)


def _parse_option(word: str, value: str | None) -> msg.Command:
    name = word.lower()
    match name, value:
        case "newgame", _:
            return msg.NewGame()
        case "debug", _:
            return msg.Debug((value or "").lower() in {"true", "on"})
        case "knowledge", _ if (value or "").lower() in KNOWLEDGE:
            return _know(KNOWLEDGE[(value or "").lower()])
        case _, "0" if name in AUTOMATIC:
            return msg.SetOption(to_ours(word), AUTOMATIC[name])
        case _ if name in ACCEPTED:
            return msg.Several(())
    return msg.SetOption(to_ours(word), value)


def _know(parts: tuple[str, ...]) -> msg.Command:
    every = KNOWLEDGE["large"]
    return msg.Several(tuple(msg.SetOption(f"Eval {part}", str(part in parts).lower()) for part in every))


def _parse_probe(line: str, words: list[str]) -> msg.Command:
    match uci.parse_command(" ".join(["position", *words])):
        case msg.Position(fen, moves):
            return msg.Probe(fen, moves)
    return msg.Unknown(line, f"probe wants startpos or fen and a position, not {quote(' '.join(words))}")


def _parse_go(words: list[str]) -> msg.Command:
    found = dict(sections(words, WORDS))
    fields, notes = _read_fields(found)
    if fields.get("depth") == 0 and "ponder" not in found:
        return msg.Appraise()
    clocks = uci.read_clock(fields, "time", "increment"), uci.read_clock(fields, "opptime", "oppincrement")
    limits = uci.make_limits(found, fields, notes, clocks, timed="time" in fields)
    return msg.Go(limits, tuple(notes), relative=True, coarse=True)


def _read_fields(found: dict[str, list[str]]) -> tuple[dict[str, int], list[str]]:
    """The numbers that could be read, and a remark on each field that could not."""
    fields: dict[str, int] = {}
    notes: list[str] = []
    for name, words in found.items():
        if name not in NUMBERS:
            notes += [f"go: {quote(word)} ignored" for word in words if name]
            notes += [f"go: {quote(words[0])} ignored"] if words and not name else []
            continue
        value = number(words[0]) if words else None
        if value is not None:
            fields[name] = max(0, value)
        elif name != "depth" or "infinite" not in found:
            notes.append(f"go: {name} ignored, {quote(words[0]) if words else 'nothing'} is no number")
    return fields, notes


def _render_limits(limits: Limits) -> list[str]:
    mine, theirs = limits.clocks
    numbers = {
        "depth": limits.depth,
        "nodes": limits.nodes,
        "movetime": limits.movetime,
        "mate": limits.mate,
        "time": mine and mine.time,
        "movestogo": limits.moves_to_go,
        "increment": mine and (mine.increment or None),
        "opptime": theirs and theirs.time,
        "oppincrement": theirs and (theirs.increment or None),
    }
    words = ["ponder"] if limits.ponder else []
    words += ["draw"] if limits.draw else []
    words += [f"{name} {value}" for name, value in numbers.items() if value is not None]
    return words + (["infinite"] if limits.infinite else [])
