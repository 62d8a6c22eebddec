"""What UCCI calls an option, and what its values mean to ours; options that it alone has."""

from boyi.engines.options import BATCH, MILLISECONDS

OURS = {
    "usemillisec": MILLISECONDS,
    "batch": BATCH,
    "ponder": "Ponder",
    "usebook": "OwnBook",
    "bookfiles": "BookFile",
    "hashsize": "Hash",
    "threads": "Threads",
    "randomness": "Randomness",
}
"""UCCI's name of an option -> ours. All others keep their names, without spaces."""

THEIRS = {name: word for word, name in OURS.items()}

AUTOMATIC = {"hashsize": "64", "threads": "1"}
"""Options whose value 0 leaves the choice to the engine, and what it chooses."""

KNOWLEDGE = {
    "none": ("Material",),
    "small": ("Material", "Position"),
    "medium": ("Material", "Position", "Mobility"),
    "large": ("Material", "Position", "Mobility", "Threats"),
}
"""How much the evaluation is to know -> the parts of it that count."""

ACCEPTED = ("useegtb", "egtbpaths", "idle", "promotion", "pruning", "style")
"""Options of the specification that mean nothing here; clients set them blindly."""

EXTRA = (
    "option debug type check default false",
    "option knowledge type combo default large var none var small var medium var large",
    "option newgame type button",
)
"""Options that are commands here."""


def to_ours(word: str) -> str:
    """Our name of an option that UCCI calls so."""
    return OURS.get(word.lower(), word)


def to_theirs(name: str) -> str:
    """A name without spaces, UCCI's own where it has one."""
    return THEIRS.get(name, name.replace(" ", ""))
