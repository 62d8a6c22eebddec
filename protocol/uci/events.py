"""What a UCI engine says: events to lines and back.

Reading is meant for foreign engines too: fields in any order, unknown words passed over.
"""

from collections.abc import Iterable

from boyi.engines.options import Option
from boyi.engines.report import Best, Bound, Info, Memory, Score
from boyi.protocol import messages as msg
from boyi.protocol.text import number, one_line, sections

INFO_NUMBERS = ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time")
INFO_WORDS = frozenset(INFO_NUMBERS) | {"score", "wdl", "pv"}
OTHER_INFO_WORDS = {"currmove", "currmovenumber", "currline", "refutation", "cpuload", "sbhits", "ebf"}
"""Passed over, but they end what stands before them."""
BOUND_WORDS: dict[Bound, str] = {"exact": "", "lower": " lowerbound", "upper": " upperbound"}
SPIN_WORDS = ("default", "min", "max")
NO_MOVE = ("(none)", "none", "NULL", "0000")

MATE_VALUE = 30_000
"""The centipawns that stand for a mate read from an engine's line, less one for each move to it."""


def render_event(event: msg.Event) -> list[str]:
    """The lines that tell an event; none for what UCI has no word for."""
    match event:
        case msg.EngineName(name):
            return [f"id name {name}"]
        case msg.EngineAuthor(author):
            return [f"id author {author}"]
        case msg.OptionOffer(option):
            return [f"option name {option.name} type {option.kind}{_render_values(option)}"]
        case msg.Welcome():
            return ["uciok"]
        case msg.Ready():
            return ["readyok"]
        case Info():
            return [_render_info(event)]
        case Best(move, ponder):
            reply = f" ponder {ponder}" if move and ponder else ""
            return [f"bestmove {move or NO_MOVE[0]}{reply}"]
        case msg.Note(text) | msg.Refused(_, text):
            return [f"info string {one_line(text)}"]
        case msg.Text(text):
            return text.splitlines()
        case msg.Placement(squares):
            return [f"info string placed on {' '.join(squares)}"]
        case msg.EngineVersion(version):
            return [f"info string version {version}"]
        case msg.PerftCount(move, positions):
            return [f"{move}: {positions}"]
        case msg.Idle() | msg.Bye() | Memory():
            return []


def parse_event(line: str) -> msg.Event | None:
    """What an engine's line tells; None if it is of no interest. Never raises."""
    match line.split():
        case ["bestmove", *words]:
            return _parse_best(words)
        case ["info", *words]:
            return _parse_info(line, words)
        case ["readyok", *_]:
            return msg.Ready()
        case ["uciok", *_]:
            return msg.Welcome()
        case ["id", "name", *words]:
            return msg.EngineName(" ".join(words))
        case ["id", "author", *words]:
            return msg.EngineAuthor(" ".join(words))
        case ["option", "name", *words] if "type" in words:
            return _parse_option(words)
    return None


def _render_values(option: Option) -> str:
    match option.kind:
        case "check":
            return f" default {'true' if option.default else 'false'}"
        case "spin":
            return f" default {option.default} min {option.least} max {option.most}"
        case "combo":
            return f" default {option.default}" + "".join(f" var {choice}" for choice in option.choices)
        case "string":
            return f" default {option.default or '<empty>'}"
        case "button":
            return ""


def _parse_option(words: list[str]) -> msg.Event | None:
    kind_at = words.index("type")
    name, kind, rest = (
        " ".join(words[:kind_at]),
        " ".join(words[kind_at + 1 : kind_at + 2]),
        words[kind_at + 2 :],
    )
    match kind:
        case "check":
            return make_option(name, kind, [("default", rest[1:2])])
        case "string":
            return make_option(name, kind, [("default", [] if rest[1:] == ["<empty>"] else rest[1:])])
        case "combo":
            return make_option(name, kind, sections(rest, ("default", "var")))
    return make_option(name, kind, sections(rest, SPIN_WORDS))


def make_option(name: str, kind: str, parts: Iterable[tuple[str, list[str]]]) -> msg.Event | None:
    """The option that its words and their values describe; None if there is no such kind."""
    found = [(word, " ".join(values)) for word, values in parts]
    values = dict(found)
    match kind:
        case "button":
            return msg.OptionOffer(Option(name, kind))
        case "check":
            return msg.OptionOffer(Option(name, kind, values.get("default") == "true"))
        case "string":
            return msg.OptionOffer(Option(name, kind, values.get("default", "")))
        case "spin":
            default, least, most = (number(values.get(word, "")) or 0 for word in SPIN_WORDS)
            return msg.OptionOffer(Option(name, kind, default, least, most))
        case "combo":
            choices = tuple(value for word, value in found if word == "var")
            return msg.OptionOffer(Option(name, kind, values.get("default", ""), choices=choices))
    return None


def _render_info(info: Info) -> str:
    words = [f"info depth {info.depth} seldepth {info.seldepth} multipv {info.multipv}"]
    words.append(_render_score(info.score))
    words.append(f"nodes {info.nodes} nps {info.nps} hashfull {info.hashfull} tbhits {info.tbhits}")
    words.append(f"time {info.time}")
    return " ".join([*words, "pv", *info.pv] if info.pv else words)


def _render_score(score: Score) -> str:
    value = f"cp {score.value}" if score.mate is None else f"mate {score.mate}"
    chances = "" if score.wdl is None else " wdl {} {} {}".format(*score.wdl)
    return f"score {value}{BOUND_WORDS[score.bound]}{chances}"


def _parse_info(line: str, words: list[str]) -> msg.Event | None:
    """An Info if the line has a score, else a Note if it has a remark: a bare counter is of no interest."""
    has_remark = "string" in words
    fields = words[: words.index("string")] if has_remark else words
    found = dict(sections(fields, INFO_WORDS | OTHER_INFO_WORDS))
    score = _parse_score(found)
    if score is None:
        return msg.Note(line.partition("string")[2].strip()) if has_remark else None
    numbers = {name: number(" ".join(found.get(name, ())[:1])) for name in INFO_NUMBERS}
    depth, seldepth, multipv, nodes, nps, hashfull, tbhits, time = (numbers[n] or 0 for n in INFO_NUMBERS)
    pv = tuple(found.get("pv", ()))
    return Info(depth, seldepth, multipv or 1, score, nodes, nps, hashfull, tbhits, time, pv)


def _parse_score(found: dict[str, list[str]]) -> Score | None:
    words = found.get("score", [])
    value = number(words[1]) if len(words) > 1 else None
    if value is None or words[0] not in ("cp", "mate"):
        return None
    bound: Bound = "lower" if "lowerbound" in words else "upper" if "upperbound" in words else "exact"
    wdl = _parse_wdl(found.get("wdl", []))
    if words[0] == "cp":
        return Score(value, bound=bound, wdl=wdl)
    return Score(MATE_VALUE - value if value > 0 else -MATE_VALUE - value, value, bound, wdl)


def _parse_wdl(words: list[str]) -> tuple[int, int, int] | None:
    match [number(word) for word in words]:
        case [int(wins), int(draws), int(losses), *_]:
            return wins, draws, losses
    return None


def _parse_best(words: list[str]) -> Best:
    move = next(iter(words), NO_MOVE[0])
    reply = words[2] if words[1:2] == ["ponder"] and len(words) > 2 else NO_MOVE[0]
    return Best(None if move in NO_MOVE else move, None if reply in NO_MOVE else reply)
