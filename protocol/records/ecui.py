"""Record files of the ECUI platform, several games each."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from boyi.protocol.records.einstein_game import LETTERS, PIECES, EinsteinGame, EinsteinPly


def write_ecui(games: Iterable[EinsteinGame]) -> str:
    """A platform's record file."""
    lines, wins = list[str](), [0, 0]
    for game in games:
        lines.append("ini " + " ".join(map(str, (*game.layouts[0], *game.layouts[1]))))
        for number, ply in enumerate(game.plies, 1):
            lines.append(
                f"{number:02} {LETTERS[ply.side]} {ply.die} {ply.start:02} {ply.goal:02} {ply.left:06.2f}"
            )
        if game.winner is not None:
            lines.append(f"end {LETTERS[game.winner]} win: {game.reason}")
            wins[game.winner] += 1
    lines += [
        "endgame",
        "result",
        *(f"{letter} {count}" for letter, count in zip(LETTERS, wins, strict=True)),
    ]
    return "\n".join(lines) + "\n"


def read_ecui(text: str) -> list[EinsteinGame]:
    """The games of a record file; ValueError names the line that is wrong."""
    games: list[EinsteinGame] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            if line.strip() == "endgame":
                break
            _read_ecui_line(line.split(), games)
        except (ValueError, IndexError):
            raise ValueError(f"line {number} is none of a record: {line[:60]!r}") from None
    return games


def _read_ecui_line(words: Sequence[str], games: list[EinsteinGame]) -> None:
    match words:
        case []:
            return
        case ["ini", *squares] if len(squares) == 2 * PIECES:
            numbers = tuple(int(square) for square in squares)
            games.append(EinsteinGame((numbers[:PIECES], numbers[PIECES:])))
        case ["end", winner, "win:", *reason]:
            games[-1] = replace(games[-1], winner=LETTERS.index(winner), reason=" ".join(reason))
        case [_, side, die, start, goal, left]:
            ply = EinsteinPly(LETTERS.index(side), int(die), int(start), int(goal), float(left))
            games[-1] = replace(games[-1], plies=(*games[-1].plies, ply))
        case _:
            raise ValueError
