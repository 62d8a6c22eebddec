"""The system that kernels are compiled for: a test that acts as another one still runs them on this."""

import sys

SYSTEM = sys.platform
