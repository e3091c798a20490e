"""``python -m tests.fuzz.enormous``: runs inputs that cost far more than their size, under hard limits.

The limits end the process where work or memory is out of all proportion; they are far above what a reader needs.
"""

import resource
import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path

from clio.games.registry import GAMES
from clio.kernel.events.event_types import EventTypes
from clio.kernel.match.visibility import Caller
from clio.kernel.rejection import Rejection
from clio.server.app.record_import import RecordImport
from clio.server.errors import ServiceError
from clio.server.eventstore.archive import Room
from clio.server.eventstore.sqlite_archive import SqliteArchive
from clio.verify import verify_match
from clio.verify.record_files import lines_of
from clio.verify.verifier import verify_file
from tests.corpus.grow import FOLDER
from tests.fuzz.field_values import notations, positions

CPU_SECONDS = 120
MEMORY = 768 * 1024 * 1024
MANY = 1_000_000


def _record() -> list[bytes]:
    with (FOLDER / "akros-aborted.clio.gz").open("rb") as file:
        return list(lines_of(file))


def files() -> dict[str, Callable[[], bytes]]:
    """Names of files, and what makes them; several hundred MiB where they unpack."""
    lines = _record()
    return {
        "one line of zeros without end": lambda: _packed(bytes(1000), 150_000),
        "nothing but line feeds": lambda: _packed(b"\n" * 1000, 150_000),
        "an event told for ever": lambda: _packed(lines[1] + b"\n", 300_000, lines[0] + b"\n"),
        "many small gzip files": lambda: _packed(b"{}\n" * 1000, 500) * 100,
        "deep lists": lambda: lines[0] + b"\n" + b"[" * MANY + b"\n" + lines[-1] + b"\n",
        "deep objects": lambda: lines[0] + b"\n" + b'{"a":' * MANY + b"\n" + lines[-1] + b"\n",
        "a number without end": lambda: lines[0] + b'\n{"digest":' + b"9" * MANY + b"}\n" + lines[-1] + b"\n",
        "many openings": lambda: _with_openings(lines),
        "many seats": lambda: lines[0] + b"\n" + lines[1].replace(b'"seats":2', b'"seats":999999999') + b"\n{}\n",
    }


def _packed(piece: bytes, times: int, before: bytes = b"") -> bytes:
    """Packed on the way, so that what makes the file needs no more memory than what reads it."""
    packer = zlib.compressobj(9, wbits=31)
    parts = [packer.compress(before), *(packer.compress(piece) for _ in range(times)), packer.flush()]
    return b"".join(parts)


def _with_openings(lines: list[bytes]) -> bytes:
    opening = b'{"field":"x","salt":"%b","seq":1,"value":1}' % (b"0" * 64)
    line = lines[1].replace(b'"openings":[]', b'"openings":[' + b",".join([opening] * 30_000) + b"]")
    return lines[0] + b"\n" + line + b"\n" + lines[-1] + b"\n"


def _read_all() -> None:
    with tempfile.TemporaryDirectory() as folder:
        archive = SqliteArchive(Path(folder) / "archive.db")
        archiving = RecordImport(archive, GAMES, EventTypes(GAMES.values()), 1)
        for name, make in files().items():
            path = Path(folder) / "enormous.clio"
            path.write_bytes(make())
            assert verify_file(path).integrity.verdict == "fail", name
            assert verify_match.verify_file(path).integrity.verdict == "fail", name
            try:
                archiving._take([path.read_bytes()], "", "", Room(1024 * 1024), Caller())
            except ServiceError as refusal:
                if refusal.reason not in {"RECORD_NOT_VALID", "MESSAGE_TOO_LARGE"}:
                    raise
            else:
                raise AssertionError(name)
        archive.close()


def _parse_all() -> None:
    pieces = (*notations(), *positions(), " ", "-", "1,", "1:1,", "/", "=", "a-", "\t")
    for game in GAMES.values():
        for piece in pieces:
            text = (piece * 60_000)[:60_000]
            for line in (text, f"{piece} {text}", text + "!", f"{piece[: len(piece) // 2]}{text}"):
                assert isinstance(game.parse_position(line), Rejection)
                game.parse_move(line)


def main() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    _read_all()
    _parse_all()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write(f"read all in at most {peak} MiB\n")


if __name__ == "__main__":
    main()
