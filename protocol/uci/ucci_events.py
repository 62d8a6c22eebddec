"""What a UCCI engine says: events to lines and back.

Reading is meant for foreign engines too, which mix in UCI's words. An option keeps the name that its
engine gives it, since others may call the same thing otherwise.
"""

from dataclasses import replace
from typing import get_args

from boyi.engines.options import Option
from boyi.engines.report import Answer, Best, Info, Memory
from boyi.protocol import messages as msg
from boyi.protocol.text import number, one_line, sections
from boyi.protocol.uci import events as uci
from boyi.protocol.uci.ucci_options import AUTOMATIC, EXTRA, to_theirs

ANSWERS: tuple[Answer, ...] = get_args(Answer)
KINDS = ("check", "spin", "combo", "string", "button", "label")
OPTION_WORDS = ("min", "max", "var", "default")


def render_event(event: msg.Event) -> list[str]:
    """The lines that tell an event."""
    match event:
        case msg.OptionOffer(option):
            return [_render_option(option)]
        case msg.Welcome():
            return [*EXTRA, "ucciok"]
        case Info():
            return [_render_info(event)]
        case Best(None) | msg.Idle():
            return ["nobestmove"]
        case Best(move, ponder, answer=answer):
            reply = f" ponder {ponder}" if ponder else ""
            return [f"bestmove {move}{reply}{' ' * bool(answer)}{answer}"]
        case Memory():
            return [_render_memory(event)]
        case msg.Note(text) | msg.Refused(_, text):
            return [f"info message {one_line(text)}"]
        case msg.Bye():
            return ["bye"]
    return uci.render_event(event)


def parse_event(line: str) -> msg.Event | None:
    """What an engine's line tells; None if it is of no interest. Never raises."""
    match line.split():
        case ["nobestmove", *_]:
            return Best(None)
        case ["bestmove", *words]:
            return _parse_best(line, words)
        case ["ucciok", *_]:
            return msg.Welcome()
        case ["bye", *_]:
            return msg.Bye()
        case ["pophash", *words]:
            return _parse_memory(words)
        case ["info", *words] if "message" in words:
            return msg.Note(line.partition("message")[2].strip())
        case ["info", *words]:
            return _parse_info(line, words)
        case ["option", name, "type", kind, *words] if kind in KINDS:
            return uci.make_option(name, kind, sections(words, OPTION_WORDS))
    return uci.parse_event(line)


def _render_option(option: Option) -> str:
    """An option's line, its default first: clients there are that read it by its place."""
    name = to_theirs(option.name)
    match option.kind:
        case "spin":
            least = 0 if name in AUTOMATIC else option.least
            values = f" default {option.default} min {least} max {option.most}"
        case "combo":
            values = f" default {option.default}" + "".join(f" var {choice}" for choice in option.choices)
        case "check":
            values = f" default {'true' if option.default else 'false'}"
        case "string":
            values = f" default {option.default}" if option.default else ""
        case "button":
            values = ""
    return f"option {name} type {option.kind}{values}"


def _render_info(info: Info) -> str:
    words = [f"info depth {info.depth}"]
    words += [f"multipv {info.multipv}"] if info.multipv > 1 else []
    words.append(f"score {info.score.value}")
    if info.nodes:
        words.append(f"time {info.time} nodes {info.nodes} nps {info.nps}")
    return " ".join([*words, "pv", *info.pv] if info.pv else words)


def _parse_info(line: str, words: list[str]) -> msg.Event | None:
    """As in UCI, but for a score that may be a bare number."""
    if "score" in words:
        place = words.index("score") + 1
        if place < len(words) and number(words[place]) is not None:
            return uci.parse_event(" ".join(["info", *words[:place], "cp", *words[place:]]))
    return uci.parse_event(line)


def _parse_best(line: str, words: list[str]) -> msg.Event | None:
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


def _parse_memory(words: list[str]) -> msg.Event:
    found = dict(sections(words, ("bestmove", "lowerbound", "upperbound")))

    def bound(name: str) -> tuple[int, int] | None:
        match found.get(name, []):
            case [value, "depth", depth, *_] if number(value) is not None and number(depth) is not None:
                return int(value), int(depth)
        return None

    return Memory(next(iter(found.get("bestmove", [])), None), bound("lowerbound"), bound("upperbound"))
