"""Play what is missing: with threads on this machine, or on the workers of a dask scheduler. The records are the same.

A game is a pure function of (match, number), and the store refuses doubles; so it does not matter who plays which game,
in which order, how often, or how often the run was killed.
"""

import contextlib
import os
import signal
import socket
import sys
import threading
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from urllib.parse import urlsplit

from mctslib import rng as generator
from mctslib.experiments import records
from mctslib.experiments.estimates import seconds_per_game
from mctslib.experiments.registry import match_from, player_from

CHUNK_SECONDS = 20  # of work per task on a cluster
LONGEST_CHUNK = 500
CONNECT_SECONDS = 5


@dataclass(frozen=True)
class Work:
    """Games to play: (match, number) pairs in playing order, and what was found."""

    games: list
    done: int
    blocked: list  # matches that cannot be played yet


def plan(matches, store):
    """What is missing in a store. First rounds of seatings come first; within a round the order is mixed, so that the
    time left can be told from the games played so far."""
    finished = store.done() if store is not None else set()
    games, done = [], 0
    for match in matches:
        if match.obstacle:
            continue
        for number in range(match.games):
            if (match.id, number) in finished:
                done += 1
            else:
                games.append((match, number))
    games.sort(key=lambda entry: (entry[1] // len(entry[0].assignments), generator.seed_from(entry[0].id, entry[1])))
    return Work(games, done, [match for match in matches if match.obstacle])


def check_workers(workers):
    """Raise unless `workers` is None or a number of threads."""
    if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int) or workers < 1):
        raise ValueError(f"workers must be a whole number from 1, not {workers!r}.")


def run(matches, store, workers=None, scheduler=None, progress=True):
    """Play the missing games of matches into an open store; returns (games played, whether it was stopped).

    Ctrl-C stops after the running games; a second Ctrl-C stops at once. Nothing that was stored is lost either way.
    """
    check_workers(workers)
    with contextlib.ExitStack() as stack:
        stop = stack.enter_context(_stop_on_interrupt())
        work = plan(matches, store)
        client = stack.enter_context(_connected(scheduler)) if scheduler is not None else None
        for match in {match.id: match for match, _ in work.games}.values():
            store.add_match(match)
        bar = stack.enter_context(_Bar(len(work.games), work.done, progress))
        results = _on_cluster(client, work, stop) if client else _in_threads(work, workers or os.cpu_count() or 1, stop)
        stack.enter_context(contextlib.closing(results))
        played = 0
        for record, seconds in results:
            store.add(record, seconds)
            bar.show(record)
            played += 1
        return played, stop.is_set()


# ---------------------------------------------------------------------------- threads


def _in_threads(work, workers, stop):
    """Yield (record, seconds) as games finish. A few games wait for each worker, so that none is idle."""
    queue = iter(work.games)
    players = {}
    for match in {match.id: match for match, _ in work.games}.values():
        players[match.id] = {name: player_from(spec) for name, spec in match.types.items()}
    with ThreadPoolExecutor(workers) as pool:
        waiting = set()
        try:
            while True:
                while not stop.is_set() and len(waiting) < 2 * workers and (entry := next(queue, None)):
                    match, number = entry
                    waiting.add(pool.submit(records.play, match, number, players[match.id]))
                if stop.is_set():
                    waiting = {future for future in waiting if not future.cancel()}
                if not waiting:
                    return
                finished, waiting = wait(waiting, timeout=0.5, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        finally:
            for future in waiting:
                future.cancel()


# ---------------------------------------------------------------------------- dask


def play_chunk(definition, numbers, sources):
    """The unit of work on a cluster: games of one match, as sealed rows with their seconds."""
    from mctslib.compiling import sources_hash

    if sources_hash() != sources:
        raise ValueError("A worker has another version of mctslib than this machine; install the same one everywhere.")
    match = match_from(definition)
    players = {name: player_from(spec) for name, spec in match.types.items()}
    played = [records.play(match, number, players) for number in numbers]
    return [(records.seal(record), seconds) for record, seconds in played]


def _check_answers(address):
    """Raise unless something listens at tcp://host:port: a dask client that fails prints a trace when it is freed."""
    parts = urlsplit(address)
    if parts.scheme not in ("tcp", "tls") or not parts.hostname or not parts.port:
        raise ValueError("not an address")
    socket.create_connection((parts.hostname, parts.port), timeout=CONNECT_SECONDS).close()


@contextlib.contextmanager
def _connected(address):
    """A client of the scheduler at an address, or one sentence within seconds."""
    try:
        from distributed import Client
    except ImportError:
        raise ValueError("A scheduler needs dask.distributed: pip install 'mctslib[cluster]'.") from None
    try:
        _check_answers(address)
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ValueError(
            f"No dask scheduler answers at {address!r} within {CONNECT_SECONDS} s "
            f"(an address is like tcp://host:8786): {type(error).__name__}."
        ) from None
    with client, client.as_current():
        try:
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            raise ValueError(
                f"The dask scheduler at {address!r} has no workers; start some with `dask worker`."
            ) from None
        yield client


def _on_cluster(client, work, stop):
    """Yield (record, seconds) as chunks come back. dask gives a lost worker's chunks to others."""
    from distributed import wait as wait_for
    from distributed.client import FutureCancelledError
    from distributed.scheduler import KilledWorker

    from mctslib.compiling import sources_hash

    queue = iter(_chunks(work))
    sources = sources_hash()
    waiting = set()
    try:
        while True:
            room = 2 * max(1, sum(client.nthreads().values()))
            while not stop.is_set() and len(waiting) < room and (entry := next(queue, None)):
                match, numbers = entry
                waiting.add(client.submit(play_chunk, match.definition(), numbers, sources, pure=False))
            if not waiting:
                return
            if stop.is_set():
                waiting = _only_running(client, waiting)
            with contextlib.suppress(TimeoutError):
                wait_for(waiting, timeout=0.5, return_when=FIRST_COMPLETED)
            for future in [future for future in waiting if future.done()]:
                waiting.discard(future)
                for row, seconds in future.result():
                    yield records.unseal(row), seconds
    except (FutureCancelledError, OSError) as error:
        raise RuntimeError(f"The scheduler is gone ({error}); the games stored so far are safe: run again.") from None
    except KilledWorker as error:
        raise RuntimeError(f"Workers died again and again ({error}); the games stored so far are safe.") from None
    finally:
        client.cancel(list(waiting))


def _only_running(client, waiting):
    """Take back the chunks that no worker has begun."""
    running = {key for keys in client.processing().values() for key in keys}
    idle = [future for future in waiting if not future.done() and future.key not in running]
    client.cancel(idle)
    return waiting - set(idle)


def _chunks(work):
    """The work as (match, numbers), each about 20 s long, in the order of the work."""
    seconds = seconds_per_game({match.id: match for match, _ in work.games}.values())
    open_chunks = {}
    for match, number in work.games:
        match, numbers = open_chunks.setdefault(match.id, (match, []))
        numbers.append(number)
        if len(numbers) >= min(LONGEST_CHUNK, max(1, CHUNK_SECONDS / max(seconds[match.id], 1e-6))):
            yield open_chunks.pop(match.id)
    yield from open_chunks.values()


# ---------------------------------------------------------------------------- progress and interrupts


class _Bar:
    """A text bar on standard error (it also works in executed notebooks) with games/s, simulations/s and time left."""

    def __init__(self, total, done, shown):
        from tqdm import tqdm

        self.bar = tqdm(
            total=total + done,
            initial=done,
            disable=not shown,
            file=sys.stderr,
            mininterval=0.5 if sys.stderr.isatty() else 15,
            bar_format="{percentage:3.0f}%|{bar:30}| {n_fmt}/{total_fmt} games, {remaining} left{postfix}",
        )
        self.started, self.games, self.simulations = time.perf_counter(), 0, 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.bar.close()

    def show(self, record):
        self.games += 1
        self.simulations += sum(record.playouts) or sum(record.nodes)
        elapsed = time.perf_counter() - self.started
        rates = f"{self.games / elapsed:.1f} games/s, {self.simulations / elapsed:,.0f} simulations/s"
        self.bar.set_postfix_str(rates, refresh=False)
        self.bar.update()


@contextlib.contextmanager
def _stop_on_interrupt():
    """An event that the first Ctrl-C sets; the second one interrupts as usual."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def first(*_):
        stop.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        print("\nmctslib: stopping after the running games; press Ctrl-C again to stop at once.", file=sys.stderr)

    before = signal.signal(signal.SIGINT, first)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
