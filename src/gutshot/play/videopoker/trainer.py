"""The trainer: sessions of deals, each dealt, held, drawn, judged and kept.

A deal is played by one hand or by several, which all hold alike and draw each from a deck of its
own; its id is the `hand_id`. A session is a stream of events and a note of its present state; a
deal's stake and payout, of all its hands together, are transfers. Everything that one command
changes is one transaction, and every command carries an id that its sender made, so that a repeat
changes nothing and is answered like the first time.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.cards.dealing import SystemSource, deal, deal_rest, draw_index
from gutshot.cards.text import card_name, format_cards, parse_cards
from gutshot.errors import InputError
from gutshot.ledger import Transfer
from gutshot.play.clock import SystemClock
from gutshot.play.credits import BANK, account_of, ensure_credits
from gutshot.play.errors import ConflictError, UnknownSessionError
from gutshot.play.ids import check_id
from gutshot.play.mistakes import Mistakes
from gutshot.play.videopoker.practice import practice_order
from gutshot.play.videopoker.records import HandRecord, hand_texts, reserves_text
from gutshot.play.videopoker.settings import Settings, exact_return
from gutshot.play.videopoker.views import (
    HandView,
    SessionView,
    drawn_view,
    open_view,
    stopped_view,
)
from gutshot.storage import Event
from gutshot.storage.event_part import APPENDED_MAX
from gutshot.videopoker import ENGINE_VERSION, analyse_hand
from gutshot.videopoker.decision import judge
from gutshot.videopoker.hold_shapes import SHAPES, hold_features, hold_shapes
from gutshot.videopoker.players import choose, player
from gutshot.videopoker.round import deal_round

if TYPE_CHECKING:
    from gutshot.play.clock import Clock
    from gutshot.play.spacing import Drill
    from gutshot.storage import Database, ReadTransaction, Transaction
    from gutshot.videopoker import HandAnalysis, PayTable

__all__ = ["Trainer", "hand_shapes"]

STREAM_KIND: Final = "videopoker"
_DRAWN: Final = "drawn"
_MISTAKES: Final = Mistakes("videopoker:mistake:")


@dataclass
class _State:
    """The note of a session: `open` is the deal in play, `last` the record before it."""

    settings: dict[str, Any]
    opened_at: str
    sequence: int
    deals: int = 0
    hands: int = 0
    open: dict[str, Any] | None = None
    last: dict[str, Any] | None = None

    @classmethod
    def from_note(cls, note: dict[str, Any]) -> _State:
        """Return the state that a note holds; before there were several hands, one a deal."""
        return cls(**{"deals": note["hands"], **note})

    def note(self) -> dict[str, Any]:
        """Return the state as its note keeps it."""
        return dict(vars(self))


class Trainer:
    """Video-poker sessions of all players of one database."""

    def __init__(self, database: Database, clock: Clock | None = None) -> None:
        self._database = database
        self._clock = clock or SystemClock()

    def open_session(self, owner: str, session_id: str, settings: Settings) -> SessionView:
        """Open a session; the same id with the same settings is the same session.

        Raises
        ------
        ConflictError
            When the id is taken by other settings.
        """
        check_id("session", session_id)
        exact_return(settings.table)  # before the transaction: a table of one's own takes a while
        at = self._clock.now()
        with self._database.write() as tx:
            note = tx.note(owner, _key(session_id))
            if note is not None:
                if Settings.from_body(note["settings"]) != settings:
                    raise ConflictError("this session is open with other settings; start a new one")
                return self._view(tx, owner, session_id, _State.from_note(note))
            tx.create_stream(_stream(owner, session_id), owner, STREAM_KIND)
            opened = Event("opened", {"settings": settings.body()}, at)
            sequence = tx.append(_stream(owner, session_id), 0, [opened])
            state = _State(settings.body(), at.isoformat(), sequence)
            tx.set_note(owner, _key(session_id), state.note())
            ensure_credits(tx, owner, 1, at)
            return self._view(tx, owner, session_id, state)

    def session(self, owner: str, session_id: str) -> SessionView:
        """Return a session as it stands.

        Raises
        ------
        UnknownSessionError
            When the player has no session of this id.
        """
        with self._database.read() as tx:
            return self._view(tx, owner, session_id, self._state(tx, owner, session_id))

    def sessions(self, owner: str) -> list[SessionView]:
        """Return a player's sessions, the latest first."""
        with self._database.read() as tx:
            notes = tx.notes(owner, _key(""))
            views = [
                self._view(tx, owner, key.removeprefix(_key("")), _State.from_note(body))
                for key, body in notes.items()
            ]
        return sorted(views, key=lambda view: view.opened_at, reverse=True)

    def deal(self, owner: str, session_id: str, hand_id: str) -> HandView:
        """Deal five cards: they and each hand's reserve are fixed, the stake is set aside.

        Raises
        ------
        ConflictError
            When another hand is still in play, or the id belongs to an earlier one.
        """
        check_id("hand", hand_id)
        at = self._clock.now()
        with self._database.write() as tx:
            state = self._state(tx, owner, session_id)
            settings = Settings.from_body(state.settings)
            if state.open is not None:
                if state.open["hand_id"] == hand_id:
                    return open_view(settings, state.open)
                raise ConflictError("a hand is in play: draw first, then deal the next")
            if state.last is not None and state.last["hand_id"] == hand_id:
                return drawn_view(settings, HandRecord.from_body(state.last))
            order, repeat = self._order(tx, owner, settings, at)
            for _ in range(1, settings.plays):
                order += deal_rest(settings.table.deck, order[:5], 5)
            fresh = deal_round(settings.table, order)
            ensure_credits(tx, owner, fresh.stake_credits, at)
            stake = _stake(owner, hand_id, fresh.stake_credits)
            if not tx.apply(stake, at).new:
                raise ConflictError("this hand was played already; deal with a new id")
            hand = {
                "hand_id": hand_id,
                "order": [card_name(card) for card in order],
                "cards": list(order),
                "repeat": repeat,
                "dealt_at": at.isoformat(),
                "first_hold_mask": None,
                "first_at": None,
            }
            state.sequence = tx.append(
                _stream(owner, session_id), state.sequence, [Event("dealt", hand, at)]
            )
            state.open = hand
            tx.set_note(owner, _key(session_id), state.note())
            return open_view(settings, hand)

    def draw(
        self, owner: str, session_id: str, hand_id: str, hold_mask: int, *, insist: bool = False
    ) -> HandView:
        """Draw to a hold; the coach stops a wrong one unless the player insists.

        Raises
        ------
        HandError
            For a mask outside 0..31.
        ConflictError
            When this hand is not in play, or was drawn with another hold.
        """
        at = self._clock.now()
        with self._database.write() as tx:
            state = self._state(tx, owner, session_id)
            settings = Settings.from_body(state.settings)
            if state.open is None or state.open["hand_id"] != hand_id:
                if state.last is not None and state.last["hand_id"] == hand_id:
                    if state.last["hold_mask"] == hold_mask:
                        return drawn_view(settings, HandRecord.from_body(state.last))
                    raise ConflictError("the hand is drawn already: there is one draw")
                raise ConflictError("this hand is not in play")
            hand = state.open
            dealt = deal_round(settings.table, hand["cards"])
            analysis = analyse_hand(dealt.deal, settings.table)
            decision = judge(analysis, hold_mask)
            if hand["first_hold_mask"] is None:
                hand["first_hold_mask"] = hold_mask
                hand["first_at"] = at.isoformat()
            if settings.mode == "coach" and not decision.right and not insist:
                if hand.get("stopped") != hold_mask:  # asked again, it is answered again
                    hand["stopped"] = hold_mask
                    event = Event("stopped", {"hand_id": hand_id, "hold_mask": hold_mask}, at)
                    stream = _stream(owner, session_id)
                    state.sequence = tx.append(stream, state.sequence, [event])
                    tx.set_note(owner, _key(session_id), state.note())
                return stopped_view(dealt, hand_id, decision)
            record = self._record(session_id, settings, hand, hold_mask, analysis, at)
            self._settle(tx, owner, record, at)
            self._schedule(tx, owner, record, hand["repeat"], at)
            drawn = Event(_DRAWN, asdict(record), at)
            state.sequence = tx.append(_stream(owner, session_id), state.sequence, [drawn])
            state.open, state.last = None, asdict(record)
            state.deals, state.hands = state.deals + 1, state.hands + record.plays
            tx.set_note(owner, _key(session_id), state.note())
        return drawn_view(settings, record)

    def records(self, owner: str, session_id: str | None = None) -> list[HandRecord]:
        """Return the finished deals of a session, or of a player's lifetime, in order.

        Raises
        ------
        UnknownSessionError
            When the player has no session of this id.
        """
        with self._database.read() as tx:
            if session_id is None:
                events = tx.events_of_owner(owner, _DRAWN)
            else:
                self._state(tx, owner, session_id)
                events = tx.events(_stream(owner, session_id), kinds=[_DRAWN])
            return [HandRecord.from_body(event.body) for event in events]

    def import_records(self, owner: str, session_id: str, records: list[HandRecord]) -> int:
        """Keep exported deals as a session of their own; return how many. No credits move."""
        check_id("session", session_id)
        at = self._clock.now()
        with self._database.write() as tx:
            if tx.note(owner, _key(session_id)) is not None:
                raise ConflictError("a session of this id exists; import under a new id")
            tx.create_stream(_stream(owner, session_id), owner, STREAM_KIND)
            body = {**Settings().body(), "name": "imported"}
            events = [Event("opened", {"settings": body}, at)]
            events += [Event(_DRAWN, asdict(record), at) for record in records]
            sequence = 0
            for start in range(0, len(events), APPENDED_MAX):
                part = events[start : start + APPENDED_MAX]
                sequence = tx.append(_stream(owner, session_id), sequence, part)
            hands = sum(record.plays for record in records)
            state = _State(body, at.isoformat(), sequence, deals=len(records), hands=hands)
            tx.set_note(owner, _key(session_id), state.note())
        return len(records)

    def due(self, owner: str) -> list[Drill]:
        """Return a player's mistakes that are due now, longest overdue first."""
        now = self._clock.now()
        with self._database.read() as tx:
            return _MISTAKES.due(tx, owner, now)

    def weak_shapes(self, owner: str, table: PayTable) -> tuple[str, ...]:
        """Return the hand types that a player has got wrong on a table.

        Raises
        ------
        InputError
            When there is none yet.
        """
        wrong = {
            record.shape
            for record in self.records(owner)
            if record.pay_table_version == table.version and not record.right
        }
        if not wrong:
            raise InputError(
                f"you have got no hand type wrong on {table.name} yet; drill another way"
            )
        return tuple(sorted(wrong))

    def credits(self, owner: str) -> int:
        """Return what a player has, the stake in play not counted."""
        with self._database.read() as tx:
            return _credits(tx, owner)

    def _state(self, tx: ReadTransaction | Transaction, owner: str, session_id: str) -> _State:
        note = tx.note(owner, _key(session_id))
        if note is None:
            raise UnknownSessionError(f"you have no session '{session_id[:40]}'; open one first")
        return _State.from_note(note)

    def _view(
        self, tx: ReadTransaction | Transaction, owner: str, session_id: str, state: _State
    ) -> SessionView:
        settings = Settings.from_body(state.settings)
        hand = None
        if state.open is not None:
            hand = open_view(settings, state.open)
        elif state.last is not None:
            hand = drawn_view(settings, HandRecord.from_body(state.last))
        return SessionView(
            session_id=session_id,
            settings=settings,
            deals=state.deals,
            hands=state.hands,
            hand=hand,
            credits=_credits(tx, owner),
            opened_at=state.opened_at,
        )

    def _order(
        self, tx: Transaction, owner: str, settings: Settings, at: datetime
    ) -> tuple[tuple[int, ...], str]:
        """Return ten cards, five dealt and the first hand's reserve, and a repeated mistake's key.

        The key is "" when no mistake is repeated.
        """
        table = settings.table
        if settings.repeats:
            mine = _MISTAKES.due(tx, owner, at, f"{table.version}:")
            if mine:
                first = mine[0]
                cards = tuple(int(card) for card in first.key.split(":")[1].split(","))
                return (*cards, *deal_rest(table.deck, cards, 5)), first.key
        if settings.mode == "drill" and (settings.gap or settings.shapes):
            return practice_order(table, settings.practice), ""
        return deal(table.deck, 10), ""

    def _record(
        self,
        session_id: str,
        settings: Settings,
        hand: dict[str, Any],
        mask: int,
        analysis: HandAnalysis,
        at: datetime,
    ) -> HandRecord:
        drawn = deal_round(settings.table, hand["cards"]).draw(mask)
        table = settings.table
        decision = judge(analysis, mask)
        first = int(hand["first_hold_mask"])
        wrong = [hold.ev for hold in analysis.holds if hold.mask not in analysis.best]
        rival_mask, rival_paid = -1, 0
        if settings.rival:
            source = SystemSource()
            one = player(settings.rival)
            rival_mask = choose(one, drawn.deal, table, lambda n: draw_index(source, n))
            rival_paid = deal_round(table, drawn.order).draw(rival_mask).payout_credits
        dealt_at = datetime.fromisoformat(hand["dealt_at"])
        decided = datetime.fromisoformat(hand["first_at"])
        return HandRecord(
            hand_id=hand["hand_id"],
            session_id=session_id,
            game=table.id if settings.game else "",
            pay_table_name=table.name,
            deck=table.deck.name,
            pays=" ".join(f"{line.category}={line.pays}" for line in table.lines),
            pay_table_version=table.version,
            engine_version=ENGINE_VERSION,
            mode=settings.mode,
            deal=format_cards(drawn.deal),
            reserve=reserves_text(drawn.reserves),
            first_hold_mask=first,
            hold_mask=mask,
            stake_credits=drawn.stake_credits,
            payout_credits=drawn.payout_credits,
            best=" ".join(map(str, analysis.best)),
            best_ev=str(decision.best_ev),
            first_ev=str(analysis.hold(first).ev),
            ev=str(decision.ev),
            gap=str(decision.best_ev - max(wrong)) if wrong else "",
            game_return=str(exact_return(table)),
            shape=hand_shapes(analysis)[0],
            dealt_at=hand["dealt_at"],
            drawn_at=at.isoformat(),
            seconds=max(0.0, (decided - dealt_at).total_seconds()),
            rival=settings.rival,
            rival_mask=rival_mask,
            rival_payout_credits=rival_paid,
            plays=drawn.plays,
            **hand_texts(drawn.hands),
        )

    def _settle(self, tx: Transaction, owner: str, record: HandRecord, at: datetime) -> None:
        stake = _stake(owner, record.hand_id, record.stake_credits)
        tx.apply(stake.posted(f"{owner}:{record.hand_id}:lost"), at)
        if record.payout_credits:
            account = account_of(owner).id
            name = f"{owner}:{record.hand_id}:paid"
            amount = record.payout_credits
            tx.apply(Transfer(name, BANK.id, account, amount, "video poker payout"), at)

    def _schedule(
        self, tx: Transaction, owner: str, record: HandRecord, repeat: str, at: datetime
    ) -> None:
        """Note a mistake to be asked again, or move an asked one on."""
        key = repeat or f"{record.pay_table_version}:{','.join(map(str, parse_cards(record.deal)))}"
        _MISTAKES.answered(tx, owner, key, right=record.right, repeated=bool(repeat), at=at)


def _key(session_id: str) -> str:
    return f"videopoker:session:{session_id}"


def _stream(owner: str, session_id: str) -> str:
    return f"vp:{owner}:{session_id}"


def _stake(owner: str, hand_id: str, amount: int) -> Transfer:
    account = account_of(owner).id
    return Transfer(
        f"{owner}:{hand_id}:stake", account, BANK.id, amount, "video poker stake", kind="pending"
    )


def _credits(tx: ReadTransaction | Transaction, owner: str) -> int:
    balance = tx.balance(account_of(owner).id)
    return balance.posted - balance.pending_debits


def hand_shapes(analysis: HandAnalysis) -> tuple[str, ...]:
    """Return what the best holds of a deal look like, the hand type first.

    Of tied holds the one with fewest cards that has a name of its own names the hand type: four of
    a kind is that with or without its fifth card.
    """
    features = hold_features(np.array([analysis.deal], np.uint8), analysis.table.deck)
    named = hold_shapes(features)[0]
    masks = sorted(analysis.best, key=lambda mask: (mask.bit_count(), mask))
    shapes = dict.fromkeys(SHAPES[named[mask]] for mask in masks)
    return tuple(sorted(shapes, key=lambda shape: "other" in shape))
