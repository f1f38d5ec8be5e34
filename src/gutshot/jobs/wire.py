"""Messages between a runner and its child: a line of JSON, and bytes after it where there are any.

Nothing is pickled: what a child says can't make the runner do anything but what is written here.
"""

from __future__ import annotations

import json
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

__all__ = ["Wire"]


class Wire:
    """One end of a pipe. Several threads may send, one may receive."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sending = Lock()

    def send(self, name: str, blob: bytes | None = None, **fields: str | float) -> None:
        """Send a message; raises OSError if nobody is at the other end."""
        head = json.dumps([name, fields, blob is not None]).encode()
        with self._sending:
            self._connection.send_bytes(head)
            if blob is not None:
                self._connection.send_bytes(blob)

    def poll(self, timeout_s: float) -> bool:
        """Tell whether a message, or the end, arrives within `timeout_s`."""
        return self._connection.poll(timeout_s)

    def receive(self) -> tuple[str, dict[str, Any], bytes | None]:
        """Return name, fields and bytes of the next message.

        Raises
        ------
        EOFError, OSError
            Nobody is at the other end.
        """
        name, fields, with_blob = json.loads(self._connection.recv_bytes())
        return name, fields, self._connection.recv_bytes() if with_blob else None

    def close(self) -> None:
        """Let go of this end."""
        self._connection.close()
