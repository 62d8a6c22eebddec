"""The server: the engines over the network, for GUIs, programs and browsers.

    server                      on this machine alone: the web on port 8080, the gate on 8081
    server certificate FOLDER   a certificate for TLS, signed by itself
    server bench                how fast a server answers on this machine

Any address but loopback wants a token and TLS.
"""

import argparse
import asyncio
import os
import socket
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from boyi.engines import platforms
from boyi.engines.command_line import add_version
from boyi.protocol.driving.loops import fastest_loop
from boyi.server.errors import ServerError
from boyi.server.settings import OWN_NAMES, Address, Quotas, ServerSettings, read_token

COMPLAINED = 2


class QuotaFlag(NamedTuple):
    """An option that sets one of the quotas."""

    name: str
    kind: type
    help: str


QUOTAS = (
    QuotaFlag("searches", int, "searches at once (one less than processors)"),
    QuotaFlag("waiting", int, "searches that may wait (32)"),
    QuotaFlag("waiting-per-client", int, "searches of one client that may wait (3)"),
    QuotaFlag("longest-search", float, "seconds that a search may take (60)"),
    QuotaFlag("idle", float, "seconds after which a silent client is let go (600)"),
    QuotaFlag("sockets", int, "connections at once (1000)"),
    QuotaFlag("sockets-per-address", int, "connections of one address (20)"),
    QuotaFlag("memory", int, "megabytes of an engine's process, its hash table apart (4096)"),
    QuotaFlag("processes", int, "engines' processes at once (24)"),
)


def main(words: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit code."""
    platforms.speak_plainly()
    arguments = parser().parse_args(words)
    try:
        if arguments.command == "certificate":
            return _make_certificate(arguments)
        if arguments.command == "bench":
            return _bench(arguments)
        return _serve(settings_of(arguments))
    except ServerError as error:
        print(f"server: {error}", file=sys.stderr)
        return COMPLAINED


def parser() -> argparse.ArgumentParser:
    """Every command; none is the server itself."""
    whole = argparse.ArgumentParser(
        "server", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_version(whole)
    add = whole.add_argument
    add("--web", default="127.0.0.1:8080", metavar="HOST:PORT", help="where browsers come (127.0.0.1:8080)")
    add(
        "--gate",
        default="127.0.0.1:8081",
        metavar="HOST:PORT",
        help="where bin/remote comes (127.0.0.1:8081)",
    )
    add("--token-file", type=Path, metavar="FILE", help="what clients must know; else BOYI_TOKEN has it")
    add("--certificate", type=Path, metavar="FILE", help="for TLS")
    add("--key", type=Path, metavar="FILE", help="of the certificate")
    add("--proxied", action="store_true", help="a proxy in front ends TLS")
    add("--name", action="append", default=[], help="what clients may call this server, in the header Host")
    add("--runs", type=Path, metavar="FOLDER", help="runs that may be looked at")
    add("--data", type=Path, metavar="FOLDER", help="where games are kept (in the user's data folder)")
    add("--engines", type=Path, metavar="FILE.toml", help="engines beside ours, as for the arena")
    add("--cap", action="append", default=[], metavar="NAME=N", help="let clients set an option to N at most")
    add("--forbid", action="append", default=[], metavar="NAME", help="let no client set an option")
    for flag in QUOTAS:
        add(f"--{flag.name}", type=flag.kind, metavar="N", help=flag.help)
    commands = whole.add_subparsers(dest="command", metavar="COMMAND")
    certificate = commands.add_parser("certificate", help="make a certificate for TLS")
    certificate.add_argument("folder", type=Path)
    certificate.add_argument(
        "--name", dest="names", action="append", default=[], help="of this server; several"
    )
    add_bench_arguments(commands.add_parser("bench", help="how fast a server answers on this machine"))
    return whole


def settings_of(arguments: argparse.Namespace) -> ServerSettings:
    """What the command line asks for; ServerError names what makes no sense."""
    known = ServerSettings()
    given = {flag.name.replace("-", "_"): getattr(arguments, flag.name.replace("-", "_")) for flag in QUOTAS}
    for name, value in given.items():
        if value is not None and value <= 0:
            raise ServerError(f"--{name.replace('_', '-')} is more than nothing, not {value}")
    return replace(
        known,
        web=_read_address("--web", arguments.web),
        gate=_read_address("--gate", arguments.gate),
        token=read_token(arguments.token_file, os.environ),
        certificate=arguments.certificate,
        key=arguments.key,
        proxied=arguments.proxied,
        names=tuple(arguments.name),
        runs=arguments.runs,
        data=arguments.data or known.data,
        engines=arguments.engines,
        caps={**known.caps, **dict(map(_read_cap, arguments.cap))},
        forbidden=(*known.forbidden, *arguments.forbid),
        quotas=replace(Quotas(), **{name: value for name, value in given.items() if value is not None}),
    )


def _read_address(flag: str, text: str) -> Address:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal():
        raise ServerError(f"{flag} wants HOST:PORT, not {text[:60]!r}")
    return Address(host.strip("[]"), int(port))


def _read_cap(text: str) -> tuple[str, int]:
    name, _, most = text.partition("=")
    if not most.isdecimal():
        raise ServerError(f"--cap wants NAME=NUMBER, not {text[:60]!r}")
    return name, int(most)


def _serve(settings: ServerSettings) -> int:
    from boyi.server.starting import run, say  # noqa: PLC0415  help and complaints need not wait for it

    os.environ.pop("BOYI_TOKEN", None)  # which no engine need know
    with asyncio.Runner(loop_factory=fastest_loop()) as runner:
        number = runner.run(run(settings, say))
    return 0 if number in platforms.TERMINATION else number


def add_bench_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of `bench`."""
    add = parser.add_argument
    add(
        "--sockets", type=int, default=1000, metavar="N", help="websockets that say a message a second (1000)"
    )
    add("--seconds", type=float, default=10.0, metavar="N", help="for which they do (10)")
    add("--searches", type=int, default=0, metavar="N", help="searches that run meanwhile (0)")
    add("--idle", type=int, default=0, metavar="N", help="websockets that say nothing instead (0)")


def _bench(arguments: argparse.Namespace) -> int:
    from boyi.server.bench import main as measure  # noqa: PLC0415  hardly ever asked for

    return measure(arguments)


def _make_certificate(arguments: argparse.Namespace) -> int:
    from boyi.server.certificate import make_certificate  # noqa: PLC0415  hardly ever asked for

    names = (*OWN_NAMES, socket.gethostname(), *arguments.names)
    certificate, key = make_certificate(arguments.folder, dict.fromkeys(names))
    print(f"certificate: {certificate}\nkey: {key}\nfor: {', '.join(dict.fromkeys(names))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
