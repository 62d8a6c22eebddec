"""Places: paths as people write them."""

from pathlib import Path


def place(text: str) -> Path:
    """The path that a text means: `~` is the user's folder; where nobody is called so, it stays a tilde."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)
