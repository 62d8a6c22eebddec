"""The one way in which the arena gives up."""


class ArenaError(Exception):
    """A reason to stop that the user can act on, in one line. The command ends with exit code 2."""
