"""What is wrong with a line of a UCI engine, word by word; stricter than reading needs to be."""

import re
from collections.abc import Callable, Mapping, Sequence

from boyi.protocol.text import number, sections

MOVE = re.compile(r"[a-z][0-9]{1,2}[a-z][0-9]{1,2}[a-z]?|[A-S]{2}|[1-6]:[0-9]{1,2}-[0-9]{1,2}|0000")
"""A move in long algebraic notation, a stone of Connect6, a move of EinStein, or none."""

BOUNDS = {"lowerbound", "upperbound"}
OPTION_WORDS = ("name", "type", "default", "min", "max", "var")

Words = Sequence[str]
Rule = Callable[[Words], bool]
"""Whether the values of a word are such as belong to it."""


def info_fault(line: str, rules: Mapping[str, Rule] | None = None, remark: str = "string") -> str:
    """The first part of an info line that can't be read; empty if there is none.

    Words that the rules (UCI's if not given) do not know are passed over: a client must do the same.
    What follows the word for a remark is free.
    """
    known = INFO_RULES if rules is None else rules
    words = line.split()[1:]
    fields = words[: words.index(remark)] if remark in words else words
    found = sections(fields, known)[1:]
    for keyword, values in found:
        if not known[keyword](values):
            return " ".join([keyword, *values])
    keywords = {keyword for keyword, _ in found}
    return "seldepth without depth" if "seldepth" in keywords and "depth" not in keywords else ""


def best_fault(line: str) -> str:
    """What is wrong with the answer to a search; empty if nothing is."""
    match line.split():
        case ["bestmove", _] | ["bestmove", _, "ponder", _]:
            return ""
    return "not of the form bestmove MOVE [ponder MOVE]"


def option_fault(line: str) -> str:
    """What is wrong with an option line; empty if nothing is."""
    parts = sections(line.split()[1:], OPTION_WORDS)[1:]
    found = {word: " ".join(values) for word, values in parts}
    if not found.get("name"):
        return "no name"
    rule = OPTION_RULES.get(found.get("type", ""))
    if rule is None:
        return f"no type {found.get('type', '')!r}"
    return rule(found, [" ".join(values) for word, values in parts if word == "var"])


def _is_count(values: Words) -> bool:
    return bool(values) and values[0].isdigit()


def _is_score(values: Words) -> bool:
    kind, value, *rest = [*values, "", ""]
    return kind in ("cp", "mate") and number(value) is not None and {*rest} - {""} <= BOUNDS


def _is_move(values: Words) -> bool:
    return bool(values) and all(MOVE.fullmatch(value) for value in values)


def _is_wdl(values: Words) -> bool:
    return len(values) >= 3 and all(value.isdigit() for value in values[:3])


COUNTS = (
    "depth", "seldepth", "time", "nodes", "multipv", "currmovenumber", "hashfull", "nps", "tbhits",
    "sbhits", "cpuload",
)  # fmt: skip
INFO_RULES: Mapping[str, Rule] = {
    **dict.fromkeys(COUNTS, _is_count),
    "score": _is_score,
    "wdl": _is_wdl,
    "pv": _is_move,
    "currmove": _is_move,
    "refutation": _is_move,
    "currline": lambda values: True,
}


def _spin_fault(found: Mapping[str, str], choices: Words) -> str:
    default, least, most = (number(found.get(word, "")) for word in ("default", "min", "max"))
    if default is None or least is None or most is None:
        return "default, min and max are not all numbers"
    return "" if least <= default <= most else "its default is out of bounds"


OPTION_RULES: Mapping[str, Callable[[Mapping[str, str], Words], str]] = {
    "check": lambda found, choices: (
        "" if found.get("default") in ("true", "false") else "its default is neither true nor false"
    ),
    "spin": _spin_fault,
    "combo": lambda found, choices: (
        "" if found.get("default") in choices else "its default is none of its choices"
    ),
    "string": lambda found, choices: "" if "default" in found else "it has no default",
    "button": lambda found, choices: "a button has no value" if "default" in found else "",
}
