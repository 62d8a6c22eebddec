"""Records of EinStein as its platform keeps them; a blank line ends a game."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from boyi.engines.einstein import START
from boyi.protocol.ecui_records import write_ecui
from boyi.protocol.einstein import LETTERS, PIECES, ends
from boyi.protocol.einstein_played import Played
from boyi.protocol.einstein_played import Ply as Moved
from boyi.protocol.words import one_line

if TYPE_CHECKING:
    from boyi.arena.records import Ply

WINNERS = {"1-0": 0, "0-1": 1}


def ecui(tags: Mapping[str, str], start: str | None, plies: "Sequence[Ply]") -> str:
    """A game of EinStein as a record file of its own."""
    *words, letter, _ = (start or START).split()
    squares, first = tuple(map(int, words)), LETTERS.index(letter.upper())
    moved = tuple(
        Moved((first + number) % 2, ply.die, *ends(ply.move), (ply.left or 0) / 1000)
        for number, ply in enumerate(plies)
    )
    game = Played((squares[:PIECES], squares[PIECES:]), moved).ended()
    if game.winner is None and tags["Result"] in WINNERS:
        game = replace(game, winner=WINNERS[tags["Result"]], reason=one_line(tags["Reason"]))
    return write_ecui([game]) + "\n"
