"""The working store: a SQLite file (WAL) with one sealed row per finished game.

Rows are inserted game by game, each in a transaction of its own, and never changed: a run killed at any moment leaves
whole rows only. A damaged file is noticed when it is opened; `repair` sets it aside and saves every whole row.
"""

import contextlib
import errno
import os
import sqlite3
from pathlib import Path

from mctslib.compiling import say
from mctslib.experiments.published import data_folder
from mctslib.experiments.records import scan, seal, unseal
from mctslib.experiments.registry import match_from, registered_match

_PAGE = 8192  # all but the longest games fit in a page of this size, so their rows lie in the file in one piece
_SHORTEST_ROW = 100  # bytes: a damaged file may claim any number of rows
_MAGIC = b"SQLite format 3\x00"
_FOREIGN = "it is a database of something else"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
  match TEXT NOT NULL, number INTEGER NOT NULL, record BLOB NOT NULL, seconds REAL, PRIMARY KEY (match, number));
CREATE TABLE IF NOT EXISTS matches (id TEXT PRIMARY KEY, definition TEXT NOT NULL);
"""


class StoreError(ValueError):
    """The store cannot be used; the message is one sentence that says why and what to do."""


class Damaged(StoreError):
    """Something in the file is not whole."""


def default_store():
    """data/records/work.sqlite; not under version control (`mctslib export` publishes records)."""
    return data_folder() / "records" / "work.sqlite"


class Store:
    """The records of finished games, by match and number.

    `with Store(path) as store:` opens and checks every row. With `write=True` the file is made if needed, locked
    against other runs, and repaired if damaged.
    """

    def __init__(self, path, write=False):
        self.path = Path(path)
        self.write = write
        self._database = None
        self._lock = None

    def __enter__(self):
        try:
            if self.write:
                self._open_for_writing()
            else:
                self._open_for_reading()
        except (sqlite3.Error, OSError) as error:
            self.close()
            raise explained(error, self.path) from error
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self._database is not None:
            with contextlib.suppress(sqlite3.Error):  # e.g. no room to fold the journal in; it stays beside the file
                if self.write:
                    self._database.execute("PRAGMA journal_mode=DELETE")
            self._database.close()
            self._database = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _open_for_reading(self):
        if not self.path.is_file():
            raise StoreError(f"There is no store {self.path}.")
        journal = _rows_of(Path(f"{self.path}-wal"))  # before SQLite, which drops what follows a damaged page
        self._connect()
        problem = self._problem()
        if not problem and journal.keys() - self.done():
            problem = "its journal has whole games that SQLite does not read"
        if problem:
            whole = len(_whole_rows(self.path))
            raise Damaged(
                f"{self.path} is damaged ({problem}); {whole} whole games are in it. "
                f"`mctslib run` with this store saves them and plays the rest again."
            )

    def _open_for_writing(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(self.path)
        saved = _saving(self.path)
        if saved.exists() and not self.path.exists():  # killed in the last step of a repair
            os.replace(saved, self.path)
        journal = _rows_of(Path(f"{self.path}-wal"))  # before SQLite, which drops what follows a damaged page
        problem = self._connect_or_problem() if self.path.exists() else ""
        if problem:
            self._repair(problem)
        if self._database is None:
            self._connect()
        self._database.execute(f"PRAGMA page_size={_PAGE}")
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("PRAGMA wal_autocheckpoint=250")
        self._database.execute("PRAGMA synchronous=NORMAL")
        self._database.executescript(_SCHEMA)
        there = self.done() if journal else set()
        lost = [record for key, record in journal.items() if key not in there]
        for record in lost:
            self.add(record)
        if lost:
            say(f"mctslib: {len(lost)} games that SQLite had given up were saved from the journal of {self.path}.")

    def _connect(self):
        mode = "rwc" if self.write else "ro"
        uri = f"{self.path.absolute().as_uri()}?mode={mode}"
        self._database = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=10)

    def _connect_or_problem(self):
        self._connect()
        problem = self._problem()
        if problem:
            self._database.close()
            self._database = None
        return problem

    def _problem(self):
        """What is wrong with the file, in a few words, or ""."""
        try:
            tables = {name for (name,) in self._database.execute("SELECT name FROM sqlite_master WHERE type='table'")}
            if not tables:
                return "" if self.write and _is_empty_database(self.path) else "it holds no tables"
            if not {"games", "matches"} <= tables:
                return _FOREIGN
            (page,) = self._database.execute("PRAGMA page_size").fetchone()
            if self.path.stat().st_size % page:
                return "it was cut short"
            (answer,) = self._database.execute("PRAGMA integrity_check(1)").fetchone()
            if answer != "ok":
                return answer.splitlines()[-1]
            for match, number, row in self._database.execute("SELECT match, number, record FROM games"):
                record = unseal(row)
                if record is None or record.key != (match, number):
                    return f"game {number} of {match} fails its checksum"
            for name, definition in self._database.execute("SELECT id, definition FROM matches"):
                if _match_of(name, definition) is None:
                    return f"the definition of {name} is not whole"
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and "malformed" not in str(error):
                raise
            return str(error)
        return ""

    def _repair(self, problem):
        """Set the damaged file aside and put its whole rows into a new one."""
        rows = _whole_rows(self.path)
        definitions = _readable_definitions(self.path)
        for name in {record.match for record in rows.values()} - set(definitions):
            match = registered_match(name)
            if match is not None:
                definitions[name] = match.definition()
        if not rows and (problem == _FOREIGN or not _looks_like_sqlite(self.path)):
            raise StoreError(f"{self.path} is not a store of games; it is left as it is: choose another --store.")
        aside = _free_name(self.path)
        fresh = _saving(self.path)
        fresh.unlink(missing_ok=True)
        database = sqlite3.connect(fresh, isolation_level=None)
        database.execute(f"PRAGMA page_size={_PAGE}")
        database.executescript(_SCHEMA)
        database.execute("BEGIN")
        database.executemany(
            "INSERT INTO games VALUES (?, ?, ?, NULL)", ((*key, seal(record)) for key, record in rows.items())
        )
        database.executemany("INSERT INTO matches VALUES (?, ?)", definitions.items())
        database.execute("COMMIT")
        database.close()
        for suffix in ("-wal", "-shm"):
            if Path(f"{self.path}{suffix}").exists():
                os.replace(f"{self.path}{suffix}", f"{aside}{suffix}")
        os.replace(self.path, aside)
        os.replace(fresh, self.path)
        say(
            f"mctslib: {self.path} was damaged ({problem}): its {len(rows)} whole games are saved, the file is {aside}."
        )

    # ------------------------------------------------------------------------ contents

    def add_match(self, match):
        self._insert("INSERT OR IGNORE INTO matches VALUES (?, ?)", (match.id, match.definition()))

    def add(self, record, seconds=None):
        """Insert a finished game; one that is there already stays as it is."""
        row = (record.match, record.number, seal(record), seconds)
        self._insert("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?)", row)

    def _insert(self, statement, row):
        try:
            self._database.execute(statement, row)
        except (sqlite3.Error, OSError) as error:
            raise explained(error, self.path) from error

    def done(self, match_id=None):
        """The keys (match, number) of the finished games, of all matches or of one."""
        where, values = ("WHERE match = ?", (match_id,)) if match_id else ("", ())
        return set(self._database.execute(f"SELECT match, number FROM games {where}", values))

    def records(self):
        """Every record, sorted by match and number."""
        for (row,) in self._database.execute("SELECT record FROM games ORDER BY match, number"):
            yield unseal(row)

    def matches(self):
        """The matches that records refer to, by id."""
        rows = self._database.execute("SELECT id, definition FROM matches ORDER BY id")
        return {name: match_from(definition) for name, definition in rows}

    def seconds(self):
        """How long games took: (match, number) -> seconds. Not exported: it differs from run to run."""
        return {(match, n): s for match, n, s in self._database.execute("SELECT match, number, seconds FROM games")}


# ---------------------------------------------------------------------------- files


def _locked(path):
    """Hold a lock on FILE.lock, which the system releases when the process ends, however it ends."""
    lock = open(f"{path}.lock", "w")  # noqa: SIM115 (held until the store is closed)
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # no such lock on this system: two runs at once would only play some games twice
        pass
    except OSError:
        lock.close()
        raise StoreError(f"Another run is using {path}; wait for it or choose another --store.") from None
    return lock


def _looks_like_sqlite(path):
    """Whether a file begins like a SQLite database, however short it is."""
    with path.open("rb") as file:
        head = file.read(len(_MAGIC))
    return _MAGIC.startswith(head)


def _is_empty_database(path):
    """A store that was killed before its tables were made; a shorter file was cut off."""
    return path.stat().st_size == 0 or (_looks_like_sqlite(path) and path.stat().st_size >= 512)


def _rows_of(path):
    return scan(path.read_bytes()) if path.is_file() else {}


def _whole_rows(path):
    """Every whole row: those in one piece in the raw bytes of the file and of its journal, and those that SQLite can
    still put together from several pages."""
    rows = _rows_of(Path(f"{path}-wal")) | _rows_of(path) | _readable_rows(path)
    return dict(sorted(rows.items()))


def _readable_rows(path):
    """The rows that SQLite can read one by one; a damaged page costs those that lie on it."""
    rows = {}
    opened = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    with contextlib.closing(opened) as database, contextlib.suppress(sqlite3.DatabaseError):
        (last,) = database.execute("SELECT max(rowid) FROM games").fetchone()
        for rowid in range(1, min(last or 0, path.stat().st_size // _SHORTEST_ROW) + 1):
            with contextlib.suppress(sqlite3.DatabaseError):
                for (row,) in database.execute("SELECT record FROM games WHERE rowid = ?", (rowid,)):
                    record = unseal(row)
                    if record is not None:
                        rows[record.key] = record
    return rows


def _readable_definitions(path):
    """The matches that can still be read."""
    definitions = {}
    with contextlib.suppress(sqlite3.DatabaseError):
        database = sqlite3.connect(path)
        for name, definition in database.execute("SELECT id, definition FROM matches"):
            if _match_of(name, definition) is not None:
                definitions[name] = definition
    return definitions


def _match_of(name, definition):
    """The match of a definition, or None if it is not the one that the name says."""
    with contextlib.suppress(TypeError, ValueError, AttributeError, KeyError):
        match = match_from(definition)
        if match.id == name:
            return match
    return None


def _saving(path):
    """Where a repair puts whole rows before the file takes its place."""
    return path.with_name(path.name + ".saving")


def _free_name(path):
    n = 1
    while path.with_name(f"{path.name}.damaged-{n}").exists():
        n += 1
    return path.with_name(f"{path.name}.damaged-{n}")


def explained(error, path):
    """A StoreError with one sentence for what SQLite or the system said."""
    text, code = str(error), getattr(error, "errno", None)
    if "full" in text or code in (errno.ENOSPC, errno.EDQUOT):
        return StoreError(
            f"The disk with {path} is full; the games stored so far are safe: free some space and run again."
        )
    if "readonly" in text or "read-only" in text or code in (errno.EROFS, errno.EACCES, errno.EPERM):
        return StoreError(f"{path} cannot be written: the file or its folder is read-only; choose another --store.")
    if "unable to open" in text or code in (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EEXIST):
        return StoreError(f"{path} cannot be opened: its folder is missing or read-only, or it is not a file.")
    return StoreError(f"{path} cannot be used: {text}.")
