"""What a UCCI engine says: events to lines and back.

Reading is meant for foreign engines too, which mix in UCI's words. An option keeps the name that its
engine gives it, since others may call the same thing otherwise.
"""

from dataclasses import replace
from typing import get_args

from boyi.engines.options import Option
from boyi.engines.report import Answer, Best, Info, Memory
from boyi.protocol import uci_events as uci
from boyi.protocol.messages import Bye, Event, Idle, Note, Offered, Refused, Welcome
from boyi.protocol.ucci_names import AUTOMATIC, EXTRA, to_theirs
from boyi.protocol.words import number, one_line, sections

ANSWERS: tuple[Answer, ...] = get_args(Answer)
KINDS = ("check", "spin", "combo", "string", "button", "label")
OPTION_WORDS = ("min", "max", "var", "default")


def render_event(event: Event) -> list[str]:
    """The lines that tell an event."""
    match event:
        case Offered(option):
            return [_render_option(option)]
        case Welcome():
            return [*EXTRA, "ucciok"]
        case Info():
            return [_render_info(event)]
        case Best(None) | Idle():
            return ["nobestmove"]
        case Best(move, ponder, answer=answer):
            reply = f" ponder {ponder}" if ponder else ""
            return [f"bestmove {move}{reply}{' ' * bool(answer)}{answer}"]
        case Memory():
            return [_render_memory(event)]
        case Note(text) | Refused(_, text):
            return [f"info message {one_line(text)}"]
        case Bye():
            return ["bye"]
    return uci.render_event(event)


def parse_event(line: str) -> Event | None:
    """What an engine's line tells; None if it is of no interest. Never raises."""
    match line.split():
        case ["nobestmove", *_]:
            return Best(None)
        case ["bestmove", *words]:
            return _parse_best(line, words)
        case ["ucciok", *_]:
            return Welcome()
        case ["bye", *_]:
            return Bye()
        case ["pophash", *words]:
            return _parse_memory(words)
        case ["info", *words] if "message" in words:
            return Note(line.partition("message")[2].strip())
        case ["info", *words]:
            return _parse_info(line, words)
        case ["option", name, "type", kind, *words] if kind in KINDS:
            return _parse_option(name, kind, words)
    return uci.parse_event(line)


def _render_option(option: Option) -> str:
    name = to_theirs(option.name)
    match option.kind:
        case "spin":
            least = 0 if name in AUTOMATIC else option.least
            values = f" min {least} max {option.most} default {option.default}"
        case "combo":
            values = "".join(f" var {choice}" for choice in option.choices) + f" default {option.default}"
        case "check":
            values = f" default {'true' if option.default else 'false'}"
        case "string":
            values = f" default {option.default}" if option.default else ""
        case "button":
            values = ""
    return f"option {name} type {option.kind}{values}"


def _parse_option(name: str, kind: str, words: list[str]) -> Event | None:
    found = [(word, " ".join(values)) for word, values in sections(words, OPTION_WORDS)]
    values = dict(found)
    match kind:
        case "spin":
            least, most, default = (number(values.get(word, "0")) or 0 for word in ("min", "max", "default"))
            return Offered(Option(name, "spin", default, least, most))
        case "combo":
            choices = tuple(value for word, value in found if word == "var")
            return Offered(Option(name, "combo", values.get("default", ""), choices=choices))
        case "check":
            return Offered(Option(name, "check", values.get("default") == "true"))
        case "string":
            return Offered(Option(name, "string", values.get("default", "")))
        case "button":
            return Offered(Option(name, "button"))
    return None


def _render_info(info: Info) -> str:
    words = [f"info depth {info.depth}"]
    words += [f"multipv {info.multipv}"] if info.multipv > 1 else []
    words.append(f"score {info.score.value}")
    if info.nodes:
        words.append(f"time {info.time} nodes {info.nodes} nps {info.nps}")
    return " ".join([*words, "pv", *info.pv] if info.pv else words)


def _parse_info(line: str, words: list[str]) -> Event | None:
    """As in UCI, but for a score that may be a bare number."""
    if "score" in words:
        place = words.index("score") + 1
        if place < len(words) and number(words[place]) is not None:
            return uci.parse_event(" ".join(["info", *words[:place], "cp", *words[place:]]))
    return uci.parse_event(line)


def _parse_best(line: str, words: list[str]) -> Event | None:
    best = uci.parse_event(line)
    for answer in ANSWERS:
        if answer and answer in words[1:] and isinstance(best, Best):
            return replace(best, answer=answer)
    return best


def _render_memory(memory: Memory) -> str:
    words = ["pophash"]
    words += [f"bestmove {memory.move}"] if memory.move else []
    words += ["lowerbound {} depth {}".format(*memory.lower)] if memory.lower else []
    words += ["upperbound {} depth {}".format(*memory.upper)] if memory.upper else []
    return " ".join(words)


def _parse_memory(words: list[str]) -> Event:
    found = dict(sections(words, ("bestmove", "lowerbound", "upperbound")))

    def bound(name: str) -> tuple[int, int] | None:
        match found.get(name, []):
            case [value, "depth", depth, *_] if number(value) is not None and number(depth) is not None:
                return int(value), int(depth)
        return None

    return Memory(next(iter(found.get("bestmove", [])), None), bound("lowerbound"), bound("upperbound"))
