"""Sixteen float32 side by side, as one number of a kernel.

numba can't tell LLVM that two arrays don't overlap, so that loops over 16 neighbours of several
arrays stay scalar. `Lanes` are one vector register (or two, or four, as the processor has them),
loaded from a flat float32 array and stored to one, and kernels write ``a + b``. Arithmetic is that
of single float32 operations: no product is fused with a sum and no division approximated, so that
results don't depend on the width of the registers.

In 16 bits, a flat int16 array is one of `numpy.float16`, which numba has no arrays of, and a flat
uint16 array one of shares 0 to 1 in 1 / 65,535. Both are calculated with as float32, and rounded to
the nearest when they are stored.

Places in arrays are int64, 0 or more, and not checked. Only `_kernels` modules import this one: it
imports numba.
"""

# ruff: noqa: ANN001, ANN201, ANN202, D103 - numba's and llvmlite's objects have no types, and
# what a function does stands where checkers see it

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

__all__ = [
    "LANES",
    "SHARES",
    "Lanes",
    "add_turned",
    "load",
    "maximum",
    "positive",
    "prefetch",
    "splat",
    "store",
    "transpose",
]

LANES: Final = 16
"""How many numbers stand side by side."""
SHARES: Final = 65_535
"""What 1 is as a share in 16 bits."""


class Lanes(Protocol):
    """Sixteen float32, calculated with lane by lane."""

    def __add__(self, other: Lanes) -> Lanes: ...
    def __sub__(self, other: Lanes) -> Lanes: ...
    def __mul__(self, other: Lanes) -> Lanes: ...
    def __truediv__(self, other: Lanes) -> Lanes: ...


# what checkers see, and what numba compiles
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.float32] | NDArray[np.int16] | NDArray[np.uint16]

    def load(array: Numbers, at: int) -> Lanes:
        """Return ``array[at : at + 16]``."""
        ...

    def store(array: Numbers, at: int, lanes: Lanes) -> None:
        """Write to ``array[at : at + 16]``."""
        ...

    def prefetch(array: Numbers, at: int) -> None:
        """Have ``array[at : at + 16]`` fetched to the caches; it may lie behind the array's end."""
        ...

    def splat(number: float) -> Lanes:
        """Return a number, rounded to float32, in every lane."""
        ...

    def maximum(first: Lanes, second: Lanes) -> Lanes:
        """Return the larger number of each lane."""
        ...

    def positive(test: Lanes, yes: Lanes, no: Lanes) -> Lanes:
        """Return `yes` in lanes where `test` is above 0, `no` in the others."""
        ...

    def transpose(
        source: NDArray[np.float32],
        rows: NDArray[np.integer[Any]],
        first: int,
        stride: int,
        offset: int,
        target: NDArray[np.float32],
        at: int,
        step: int,
    ) -> None:
        """Turn 16 rows of 16 into 16 columns.

        Row i is ``source[rows[first + i] * stride + offset :][:16]`` and becomes lane i of each
        ``target[at + lane * step :][:16]``.
        """
        ...

    def add_turned(
        target: NDArray[np.float32],
        places: NDArray[np.integer[Any]],
        first: int,
        stride: int,
        offset: int,
        source: NDArray[np.float32],
        at: int,
        share: Lanes,
    ) -> None:
        """Add column i of 16 rows to ``target[places[first + i] * stride + offset :][:16]``.

        The rows follow each other in ``source[at:]``, and each is multiplied by `share` first.
        Columns of the same place are added one after the other.
        """
        ...

else:
    import operator
    import struct

    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

    _FLOAT = ir.FloatType()
    _VECTOR = ir.VectorType(_FLOAT, LANES)
    _HALVES = ir.VectorType(ir.HalfType(), LANES)
    _SHARES = ir.VectorType(ir.IntType(16), LANES)
    _PLACES = ir.VectorType(ir.IntType(32), LANES)

    class _LanesType(types.Type):
        def __init__(self) -> None:
            super().__init__(name="Lanes(16 x float32)")

    _LANES = _LanesType()

    @register_model(_LanesType)
    class _LanesModel(models.PrimitiveModel):
        def __init__(self, manager, kind) -> None:
            super().__init__(manager, kind, _VECTOR)

    def _calculating(symbol, instruction) -> None:
        """Have two `Lanes` with an operator's symbol between them mean an instruction."""

        @type_callable(symbol)
        def kind(_context):
            def lanes(a, b):
                both = isinstance(a, _LanesType) and isinstance(b, _LanesType)
                return _LANES if both else None

            return lanes

        @lower_builtin(symbol, _LanesType, _LanesType)
        def code(_context, builder, _signature, given):
            return getattr(builder, instruction)(*given)

    for _symbol, _instruction in (
        (operator.add, "fadd"),
        (operator.sub, "fsub"),
        (operator.mul, "fmul"),
        (operator.truediv, "fdiv"),
    ):
        _calculating(_symbol, _instruction)

    def _pointer(context, builder, kind, array, at, vector=_VECTOR):
        start = context.make_array(kind)(context, builder, array).data
        return builder.bitcast(builder.gep(start, [at]), vector.as_pointer())

    def _every(number):
        # llvmlite writes a float constant exactly only if it is a float32 already
        single = struct.unpack("f", struct.pack("f", number))[0]
        return ir.Constant(_VECTOR, [ir.Constant(_FLOAT, single)] * LANES)

    def _whole(context, builder, kind, number):
        return context.cast(builder, number, kind, types.int64)

    def _in_every_lane(builder, number):
        nothing = ir.Constant(_VECTOR, ir.Undefined)
        first = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
        return builder.shuffle_vector(first, nothing, ir.Constant(_PLACES, [0] * LANES))

    @intrinsic
    def load(_typing, array, at):
        def code(context, builder, signature, given):
            kinds = signature.args
            place = _whole(context, builder, kinds[1], given[1])
            if kinds[0].dtype == types.int16:
                halves = _pointer(context, builder, kinds[0], given[0], place, _HALVES)
                return builder.fpext(builder.load(halves, align=2), _VECTOR)
            if kinds[0].dtype == types.uint16:
                shares = _pointer(context, builder, kinds[0], given[0], place, _SHARES)
                whole = builder.zext(builder.load(shares, align=2), _PLACES)
                return builder.fmul(builder.sitofp(whole, _VECTOR), _every(1 / SHARES))
            return builder.load(_pointer(context, builder, kinds[0], given[0], place), align=4)

        return _LANES(array, at), code

    @intrinsic
    def store(_typing, array, at, lanes):
        def code(context, builder, signature, given):
            kinds = signature.args
            place = _whole(context, builder, kinds[1], given[1])
            if kinds[0].dtype == types.int16:
                halves = _pointer(context, builder, kinds[0], given[0], place, _HALVES)
                builder.store(builder.fptrunc(given[2], _HALVES), halves, align=2)
            elif kinds[0].dtype == types.uint16:
                shares = _pointer(context, builder, kinds[0], given[0], place, _SHARES)
                scaled = builder.fadd(builder.fmul(given[2], _every(SHARES)), _every(0.5))
                whole = builder.trunc(builder.fptosi(scaled, _PLACES), _SHARES)
                builder.store(whole, shares, align=2)
            else:
                pointer = _pointer(context, builder, kinds[0], given[0], place)
                builder.store(given[2], pointer, align=4)
            return context.get_dummy_value()

        return types.void(array, at, lanes), code

    @intrinsic
    def prefetch(_typing, array, at):
        def code(context, builder, signature, given):
            kinds = signature.args
            place = _whole(context, builder, kinds[1], given[1])
            pointer = _pointer(context, builder, kinds[0], given[0], place)
            byte = builder.bitcast(pointer, ir.IntType(8).as_pointer())
            whole = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte.type, whole, whole, whole])
            function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
            # to be read, in all caches, data
            builder.call(function, [byte, *(ir.Constant(whole, x) for x in (0, 3, 1))])
            return context.get_dummy_value()

        return types.void(array, at), code

    @intrinsic
    def splat(_typing, number):
        def code(context, builder, signature, given):
            single = context.cast(builder, given[0], signature.args[0], types.float32)
            return _in_every_lane(builder, single)

        return _LANES(number), code

    @intrinsic
    def maximum(_typing, first, second):
        def code(_context, builder, _signature, given):
            return builder.select(builder.fcmp_ordered(">", *given), *given)

        return _LANES(first, second), code

    @intrinsic
    def positive(_typing, test, yes, no):
        def code(_context, builder, _signature, given):
            test = builder.fcmp_ordered(">", given[0], _every(0.0))
            return builder.select(test, given[1], given[2])

        return _LANES(test, yes, no), code

    @intrinsic
    def transpose(_typing, source, rows, first, stride, offset, target, at, step):
        def code(context, builder, signature, given):
            kinds = signature.args
            first, stride, offset, at, step = (
                _whole(context, builder, kinds[i], given[i]) for i in (2, 3, 4, 6, 7)
            )
            numbers = context.make_array(kinds[1])(context, builder, given[1]).data
            lanes = []
            for i in range(LANES):
                place = builder.gep(numbers, [builder.add(first, ir.Constant(first.type, i))])
                row = _whole(context, builder, kinds[1].dtype, builder.load(place))
                begin = builder.add(builder.mul(row, stride), offset)
                pointer = _pointer(context, builder, kinds[0], given[0], begin)
                lanes.append(builder.load(pointer, align=4))
            for i, column in enumerate(_transposed(builder, lanes)):
                begin = builder.add(at, builder.mul(step, ir.Constant(step.type, i)))
                pointer = _pointer(context, builder, kinds[5], given[5], begin)
                builder.store(column, pointer, align=4)
            return context.get_dummy_value()

        given = source, rows, first, stride, offset, target, at, step
        return types.void(*given), code

    @intrinsic
    def add_turned(_typing, target, places, first, stride, offset, source, at, share):
        def code(context, builder, signature, given):
            kinds = signature.args
            first, stride, offset, at = (
                _whole(context, builder, kinds[i], given[i]) for i in (2, 3, 4, 6)
            )
            numbers = context.make_array(kinds[1])(context, builder, given[1]).data
            lanes = []
            for i in range(LANES):
                begin = builder.add(at, ir.Constant(at.type, i * LANES))
                pointer = _pointer(context, builder, kinds[5], given[5], begin)
                lanes.append(builder.fmul(given[7], builder.load(pointer, align=4)))
            for i, column in enumerate(_transposed(builder, lanes)):
                place = builder.gep(numbers, [builder.add(first, ir.Constant(first.type, i))])
                row = _whole(context, builder, kinds[1].dtype, builder.load(place))
                begin = builder.add(builder.mul(row, stride), offset)
                pointer = _pointer(context, builder, kinds[0], given[0], begin)
                sum_ = builder.fadd(builder.load(pointer, align=4), column)
                builder.store(sum_, pointer, align=4)
            return context.get_dummy_value()

        given = target, places, first, stride, offset, source, at, share
        return types.void(*given), code

    def _transposed(builder, rows):
        """Exchange, bit by bit, the bits of a number's row with those of its lane."""
        for bit in (1, 2, 4, 8):
            upper = [lane if not lane & bit else LANES + (lane ^ bit) for lane in range(LANES)]
            lower = [lane | bit if not lane & bit else LANES + lane for lane in range(LANES)]
            crossed = list(rows)
            for i in range(LANES):
                if not i & bit:
                    pair = rows[i], rows[i | bit]
                    crossed[i] = builder.shuffle_vector(*pair, ir.Constant(_PLACES, upper))
                    crossed[i | bit] = builder.shuffle_vector(*pair, ir.Constant(_PLACES, lower))
            rows = crossed
        return rows
