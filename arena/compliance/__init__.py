"""Does an engine keep the rules of its protocol? Checks by the dozen, for each dialect that has a table."""

from boyi.arena.compliance.command import main

__all__ = ["main"]
