"""``gutshot paigow``: settings of seven cards and what they are worth."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import typer

from gutshot.cli.output import help_without_command
from gutshot.cli.paigow_advise import advise
from gutshot.cli.paigow_join import join
from gutshot.cli.paigow_odds import odds
from gutshot.cli.paigow_play import play
from gutshot.cli.paigow_set import set_hand, ways

if TYPE_CHECKING:
    from gutshot.paigow.house_ways import HouseWay

__all__ = ["app", "chosen_way"]

app = typer.Typer(rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def _group(context: typer.Context) -> None:
    """Pai Gow poker: how to set seven cards into two hands, and a table."""
    help_without_command(context)


app.command()(advise)
app.command()(join)
app.command()(odds)
app.command()(play)
app.command("set")(set_hand)
app.command()(ways)


def chosen_way(text: str) -> HouseWay:
    """Return the house way with this id, or that of the file where a path is given."""
    from gutshot.paigow.house_ways import house_way, load_house_way

    if text.lower().endswith(".toml") or "/" in text or os.sep in text:
        return load_house_way(text)
    return house_way(text)
