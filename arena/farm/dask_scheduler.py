"""The scheduler of a cluster, from its start to its end."""

import argparse
import asyncio
import contextlib
import logging
import signal
from pathlib import Path

import dask
from distributed import Scheduler, Security

from boyi.arena.farm.address import is_loopback, security, usual_certificate
from boyi.arena.farm.certificates import make_certificate
from boyi.arena.farm.dask import MARK, SETTINGS
from boyi.arena.farm.farm import FarmError
from boyi.arena.farm.identity import identity

FAREWELL = 10.0
"""Seconds for members to hear of the end."""


def certificate_for(arguments: argparse.Namespace) -> Path | None:
    """The certificate in use, made if need be; none for this machine alone."""
    if not (arguments.tls or arguments.certificate) and is_loopback(arguments.host):
        return None
    path: Path = arguments.certificate or usual_certificate()
    if not path.exists():
        try:
            make_certificate(path)
        except OSError as error:
            raise FarmError(f"{path}: {error.strerror}") from None
        print(f"made {path}: copy it to the machines that shall work", flush=True)
    return path


async def serve(arguments: argparse.Namespace) -> None:
    """Hand out work until interrupted; FarmError says in one line why that can't be."""
    dask.config.set(SETTINGS)
    logging.getLogger("distributed").setLevel(logging.ERROR)
    certificate, ended = certificate_for(arguments), asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(name, ended.set)
    protocol = "tls" if certificate else "tcp"
    scheduler = Scheduler(
        host=arguments.host,
        port=arguments.port,
        protocol=protocol,
        dashboard=False,
        dashboard_address="127.0.0.1:0",
        security=Security(**security(certificate)),
    )
    try:
        await scheduler
        scheduler.task_metadata[MARK] = dict(identity())
    except OSError as error:
        raise FarmError(f"{arguments.host}:{arguments.port}: {error.strerror or error}") from None
    shown = f"?certificate={certificate}" if arguments.certificate else ""
    address = f"{scheduler.address}{shown}"
    print(f"bin/worker '{address}' joins; --cluster '{address}' uses it", flush=True)
    await ended.wait()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(scheduler.close(reason="it was ended"), FAREWELL)
