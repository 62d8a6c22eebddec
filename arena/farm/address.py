"""Where a cluster is, as the option --cluster names it.

local:4                                   four workers of this machine, which end with the command
tcp://127.0.0.1:8786                      a scheduler of this machine
tls://HOST:8786?certificate=cluster.pem   any other; without a file the user's own one is taken
"""

from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from boyi.arena.farm.farm import FarmError
from boyi.engines import platforms
from boyi.engines.files import user_path

PORT = 8786


@dataclass(frozen=True)
class ClusterAddress:
    """One cluster."""

    local: int = 0
    """Workers that are started for one command; 0 for a scheduler elsewhere."""
    url: str = ""
    certificate: Path | None = None
    """A file with a certificate and its key, which all members have."""

    @staticmethod
    def read(text: str) -> "ClusterAddress":
        """The address that a text means; FarmError names the fault."""
        if text.startswith("local:"):
            number = text.removeprefix("local:")
            if not number.isdecimal() or not 1 <= int(number) <= 1024:
                raise FarmError(f"--cluster local:N wants a number of workers, not {number[:20]!r}")
            return ClusterAddress(local=int(number))
        parts = urlsplit(text if "://" in text else f"tcp://{text}")
        try:
            host, port = parts.hostname, parts.port or PORT
        except ValueError:
            host, port = None, 0
        if parts.scheme not in ("tcp", "tls") or not host:
            raise FarmError(f"{text[:60]!r} is no cluster: say tcp://HOST:PORT, tls://HOST:PORT or local:N")
        if parts.scheme == "tcp" and not is_loopback(host):
            raise FarmError(
                f"{host} is another machine, and who reaches a cluster may run anything on it: "
                "it wants tls:// and the certificate that bin/scheduler made"
            )
        shown = f"[{host}]" if ":" in host else host
        named = parse_qs(parts.query).get("certificate", [""])[0]
        certificate = None
        if parts.scheme == "tls":
            certificate = user_path(named) if named else usual_certificate()
            if not certificate.is_file():
                raise FarmError(f"there is no certificate {certificate}: copy that of bin/scheduler")
        return ClusterAddress(url=f"{parts.scheme}://{shown}:{port}", certificate=certificate)


def usual_certificate() -> Path:
    """Where a user's certificate of a cluster is; FarmError for a user without a home."""
    try:
        return platforms.data_home() / "boyi" / "cluster.pem"
    except RuntimeError:
        raise FarmError("there is no home for a certificate; say ?certificate=FILE") from None


def is_loopback(host: str) -> bool:
    """Whether a host is this very machine, reachable by itself alone."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def security(certificate: Path | None) -> dict[str, Any]:
    """Dask's words for it: every member shows the one certificate, and nothing goes unencrypted."""
    if certificate is None:
        return {}
    roles = ("client", "worker", "scheduler")
    file = str(certificate)
    return {
        "tls_ca_file": file,
        "require_encryption": True,
        **{f"tls_{role}_cert": file for role in roles},
        **{f"tls_{role}_key": file for role in roles},
    }
