"""A chart as a booklet to print: what every seat opens, and what every seat does against it.

A booklet is one HTML page without scripts. A node is a block that is never parted: the line, the
grid with letters beside its colours, how often each action is taken. Two blocks stand on a sheet.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from gutshot.holdem.preflop.node_ids import ALL_IN, CALL, FOLD, is_raise
from gutshot.render.preflop_answer import line_words
from gutshot.render.preflop_text import spec_words
from gutshot.render.preflop_unique import unique_lines
from gutshot.render.svg_grid import node_svg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gutshot.holdem.preflop.chart import ChartNode, PreflopChart
    from gutshot.holdem.preflop.chart_set import ChartSet

__all__ = ["BOOKLET_STYLE", "Block", "blocks", "booklet_html", "other_entries"]

_OFTEN: Final = 0.01  # a limp or an all-in that is rarer fills a sheet and is hardly met

BOOKLET_STYLE: Final = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 52rem; background: #fff; color: #14181f;
  font: 11pt/1.4 "DejaVu Sans", Arial, sans-serif; }
h1 { margin: 0 0 0.3rem; font-size: 18pt; line-height: 1.2; }
h2 { margin: 1.5rem 0 0.5rem; font-size: 13pt; }
h3 { margin: 0; font-size: 11pt; line-height: 1.3; }
p { margin: 0 0 0.5rem; }
nav ul { columns: 3; margin: 0; padding: 0; list-style: none; font-size: 9pt; }
nav li { padding: 0.15rem 0; break-inside: avoid; }
a { color: #0b5d44; }
.node { margin: 0 0 1.2rem; padding: 0; border: 0; break-inside: avoid; }
.node small { display: block; color: #4a525e; font-size: 9pt; font-weight: 400; }
.node svg { display: block; width: 100%; height: auto; max-width: 41rem; margin-top: 0.2rem;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
@media (max-width: 40rem) { nav ul { columns: 1; } }
@page { size: A4; margin: 11mm 14mm; }
@media print {
  body { padding: 0; max-width: none; font-size: 10pt; }
  .screen { display: none; }
  .cover { break-after: page; }
  h2 { margin: 0 0 2mm; font-size: 12pt; break-before: page; break-after: avoid; }
  .node { margin: 0 0 3mm; }
  .node svg { width: 106mm; max-width: none; margin: 1mm auto 0; }
}
"""


class Block(NamedTuple):
    """A node of the booklet: the line that leads there in words, and the node."""

    words: str
    node: ChartNode


def blocks(chart: PreflopChart | ChartSet) -> tuple[list[Block], list[Block]]:
    """Return the nodes where nobody has entered, and those where one has opened and all folded.

    An open is a raise, or where there is none all-in.
    """
    known = set(chart.nodes)
    first_in, facing = [], []
    for node in _first_in(chart, known):
        first_in.append(_block(chart, node))
        for action in _opens(node):
            facing += list(_after(chart, node.node + action, known))
    return first_in, facing


def other_entries(chart: PreflopChart | ChartSet) -> list[Block]:
    """Return the nodes after a first limp or all-in beside raises, where 1 % of hands do that."""
    known = set(chart.nodes)
    found = []
    for node in _first_in(chart, known):
        opens = _opens(node)
        for action, share in zip(node.actions, node.frequency.tolist(), strict=True):
            if action in {CALL, ALL_IN} and action not in opens and share >= _OFTEN:
                found += list(_after(chart, node.node + action, known))
    return found


def _first_in(chart: PreflopChart | ChartSet, known: set[str]) -> Iterator[ChartNode]:
    path = ""
    while path in known:
        yield chart.node(path)
        path += FOLD


def _opens(node: ChartNode) -> list[str]:
    raises = [one for one in node.actions if is_raise(one)]
    return raises or [one for one in node.actions if one == ALL_IN]


def _after(chart: PreflopChart | ChartSet, path: str, known: set[str]) -> Iterator[Block]:
    while path in known:
        yield _block(chart, chart.node(path))
        path += FOLD


def _block(chart: PreflopChart | ChartSet, node: ChartNode) -> Block:
    return Block(line_words(chart.spec, node.node), node)


def booklet_html(chart: PreflopChart | ChartSet, style: str = "", *, back: str = "") -> str:
    """Return the booklet's page.

    style : what stands in its head; by default the style itself, so that the page is one file.
    back : an address that is shown on the screen and not printed.
    """
    spec = chart.spec
    title = spec_words(spec).removesuffix(", classes dealt independently")
    first_in, facing = blocks(chart)
    left = chart.certificate.exploitability
    notes = [
        (
            f"At most {left:.2g} big blinds a hand are left to gain, bar {chart.bar_bb:.2g};"
            f" {100 * chart.model_share:.1f} % of deals end in the model of flops."
        ),
        (
            "In a cell a capital is what is done nearly always, small letters are a mix, the most"
            " frequent first: F fold, X check, C call, R raise, A all-in; a dot is a hand that does"
            " not come here. Under the grid stands how often an action is taken."
        ),
        " ".join(unique_lines(spec)),
    ]
    sections = [
        ("First in", first_in),
        ("Against who has entered", [*facing, *other_entries(chart)]),
    ]
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}: preflop booklet</title>",
        style or f"<style>{BOOKLET_STYLE}</style>",
        "</head><body><main>",
        '<div class="cover">',
        f"<h1>{escape(title)}</h1>",
        *(f"<p>{escape(note)}</p>" for note in notes if note),
        f'<p class="screen"><a href="{escape(back)}">Back to the chart</a></p>' if back else "",
        *_contents(sections),
        "</div>",
    ]
    number = 0
    for heading, found in sections:
        if found:
            parts.append(f"<section><h2>{heading}</h2>")
        for block in found:
            number += 1
            parts += _node(block, number)
        if found:
            parts.append("</section>")
    return "\n".join([*parts, "</main></body></html>"])


def _contents(sections: list[tuple[str, list[Block]]]) -> list[str]:
    lines = ['<nav aria-label="Contents"><ul>']
    number = 0
    for _, found in sections:
        for block in found:
            number += 1
            lines.append(f'<li><a href="#node-{number}">{escape(_heading(block))}</a></li>')
    return [*lines, "</ul></nav>"]


def _heading(block: Block) -> str:
    """Return a block's heading: who acts, and who has opened to what, without the folds."""
    opened = [part for part in block.words.split(", ") if part and not part.endswith(" fold")]
    return f"{block.node.seat}: {f'against {opened[-1]}' if opened else 'first in'}"


def _node(block: Block, number: int) -> list[str]:
    node = block.node
    reach = f"{100 * node.reach:.3g} % of deals come here"
    return [
        f'<article class="node" id="node-{number}">',
        (
            f"<h3>{escape(_heading(block))}"
            f"<small>{escape(block.words or 'nobody has acted')}; {reach}</small></h3>"
        ),
        node_svg(node, _heading(block)),
        "</article>",
    ]
