"""The files of a match by hand: the match as it stands, and a record of each finished game."""

import json
from dataclasses import asdict
from pathlib import Path

from boyi.engines.files import read_text, write_atomically
from boyi.protocol.einstein.manual_match import ManualMatch, match_of
from boyi.protocol.records.wtn import WtnHeading, write_wtn

NAME = "einstein-match.json"
MOST_ASIDE = 1000


class MatchFiles:
    """The files in a folder."""

    def __init__(self, folder: Path) -> None:
        """Nothing is read yet."""
        self.folder = folder

    @property
    def path(self) -> Path:
        """Where the match is saved."""
        return self.folder / NAME

    def read(self) -> ManualMatch | None:
        """The match saved; None if there is none. ValueError names why it can't be read."""
        try:
            return match_of(json.loads(read_text(self.path)))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, RecursionError, AttributeError) as error:
            raise ValueError(str(error)) from None

    def save(self, match: ManualMatch) -> list[str]:
        """Save the match; what to show if that can't be done, for the game goes on all the same."""
        try:
            write_atomically(self.path, json.dumps(asdict(match)))
        except OSError as error:
            return [f"? the match is not saved: {error}"]
        return []

    def set_aside(self) -> str:
        """Give the saved match another name, so that it is not lost; that name, or nothing if it has none."""
        for number in range(1, MOST_ASIDE):
            other = self.path.with_name(f"einstein-match-{number}.json")
            if not other.exists():
                try:
                    self.path.replace(other)
                except OSError:
                    return ""
                return other.name
        return ""

    def record(self, match: ManualMatch, date: str) -> str:
        """Write the game finished last as WTN; what to say of it."""
        number, game = len(match.done), match.done[-1]
        names = [match.team(match.theirs), match.team(match.ours)]
        red, blue = names if match.colour == 0 else reversed(names)
        heading = WtnHeading(red, blue, " ".join(filter(None, (date, match.place))), match.event)
        name = f"einstein-game-{number}.wtn"
        try:
            write_atomically(self.folder / name, write_wtn(game, heading))
        except OSError as error:
            return f"not saved: {error}"
        return f"saved as {name}"
