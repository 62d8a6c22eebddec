"""The server itself, as a process of its own, for browsers to visit."""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[3]
ADDRESS = re.compile(r"web: (https?://\S+)")
ANY_PORT = "127.0.0.1:0"


@contextmanager
def serving(data: Path, *words: str, web: str = ANY_PORT) -> Iterator[str]:
    """The address of a server that has started; it is ended with the block."""
    command = [sys.executable, "-m", "boyi.server", "--web", web, "--gate", ANY_PORT, "--data", str(data)]
    command += ["--sockets-per-address", "100", *words]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    rest = threading.Thread(target=process.stdout.read, daemon=True)
    try:
        address = next(found[1] for line in process.stdout if (found := ADDRESS.match(line)))
        rest.start()
        yield address
    finally:
        process.terminate()
        process.wait(60)
        if rest.ident:
            rest.join()
        process.stdout.close()
