"""As much of Windows' cmd as the launchers use, so that their text can be tried on other systems.

It refuses every line that it does not know, so that nothing is used untried; what it knows follows
Microsoft's reference, and the folklore on `shift`, `%*` and `exit /b`.
"""

import re
import shlex
from collections.abc import Callable
from pathlib import PureWindowsPath

Program = Callable[[list[str]], int]
"""Runs the words of a command; its exit code."""
CONDITIONAL = re.compile(r'if (not )?(defined \w+|exist "[^"]*"|errorlevel \d+|"[^"]*"=="[^"]*") (.+)')
REDIRECTIONS = re.compile(r"\s+(?:<nul|>nul|1>&2|2>&1)(?=\s|$)")


class CmdError(Exception):
    """A line that cmd would not understand, or that is not known here."""


class Cmd:
    """One cmd process: variables, files that exist, programs, and the batch files that it may run."""

    def __init__(self, batches: dict[str, str], variables: dict[str, str], files: set[str], program: Program):
        """`batches` are texts by full path; `program` runs all that is no batch file."""
        self.variables = {name.lower(): value for name, value in variables.items()}
        self._batches, self._files, self._program = batches, files, program
        self._code = 0
        self.said = list[str]()

    def run(self, path: str, arguments: str) -> int:
        """Run a batch file with the rest of a command line; its exit code."""
        if not self._batches[path].endswith("\r\n") or "\n" in self._batches[path].replace("\r\n", ""):
            raise CmdError(f"{path}: line breaks are not Windows'")
        lines = [line.strip() for line in self._batches[path].split("\r\n")]
        self._whole, self._words, self._path = arguments, words_of(arguments), path
        return self._from(lines, 0)

    def _from(self, lines: list[str], at: int) -> int:
        while at < len(lines):
            line = self._expand(lines[at])
            at += 1
            if not line or line.startswith((":", "rem ", "@echo off", "setlocal ")):
                continue
            target = self._do(line, lines)
            if isinstance(target, int):
                return target
            if target:
                at = lines.index(target)
        return self._code

    def _do(self, line: str, lines: list[str]) -> str | int | None:
        """Do a command; a label to go to, or an exit code to end with, if it says so."""
        if match := CONDITIONAL.fullmatch(line):
            negated, condition, rest = match.groups()
            return self._do(rest, lines) if self._holds(condition) != bool(negated) else None
        if match := re.fullmatch(r'set "(\w+)=(.*)"', line):
            self._set(*match.groups())
        elif match := re.fullmatch(r"goto (\w+)", line):
            return f":{match[1]}"
        elif match := re.fullmatch(r"exit /b (\d+)", line):
            return int(match[1])
        elif line == "shift /1":
            self._words = self._words[1:]
        elif match := re.fullmatch(r'for %%I in \("([^"]*)"\) do set "(\w+)=%%~fI"', line):
            self._set(match[2], full(match[1]))
        elif match := re.fullmatch(r"call (:\w+) (.+)", line):
            self._call(lines, *match.groups())
        elif match := re.fullmatch(r"echo (.+) 1>&2", line):
            self.said.append(match[1])
        elif match := re.fullmatch(r'"([^"]*\.cmd)" ?(.*)', line):
            return self.run(full(match[1]), match[2])  # without `call` cmd does not come back
        elif line.startswith(('"', "py ", "python")):
            self._code = self._program(words_of(REDIRECTIONS.sub("", line)))
        else:
            raise CmdError(f"{self._path}: {line}")
        return None

    def _set(self, name: str, value: str) -> None:
        self.variables[name.lower()] = value
        if not value:
            del self.variables[name.lower()]

    def _call(self, lines: list[str], label: str, arguments: str) -> None:
        whole, words = self._whole, self._words
        self._whole, self._words = arguments, words_of(arguments)
        self._code = self._from(lines, lines.index(label))
        self._whole, self._words = whole, words

    def _holds(self, condition: str) -> bool:
        kind, _, rest = condition.partition(" ")
        match kind:
            case "defined":
                return rest.lower() in self.variables
            case "exist":
                return rest.strip('"') in self._files
            case "errorlevel":
                return self._code >= int(rest)
        left, _, right = condition.partition('"=="')
        return left.lstrip('"') == right.rstrip('"')

    def _expand(self, line: str) -> str:
        """A line with its variables and arguments in place, as cmd does before it looks at the line."""
        folder = self._path.rpartition("\\")[0] + "\\"
        line = line.replace("%~dp0", folder).replace("%*", self._whole)
        line = line.replace("%~1", self._words[0] if self._words else "")
        line = line.replace("%ERRORLEVEL%", str(self._code))
        return re.sub(r"(?<!%)%(\w+)%", lambda found: self.variables.get(found[1].lower(), ""), line)


def words_of(text: str) -> list[str]:
    """Words as programs get them, without their quotes."""
    lexer = shlex.shlex(text, posix=True, punctuation_chars=False)
    lexer.whitespace_split, lexer.escape, lexer.quotes, lexer.commenters = True, "", '"', ""
    return list(lexer)


def full(path: str) -> str:
    """A path without its dots."""
    parts = list[str]()
    for part in PureWindowsPath(path).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return str(PureWindowsPath(*parts))
