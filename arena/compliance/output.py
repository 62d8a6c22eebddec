"""How the results of an examination are shown: a table for people, plain lines or JSON for others."""

import dataclasses
import json
from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from boyi.arena.compliance.base.check import Result
from boyi.protocol.text import shorten

STYLES = {
    "pass": "green",
    "fail": "bold red",
    "advice": "yellow",
    "not offered": "dim",
    "not tried": "magenta",
}


def summary(engine: str, results: Sequence[Result], strict: bool) -> str:
    """One line: how many checks went how, and what that means."""
    counts = Counter(_word(result, strict) for result in results)
    told = ", ".join(f"{counts[word]} {word}" for word in STYLES if counts[word])
    verdict = "breaks" if any(result.counts(strict) for result in results) else "keeps"
    return f"{engine} {verdict} the rules: {told}"


def lines(result: Result, strict: bool) -> list[str]:
    """A result in plain words; a failed one with all that was said."""
    remark = f": {result.remark}" if result.remark else ""
    told = [f"{_word(result, strict):11} {result.name}{remark}"]
    if result.verdict == "fail":
        told += [f"    expected: {result.expected}", *_excuse(result)]
        told += [f"    {shorten(line)}" for line in result.exchange]
    return told


def table(results: Iterable[Result], strict: bool) -> Table:
    """All results at a glance."""
    grid = Table("check", "expected", "result", "", box=None, pad_edge=False)
    for result in results:
        word = _word(result, strict)
        grid.add_row(result.name, Text(result.expected, "dim"), Text(word, STYLES[word]), Text(result.remark))
    return grid


def print_failures(console: Console, results: Iterable[Result], strict: bool) -> None:
    """What was said in each failed check."""
    for result in results:
        if result.verdict == "fail":
            console.print(Text("\n".join(["", *lines(result, strict)])))


def to_json(engine: str, results: Sequence[Result], strict: bool) -> str:
    """Everything, for machines."""
    told = {
        "engine": engine,
        "passed": not any(result.counts(strict) for result in results),
        "checks": [dataclasses.asdict(result) for result in results],
    }
    return json.dumps(told, ensure_ascii=False, indent=1)


def _word(result: Result, strict: bool) -> str:
    """The verdict, in which a failure that does not count is called advice."""
    return "advice" if result.verdict == "fail" and not result.counts(strict) else result.verdict


def _excuse(result: Result) -> list[str]:
    return [f"    {result.weight.kind}: {result.weight.reason}"] if result.weight.reason else []
