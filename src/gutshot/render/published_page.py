"""A comparison with published figures as a Markdown page, as lines for a terminal, and as JSON."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Final

from gutshot.errors import InputError
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.holdem.preflop.published import Figure, Published, Results

__all__ = ["comparison_payload", "comparison_text", "page_text"]

_PLACE: Final = re.compile(r"\{(\w+)/(\w+)\}")
_IN_A_TABLE: Final = 9
"""Figures beside each other in the table of readings; the rest have a table of their own."""


def page_text(found: Published, results: Results) -> str:
    """Return the page, all its figures from the results.

    Raises
    ------
    InputError
        When a text names a reading or figure that there is not.
    """
    first = found.readings[0]
    ours = found.found(results, first)
    source = f"{found.source} ([{found.url}]({found.url}))." if found.url else f"{found.source}."
    parts = [
        f"# {found.name}",
        f"<!-- written by: gutshot preflop compare {found.id} --page FILE -->",
        f"Figures: {source}",
        _filled(found, results, found.about),
        "## Figure by figure",
        _markdown(
            ["figure", "published", "Gutshot", "difference", "asked"],
            [
                [
                    one.name,
                    _number(one, one.published),
                    _number(one, ours[one.id]),
                    _difference(one, ours[one.id]),
                    _asked(one, ours[one.id]),
                ]
                for one in found.figures
            ],
        ),
        _verdict(found, ours),
        "## What moves what",
        *_readings(found, results),
        "## What follows",
        _filled(found, results, found.conclusion),
        "## How it was solved",
        _solved(found, results),
    ]
    return "\n\n".join(parts) + "\n"


def comparison_text(found: Published, results: Results, reading: str = "") -> str:
    """Return a reading's figures beside the published ones, as lines.

    Raises
    ------
    InputError
        For a reading that there is not.
    """
    (one,) = [r for r in found.readings if r.id == reading] or [found.readings[0]]
    if reading and one.id != reading:
        raise InputError(f"there is no reading '{reading[:40]}'; there are {_ids(found)}")
    ours = found.found(results, one)
    columns = [
        Column("figure"),
        Column("published", right=True),
        Column("Gutshot", right=True),
        Column("difference", right=True),
        Column("asked"),
    ]
    rows = [
        [
            figure.name,
            _number(figure, figure.published),
            _number(figure, ours[figure.id]),
            _difference(figure, ours[figure.id]),
            _asked(figure, ours[figure.id]).replace("**", ""),
        ]
        for figure in found.figures
    ]
    head = f"{found.name}: {one.name}" + (f" ({one.why})" if one.why else "")
    return f"{head}\n\n{text_table(columns, rows)}\n\n{_verdict(found, ours)}"


def comparison_payload(found: Published, results: Results) -> dict[str, Any]:
    """Return all readings as JSON; what has no bound is null."""
    return {
        "schema": "gutshot.preflop.compare/1",
        "name": found.id,
        "source": found.source,
        "url": found.url,
        "figures": {
            one.id: {
                "name": one.name,
                "published": one.published,
                "least": one.least if math.isfinite(one.least) else None,
                "most": one.most if math.isfinite(one.most) else None,
            }
            for one in found.figures
        },
        "readings": {
            one.id: {
                "name": one.name,
                "found": found.found(results, one),
                "missed": found.missed(found.found(results, one)),
            }
            for one in found.readings
        },
        "solves": {key: one._asdict() for key, one in results.items()},
    }


def _ids(found: Published) -> str:
    return ", ".join(one.id for one in found.readings)


def _filled(found: Published, results: Results, text: str) -> str:
    """Put what was found where a text says {reading/figure}."""
    by_id = {one.id: one for one in found.readings}
    figures = {one.id: one for one in found.figures}

    def put(place: re.Match[str]) -> str:
        reading, figure = place.groups()
        if reading not in by_id or figure not in figures:
            raise InputError(f"{found.id}.toml: there is no {place.group()[:40]}")
        return _number(figures[figure], found.found(results, by_id[reading])[figure])

    return _PLACE.sub(put, text)


def _readings(found: Published, results: Results) -> list[str]:
    """Return tables of readings by figures, and what each reading changes."""
    shown = [one for one in found.figures if one.bounded] or [*found.figures]
    shown = shown[:_IN_A_TABLE]
    asked = _asked_of(found)
    head = ["reading", *(one.name for one in shown), *(["conditions met"] if asked else [])]
    rows = [["published", *(_number(one, one.published) for one in shown)]]
    rows[0] += ["-"] * bool(asked)
    for reading in found.readings:
        ours = found.found(results, reading)
        row = [reading.name, *(_number(one, ours[one.id]) for one in shown)]
        if asked:
            row.append(f"{asked - len(found.missed(ours))} of {asked}")
        rows.append(row)
    changes = [
        f"- **{reading.name}**: {reading.why}{_held(found, reading.spots)}."
        for reading in found.readings
    ]
    return [_markdown(head, rows), "\n".join(changes)]


def _held(found: Published, spots: tuple[str, ...]) -> str:
    left = [spot for spot in found.spots if spot not in spots]
    return f" (unchanged: {', '.join(left)})" if left else ""


def _solved(found: Published, results: Results) -> str:
    solved = [one for one in results.values() if one.iterations]
    own = {reading.id for reading in found.readings if reading.bar_bb is not None}
    worst = max(
        one.exploitability_bb
        for key, one in results.items()
        if one.iterations and key.partition("/")[0] not in own
    )
    but = " but those of readings that name a bar" if own else ""
    counted = len(results) - len(solved)
    more = f", {counted} trees counted" if counted else ""
    return (
        f"{len(solved)} solves{more}. In all{but} no seat gains more than {worst:.4f} big"
        f" blinds a hand by a best response (bar {found.bar_bb:g}); each took"
        f" {min(one.iterations for one in solved)} to {max(one.iterations for one in solved)}"
        " iterations. Shares are converged to that bar, flops are modelled. With three seats and"
        " more an equilibrium need not be the only one, and a share near an indifferent hand can"
        " move by some tenths of a point within the bar.\n\n"
        f"`gutshot preflop compare {found.id}` prints the comparison, `--solve` solves it again,"
        " `--page FILE` writes this page."
    )


def _asked_of(found: Published) -> int:
    """Return how many conditions a file sets."""
    return sum(one.bounded for one in found.figures) + bool(found.rising)


def _verdict(found: Published, ours: Mapping[str, float]) -> str:
    asked = _asked_of(found)
    missed = found.missed(ours)
    if not asked:
        off = [
            abs(ours[one.id] - one.published)
            for one in found.figures
            if one.kind != "nodes" and one.published is not None
        ]
        return f"Largest difference of a share: {max(off, default=0.0):.1f} points."
    if not missed:
        return f"All {asked} conditions are met."
    return f"{asked - len(missed)} of {asked} conditions are met; not {'; '.join(missed)}."


def _number(one: Figure, number: float | None) -> str:
    if number is None:
        return "-"
    return f"{number:,.0f}" if one.kind == "nodes" else f"{number:.1f}"


def _difference(one: Figure, ours: float) -> str:
    if one.published is None:
        return ""
    apart = ours - one.published
    return f"{apart:+,.0f}" if one.kind == "nodes" else f"{apart:+.1f}"


def _asked(one: Figure, ours: float) -> str:
    if not one.bounded:
        return ""
    met = "met" if one.met(ours) else "**missed**"
    return f"{one.least:.1f} to {one.most:.1f}: {met}"


def _markdown(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)
