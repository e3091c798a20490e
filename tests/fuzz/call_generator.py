"""Generates hostile calls: any method, valid and broken messages, odd metadata, streams in many small parts."""

import gzip
import random
from collections.abc import Sequence
from functools import cache

from clio.v1 import archive_service_pb2
from clio.verify.record_files import lines_of
from tests.corpus.grow import FOLDER
from tests.fuzz.contract import METHODS, Method
from tests.fuzz.field_values import OPERATOR
from tests.fuzz.hostile_call import HostileCall, Metadata
from tests.fuzz.messages import MessageWriter, broken
from tests.fuzz.nonsense import nonsense_record
from tests.fuzz.prepared import LENT, PREPARED, PreparedMatch

IMPORT = "/clio.v1.ArchiveService/ImportRecord"
REBUILD = "/clio.v1.ProjectionService/RebuildProjection"
UNKNOWN = (
    "/clio.v1.MatchService/CheatAtDice",
    "/clio.v1.NoService/GetMatch",
    "/clio.v2.MatchService/GetMatch",
    "/x",
    "/",
    "/clio.v1.MatchService/",
    "/clio.v1.MatchService/OpenMatch/OpenMatch",
    "/clio.v1.MatchService/" + "x" * 5000,
)


class CallGenerator:
    """The same random generator gives the same calls."""

    def __init__(self, rng: random.Random, paths: Sequence[str] = tuple(METHODS)) -> None:
        self._rng = rng
        self._paths = paths

    def call(self) -> HostileCall:
        rng = self._rng
        if rng.random() < 0.02:
            return HostileCall(rng.choice(UNKNOWN), (rng.randbytes(rng.randrange(20)),), self._metadata("", LENT[0]))
        path = rng.choice(self._paths)
        about = rng.choice(PREPARED)
        return HostileCall(
            path=path,
            parts=self._parts(METHODS[path], about),
            metadata=self._metadata(path, about),
            reads=rng.choice((0, 1, 3, 1000)),
            hangs_up=rng.random() < 0.02,
        )

    def _parts(self, method: Method, about: PreparedMatch) -> tuple[bytes, ...]:
        rng = self._rng
        if method.path == IMPORT and rng.random() < 0.5:
            return self._record_parts()
        count = rng.choice((0, 1, 1, 2, 5, 30)) if method.streams_in else 0 if rng.random() < 0.01 else 1
        return tuple(self._part(method, about) for _ in range(count))

    def _part(self, method: Method, about: PreparedMatch) -> bytes:
        rng = self._rng
        content = MessageWriter(rng, about.match_id).message(method.request).SerializeToString()
        return broken(rng, content) if rng.random() < (0.1 if method.streams_in else 0.4) else content

    def _record_parts(self) -> tuple[bytes, ...]:
        """A record of nonsense, signed by its author; whole, packed, or damaged."""
        rng = self._rng
        content = nonsense_record(rng, list(rng.choice(_records())))
        if rng.random() < 0.2:
            content = broken(rng, content)
        if rng.random() < 0.3:
            content = gzip.compress(content, 1)
            content = broken(rng, content) if rng.random() < 0.3 else content
        step = rng.choice((5000, 40_000, 60_000))
        chunks = [content[place : place + step] for place in range(0, len(content), step)] or [b""]
        return tuple(archive_service_pb2.ImportRecordRequest(chunk=chunk).SerializeToString() for chunk in chunks)

    def _metadata(self, path: str, about: PreparedMatch) -> Metadata:
        rng = self._rng
        found: list[tuple[str, str | bytes]] = []
        if rng.random() < 0.6:
            tokens = about.tokens if about in LENT and rng.random() < 0.7 else rng.choice(LENT).tokens
            token = OPERATOR if "Projection" in path and path != REBUILD else rng.choice(tokens)
            found.append(("authorization", rng.choice((f"Bearer {token}",) * 4 + (token, f"bearer  {token} "))))
        if rng.random() < 0.2:
            found.append(rng.choice(_ODD))
        if found and rng.random() < 0.1:
            found.append(found[0])
        return tuple(found)


_ODD: tuple[tuple[str, str | bytes], ...] = (
    ("authorization", ""),
    ("authorization", "Bearer"),
    ("authorization", "Bearer " + "x" * 5_000),
    ("authorization", "Basic " + "QUJD" * 20),
    ("x-clio-key", "x" * 43),
    ("x-clio-key", ""),
    ("x-clio-key", "y" * 3_000),
    ("x-clio-key-bin", bytes(range(256))),
    ("junk-bin", b"\xff\0" * 200),
    ("grpc-tags-bin", b"\0"),
    ("grpc-previous-rpc-attempts", "999999"),
    ("x-forwarded-for", "127.0.0.1, " * 100),
    ("traceparent", "00-" + "z" * 32),
    ("grpc-accept-encoding", "gzip, bogus"),
)


@cache
def _records() -> tuple[tuple[bytes, ...], ...]:
    found = []
    for name in ("akros-aborted", "amphipolis-2-resigned", "akros-a", "akrotiri-resigned"):
        with (FOLDER / f"{name}.clio.gz").open("rb") as file:
            found.append(tuple(lines_of(file)))
    return tuple(found)
