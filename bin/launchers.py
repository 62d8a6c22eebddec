"""Write the launchers of bin/ anew: `python3 bin/launchers.py`. Each has a form for Unix and one for Windows.

All of them are made from the table below; what they have in common is in bin/run and bin/run.cmd, which
stand for themselves.
"""

from dataclasses import dataclass
from pathlib import Path

BIN = Path(__file__).resolve().parent
HELP = ("--help", "-h", "--version")
"""Words with which nothing is done that would need a level of its own."""


@dataclass(frozen=True)
class Launcher:
    """A command: what it runs, and in which environment."""

    name: str
    purpose: str
    """One line for readers of the file, in ASCII: cmd knows no other text."""
    target: str
    """A module, or a file beside the launchers."""
    level: str = ""
    """The environment that is needed, beside the ordinary one."""
    only_if: tuple[tuple[str, str], ...] = ()
    """Pairs of words; the level is needed only where one of them is given, in this order."""

    @property
    def files(self) -> dict[str, str]:
        """Name and content of both of its files."""
        return {self.name: self.for_unix(), f"{self.name}.cmd": self.for_windows()}

    def for_unix(self) -> str:
        """A script for any POSIX shell."""
        return UNIX.format(
            purpose=self.purpose,
            choice=_unix_choice(self) if self.only_if else "",
            command=self._command("$level ", '"${self%/*}/'),
        )

    def for_windows(self) -> str:
        """A script for cmd, in ASCII; with line breaks as Windows writes them once it is encoded."""
        choice = _windows_choice(self) if self.only_if else ""
        return WINDOWS.format(purpose=self.purpose, choice=choice, command=self._command("%level%", '"%~dp0'))

    def _command(self, chosen: str, beside: str) -> str:
        """The words for `run`: the level, perhaps as it was chosen, and a module or a file beside it."""
        level = f"--{self.level} " if self.level else ""
        target = f'{beside}{self.target}"' if self.target.endswith(".py") else self.target
        return f"{chosen if self.only_if else level}{target}"


LAUNCHERS = (
    Launcher("arena", "Matches, tests and tournaments between engines.", "boyi.arena"),
    Launcher(
        "bench",
        "Fixed positions at fixed depth: one node count per game, the signature of the search.",
        "boyi.engines.bench",
    ),
    Launcher("chess", "The chess engine, for a user interface on stdin and stdout.", "boyi.engines.chess"),
    Launcher("connect6", "The connect6 engine, for a platform on stdin and stdout.", "boyi.engines.connect6"),
    Launcher("einstein", "The EinStein engine, for a platform on stdin and stdout.", "boyi.engines.einstein"),
    Launcher(
        "peers", "How the chess engine compares with foreign ones on this machine.", "boyi.arena.tools.peers"
    ),
    Launcher("remote", "An engine of a server, for any program that takes an engine.", "boyi.server.remote"),
    Launcher(
        "scheduler",
        "Hands out the work of a cluster of machines.",
        "boyi.arena.farm.scheduler",
        level="cluster",
    ),
    Launcher("server", "The engines over the network.", "boyi.server", level="server"),
    Launcher("setup", "All that is needed before the first game, and a check of it.", "boyi.arena.setup"),
    Launcher(
        "test",
        "Every check, whatever the others say; the arguments go to pytest.",
        "checks.py",
        level="dev",
    ),
    Launcher(
        "train",
        "Training. Only what teaches convolutional networks has JAX set up.",
        "boyi.learning",
        level="train",
        only_if=(("reproduce", "einstein"), ("reproduce", "all"), ("einstein", "policy")),
    ),
    Launcher("wheel", "A wheel that carries compiled kernels, for such machines.", "boyi.arena.setup.wheel"),
    Launcher("worker", "Has this machine work for a cluster.", "boyi.arena.farm.worker", level="cluster"),
    Launcher(
        "xiangqi", "The xiangqi engine, for a user interface on stdin and stdout.", "boyi.engines.xiangqi"
    ),
)

UNIX = """\
#!/bin/sh
# {purpose}
self=$(readlink -f "$0")
{choice}exec "${{self%/*}}/run" {command} "$@"
"""

WINDOWS = """\
@echo off
rem {purpose}
setlocal EnableExtensions DisableDelayedExpansion
{choice}"%~dp0run.cmd" {command} %*
"""


def _unix_choice(launcher: Launcher) -> str:
    """The lines that set $level."""
    asking = " | ".join(f'*" {word} "*' for word in HELP)
    pairs = " | ".join(f'*" {first} "*"{second} "*' for first, second in launcher.only_if)
    return f'level=\ncase " $* " in\n{asking}) ;;\n{pairs}) level=--{launcher.level} ;;\nesac\n'


def _windows_choice(launcher: Launcher) -> str:
    """The lines that set %level%, with a space behind it. `shift` leaves %* as it is."""
    lines = ['set "level="', *(f'set "{first}="' for first, _ in launcher.only_if)]
    lines += [":next", 'if "%~1"=="" goto start']
    lines += [f'if "%~1"=="{word}" goto plain' for word in HELP]
    for first, second in launcher.only_if:
        lines.append(f'if defined {first} if "%~1"=="{second}" set "level=--{launcher.level} "')
    lines += [f'if "%~1"=="{first}" set "{first}=1"' for first, _ in launcher.only_if]
    lines += ["shift /1", "goto next", ":plain", 'set "level="', ":start"]
    return "\n".join(lines) + "\n"


def contents() -> dict[str, bytes]:
    """Every file that this script writes, by its name."""
    files = {name: text for launcher in LAUNCHERS for name, text in launcher.files.items()}
    return {
        name: (text.replace("\n", "\r\n") if name.endswith(".cmd") else text).encode("ascii")
        for name, text in files.items()
    }


def main() -> None:
    """Write every file, executable."""
    for name, content in contents().items():
        (BIN / name).write_bytes(content)
        (BIN / name).chmod(0o755)


if __name__ == "__main__":
    main()
