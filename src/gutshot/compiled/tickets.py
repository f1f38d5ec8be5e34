"""Work shared out to threads that run one kernel: each takes the next number that nobody has.

Only `_kernels` modules import this one: it imports numba.
"""

# ruff: noqa: ANN001, ANN201, ANN202, D103 - numba's and llvmlite's objects have no types, and
# what a function does stands where checkers see it

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["take"]

# what checkers see, and what numba compiles
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    def take(counter: NDArray[np.int64]) -> int:
        """Return ``counter[0]`` and add 1 to it, before any other thread can."""
        ...

else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def take(_typing, counter):
        def code(context, builder, signature, given):
            start = context.make_array(signature.args[0])(context, builder, given[0]).data
            one = ir.Constant(ir.IntType(64), 1)
            return builder.atomic_rmw("add", start, one, "monotonic")

        return types.int64(counter), code
