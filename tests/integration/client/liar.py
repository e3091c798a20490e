"""A server that says whatever a test wants it to say, in place of the truth."""

import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import grpc
import grpc.aio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from clio.client import Client
from clio.client.chain import GENESIS, commitment, link
from clio.v1 import match_service_pb2 as pb
from clio.v1 import record_service_pb2
from clio.v1.event_pb2 import Event, Opening
from clio.v1.match_pb2 import SignedHead
from clio.v1.match_service_pb2_grpc import MatchServiceServicer, add_MatchServiceServicer_to_server
from clio.v1.record_service_pb2_grpc import RecordServiceServicer, add_RecordServiceServicer_to_server

MATCH = "m" * 20
_SALT = b"s" * 32
_OPENED = {
    "forked_from": {"digest": "00" * 32, "match": "o" * 20, "seq": 9},
    "data": {"digest": "0" * 64, "name": "toy"},
    "game": "toy",
    "options": {},
    "rules": "1",
    "seats": 1,
    "seed_commitment": "0" * 64,
}


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def history(*secrets: dict[str, object]) -> tuple[list[Event], list[Opening]]:
    """A fork's opening and one event of its history per given secrets, chained; and the openings of all secrets."""
    events: list[Event] = []
    openings: list[Opening] = []
    digest = GENESIS
    for seq, hidden in enumerate(({}, *secrets), 1):
        opened = [Opening(seq=seq, field=field, salt=_SALT, value=canonical(value)) for field, value in hidden.items()]
        sealed = {opening.field: commitment(seq, opening.field, opening.salt, opening.value) for opening in opened}
        envelope: dict[str, Any] = {
            "actor": "host" if seq == 1 else "seat:0",
            "at": "2026-11-16T10:00:00.123456Z",
            "match": MATCH,
            "public": _OPENED if seq == 1 else {"seat": 0},
            "request": "r1",
            "schema": 1,
            "seq": seq,
            "type": "match.Opened" if seq == 1 else "toy.Drawn",
        }
        if sealed:
            envelope["sealed"] = {field: value.hex() for field, value in sealed.items()}
        digest = link(digest, canonical(envelope))
        events.append(
            Event(
                seq=seq,
                type=envelope["type"],
                actor=envelope["actor"],
                request_id=envelope["request"],
                canonical=canonical(envelope),
                digest=digest,
                sealed=sealed,
            )
        )
        openings += opened
    return events, openings


class _Servicer(MatchServiceServicer, RecordServiceServicer):
    """The calls that no test makes are not implemented."""


# Type checkers would want all calls.
_Unfinished: Any = _Servicer


class Liar(_Unfinished):  # type: ignore[misc]
    """Answers the n-th watch with the n-th script; a script that is a status breaks the stream off."""

    def __init__(self, *scripts: Sequence[pb.WatchMatchResponse | grpc.StatusCode]) -> None:
        self._scripts = list(scripts)
        self.asked: list[pb.WatchMatchRequest] = []
        self.head = SignedHead()

    async def WatchMatch(  # noqa: N802 (the name of the RPC)
        self, request: pb.WatchMatchRequest, context: grpc.aio.ServicerContext[Any, Any]
    ) -> AsyncIterator[pb.WatchMatchResponse]:
        self.asked.append(request)
        for part in self._scripts[min(len(self.asked), len(self._scripts)) - 1]:
            if isinstance(part, grpc.StatusCode):
                await context.abort(part, "scripted")
            else:
                yield part

    async def GetHead(  # noqa: N802 (the name of the RPC)
        self, request: record_service_pb2.GetHeadRequest, context: object
    ) -> record_service_pb2.GetHeadResponse:
        del request, context
        return record_service_pb2.GetHeadResponse(head=self.head)

    def sign(self, last: Event) -> None:
        """Vouches for a head."""
        key = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"a key for tests").digest())
        self.head = SignedHead(
            match_id=MATCH,
            seq=last.seq,
            digest=last.digest,
            signer_key=key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw),
            signature=key.sign(f"clio-head/1{MATCH}/{last.seq}/{last.digest.hex()}".encode()),
        )


@asynccontextmanager
async def listening_to(liar: Liar) -> AsyncIterator[Client]:
    """A client of the liar."""
    server = grpc.aio.server()
    add_MatchServiceServicer_to_server(liar, server)
    add_RecordServiceServicer_to_server(liar, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        async with Client(f"127.0.0.1:{port}") as client:
            yield client
    finally:
        await server.stop(None)
