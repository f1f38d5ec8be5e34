"""Sixteen float32 side by side, as one number of a kernel.

numba can't tell LLVM that two arrays don't overlap, so that loops over 16 neighbours of several
arrays stay scalar. `Lanes` are one vector register (or two, or four, as the processor has them),
loaded from a flat float32 array and stored to one, and kernels write ``a + b``. A flat uint16 array
is one of numbers of 16 bits (`numpy.float16`), which numba has no arrays of: they are calculated
with as float32, and rounded when they are stored. Arithmetic is that
of single float32 operations: no product is fused with a sum and no division approximated, so that
results don't depend on the width of the registers.

Places in arrays are int64, 0 or more, and not checked. Only `_kernels` modules import this one: it
imports numba.
"""

# ruff: noqa: ANN001, ANN201, ANN202, D103 - numba's and llvmlite's objects have no types, and
# what a function does stands where checkers see it

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

__all__ = [
    "LANES",
    "Lanes",
    "add_turned",
    "load",
    "maximum",
    "positive",
    "prefetch",
    "splat",
    "store",
    "store_turned",
    "transpose",
]

LANES: Final = 16
"""How many numbers stand side by side."""


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

    Numbers: TypeAlias = NDArray[np.float32] | NDArray[np.uint16]

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

    def store_turned(target: NDArray[np.float32], at: int, rows: tuple[Lanes, ...]) -> None:
        """Write 16 rows' columns, one after the other, to ``target[at : at + 256]``."""
        ...

    def add_turned(
        target: NDArray[np.float32],
        places: NDArray[np.integer[Any]],
        first: int,
        stride: int,
        offset: int,
        rows: tuple[Lanes, ...],
    ) -> None:
        """Add column i of 16 rows to ``target[places[first + i] * stride + offset :][:16]``.

        Columns of the same place are added one after the other.
        """
        ...

else:
    import operator

    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

    _FLOAT = ir.FloatType()
    _VECTOR = ir.VectorType(_FLOAT, LANES)
    _HALVES = ir.VectorType(ir.HalfType(), LANES)
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
            if kinds[0].dtype == types.uint16:
                halves = _pointer(context, builder, kinds[0], given[0], place, _HALVES)
                return builder.fpext(builder.load(halves, align=2), _VECTOR)
            return builder.load(_pointer(context, builder, kinds[0], given[0], place), align=4)

        return _LANES(array, at), code

    @intrinsic
    def store(_typing, array, at, lanes):
        def code(context, builder, signature, given):
            kinds = signature.args
            place = _whole(context, builder, kinds[1], given[1])
            if kinds[0].dtype == types.uint16:
                halves = _pointer(context, builder, kinds[0], given[0], place, _HALVES)
                builder.store(builder.fptrunc(given[2], _HALVES), halves, align=2)
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
            zero = ir.Constant(_VECTOR, [ir.Constant(_FLOAT, 0.0)] * LANES)
            return builder.select(builder.fcmp_ordered(">", given[0], zero), given[1], given[2])

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
    def store_turned(_typing, target, at, rows):
        def code(context, builder, signature, given):
            kinds = signature.args
            at = _whole(context, builder, kinds[1], given[1])
            lanes = [builder.extract_value(given[2], i) for i in range(LANES)]
            for i, column in enumerate(_transposed(builder, lanes)):
                begin = builder.add(at, ir.Constant(at.type, i * LANES))
                pointer = _pointer(context, builder, kinds[0], given[0], begin)
                builder.store(column, pointer, align=4)
            return context.get_dummy_value()

        return types.void(target, at, rows), code

    @intrinsic
    def add_turned(_typing, target, places, first, stride, offset, rows):
        def code(context, builder, signature, given):
            kinds = signature.args
            first, stride, offset = (
                _whole(context, builder, kinds[i], given[i]) for i in (2, 3, 4)
            )
            numbers = context.make_array(kinds[1])(context, builder, given[1]).data
            lanes = [builder.extract_value(given[5], i) for i in range(LANES)]
            for i, column in enumerate(_transposed(builder, lanes)):
                place = builder.gep(numbers, [builder.add(first, ir.Constant(first.type, i))])
                row = _whole(context, builder, kinds[1].dtype, builder.load(place))
                begin = builder.add(builder.mul(row, stride), offset)
                pointer = _pointer(context, builder, kinds[0], given[0], begin)
                sum_ = builder.fadd(builder.load(pointer, align=4), column)
                builder.store(sum_, pointer, align=4)
            return context.get_dummy_value()

        return types.void(target, places, first, stride, offset, rows), code

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
