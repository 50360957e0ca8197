"""Machine instructions on 64-bit words that numba does not offer by itself."""

from numba import types
from numba.extending import intrinsic


@intrinsic
def popcount(typingctx, word):
    """Number of bits set in a uint64."""

    def codegen(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), codegen


@intrinsic
def lowest_bit(typingctx, word):
    """Index of the lowest bit set in a uint64 that is not zero."""

    def codegen(context, builder, signature, arguments):
        zero_is_undefined = context.get_constant(types.boolean, True)
        return builder.cttz(arguments[0], zero_is_undefined)

    return types.int64(types.uint64), codegen
