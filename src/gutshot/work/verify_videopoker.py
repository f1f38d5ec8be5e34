"""What proves the video-poker engine: `CHECKS`, in order."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from gutshot.cards.dealing import deal
from gutshot.cards.decks import DECKS, Deck
from gutshot.cards.suit_classes import suit_classes
from gutshot.cards.text import format_cards
from gutshot.catalogue import artefact, check_artefacts
from gutshot.evaluate._kernels import satisfied_all
from gutshot.evaluate.categories import categories_in
from gutshot.evaluate.oracle import satisfied_all_by_substitution
from gutshot.videopoker import analyse_game, analyse_hand, games
from gutshot.videopoker.plain import counts_by_hand
from gutshot.work.build import built_arrays
from gutshot.work.exhaustive import compare_all_deals
from gutshot.work.verify import Check, CheckFailedError

if TYPE_CHECKING:
    from gutshot.work.verify import Progress

__all__ = ["CHECKS"]

SAMPLE = 300
"""Random deals a deck that the quick run compares with the plain engine."""

FREQUENCIES = {
    "standard": {
        "royal_flush": 4, "straight_flush": 36, "four_of_a_kind": 624, "full_house": 3_744,
        "flush": 5_108, "straight": 10_200, "three_of_a_kind": 54_912, "two_pair": 123_552,
        "jacks_or_better": 337_920,
    },
    "deuces-wild": {
        "royal_flush": 4, "four_deuces": 48, "wild_royal": 480, "five_of_a_kind": 624,
        "straight_flush": 2_068, "four_of_a_kind": 31_552, "full_house": 12_672, "flush": 14_472,
        "straight": 62_232, "three_of_a_kind": 355_080,
    },
    "joker": {
        "royal_flush": 4, "five_of_a_kind": 13, "wild_royal": 20, "straight_flush": 180,
        "four_of_a_kind": 3_120, "full_house": 6_552, "flush": 7_804, "straight": 20_532,
        "three_of_a_kind": 137_280, "two_pair": 123_552, "aces_or_better": 137_904,
        "kings_or_better": 125_052,
    },
    "double-joker": {
        "royal_flush": 4, "five_of_a_kind": 78, "wild_royal": 80, "straight_flush": 540,
        "four_of_a_kind": 9_360, "full_house": 9_360, "flush": 11_388, "straight": 34_704,
        "three_of_a_kind": 232_968, "two_pair": 123_552, "aces_or_better": 191_328,
        "kings_or_better": 165_624,
    },
}  # fmt: skip
"""Known totals of five-card hands, strongest category first; each hand counts once."""


def _artefacts(progress: Progress) -> str:
    files = check_artefacts()
    compared = 0
    for name, array in built_arrays():
        progress(compared / files)
        if not np.array_equal(array, artefact(name)):
            raise CheckFailedError(f"the built file {name} differs from what is built now")
        compared += 1
    return f"{files} built files match their hashes, {compared} of them a fresh build"


def _frequencies(progress: Progress) -> str:
    hands = 0
    for done, (name, known) in enumerate(FREQUENCIES.items()):
        progress(done / len(FREQUENCIES))
        satisfied = satisfied_all(DECKS[name].size, _wild_rank(DECKS[name]), 4, 54)
        hands += len(satisfied)
        names = [categories_in(kind) for kind in np.unique(satisfied).tolist()]
        counts = np.unique(satisfied, return_counts=True)[1].tolist()
        found = dict.fromkeys(known, 0)
        for categories, count in zip(names, counts, strict=True):
            strongest = next((x for x in known if x in categories), None)
            if strongest is not None:
                found[strongest] += count
        if found != known:
            raise CheckFailedError(f"{name}: hands by category are {found}, known are {known}")
    return f"{hands:,} hands of four decks fall into the known numbers of each category"


def _substitution(progress: Progress) -> str:
    hands = 0
    for done, deck in enumerate(DECKS.values()):
        for top in range(4, deck.size):
            progress((done + (top / deck.size) ** 5) / len(DECKS))
            arguments = (deck.size, _wild_rank(deck), top, top + 1)
            fast = satisfied_all(*arguments)
            slow = satisfied_all_by_substitution(*arguments)
            hands += len(fast)
            if not np.array_equal(fast, slow):
                differ = int(np.flatnonzero(fast != slow)[0])
                raise CheckFailedError(
                    f"{deck.name}: hand {differ} below {format_cards([top])} satisfies"
                    f" {categories_in(int(fast[differ]))}, by substitution"
                    f" {categories_in(int(slow[differ]))}"
                )
    return f"{hands:,} hands of four decks satisfy the same categories by substitution"


def _pay_tables(progress: Progress) -> str:
    tables = [table for table in games() if table.expected.numerator is not None]
    for done, table in enumerate(tables):
        progress(done / len(tables))
        game = analyse_game(table)
        expected = table.expected
        least, most = (f"{float(x):.7f}" for x in game.variance)
        variance = least if game.variance[0] == game.variance[1] else f"{least} .. {most}"
        found = (game.numerator, variance, f"{float(game.covariance):.7f}")
        stated = (
            expected.numerator,
            expected.variance or found[1],
            expected.covariance or found[2],
        )
        if found != stated:
            raise CheckFailedError(f"{table.id}: computed {found}, its file states {stated}")
    return f"{len(tables)} pay tables return what their files state, to the last digit"


def _sample(progress: Progress) -> str:
    by_deck = {table.deck.name: table for table in games()}
    for done, table in enumerate(by_deck.values()):
        for i in range(SAMPLE):
            progress((done + i / SAMPLE) / len(by_deck))
            cards = deal(table.deck, 5)
            if not np.array_equal(
                analyse_hand(cards, table).count_matrix, counts_by_hand(cards, table)
            ):
                raise CheckFailedError(f"{table.id}: {format_cards(cards)} is counted differently")
    return f"{SAMPLE} random deals of each of {len(by_deck)} decks agree with the plain engine"


def _wild_rank(deck: Deck) -> int:
    return -1 if deck.wild_rank is None else deck.wild_rank


def _every_deal(decks: tuple[str, ...], progress: Progress) -> str:
    deals, outcomes = compare_all_deals(decks, progress)
    return (
        f"{deals:,} classes of deals of {' and '.join(decks)}: {outcomes:,} completions, each"
        " enumerated, agree in every count, best EV and tie"
    )


def _suit_classes(progress: Progress) -> str:
    progress(0)
    classes = suit_classes(5)
    if len(classes.keys) != 134_459 or int(classes.weights.sum()) != 2_598_960:
        raise CheckFailedError(f"{len(classes.keys):,} classes of five cards instead of 134,459")
    return "134,459 classes of five cards hold 2,598,960 deals"


CHECKS = [
    Check("suit classes", _suit_classes),
    Check("built files", _artefacts),
    Check("category frequencies", _frequencies),
    Check("wild cards by substitution", _substitution),
    Check("pay tables", _pay_tables),
    Check("plain engine, random deals", _sample),
    Check(
        "plain engine, every deal, 52 cards",
        partial(_every_deal, ("standard", "deuces-wild")),
        full=True,
    ),
    Check("plain engine, every deal, one joker", partial(_every_deal, ("joker",)), full=True),
    Check(
        "plain engine, every deal, two jokers", partial(_every_deal, ("double-joker",)), full=True
    ),
]
"""Every check of the engine; full ones take minutes and resume where they were stopped."""
