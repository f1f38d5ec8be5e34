"""``gutshot vp play``: the trainer in the terminal, on the same sessions as the page."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer

from gutshot.cli.output import compiling_line
from gutshot.cli.terminal_look import Size, Style, card_look, console
from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.play.videopoker.settings import Settings
    from gutshot.play.videopoker.trainer import Trainer
    from gutshot.play.videopoker.views import HandView
    from gutshot.render.card_art_styles import CardLook

__all__ = ["parse_hold", "play"]

DRAWN_ROWS = 5
"""How high cards are drawn in a terminal if nothing else is asked for."""

LOCAL_PLAYER = "local"
"""Who plays in the terminal; browsers are other players."""

HOLD_HELP = (
    "type the positions you hold, like 1 3 5 or 135; or the cards, like As Kd; or m and the mask,"
    " like m15; enter alone holds nothing; ? asks the coach for a hint; q ends"
)


def play(
    game: Annotated[str | None, typer.Option("--game", "-g", help="Id of a game.")] = None,
    paytable: Annotated[
        Path | None, typer.Option("--paytable", "-p", help="A pay table of your own.")
    ] = None,
    mode: Annotated[
        str | None, typer.Option("--mode", "-m", help="play, coach (the default), test or drill.")
    ] = None,
    gap: Annotated[
        str, typer.Option("--gap", help="drill: only decisions at most this close, in bets.")
    ] = "",
    hand_type: Annotated[
        list[str] | None,
        typer.Option("--hand-type", help="drill: only best holds like this, e.g. 'low pair'."),
    ] = None,
    weak: Annotated[
        bool, typer.Option("--weak", help="drill: only hand types that you have got wrong.")
    ] = False,
    repeats: Annotated[
        bool, typer.Option("--repeats", help="drill: your own due mistakes first.")
    ] = False,
    rival: Annotated[
        str, typer.Option("--rival", help="Race easy, normal or hard on the same cards.")
    ] = "",
    plays: Annotated[
        int | None,
        typer.Option("--plays", help="Hands on each deal: 1 (the default), 3, 5, 10, 50 or 100."),
    ] = None,
    hands: Annotated[
        int, typer.Option("--hands", help="Stop after so many deals; 0 = never.", min=0)
    ] = 0,
    letters: Annotated[bool, typer.Option("--ascii", help="Write suits as letters.")] = False,
    size: Size = None,
    style: Style = "",
    session: Annotated[
        str | None, typer.Option("--session", help="Go on with an earlier session, by its id.")
    ] = None,
    database: Annotated[
        str | None, typer.Option("--database", help="Where hands are kept, a database URL.")
    ] = None,
) -> None:
    """Deal, hold, draw: every decision judged exactly, every hand kept."""
    from gutshot.cli.video_poker import chosen_table, speaks_unicode
    from gutshot.play.videopoker.settings import Settings
    from gutshot.play.videopoker.trainer import Trainer
    from gutshot.storage import Database

    chosen = (game, paytable, mode, gap, hand_type, weak, repeats, rival)
    if session is not None and (any(chosen) or plays is not None):
        raise InputError("--session goes on with what it was opened with; drop the other options")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what can't be read is answered, not a crash
    table = chosen_table(game, paytable)
    own = paytable is not None
    settings = Settings(
        game="" if own else table.id,
        mode=mode or "coach",
        name=table.name if own else "",
        deck=table.deck.name if own else "",
        pays=tuple((line.category, str(line.pays)) for line in table.lines) if own else (),
        gap=gap,
        shapes=tuple(hand_type or ()),
        repeats=repeats,
        rival=rival,
        plays=1 if plays is None else plays,
    )
    with Database.open(database) as opened:
        trainer = Trainer(opened)
        if weak:
            settings = replace(settings, shapes=trainer.weak_shapes(LOCAL_PLAYER, table))
        if session is not None:
            settings = trainer.session(LOCAL_PLAYER, session).settings
        else:
            session = uuid4().hex
            with compiling_line():
                trainer.open_session(LOCAL_PLAYER, session, settings)
        unicode = not letters and speaks_unicode()
        look = _look(size, style, unicode=unicode)
        many = f", {settings.plays} hands on each deal" if settings.plays > 1 else ""
        typer.echo(f"{settings.table.name}, mode {settings.mode}{many}: {HOLD_HELP}.", err=True)
        if many:
            typer.echo(_variance(settings), err=True)
        try:
            _play_hands(trainer, session, settings, hands, look, unicode=unicode)
        except (EOFError, KeyboardInterrupt):
            typer.echo("", err=True)
        _say_goodbye(trainer, session)
        typer.echo(f"To go on: gutshot vp play --session {session}", err=True)


def parse_hold(text: str, deal: Sequence[int]) -> int:
    """Return the mask that a typed hold means: positions, cards or ``m`` and the mask.

    Raises
    ------
    InputError
        For anything else, with what would be right.
    """
    from gutshot.cards.text import format_cards, parse_cards

    words = text.strip().lower()
    if words.startswith("m") and words[1:].strip().isdecimal():
        mask = int(words[1:]) if len(words) < 10 else 32
        if mask > 31:
            raise InputError(f"mask {words[1:10]} is none: masks run from 0 to 31")
        return mask
    compact = words.replace(" ", "").replace(",", "")
    if not compact or compact.isdecimal():
        if not set(compact) <= set("12345"):
            raise InputError(f"'{words[:20]}' names no positions: they run from 1 to 5")
        return sum(1 << (int(position) - 1) for position in set(compact))
    mask = 0
    for card in parse_cards(text):
        if card not in deal:
            raise InputError(f"{format_cards([card])} is not in this deal: {format_cards(deal)}")
        mask |= 1 << list(deal).index(card)
    return mask


def _look(size: int | None, style: str, *, unicode: bool) -> CardLook | None:
    """Return how cards are drawn, None where they stand in a line of text: in a pipe, unasked."""
    target = console()
    if size is None and not target.is_terminal:
        return None
    return card_look(target, size or DRAWN_ROWS, style, unicode=None if unicode else False, cards=5)


def _play_hands(
    trainer: Trainer,
    session: str,
    settings: Settings,
    hands: int,
    look: CardLook | None,
    *,
    unicode: bool,
) -> None:
    played = 0
    while not hands or played < hands:
        in_play = trainer.session(LOCAL_PLAYER, session).hand
        open_hand = in_play is not None and in_play.record is None
        hand_id = in_play.hand_id if in_play is not None and open_hand else uuid4().hex
        view = trainer.deal(LOCAL_PLAYER, session, hand_id)
        typer.echo("")
        _show_cards(view.deal, look, unicode=unicode)
        insist: int | None = None
        while True:
            typed = _ask("hold: ")
            if typed.strip().lower() in {"q", "quit", "exit"}:
                raise EOFError
            if typed.strip() == "?":
                helps = settings.mode == "coach"
                typer.echo(_hint(view, settings) if helps else "Only the coach gives hints.")
                continue
            try:
                mask = parse_hold(typed, view.deal)
            except InputError as error:
                typer.echo(f"{error}; {HOLD_HELP}")
                continue
            after = trainer.draw(LOCAL_PLAYER, session, hand_id, mask, insist=mask == insist)
            if not after.stopped:
                break
            insist = mask
            typer.echo(_judged(after, settings, unicode=unicode))
            typer.echo("Stopped. Choose again, or the same once more to play it.")
        if look is not None and after.record is not None and after.plays == 1:
            _draw_cards(after.record.hands[0].cards, look)
        typer.echo(_result(after, settings, unicode=unicode))
        played += 1


def _ask(prompt: str) -> str:
    sys.stderr.write(prompt)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def _show_cards(cards: Sequence[int], look: CardLook | None, *, unicode: bool) -> None:
    """Show a deal with its positions."""
    from gutshot.cards.text import card_name

    if look is not None:
        _draw_cards(cards, look, numbers=range(1, len(cards) + 1))
        return
    names = [card_name(card, unicode=unicode) for card in cards]
    typer.echo("  ".join(names))
    typer.echo("  ".join(str(i).ljust(len(n)) for i, n in enumerate(names, 1)))


def _draw_cards(
    cards: Sequence[int], look: CardLook, *, numbers: Sequence[int] | None = None
) -> None:
    from gutshot.render.card_art_styles import hand_art

    target = console()
    for row in hand_art(cards, look, numbers=numbers):
        target.print(row)


def _hint(view: HandView, settings: Settings) -> str:
    from gutshot.videopoker import analyse_hand

    best = analyse_hand(view.deal, settings.table).holds[0]
    return f"The best hold is worth {float(best.ev):.6f} bets and keeps {len(best.cards)} cards."


def _variance(settings: Settings) -> str:
    from gutshot.videopoker import analyse_game, n_play_variance

    with compiling_line():
        game = analyse_game(settings.table)
    together, alone = (
        " .. ".join(dict.fromkeys(f"{float(bound):.7f}" for bound in bounds))
        for bounds in (n_play_variance(game, settings.plays), game.variance)
    )
    return f"Variance per bet at perfect play: {together} (one hand a deal: {alone})."


def _judged(view: HandView, settings: Settings, *, unicode: bool) -> str:
    from gutshot.render.decision_words import decision_words
    from gutshot.videopoker import analyse_hand

    if view.decision is None:
        return ""
    hand = analyse_hand(view.deal, settings.table)
    return decision_words(
        hand, view.decision, view.stake_credits, plays=view.plays, unicode=unicode
    )


def _result(view: HandView, settings: Settings, *, unicode: bool) -> str:
    from gutshot.cards.text import format_cards
    from gutshot.cli.session_text import drawn_text, result_text

    record = view.record
    if record is None:
        return ""
    lines = [drawn_text(record, unicode=unicode), result_text(record, judged=bool(view.decision))]
    if view.decision:
        lines += [_judged(view, settings, unicode=unicode)]
    if record.rival:
        theirs = [c for i, c in enumerate(view.deal) if record.rival_mask >> i & 1]
        held = format_cards(theirs, unicode=unicode) or "nothing"
        won = record.rival_payout_credits
        lines += [f"{record.rival.capitalize()} held {held} and won {won}."]
    return "\n".join(lines)


def _say_goodbye(trainer: Trainer, session: str) -> None:
    from gutshot.cli.session_text import session_text
    from gutshot.play.videopoker.statistics import summarise

    records = trainer.records(LOCAL_PLAYER, session)
    if records:
        typer.echo("")
        typer.echo(session_text(summarise(records)))
