"""The slow twin of the predicates: put every possible card in the place of every wild card.

It shares no code with `gutshot.evaluate._kernels` but the numbers of the categories' bits.
"""

from gutshot.evaluate.oracle._kernels import (
    satisfied_all_by_substitution,
    satisfied_by_substitution,
)

__all__ = ["satisfied_all_by_substitution", "satisfied_by_substitution"]
