"""Three classes counted beside the average of pairs, and how far off that is over all deals."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.errors import CatalogueError, HandError
from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.equities import count_equities
from gutshot.holdem.hand_classes import (
    CLASS_NAMES,
    CLASSES,
    class_combos,
    class_index,
    compatible_combos,
)
from gutshot.holdem.three_way import pairwise_report
from gutshot.holdem.three_way.comparison import compare_three_way, errors_by_class
from gutshot.holdem.three_way.counting import BOARDS_OF_THREE, count_three_way, deals_with
from gutshot.holdem.three_way.pairwise import PairwiseError, pairwise_error, pairwise_shares
from gutshot.holdem.three_way.pairwise_report import REPORT, WORST, report_text, shipped_report
from gutshot.holdem.three_way.table import LARGEST_SHARE_ERROR
from gutshot.render.three_way_payload import three_way_payload

if TYPE_CHECKING:
    from pathlib import Path

SEED = 11


def some_triples(count: int) -> list[tuple[str, str, str]]:
    random = Random(SEED)  # noqa: S311 - a sample, repeatable
    found = [("AA", "KK", "KK"), ("T9s", "T9s", "T9s"), ("72o", "72s", "22")]
    while len(found) < count:
        first, second, third = (random.randrange(CLASSES) for _ in range(3))
        if deals_with(first)[second, third]:
            found.append((CLASS_NAMES[first], CLASS_NAMES[second], CLASS_NAMES[third]))
    return found


@pytest.mark.parametrize("hands", some_triples(12))
def test_both_shares_are_exact_and_add_up_to_one_pot(hands: tuple[str, str, str]) -> None:
    found = compare_three_way(*hands)
    assert found.hands == hands
    assert found.by_winners == count_three_way([class_index(name) for name in hands])
    assert found.total == sum(found.by_winners) == found.deals * BOARDS_OF_THREE
    assert sum(found.equity) == sum(found.by_pairs) == 1
    assert sum(found.error) == 0
    # half of a pot that two share, a third of one that three share: sixths, hand by hand
    for hand in range(3):
        sixths = sum(
            count * 6 // winners.bit_count()
            for winners, count in enumerate(found.by_winners)
            if winners & 1 << hand
        )
        assert found.equity[hand] == Fraction(sixths, 6 * found.total)
    block = pairwise_shares(class_index(hands[0]))
    rule = block[class_index(hands[1]), class_index(hands[2])]
    assert [float(share) for share in found.by_pairs] == pytest.approx(rule.tolist(), abs=1e-12)


def test_pairs_of_hands_are_those_of_two_hands_alone() -> None:
    wins, ties = class_equities()
    hands = ("AKs", "22", "JTs")
    found = compare_three_way(*hands)
    for i, one in enumerate(hands):
        for j, other in enumerate(hands):
            share = found.against[i][j]
            if i == j:
                assert share is None
                continue
            a, b = class_index(one), class_index(other)
            deals = BOARDS * int(compatible_combos()[a, b])
            assert share == Fraction(int(wins[a, b]), deals) + Fraction(int(ties[a, b]), 2 * deals)
            turned = found.against[j][i]
            assert share is not None
            assert turned is not None
            assert share + turned == 1


@pytest.mark.oracle
def test_the_deals_are_those_of_hands_that_share_no_card() -> None:
    """And the shares are those of every deal compared one by one."""
    hands = ("AQs", "QQ", "A2o")
    found = compare_three_way(*hands)
    first, second, third = (class_combos(class_index(name)) for name in hands)
    plain = sum(
        len({*one, *other, *last}) == 6 for one in first for other in second for last in third
    )
    assert found.deals == plain
    walked = count_equities(hands)
    assert list(found.equity) == list(walked.equity)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_errors_by_class_are_what_each_class_gives_alone(place: int) -> None:
    hands = [class_index(name) for name in ("KJs", "99", "A5o")]
    errors = errors_by_class(hands, place)
    assert errors.shape == (CLASSES,)
    random = Random(SEED)  # noqa: S311 - a sample, repeatable
    for number in random.sample(range(CLASSES), 25):
        turned = [*hands]
        turned[place] = number
        found = compare_three_way(*(CLASS_NAMES[hand] for hand in turned))
        assert errors[number] == pytest.approx(float(found.error[0]), abs=LARGEST_SHARE_ERROR)
    assert not np.isnan(errors).any()


@pytest.mark.parametrize("place", [0, 1, 2])
def test_what_can_not_be_dealt_has_no_error(place: int) -> None:
    errors = errors_by_class([class_index("AA")] * 3, place)
    missing = {CLASS_NAMES[number] for number in np.flatnonzero(np.isnan(errors))}
    assert missing == {name for name in CLASS_NAMES if "A" in name}
    with pytest.raises(HandError, match="AA and AA and AKs can't be dealt together"):
        compare_three_way("AA", "AA", "AKs")


def test_the_answer_as_json_has_whole_counts() -> None:
    found = compare_three_way("AKo", "QQ", "76s")
    answer = json.loads(json.dumps(three_way_payload(found)))
    counts = {tuple(one["winners"]): one["count"] for one in answer["outcomes"]}
    assert (counts[1,], counts[2,], counts[3,]) == (137_892_312, 166_715_208, 89_190_288)
    assert sum(counts.values()) == answer["total"]
    assert len(counts) == 7
    assert sum(one["chance"] for one in answer["outcomes"]) == pytest.approx(1)
    assert answer["pairwise"]["equities"][1][1] is None
    assert answer["pairwise"]["error"] == pytest.approx([float(one) for one in found.error])
    assert "first_hand_error" not in answer
    answer = three_way_payload(found, [math.nan] + [0.25] * 168, 1)
    grid = answer["first_hand_error"]
    assert (grid["hand"], grid["within"]) == (2, LARGEST_SHARE_ERROR)
    assert (grid["by_class"]["AA"], grid["by_class"]["22"]) == (None, 0.25)


@pytest.mark.exhaustive
def test_the_shipped_report_is_what_is_worked_out_now() -> None:
    found, shipped = pairwise_error(WORST), shipped_report()
    assert shipped.largest == pytest.approx(found.largest, abs=1e-12)
    assert shipped.rms == pytest.approx(found.rms, abs=1e-12)
    assert shipped.bias == pytest.approx(found.bias, abs=1e-12)
    assert shipped.deals == pytest.approx(found.deals, abs=1e-12)
    assert [line[:3] for line in shipped.worst] == [line[:3] for line in found.worst]
    for line, other in zip(shipped.worst, found.worst, strict=True):
        assert line[3:] == pytest.approx(other[3:], abs=1e-12)


def test_what_one_hand_is_given_too_much_others_miss() -> None:
    shipped = shipped_report()
    assert sum(shipped.deals) == pytest.approx(1)
    mean = sum(one * deals for one, deals in zip(shipped.bias, shipped.deals, strict=True))
    # not quite zero: of two equal hands the table's rounded shares differ, and one stands for both
    assert mean == pytest.approx(0, abs=1e-7)
    assert shipped.rms < shipped.largest
    for hand, second, third, exact, rule in shipped.worst:
        found = compare_three_way(hand, second, third)
        assert exact == pytest.approx(float(found.equity[0]), abs=LARGEST_SHARE_ERROR)
        assert rule == pytest.approx(float(found.by_pairs[0]), abs=1e-12)
        assert abs(rule - exact) <= shipped.largest


@pytest.mark.parametrize("text", [None, "{", "{}", '{"schema": "another/1"}', "[1]"])
def test_a_broken_report_is_one_line(
    text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(pairwise_report, "REPORT", path)
    with pytest.raises(
        CatalogueError, match=r"report\.json is not a report of python -m"
    ) as caught:
        shipped_report.__wrapped__()
    assert len(str(caught.value).splitlines()) == 1


def test_a_report_is_read_back_as_it_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert report_text(shipped_report()) == REPORT.read_text(encoding="utf-8")
    found = PairwiseError(0.5, 0.25, (0.1,) * 10, (0.1,) * 10, (("AA", "KK", "22", 0.75, 0.25),))
    path = tmp_path / "report.json"
    path.write_text(report_text(found), encoding="utf-8")
    monkeypatch.setattr(pairwise_report, "REPORT", path)
    assert shipped_report.__wrapped__() == found
