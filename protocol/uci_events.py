"""What a UCI engine says: events to lines and back.

Reading is meant for foreign engines too: fields in any order, unknown words passed over.
"""

from boyi.engines.options import Option
from boyi.engines.report import Best, Bound, Info, Memory, Score
from boyi.protocol.messages import (
    Authored,
    Bye,
    Counted,
    Event,
    Idle,
    Named,
    Note,
    Offered,
    Placed,
    Ready,
    Refused,
    Text,
    Versioned,
    Welcome,
)
from boyi.protocol.words import number, one_line, sections

INFO_NUMBERS = ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time")
INFO_WORDS = frozenset(INFO_NUMBERS) | {"score", "wdl", "pv"}
OTHER_INFO_WORDS = {"currmove", "currmovenumber", "currline", "refutation", "cpuload", "sbhits", "ebf"}
"""Passed over, but they end what stands before them."""
BOUND_WORDS: dict[Bound, str] = {"exact": "", "lower": " lowerbound", "upper": " upperbound"}
SPIN_WORDS = ("default", "min", "max")
NO_MOVE = ("(none)", "none", "NULL", "0000")

MATE_VALUE = 30_000
"""The centipawns that stand for a mate read from an engine's line, less one for each move to it."""


def render_event(event: Event) -> list[str]:
    """The lines that tell an event; none for what UCI has no word for."""
    match event:
        case Named(name):
            return [f"id name {name}"]
        case Authored(author):
            return [f"id author {author}"]
        case Offered(option):
            return [f"option name {option.name} type {option.kind}{_render_values(option)}"]
        case Welcome():
            return ["uciok"]
        case Ready():
            return ["readyok"]
        case Info():
            return [_render_info(event)]
        case Best(move, ponder):
            reply = f" ponder {ponder}" if move and ponder else ""
            return [f"bestmove {move or NO_MOVE[0]}{reply}"]
        case Note(text) | Refused(_, text):
            return [f"info string {one_line(text)}"]
        case Text(text):
            return text.splitlines()
        case Placed(squares):
            return [f"info string placed on {' '.join(squares)}"]
        case Versioned(version):
            return [f"info string version {version}"]
        case Counted(move, positions):
            return [f"{move}: {positions}"]
        case Idle() | Bye() | Memory():
            return []


def parse_event(line: str) -> Event | None:
    """What an engine's line tells; None if it is of no interest. Never raises."""
    match line.split():
        case ["bestmove", *words]:
            return _parse_best(words)
        case ["info", *words]:
            return _parse_info(line, words)
        case ["readyok", *_]:
            return Ready()
        case ["uciok", *_]:
            return Welcome()
        case ["id", "name", *words]:
            return Named(" ".join(words))
        case ["id", "author", *words]:
            return Authored(" ".join(words))
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


def _parse_option(words: list[str]) -> Event | None:
    kind_at = words.index("type")
    name, kind, rest = " ".join(words[:kind_at]), words[kind_at + 1 : kind_at + 2], words[kind_at + 2 :]
    match kind:
        case ["button"]:
            return Offered(Option(name, "button"))
        case ["check"]:
            return Offered(Option(name, "check", rest[1:2] == ["true"]))
        case ["string"]:
            text = " ".join(rest[1:])
            return Offered(Option(name, "string", "" if text == "<empty>" else text))
        case ["spin"]:
            found = {word: number(" ".join(values)) or 0 for word, values in sections(rest, SPIN_WORDS)}
            default, least, most = (found.get(word, 0) for word in SPIN_WORDS)
            return Offered(Option(name, "spin", default, least, most))
        case ["combo"]:
            parts = [(word, " ".join(values)) for word, values in sections(rest, ("default", "var"))]
            choices = tuple(value for word, value in parts if word == "var")
            return Offered(Option(name, "combo", dict(parts).get("default", ""), choices=choices))
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


def _parse_info(line: str, words: list[str]) -> Event | None:
    """An Info if the line has a score, else a Note if it has a remark: a bare counter is of no interest."""
    has_remark = "string" in words
    fields = words[: words.index("string")] if has_remark else words
    found = dict(sections(fields, INFO_WORDS | OTHER_INFO_WORDS))
    score = _parse_score(found)
    if score is None:
        return Note(line.partition("string")[2].strip()) if has_remark else None
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
