"""Log: every line said and heard, and every remark, in a file that the user may name."""

import contextlib
import datetime
import sys
import threading

from boyi.engines.places import place


class Log:
    """Appends lines to the file of a path that may change or be empty; never raises."""

    def __init__(self) -> None:
        """Write nowhere yet."""
        self._path = ""
        self._lock = threading.Lock()

    def name(self, path: str) -> None:
        """Write to another file from now on; nowhere if the path is empty."""
        with self._lock:
            self._path = path

    def write(self, mark: str, text: str) -> None:
        """Append a line for each line of a text, with the time and a mark for where it comes from."""
        if not self._path:
            return
        now = datetime.datetime.now().strftime("%H:%M:%S.%f")[:-3]
        with self._lock:
            try:
                with place(self._path).open("a", encoding="utf-8") as file:
                    file.writelines(f"{now} {mark} {line}\n" for line in text.splitlines())
            except (OSError, ValueError) as error:  # a path may have a NUL
                self._complain(error)

    def _complain(self, error: Exception) -> None:
        """Say why nothing can be written, if that can be said, and write nowhere: once is enough."""
        reason = error.strerror if isinstance(error, OSError) else error
        with contextlib.suppress(OSError):
            print(f"boyi: no log at {self._path}: {reason}", file=sys.stderr)
        self._path = ""
