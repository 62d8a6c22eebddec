"""Fixtures of the protocols' tests."""

import pytest

from boyi.protocol.xboard import client
from tests.support.protocol.playing import PATIENCE


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may start an engine late; that must not make it one of XBoard's first version."""
    monkeypatch.setattr(client, "NUDGE", PATIENCE)
