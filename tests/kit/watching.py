"""A watcher that checks each message of its stream."""

from collections.abc import AsyncIterator
from hashlib import sha256

from clio.v1 import match_service_pb2 as pb
from tests.kit.servers import Connection


class Seen:
    """The messages that one watcher received."""

    def __init__(self, after_seq: int = 0, digest: bytes = sha256(b"clio-record/1").digest()) -> None:
        self.parts: list[pb.WatchMatchResponse] = []
        self.seq = after_seq
        self.digest = digest
        self.caught_up_at = -1

    def take(self, part: pb.WatchMatchResponse) -> None:
        for event in part.events:
            assert event.seq == self.seq + 1
            self.digest = sha256(self.digest + event.canonical).digest()
            assert event.digest == self.digest
            self.seq = event.seq
        if part.caught_up:
            assert self.caught_up_at == -1
            self.caught_up_at = self.seq
        self.parts.append(part)


def watch(
    server: Connection, match_id: str, after: int = 0, digest: bytes = b""
) -> AsyncIterator[pb.WatchMatchResponse]:
    request = pb.WatchMatchRequest(match_id=match_id, after_seq=after, after_digest=digest)
    return aiter(server.matches.WatchMatch(request))


async def seen_to_the_end(server: Connection, match_id: str, after: int = 0, digest: bytes = b"") -> Seen:
    seen = Seen(after, digest or sha256(b"clio-record/1").digest())
    async for part in watch(server, match_id, after, digest):
        seen.take(part)
    return seen
