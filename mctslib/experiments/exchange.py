"""Records as Parquet: `data/records/*.parquet` is what the repository publishes and the notebooks read.

Files are sorted by key and hold nothing that differs from run to run (no seconds), so equal runs give equal files,
byte for byte. Beside the readable columns each row carries its sealed record, uncompressed: whole rows are found even
in a file that was cut short. A digest of the whole file stands before its footer, where Parquet readers do not look.
"""

import contextlib
import hashlib
import os
from pathlib import Path

from mctslib.compiling import say
from mctslib.experiments.published import data_folder
from mctslib.experiments.records import scan, seal, unseal
from mctslib.experiments.registry import match_from
from mctslib.experiments.store import Damaged, StoreError, explained

_ROWS_PER_GROUP = 2000
_DIGEST_MARK = b"mctslib-file\x00"
_DIGEST = len(_DIGEST_MARK) + 16


def export(records, matches, path):
    """Write records to a Parquet file; returns their number. The file appears whole or not at all."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = Path(path)
    records = sorted(records, key=lambda record: record.key)
    if not records:
        raise StoreError(f"There are no games to write to {path}.")
    unknown = sorted({record.match for record in records} - set(matches))
    if unknown:
        raise StoreError(f"The match {unknown[0]} is not defined in the store; run it once more to add it.")
    table = pa.table(
        {
            "experiment": [matches[record.match].experiment for record in records],
            "cell": [matches[record.match].cell for record in records],
            "match": [record.match for record in records],
            "number": [record.number for record in records],
            "game": [matches[record.match].game for record in records],
            "players": [len(record.scores) for record in records],
            "seats": [record.seats for record in records],
            "seed": pa.array([record.seed for record in records], pa.uint64()),
            "scores": [record.scores for record in records],
            "winners": [record.winners for record in records],
            "plies": [record.plies for record in records],
            "cut_off": [record.cut_off for record in records],
            "turns": [record.turns for record in records],
            "playouts": [record.playouts for record in records],
            "nodes": [record.nodes for record in records],
            "depth": [record.depth for record in records],
            "version": [record.version for record in records],
            "definition": [matches[record.match].definition() for record in records],
            "sealed": pa.array([seal(record) for record in records], pa.binary()),
        }
    )
    readable = [name for name in table.column_names if name != "sealed"]
    temporary = path.with_name(path.name + ".saving")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(
            table,
            temporary,
            row_group_size=_ROWS_PER_GROUP,
            compression=dict.fromkeys(readable, "zstd") | {"sealed": "none"},
            use_dictionary=readable,
        )
        temporary.write_bytes(_with_digest(temporary.read_bytes()))
        os.replace(temporary, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise explained(error, path) from error
    return len(records)


def _footer(raw):
    """Where the footer of a Parquet file begins: its length and "PAR1" are the last eight bytes."""
    return len(raw) - 8 - int.from_bytes(raw[-8:-4], "little")


def _with_digest(raw):
    at = _footer(raw)
    return raw[:at] + _DIGEST_MARK + hashlib.blake2b(raw, digest_size=16).digest() + raw[at:]


def _is_whole(raw):
    at = _footer(raw)
    return at > _DIGEST and _with_digest(raw[: at - _DIGEST] + raw[at:]) == raw


def read(path):
    """(records, matches by id) of a Parquet file; raises `Damaged` if anything in it is not whole."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = Path(path)
    if not path.is_file():
        raise StoreError(f"There is no file {path}.")
    raw = path.read_bytes()
    try:
        if not _is_whole(raw):
            raise ValueError("its digest is missing or wrong")
        table = pq.read_table(pa.BufferReader(raw))
        records = [unseal(row) for row in table["sealed"].to_pylist()]
        matches = {}
        for definition in table["definition"].unique().to_pylist():
            match = match_from(definition)
            matches[match.id] = match
    except (pa.ArrowException, OSError, KeyError, ValueError, TypeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise Damaged(f"{path} is damaged or not a file of records ({reason.rstrip('.')}).") from None
    return records, matches


def read_whole_rows(path):
    """Like `read`, but a damaged file gives its whole rows, with a line on standard error."""
    from mctslib.experiments.registry import registered_match

    try:
        return read(path)
    except Damaged as error:
        rows = scan(Path(path).read_bytes())
        found = {name: registered_match(name) for name in {record.match for record in rows.values()}}
        matches = {name: match for name, match in found.items() if match is not None}
        records = [record for record in rows.values() if record.match in matches]
        say(f"mctslib: {error} Its {len(records)} whole games are used.")
        return records, matches


def record_files():
    """The published record files, data/records/*.parquet."""
    return sorted((data_folder() / "records").glob("*.parquet"))
