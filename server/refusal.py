"""What is told to a client whose wish can't be met."""


class Refusal(Exception):  # noqa: N818  it is no fault of ours
    """A wish that can't be met: a status as HTTP numbers it, and one clear sentence."""

    def __init__(self, status: int, text: str) -> None:
        """The text is for the client's eyes."""
        super().__init__(text)
        self.status = status
        self.text = text
