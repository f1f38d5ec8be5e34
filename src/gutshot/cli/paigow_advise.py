"""``gutshot paigow advise``: what every setting of seven cards is worth."""

from __future__ import annotations

from typing import Annotated

import typer

from gutshot.cli.output import compiling_line, print_json

__all__ = ["advise"]


def advise(
    cards: Annotated[str, typer.Argument(help='Seven cards like "Jk Qs Qh Qd As 7s 2s".')],
    against: Annotated[
        str,
        typer.Option("--against", help="The dealer's house way: an id, or a TOML file."),
    ] = "local",
    commission: Annotated[
        str | None,
        typer.Option(
            "--commission",
            help="Percent that the house takes of a win: 5, or 0 with --dealer.",
        ),
    ] = None,
    banker: Annotated[
        bool, typer.Option("--banker", help="You bank: equal hands are yours.")
    ] = False,
    dealer: Annotated[
        str | None,
        typer.Option(
            "--dealer", help="The dealer's seven cards, as in Face Up: ace high is a push."
        ),
    ] = None,
    wheel_lowest: Annotated[
        bool,
        typer.Option("--wheel-lowest", help="A-2-3-4-5 is the lowest straight, not the second."),
    ] = False,
    every: Annotated[
        bool,
        typer.Option("--all", help="Show settings that are no better in either hand, and fouls."),
    ] = False,
    details: Annotated[
        bool,
        typer.Option("--details", help="Add results by the dealer's hand, and why the best is."),
    ] = False,
    than: Annotated[
        str | None,
        typer.Option(
            "--than",
            help="Two cards: details say what the best gains on the setting with these in front.",
        ),
    ] = None,
    simulate: Annotated[
        bool, typer.Option("--simulate", help="Draw 20,000 of the dealer's hands, count none.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", help="Seed of what is drawn.")] = 1,
    letters: Annotated[
        bool, typer.Option("--ascii", help="Write suits as letters: As Kh.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Show what every setting of seven cards is worth, best first.

    All 53,524,680 hands that the dealer can hold are counted, set by a house way. A bet wins with
    both hands, is a push with one; equal hands are the banker's.
    """
    from gutshot.cards.text import parse_hand
    from gutshot.cli.paigow import chosen_way
    from gutshot.cli.video_poker import speaks_unicode
    from gutshot.paigow import Rules, parse_seven
    from gutshot.paigow.advisor import advise as asked
    from gutshot.paigow.advisor import parse_percent, setting_with_low
    from gutshot.paigow.hands import DECK, LOW_CARDS
    from gutshot.paigow.house_ways import broken_ways, house_ways

    seven = parse_seven(cards)
    way = chosen_way(against)
    percent = None if commission is None else parse_percent(commission)
    shown = None if dealer is None else parse_seven(dealer)
    rules = Rules(a2345_second_highest=not wheel_lowest)
    front = None if than is None else parse_hand(than, DECK, LOW_CARDS)
    if front is not None:
        setting_with_low(seven, front, rules)  # a mistake is told before anything is counted
    for file in broken_ways():
        typer.echo(f"gutshot: left out: {file.problem}", err=True)
    with compiling_line():
        found = asked(
            seven,
            way,
            commission_percent=percent,
            banker=banker,
            dealer=shown,
            rules=rules,
            ways=dict.fromkeys((*house_ways(), way)),
            seed=seed if simulate else None,
        )
    other = None if front is None else found.with_low(front)
    details = details or other is not None
    if json:
        from gutshot.render.paigow_advice_payload import advice_details, advice_payload

        print_json(advice_payload(found) | (advice_details(found, other) if details else {}))
        return
    from gutshot.render.paigow_advice_text import advice_details_text, advice_text

    unicode = not letters and speaks_unicode()
    typer.echo(advice_text(found, every=every, unicode=unicode))
    if details:
        typer.echo("\n" + advice_details_text(found, other, unicode=unicode))
