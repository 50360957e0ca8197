"""The time, for compiled code."""

import time

from numba import njit, objmode


@njit
def now():
    """Nanoseconds on a clock that never goes back. It takes the GIL for a moment: look rarely."""
    with objmode(reading="int64"):
        reading = time.perf_counter_ns()
    return reading
