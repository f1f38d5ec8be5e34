"""``gutshot paigow set|ways``: seven cards as a house way sets them, and which ways there are."""

from __future__ import annotations

from typing import Annotated

import typer

from gutshot.cli.output import name_broken_ways, print_json

__all__ = ["set_hand", "ways"]

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def set_hand(
    cards: Annotated[str, typer.Argument(help='Seven cards like "Jk Qs Qh Qd As 7s 2s".')],
    way: Annotated[
        str,
        typer.Option(
            "--way",
            help="local, trump-plaza, golden-nugget, foxwoods, flamingo, or a TOML file.",
        ),
    ] = "local",
    wheel_lowest: Annotated[
        bool,
        typer.Option("--wheel-lowest", help="A-2-3-4-5 is the lowest straight, not the second."),
    ] = False,
    letters: Annotated[
        bool, typer.Option("--ascii", help="Write suits as letters: As Kh.")
    ] = False,
    json: Json = False,
) -> None:
    """Set seven cards by a house way: a high hand of five and a low hand of two."""
    from gutshot.cli.paigow import chosen_way
    from gutshot.cli.video_poker import speaks_unicode
    from gutshot.paigow import Rules, parse_seven

    seven = parse_seven(cards)
    chosen = chosen_way(way)
    setting, rule = chosen.decide(seven, Rules(a2345_second_highest=not wheel_lowest))
    if json:
        from gutshot.render.paigow_set_payload import setting_payload

        print_json(setting_payload(setting, chosen, rule))
        return
    from gutshot.render.paigow_set_text import setting_text

    typer.echo(setting_text(setting, chosen, rule, unicode=not letters and speaks_unicode()))


def ways(
    way: Annotated[
        str | None, typer.Argument(help="An id or a TOML file: show this way's rules.")
    ] = None,
    json: Json = False,
) -> None:
    """List the house ways, or the rules of one."""
    from gutshot.cli.paigow import chosen_way
    from gutshot.paigow.house_ways import house_ways

    if way is not None:
        chosen = chosen_way(way)
        if json:
            from gutshot.render.paigow_set_payload import way_payload

            print_json(way_payload(chosen))
            return
        from gutshot.render.paigow_set_text import way_text

        typer.echo(way_text(chosen))
        return
    name_broken_ways()
    if json:
        from gutshot.render.paigow_set_payload import ways_payload

        print_json(ways_payload(house_ways()))
        return
    from gutshot.render.paigow_set_text import ways_text

    typer.echo(ways_text(house_ways()))
