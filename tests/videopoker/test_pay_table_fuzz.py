"""Whatever is written into a pay table: a table comes out, or one line of a `PayTableError`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import example, given
from hypothesis import strategies as st

from gutshot.cards.decks import DECKS
from gutshot.errors import PayTableError
from gutshot.evaluate.categories import CATEGORIES
from gutshot.videopoker import PayTable, from_mapping, from_toml
from gutshot.videopoker.pay_table import MAX_SCALED_PAYOUT

if TYPE_CHECKING:
    from collections.abc import Callable

HEAD = 'name = "Mine"\ndeck = "standard"\n'
PAYS = "[pays]\nroyal_flush = 800\n"


def made_or_refused(make: Callable[..., PayTable], *arguments: object) -> None:
    """Assert that a table comes out, or one line of a `PayTableError`."""
    try:
        table = make(*arguments)
    except PayTableError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017 - either way is right
    else:
        assert isinstance(table, PayTable)
        assert min(line.pays for line in table.lines) >= 0
        assert table.scaled_pays.max() <= MAX_SCALED_PAYOUT


ANYTHING = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.integers(-(10**400), 10**400),
        st.floats(),
        st.decimals(),
        st.fractions(),
        st.text(max_size=12),
        st.from_regex(r"-?[0-9]{1,50}[./]?[0-9]{0,50}", fullmatch=True),
        st.binary(max_size=4),
        st.complex_numbers(),
        st.dates(),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=4,
)


@given(
    st.text(max_size=30),
    st.one_of(st.sampled_from(sorted(DECKS)), st.text(max_size=12)),
    st.dictionaries(st.one_of(st.sampled_from(CATEGORIES), st.text(max_size=12)), ANYTHING),
)
def test_whatever_is_in_a_mapping_a_table_comes_out_or_one_line(
    name: str, deck: str, pays: dict[str, object]
) -> None:
    made_or_refused(from_mapping, name, deck, pays)


@given(st.sampled_from(sorted(DECKS)), st.sampled_from(CATEGORIES), ANYTHING)
def test_whatever_a_line_pays_a_table_comes_out_or_one_line(
    deck: str, category: str, payout: object
) -> None:
    made_or_refused(from_mapping, "any", deck, {"royal_flush": 800, category: payout})


@given(st.text())
@example("a.b.c = 1\na.b = 2")
@example(HEAD + PAYS + "\u2028")
def test_whatever_a_text_says_a_table_comes_out_or_one_line(text: str) -> None:
    made_or_refused(from_toml, text, "any.toml")


TOKENS = st.sampled_from(
    [
        *"=[]{},.#-+_\"' \n",
        *("1", "800", "4.5", "1e9", "nan", "inf", "true", "0x1F", "2024-06-07", '"80.8"', '"1/0"'),
        *("[pays]", "[expected]", "pays", "name", "deck", "id", "aliases", "numerator", "variance"),
        *("royal_flush", "natural_royal", "flush", '"standard"', '"joker"', '"""', "\\u0000"),
    ]
)


@given(st.lists(TOKENS, max_size=40).map("".join), st.booleans())
def test_whatever_is_nearly_a_pay_table_comes_out_or_one_line(text: str, whole: bool) -> None:
    made_or_refused(from_toml, HEAD + PAYS + text if whole else text, "any.toml")
