"""Which version of the project this is."""

from importlib.metadata import version

VERSION = version("boyi")
