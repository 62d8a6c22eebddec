"""Has every Python process on Linux act as one of another system; SIMULATED_SYSTEM names it.

Python imports this file by its name, before anything else, where its folder stands on PYTHONPATH. What is not
ours is imported first, for the real system, and goes on by that; kernels run on the real one, too.
"""

import importlib
import os

FOREIGN = """
    asyncio asyncio.unix_events concurrent.futures ctypes.wintypes mmap multiprocessing.connection
    multiprocessing.pool pathlib platform selectors shutil signal socket subprocess tempfile zipfile
    chess.pgn chess.polyglot chess.syzygy choix distributed jinja2 llvmlite.binding numba numba.extending
    numba.core.serialize numpy rich.console rich.progress rich.table safetensors.numpy
    scipy.optimize scipy.sparse scipy.special scipy.stats boyi.engines.host
"""

if system := os.environ.get("SIMULATED_SYSTEM"):
    for name in FOREIGN.split():
        importlib.import_module(name)
    importlib.import_module(f"tests.support.systems.simulated_{system}").install()
