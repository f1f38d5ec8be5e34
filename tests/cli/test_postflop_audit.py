"""`gutshot postflop audit`: an ending of the shipped chart of two, solved on two flops."""

from __future__ import annotations

import json
from functools import partial

import numpy as np
import pytest
from tests.cli import asking

from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.kept import kept_chart

asked = partial(asking.asked, ("postflop", "audit"))


def test_a_four_bet_pot_is_solved_and_set_beside_the_model(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Prices by hand, both seats, and the decision that the price is part of."""
    code, out, _ = asked(capsys, "cash_2_100", "--node", "rrrc", "--flops", "2", "--json")
    assert code == 0
    found = json.loads(out)
    assert found["schema"] == "gutshot.postflop.audit/1"
    assert len(found["flops"]) == 2
    assert found["exploitability"] <= 0.005
    assert set(found["seats"]) == {"SB", "BB"}
    kept = kept_chart(spec_from({"players": 2, "stack": 100}, "test"))
    assert kept is not None
    node = kept.chart.node("RRR")
    calls = node.ev_bb[node.actions.index("C")]
    caller = found["seats"][node.seat]
    assert caller["decision"] == {"node": "RRR", "action": "C"}
    for name, told in caller["hands"].items():
        hand = next(i for i, row in enumerate(node.rows()) if row["hand"] == name)
        if not np.isnan(calls[hand]):
            assert abs(told["model_bb"] - calls[hand]) < 1e-3
        assert told["ending_after_action"] == pytest.approx(1)
    # what both seats get of a pot is the pot, by the model and by the solve
    off = sum(seat["mean_model_too_high_bb"] for seat in found["seats"].values())
    assert abs(off) < 0.003 * found["pot_bb"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["cash_2_100", "--node", "RF"], "no flop of two"),
        (["cash_2_100", "--node", "R"], "no betting ends"),
        (["nothing", "--node", "RC"], "no file nothing"),
    ],
)
def test_what_is_no_flop_ending_is_refused(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a line, before anything is solved."""
    code, _, err = asked(capsys, *arguments)
    assert code == 2
    assert complaint in err
