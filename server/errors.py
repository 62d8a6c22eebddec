"""What the server can't do, in words that a client or its owner may read."""


class ServerError(Exception):
    """A reason to stop that the owner can act on, in one line. The command ends with exit code 2."""


class Busy(Exception):  # noqa: N818  a word of every queue
    """No place is free, in a queue or among the processes; the text says so in one line."""


class NotServed(Exception):  # noqa: N818  what it is, is its name
    """A client asked for what there is not: an engine, a dialect, an option; the text is one line."""
