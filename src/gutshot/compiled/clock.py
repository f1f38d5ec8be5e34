"""What a kernel reads to say where its time goes.

Only `_kernels` modules import this one: it imports numba.
"""

# ruff: noqa: ANN001, ANN201, ANN202, D103 - numba's and llvmlite's objects have no types, and
# what a function does stands where checkers see it

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["ticks"]

# what checkers see, and what numba compiles
if TYPE_CHECKING:

    def ticks() -> int:
        """Return the processor's count of its own clock, in no certain unit."""
        ...

else:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    @intrinsic
    def ticks(_typing):
        def code(_context, builder, _signature, _given):
            kind = ir.FunctionType(ir.IntType(64), [])
            name = "llvm.readcyclecounter"
            return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [])

        return types.int64(), code
