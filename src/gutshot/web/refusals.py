"""What the server refuses although the request could be understood."""

from __future__ import annotations

from math import ceil

from gutshot.errors import GutshotError

__all__ = ["ForbiddenError", "NotReadyError", "TooManyRequestsError", "TooManyStreamsError"]


class ForbiddenError(GutshotError):
    """A request that did not come from a page of ours. HTTP 403."""


class NotReadyError(GutshotError):
    """Something that needs kernels while they are being compiled. HTTP 503."""

    retry_s = 2

    def __init__(self) -> None:
        super().__init__(
            "kernels are being compiled, once after installing; ask again in some seconds"
        )


class TooManyStreamsError(GutshotError):
    """One more page that watches the jobs than there is room for. HTTP 503."""

    retry_s = 10


class TooManyRequestsError(GutshotError):
    """A player or an address that asks too often. HTTP 429."""

    def __init__(self, what: str, wait_s: float) -> None:
        self.retry_s = max(1, ceil(wait_s))
        super().__init__(f"too many {what}: try again in {self.retry_s} s")
