"""A published solution beside charts by four constants and by edges by hand, as Markdown."""

from __future__ import annotations

from typing import Final

from gutshot.holdem.preflop.published import published, shipped_results

__all__ = ["published_part"]

_FILE: Final = "six-max-100bb"
_READINGS: Final = ("ours", "by_hand")
_SPOT: Final = "a"


def published_part() -> str:
    """Return shares that were published, with solved flops, and what both models say of the spot.

    Raises
    ------
    CatalogueError
        When the spot was not solved with both yet: `gutshot preflop compare` with `--solve`.
    """
    file = published(_FILE)
    results = shipped_results(file)
    readings = {one.id: one for one in file.readings}
    found = [file.found(results, readings[name]) for name in _READINGS]
    rows = []
    apart = [0.0, 0.0]
    for figure in file.figures:
        if figure.spot != _SPOT or figure.published is None:
            continue
        ours = [one[figure.id] for one in found]
        for at, share in enumerate(ours):
            apart[at] += abs(share - figure.published)
        cells = (figure.name, *(f"{x:.1f}" for x in (figure.published, *ours)))
        rows.append(f"| {' | '.join(cells)} |")
    return (
        "Beside a published six-max solution with solved flops, under its own rules (raises to 2.5,"
        " rake; [more of it](six-max-100bb.md)):\n\n"
        "| share of hands, % | published | four constants | edges by hand |\n"
        "| --- | ---: | ---: | ---: |\n" + "\n".join(rows) + "\n\n"
        f"On average over these {len(rows)} a share is {apart[0] / len(rows):.1f} points off with"
        f" four constants and {apart[1] / len(rows):.1f} with edges by hand."
    )
