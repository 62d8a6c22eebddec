"""Conversations written down: `> ` was said, `< ` is answered. The fake engine is at the other end.

BOYI_REGENERATE=1 writes the answers anew; read the difference before you keep it.
"""

import os
from pathlib import Path

import pytest

from tests.support.protocol.conversation import Conversation

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))


def replay(text: str) -> str:
    """The transcript of saying again what was said in another."""
    with Conversation() as talk:
        lines: list[str] = []
        for line in text.splitlines():
            if line.startswith(">"):
                talk.say(line[2:])
                lines += [line, *(f"< {answer}".rstrip() for answer in talk.settle())]
            elif not line.startswith("<"):
                lines.append(line)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    answered = replay(text)
    if os.environ.get("BOYI_REGENERATE"):
        path.write_text(answered, encoding="utf-8")
    else:
        assert answered.splitlines() == text.splitlines()


def test_there_are_transcripts() -> None:
    assert TRANSCRIPTS
