"""What is wrong with a line of a UCCI engine, word by word."""

from collections.abc import Callable, Mapping

from boyi.arena.compliance.uci import grammar as uci_grammar
from boyi.arena.compliance.uci.grammar import MOVE, OPTION_RULES, Rule, Words
from boyi.protocol.text import number, sections


def _is_score(values: Words) -> bool:
    """A bare number; UCI's `cp` is no word of UCCI."""
    return bool(values) and number(values[0]) is not None


INFO_RULES: Mapping[str, Rule] = {**uci_grammar.INFO_RULES, "score": _is_score}
OPTION_WORDS = ("min", "max", "var", "default")
KIND_RULES: Mapping[str, Callable[[Mapping[str, str], Words], str]] = {
    **OPTION_RULES,
    "string": lambda found, choices: "",
    "label": lambda found, choices: "",
}
"""As in UCI, but that an empty text needs no default, and that there are labels."""


def info_fault(line: str) -> str:
    """The first part of an info line that can't be read; empty if there is none."""
    return uci_grammar.info_fault(line, INFO_RULES, "message")


def option_fault(line: str) -> str:
    """What is wrong with an option line; empty if nothing is."""
    match line.split():
        case ["option", _, "type", kind, *words] if kind in KIND_RULES:
            parts = [(word, " ".join(values)) for word, values in sections(words, OPTION_WORDS)]
            return KIND_RULES[kind](dict(parts), [value for word, value in parts if word == "var"])
        case ["option", _, "type", kind, *_]:
            return f"no type {kind!r}"
    return "not of the form option NAME type KIND …"


def best_fault(line: str) -> str:
    """What is wrong with the answer to a search; empty if nothing is."""
    match line.split():
        case ["nobestmove"]:
            return ""
        case ["bestmove", move, *rest] if MOVE.fullmatch(move):
            reply = rest[:1] == ["ponder"] and len(rest) > 1 and MOVE.fullmatch(rest[1])
            said = rest[2:] if reply else rest
            return "" if said in ([], ["draw"], ["resign"]) else f"what does {' '.join(said)!r} mean?"
    return "not of the form bestmove MOVE [ponder MOVE] [draw | resign]"


def memory_fault(line: str) -> str:
    """What is wrong with the answer to a probe; empty if nothing is."""
    for keyword, values in sections(line.split()[1:], ("bestmove", "lowerbound", "upperbound")):
        match keyword, values:
            case ("", []):
                continue
            case "bestmove", [move] if MOVE.fullmatch(move):
                continue
            case (("lowerbound" | "upperbound"), [bound, "depth", depth]) if _are_numbers(bound, depth):
                continue
        return " ".join([keyword, *values])
    return ""


def _are_numbers(*words: str) -> bool:
    return all(number(word) is not None for word in words)
