"""Every line said and heard, and every remark, in a file that the user may name."""

import contextlib
import datetime
import os
import sys
import threading

from boyi.engines.files import open_regular, user_path

ANY_SIZE = 1 << 62


class Log:
    """Appends lines to the regular file of a path that may change or be empty; never raises, never waits."""

    def __init__(self) -> None:
        """Write nowhere yet."""
        self._named = self._path = ""
        self._lock = threading.Lock()

    def name(self, path: str) -> str:
        """Write to another file from now on, nowhere if the path is empty; why that can't be, or nothing."""
        with self._lock:
            if path == self._named:
                return ""
            self._named = self._path = path
            return self._append("") if path else ""

    def write(self, mark: str, text: str) -> None:
        """Append a line for each line of a text, with the time and a mark for where it comes from."""
        if not self._path:
            return
        now = datetime.datetime.now().strftime("%H:%M:%S.%f")[:-3]
        with self._lock:
            complaint = self._append("".join(f"{now} {mark} {line}\n" for line in text.splitlines()))
        if complaint:
            with contextlib.suppress(OSError):
                print(f"boyi: {complaint}", file=sys.stderr)

    def _append(self, text: str) -> str:
        """Write a text at the end; why that can't be, or nothing. Once is enough: then write nowhere."""
        if not self._path:
            return ""
        try:
            descriptor = open_regular(user_path(self._path), os.O_WRONLY | os.O_APPEND | os.O_CREAT, ANY_SIZE)
            with open(descriptor, "a", encoding="utf-8", errors="replace") as file:  # noqa: PTH123
                file.write(text)
        except (OSError, ValueError) as error:  # a path may have a NUL
            reason = getattr(error, "strerror", None) or error
            complaint = f"no log at {self._path}: {reason}"
            self._path = ""
            return complaint
        return ""
