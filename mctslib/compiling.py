"""Lazy compilation of kernels and game rules, with a disk cache that can never be stale.

numba's own cache looks only at the file of the function it stores: a change in an imported jitted function goes
unnoticed. Here the cache folder itself is named after a hash of *all* sources of the library and of numba's version,
so any edit starts an empty folder.
"""

import contextlib
import hashlib
import inspect
import os
import sys
import threading
import time
from functools import cached_property
from pathlib import Path

import numba
from numba import njit, types
from numba.core.registry import CPUDispatcher

_LOCK = threading.RLock()
_PACKAGE = Path(__file__).parent
_messages_shown = set()


def user_cache_folder():
    """Where mctslib keeps what it can rebuild: compiled kernels and big tables. `MCTSLIB_CACHE` overrides it."""
    chosen = os.environ.get("MCTSLIB_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "mctslib"


def sources_hash():
    """Hash of every source and data file of the library and of the versions that decide what numba generates.

    Tables that a game reads from its data files are frozen into its compiled functions, so they count as sources.
    """
    digest = hashlib.blake2b(f"{numba.__version__} {sys.version_info[:2]}".encode(), digest_size=8)
    for path in sorted([*_PACKAGE.rglob("*.py"), *_PACKAGE.rglob("*.csv")]):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


_kernel_folder = None


def kernel_folder():
    """The folder of this version's compiled kernels (see `sources_hash`)."""
    global _kernel_folder
    if _kernel_folder is None:
        _kernel_folder = user_cache_folder() / "kernels" / sources_hash()
    return _kernel_folder


def say(message):
    """Print a line on standard error, once per process."""
    if message not in _messages_shown:
        _messages_shown.add(message)
        print(message, file=sys.stderr, flush=True)


@contextlib.contextmanager
def _numba_cache_in(folder):
    """Point numba's cache at `folder` while a function is decorated; leave the user's own setting alone."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def _cache_usable():
    try:
        kernel_folder().mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(kernel_folder(), os.W_OK)


def compile_cached(decorator, signature, function, **options):
    """`decorator(signature, cache=True)(function)`, or without the cache where the function or folder has none.

    `function` may be a plain Python function or one that already wears `@njit`. A function from outside the library
    has no cache (it may live in a notebook cell) and keeps numba's run time, so it may allocate.
    """
    function = getattr(function, "py_func", function)
    ours = _PACKAGE in Path(inspect.getfile(function)).parents
    with _LOCK:
        if not ours:
            options.pop("_nrt", None)
            return decorator(signature, **options)(function)
        if not _cache_usable():
            say(f"mctslib: cannot write to {kernel_folder()}; compiled code is not kept. Set MCTSLIB_CACHE.")
            return decorator(signature, **options)(function)
        with _numba_cache_in(kernel_folder()):
            return decorator(signature, cache=True, **options)(function)


@contextlib.contextmanager
def announced(name):
    """Say that something is being compiled, if this version of the library has not compiled it before."""
    marker = kernel_folder() / f"{name}.ready"
    if not marker.exists():
        say("mctslib: compiling, about 10 s, once per version of the library ...")
    started = time.perf_counter()
    yield
    if _cache_usable() and not marker.exists():
        marker.write_text(f"{time.perf_counter() - started:.2f} s\n")


class Kernel:
    """A function compiled on first call, for one explicit signature. It releases the GIL.

    >>> from numba import types
    >>> @kernel(types.int64(types.int64))
    ... def double(n):
    ...     return 2 * n
    >>> double(21)
    42
    """

    def __init__(self, signature, function):
        self.signature = signature
        self.function = function
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self._compiled = None
        self._entry = None

    @property
    def compiled(self):
        """numba's dispatcher; compiles (or loads) it if that has not happened yet."""
        if self._compiled is None:
            with _LOCK:
                if self._compiled is None:
                    self._compiled = self._compile()
        return self._compiled

    def _compile(self):
        with announced(f"{self.function.__module__}.{self.__name__}"):
            return compile_cached(njit, self.signature, self.function, nogil=True)

    def __call__(self, *arguments):
        """Call the one compiled version directly: numba's dispatcher would look up the type of every argument first,
        which costs some 15 us for each function of a game's rules (Rolit: 110 us per call instead of 30)."""
        if self._entry is None:
            (version,) = self.compiled.overloads.values()
            self._entry = version.entry_point
        return self._entry(*arguments)


class Helper(CPUDispatcher):
    """A compiled function that has no way in from Python of its own; a call from there compiles one."""

    def __call__(self, *arguments):
        return self._for_python(*arguments)

    @cached_property
    def _for_python(self):
        return njit(_nrt=False)(self.py_func)


def helper(function):
    """Decorator of every function that a kernel or a game calls.

    Two things decide the speed of such small functions: without numba's run time they do no atomic reference counting
    on each array argument (so they cannot allocate), and inlining saves passing arrays and rules word by word.
    Together: 2.3 times as many Rolit playouts per second. Without wrappers, which take apart every array of a call from
    Python or C, the search kernel compiles in 55% of the time.

    >>> @helper
    ... def double(n):
    ...     return 2 * n
    >>> double(21)
    42
    """
    compiled = njit(_nrt=False, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    compiled.__class__ = Helper
    return compiled


def kernel(signature):
    """Decorator: make a `Kernel` of a function."""
    return lambda function: Kernel(signature, function)


def array_type(dtype, dimensions=1):
    """The numba type of a C-contiguous array."""
    return types.Array(dtype, dimensions, "C")
