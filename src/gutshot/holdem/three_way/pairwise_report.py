"""How far off the rule of thumb is over all deals, as it was counted for this release: a file."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

from gutshot.catalogue import DATA
from gutshot.errors import CatalogueError
from gutshot.holdem.three_way.pairwise import PairwiseError

__all__ = ["REPORT", "WORST", "report_text", "shipped_report"]

REPORT: Final = DATA / "evidence" / "three-way-pairwise.json"

WORST: Final = 12
"""Hands with the largest errors that the report names."""

_SCHEMA: Final = "gutshot.holdem.pairwise-error/1"
_REBUILD: Final = "python -m gutshot.work.pairwise"


def report_text(found: PairwiseError) -> str:
    """Return the content of the file."""
    keys = ("hand", "second", "third", "exact", "by_pairs")
    content = found._asdict() | {
        "worst": [dict(zip(keys, line, strict=True)) for line in found.worst]
    }
    return json.dumps({"schema": _SCHEMA, "rebuild": _REBUILD} | content, indent=1) + "\n"


@cache
def shipped_report() -> PairwiseError:
    """Return what the file says.

    Raises
    ------
    CatalogueError
        When it is missing or holds something else.
    """
    try:
        content = json.loads(REPORT.read_text(encoding="utf-8"))
        if content["schema"] != _SCHEMA:
            raise KeyError(content["schema"])
        return PairwiseError(
            float(content["largest"]),
            float(content["rms"]),
            tuple(float(one) for one in content["bias"]),
            tuple(float(one) for one in content["deals"]),
            tuple(
                (
                    str(line["hand"]),
                    str(line["second"]),
                    str(line["third"]),
                    float(line["exact"]),
                    float(line["by_pairs"]),
                )
                for line in content["worst"]
            ),
        )
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise CatalogueError(
            f"{REPORT} is not a report of {_REBUILD}, which writes it anew: {error}"
        ) from error
