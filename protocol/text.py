"""Reading and quoting single words, alike in every dialect."""

import re
from collections.abc import Collection, Sequence

NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
"""Longer numbers mean nothing to a search and would overflow its counters."""

SHOWN = 60
"""How much of a faulty text a complaint repeats."""

LONGEST_REMARK = 400


def number(text: str) -> int | None:
    """The whole number that a word stands for; None if it is none of reasonable size."""
    return int(text) if NUMBER.fullmatch(text) else None


def quote(text: str) -> str:
    """A text for a complaint: short, in quotation marks, with nothing unprintable."""
    return repr(text[:SHOWN]) + ("…" if len(text) > SHOWN else "")


def one_line(text: str) -> str:
    """A text as one line: each break becomes a space."""
    return " ".join(text.splitlines()).strip()


def printable(text: str) -> str:
    """A text fit for a terminal: what does not print becomes a sign that says so."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def shorten(text: str) -> str:
    """A remark of bounded length, however long the text that caused it."""
    return text if len(text) <= LONGEST_REMARK else text[: LONGEST_REMARK - 1] + "…"


def sections(words: Sequence[str], keywords: Collection[str]) -> list[tuple[str, list[str]]]:
    """The words cut before each keyword: the keyword and what follows it.

    The first pair has the empty keyword and holds what stands before all keywords.
    """
    result: list[tuple[str, list[str]]] = [("", [])]
    for word in words:
        if word in keywords:
            result.append((word, []))
        else:
            result[-1][1].append(word)
    return result
