"""Which farm a command works on, by its options."""

import argparse
import importlib.util
from typing import TYPE_CHECKING

from boyi.arena.farm.address import ClusterAddress
from boyi.arena.farm.farm import Farm, FarmError, InlineFarm
from boyi.arena.farm.processes import ProcessFarm

if TYPE_CHECKING:
    from boyi.arena.farm.cluster import ClusterFarm


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Have a command understand `--cluster`."""
    parser.add_argument(
        "--cluster",
        default="",
        metavar="ADDRESS",
        help="work on many machines: tcp://HOST:PORT or tls://HOST:PORT (see bin/scheduler), or local:N",
    )


def open_farm(cluster: str, processes: int) -> Farm:
    """The farm of an address, or else of so many processes; FarmError says in one line what is wrong."""
    if cluster:
        return open_cluster(cluster)
    return InlineFarm() if processes == 1 else ProcessFarm(processes)


def open_cluster(cluster: str) -> "ClusterFarm":
    """The cluster at an address; FarmError says in one line what is wrong."""
    address = ClusterAddress.read(cluster)
    if importlib.util.find_spec("distributed") is None:
        raise FarmError("many machines want more of the environment: run `bin/run --cluster` once")
    from boyi.arena.farm.cluster import ClusterFarm  # noqa: PLC0415  Dask takes half a second to load

    return ClusterFarm(address)
