"""Where charts are kept: the user's data directory first, then what is shipped.

A chart's file is named by its format, seats and stack; what else a spot says is a hash behind it.
A chart of an older engine, of another spot or in a broken file is none; it can be solved again.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from gutshot.catalogue import ARTEFACTS, user_data
from gutshot.errors import InputError
from gutshot.holdem.preflop.chart_set import head_of_set, read_set
from gutshot.holdem.preflop.spec_reading import spec_from
from gutshot.holdem.preflop.version import ENGINE_VERSION

if TYPE_CHECKING:
    from pathlib import Path

    from gutshot.holdem.preflop.chart_set import ChartSet, SetHead
    from gutshot.holdem.preflop.spec import PreflopSpec

__all__ = [
    "SHIPPED",
    "KeptChart",
    "ListedChart",
    "chart_name",
    "charts_of_user",
    "forget_unfinished",
    "keep_chart",
    "kept_chart",
    "listed_charts",
]

SHIPPED: Final = "holdem/charts"
"""The folder of shipped charts, below `artefacts/`."""


_UNFINISHED: Final = "part"
_ABANDONED_S: Final = 600.0


class KeptChart(NamedTuple):
    """A chart that need not be solved: itself, its file, and whether it came with Gutshot."""

    chart: ChartSet
    path: Path
    shipped: bool


class ListedChart(NamedTuple):
    """A chart that may be opened: its name without an ending, its spot, file and certificate."""

    name: str
    spec: PreflopSpec
    path: Path
    shipped: bool
    exploitability_bb: float
    bar_bb: float


def charts_of_user() -> Path:
    """Return the folder of the user's own charts; there may be none yet."""
    return user_data() / "charts"


def chart_name(spec: PreflopSpec) -> str:
    """Return the name of a spot's file, such as `cash_6_100.chart`."""
    stack = spec.stacks_bb[0]
    plain = {"format": spec.format, "players": spec.players, "stack": stack}
    # an exact fraction has a name without a slash
    shown = f"{float(stack):.10g}"
    name = f"{spec.format}_{spec.players}_{shown}"
    usual = spec_from(plain, "chart").payload()
    other = {key: told for key, told in spec.payload().items() if usual.get(key) != told}
    if other or str(float(shown)) != str(float(stack)):
        text = json.dumps(other | {"stack": str(stack)}, sort_keys=True)
        name += f"_{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    return f"{name}.chart"


def kept_chart(spec: PreflopSpec, folder: Path | None = None) -> KeptChart | None:
    """Return the chart of a spot if there is one, the user's own before a shipped one.

    folder : to look in instead of the user's.
    """
    name = chart_name(spec)
    own = charts_of_user() if folder is None else folder
    for path, shipped in ((own / name, False), (ARTEFACTS / SHIPPED / name, True)):
        try:
            chart = read_set(path)
        except InputError:
            continue
        if chart.spec == spec and chart.engine == ENGINE_VERSION:
            return KeptChart(chart, path, shipped)
    return None


def listed_charts(folder: Path | None = None) -> tuple[ListedChart, ...]:
    """Return all charts of this engine by name, the user's own instead of a shipped twin.

    folder : to look in instead of the user's.
    """
    found: dict[str, ListedChart] = {}
    own = charts_of_user() if folder is None else folder
    for place, shipped in ((ARTEFACTS / SHIPPED, True), (own, False)):
        for path in sorted(place.glob("*.chart")):
            try:
                told = path.stat()
                head = _head_of(path, told.st_mtime_ns, told.st_size)
            except (InputError, OSError):
                continue
            # a file under another name than its spot's would be found by no other door
            if head.engine == ENGINE_VERSION and path.name == chart_name(head.spec):
                certificate = head.exploitability_bb, head.bar_bb
                found[path.stem] = ListedChart(path.stem, head.spec, path, shipped, *certificate)
    return tuple(found.values())


@lru_cache(maxsize=4096)
def _head_of(path: Path, changed_ns: int, size: int) -> SetHead:
    """Return what a file says first; it is read again when it has changed."""
    del changed_ns, size
    return head_of_set(path)


def keep_chart(spec: PreflopSpec, file: bytes, folder: Path | None = None) -> Path:
    """Write a chart's file, at once or not at all, and return where.

    folder : to write to instead of the user's.

    Raises
    ------
    InputError
        When it can't be written.
    """
    own = charts_of_user() if folder is None else folder
    path = own / chart_name(spec)
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(4)}.{_UNFINISHED}")
    try:
        own.mkdir(parents=True, exist_ok=True)
        try:
            unfinished.write_bytes(file)
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"can't write {path}: {error.strerror or error}") from None
    return path


def forget_unfinished(folder: Path) -> None:
    """Remove what processes that were killed while they wrote a chart left in a folder."""
    for path in folder.glob(f"*.chart.*.{_UNFINISHED}"):
        # another build may be writing there; it takes milliseconds
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _ABANDONED_S:
                path.unlink()
