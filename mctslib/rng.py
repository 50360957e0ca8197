"""The only source of randomness: xoshiro256++ (Blackman and Vigna 2021), its state an explicit array of four words.

Seeds are spread by SplitMix64. The same seed gives the same numbers on every machine, in compiled code and in Python.
"""

import hashlib

import numpy as np

from mctslib.compiling import helper

STATE_WORDS = 4


@helper
def _rotate_left(word, bits):
    return (word << np.uint64(bits)) | (word >> np.uint64(64 - bits))


@helper
def split_mix(word):
    """One step of SplitMix64: a good 64-bit mixing function."""
    word = word + np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@helper
def seed_generator(rng, seed, stream):
    """Start the generator; different (seed, stream) pairs give unrelated sequences."""
    word = split_mix(np.uint64(seed)) ^ split_mix(np.uint64(stream) + np.uint64(0xA5A5A5A5))
    for i in range(STATE_WORDS):
        word = word + np.uint64(0x9E3779B97F4A7C15)
        rng[i] = split_mix(word)


@helper
def next_word(rng):
    """The next 64 random bits (xoshiro256++)."""
    result = _rotate_left(rng[0] + rng[3], 23) + rng[0]
    shifted = rng[1] << np.uint64(17)
    rng[2] ^= rng[0]
    rng[3] ^= rng[1]
    rng[1] ^= rng[2]
    rng[0] ^= rng[3]
    rng[2] ^= shifted
    rng[3] = _rotate_left(rng[3], 45)
    return result


@helper
def below(rng, n):
    """A random integer in [0, n), n < 2**32. The bias of multiply-and-shift is below n / 2**32."""
    return np.int64(((next_word(rng) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@helper
def unit(rng):
    """A random float in [0, 1) with 53 bits."""
    return np.float64(next_word(rng) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


def seed_from(*parts):
    """A 64-bit seed for anything that prints itself: `seed_from("table-5.1", "ABA", 17)`.

    >>> seed_from("rolit", 0) == seed_from("rolit", 0) != seed_from("rolit", 1)
    True
    """
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")
