"""Record files: a match as a file that anyone can verify without the server."""

import gzip
import json
import os
from collections import deque
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self

from clio.client.chain import quoted
from clio.client.client import Client
from clio.client.errors import IntegrityError
from clio.client.watcher import CaughtUp
from clio.v1.event_pb2 import Event, Opening
from clio.v1.match_pb2 import SignedHead

FORMAT: Final = "clio-record/1"


async def write_record(  # noqa: PLR0913 (which match, as whom, and where to)
    client: Client,
    match_id: str,
    path: Path,
    token: str | None = None,
    *,
    wait: bool = False,
    timeout: float | None = None,
) -> SignedHead:
    """Writes the match so far (``wait``: to its end); returns the head with which the file ends.

    Without a token the file holds what a spectator may see; once the match is over it holds everything.
    """
    if wait:
        async for _ in client.watch_match(match_id, token, timeout=timeout):
            pass
    head = await client.get_head(match_id, timeout=timeout)
    with RecordFile(path) as file:
        entries = Entries(file, head.seq)
        async with aclosing(aiter(client.watch_match(match_id, token, timeout=timeout))) as sightings:
            async for sighting in sightings:
                if isinstance(sighting, Event):
                    entries.add(sighting)
                elif isinstance(sighting, Opening):
                    entries.open(sighting)
                elif isinstance(sighting, CaughtUp):
                    break
        entries.finish(head)
        file.commit()
    return head


@dataclass(slots=True)
class _Entry:
    event: Event
    openings: list[Opening] = field(default_factory=list)


class Entries:
    """Buffers events until their sealed fields are opened, then writes them."""

    def __init__(self, file: "RecordFile", last_seq: int) -> None:
        self._file: Final = file
        self._last_seq: Final = last_seq
        self._waiting: deque[_Entry] = deque()
        self._seq = 0
        self._digest = b""

    def add(self, event: Event) -> None:
        """Adds an event; events after the signed head are ignored."""
        if event.seq > self._last_seq:
            return
        if event.seq == 1:
            self._file.write(_header(event))
        self._seq, self._digest = event.seq, event.digest
        self._waiting.append(_Entry(event))
        self._write_complete()

    def open(self, opening: Opening) -> None:
        """Adds an opening of an earlier event."""
        for entry in self._waiting:
            if entry.event.seq == opening.seq:
                entry.openings.append(opening)
                break
        self._write_complete()

    def finish(self, head: SignedHead) -> None:
        """Writes the buffered events and the head."""
        if (self._seq, self._digest) != (head.seq, head.digest):
            raise IntegrityError(head.seq, f"The signed head, event {head.seq}, is not the end of what was streamed.")
        while self._waiting:
            self._file.write(_line(self._waiting.popleft()))
        signed = {
            "digest": head.digest.hex(),
            "key": head.signer_key.hex(),
            "seq": head.seq,
            "signature": head.signature.hex(),
        }
        self._file.write(_canonical({"head": signed}))

    def _write_complete(self) -> None:
        while self._waiting and len(self._waiting[0].openings) == len(self._waiting[0].event.sealed):
            self._file.write(_line(self._waiting.popleft()))


class RecordFile:
    """An atomically written file, gzipped where its name ends in ``.gz``."""

    def __init__(self, path: Path) -> None:
        self._path: Final = path
        self._partial: Final = path.with_name(f".{path.name}.{os.getpid()}.partial")

    def __enter__(self) -> Self:
        self._raw: BinaryIO = self._partial.open("wb")
        self._out: BinaryIO | gzip.GzipFile = self._raw
        if self._path.suffix == ".gz":
            self._out = gzip.GzipFile(filename="", mode="wb", fileobj=self._raw, mtime=0)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if not self._raw.closed:
            self._out.close()
            self._raw.close()
            self._partial.unlink()

    def write(self, line: bytes) -> None:
        """Writes a line."""
        self._out.write(line + b"\n")

    def commit(self) -> None:
        """Completes the file."""
        if self._out is not self._raw:
            self._out.close()
        self._raw.flush()
        os.fsync(self._raw.fileno())
        self._raw.close()
        self._partial.replace(self._path)


class RawFile(RecordFile):
    """An atomically written file of bytes that are written as they are."""

    def __enter__(self) -> Self:
        self._raw = self._partial.open("wb")
        self._out = self._raw
        return self

    def write(self, line: bytes) -> None:
        """Writes bytes."""
        self._out.write(line)


class SecretFile(RawFile):
    """An atomically written file that only its owner can read."""

    def __enter__(self) -> Self:
        self._partial.unlink(missing_ok=True)
        self._raw = open(self._partial, "xb", opener=lambda path, flags: os.open(path, flags, 0o600))
        os.fchmod(self._raw.fileno(), 0o600)
        self._out = self._raw
        return self


def _header(opened: Event) -> bytes:
    envelope = json.loads(opened.canonical)
    public = envelope["public"]
    return _canonical({"format": FORMAT, "game": public["game"], "match": envelope["match"], "rules": public["rules"]})


def _line(entry: _Entry) -> bytes:
    """Formats an event's line around its canonical bytes, unchanged."""
    openings = b",".join(_opening(opening) for opening in sorted(entry.openings, key=lambda opening: opening.field))
    return b'{"digest":"%b","event":%b,"openings":[%b]}' % (
        entry.event.digest.hex().encode(),
        entry.event.canonical,
        openings,
    )


def _opening(opening: Opening) -> bytes:
    return b'{"field":%b,"salt":"%b","seq":%d,"value":%b}' % (
        quoted(opening.field),
        opening.salt.hex().encode(),
        opening.seq,
        opening.value,
    )


def _canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
