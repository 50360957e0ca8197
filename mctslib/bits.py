"""Machine instructions on 64-bit words that numba does not offer by itself."""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic
def popcount(typingctx, word):
    """Number of bits set in a uint64."""

    def codegen(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), codegen


@intrinsic
def lowest_bit(typingctx, word):
    """Index of the lowest bit set in a uint64; 64 if there is none."""

    def codegen(context, builder, signature, arguments):
        zero_is_undefined = context.get_constant(types.boolean, False)
        return builder.cttz(arguments[0], zero_is_undefined)

    return types.int64(types.uint64), codegen


@intrinsic
def highest_bit(typingctx, word):
    """Index of the highest bit set in a uint64 that is not zero."""

    def codegen(context, builder, signature, arguments):
        zero_is_undefined = context.get_constant(types.boolean, True)
        return builder.sub(context.get_constant(types.int64, 63), builder.ctlz(arguments[0], zero_is_undefined))

    return types.int64(types.uint64), codegen


_WORD = ir.IntType(64)
_FOUR_WORDS = ir.VectorType(_WORD, 4)


class Lanes:
    """Four 64-bit words while LLVM code is generated; the other operand may be four constants: `a << (1, 7, 8, 9)`."""

    def __init__(self, builder, value):
        self.builder = builder
        self.value = value

    def _with(self, instruction, other):
        operand = other.value if isinstance(other, Lanes) else ir.Constant(_FOUR_WORDS, [int(word) for word in other])
        return Lanes(self.builder, instruction(self.value, operand))

    def __and__(self, other):
        return self._with(self.builder.and_, other)

    def __or__(self, other):
        return self._with(self.builder.or_, other)

    def __lshift__(self, other):
        return self._with(self.builder.shl, other)

    def __rshift__(self, other):
        return self._with(self.builder.lshr, other)

    def __invert__(self):
        return Lanes(self.builder, self.builder.not_(self.value))


def in_four_lanes(function):
    """Compile a function of two `Lanes` into one for numba: each uint64 goes into all lanes, the results are or-ed.

    LLVM turns it into the widest instructions that the machine has.
    """

    def codegen(context, builder, signature, arguments):
        def spread(word):
            lanes = ir.Constant(_FOUR_WORDS, ir.Undefined)
            for i in range(_FOUR_WORDS.count):
                lanes = builder.insert_element(lanes, word, ir.Constant(ir.IntType(32), i))
            return Lanes(builder, lanes)

        result = function(spread(arguments[0]), spread(arguments[1]))
        kind = ir.FunctionType(_WORD, [_FOUR_WORDS])
        reduce = cgutils.get_or_insert_function(builder.module, kind, "llvm.vector.reduce.or.v4i64")
        return builder.call(reduce, [result.value])

    def typed(typingctx, first, second):
        return types.uint64(types.uint64, types.uint64), codegen

    typed.__doc__ = function.__doc__
    return intrinsic(typed)
