"""What the owner may decide, and what is refused in one line."""

from pathlib import Path
from typing import Any

import pytest

from boyi.server.errors import ServerError
from boyi.server.settings import Address, ServerSettings, read_token

TOKEN = "0123456789abcdef"
KEYS = {"certificate": Path("cert.pem"), "key": Path("key.pem")}
PUBLIC = Address("0.0.0.0", 8080)


def settings_with(**changes: Any) -> ServerSettings:
    return ServerSettings(**changes)


def test_loopback_needs_nothing():
    settings = ServerSettings()
    assert settings.web.local and settings.gate.local and not settings.secure
    assert settings.hosts == {"localhost", "127.0.0.1", "::1"}


@pytest.mark.parametrize(("host", "local"), [
    ("127.0.0.1", True), ("127.8.0.1", True), ("::1", True), ("localhost", True),
    ("0.0.0.0", False), ("::", False), ("192.168.1.2", False), ("example.org", False), ("", False),
])  # fmt: skip
def test_what_can_be_reached_from_outside(host: str, local: bool):
    assert Address(host).local == local


@pytest.mark.parametrize("what", ["web", "gate"])
def test_others_want_a_token_and_tls(what: str):
    with pytest.raises(ServerError, match="wants a token of 16"):
        settings_with(**{what: PUBLIC}, **KEYS)
    with pytest.raises(ServerError, match="wants a token of 16"):
        settings_with(**{what: PUBLIC}, token="short", **KEYS)
    with pytest.raises(ServerError, match="wants TLS"):
        settings_with(**{what: PUBLIC}, token=TOKEN)
    assert settings_with(**{what: PUBLIC}, token=TOKEN, **KEYS).secure
    assert not settings_with(**{what: PUBLIC}, token=TOKEN, proxied=True).secure


def test_half_a_pair_of_keys_is_refused():
    with pytest.raises(ServerError, match="both"):
        ServerSettings(certificate=Path("cert.pem"))


def test_names_are_those_of_the_host_list():
    assert "go.example.org" in ServerSettings(names=("Go.example.org",)).hosts


def test_a_token_does_not_show():
    assert TOKEN not in repr(ServerSettings(token=TOKEN))


def test_a_token_with_spaces_is_refused():
    with pytest.raises(ServerError, match="printable"):
        ServerSettings(token="two words and more")


def test_where_a_token_comes_from(tmp_path: Path):
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    assert read_token(file, {"BOYI_TOKEN": "other"}) == TOKEN
    assert read_token(None, {"BOYI_TOKEN": "other"}) == "other"
    assert read_token(None, {}) == ""
    with pytest.raises(ServerError, match="No such file"):
        read_token(tmp_path / "none", {})
