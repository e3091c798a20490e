"""What somebody who may write to Redis, and knows all that is public, can put there."""

import json
from hashlib import sha256

import redis

from tests.kit.servers import Connection, Seated
from tests.kit.waiting import until


async def stream_of(client: redis.Redis, match_id: str) -> bytes:
    """The match's stream, under whatever key servers keep it."""
    pattern = f"clio:{{{match_id}}}:events*"
    await until(lambda: bool(list(client.scan_iter(pattern))))
    return next(iter(client.scan_iter(pattern)))


async def an_end(server: Connection, seated: Seated, seq: int, digest: bytes) -> dict[str | bytes, str | bytes]:
    """A ``match.Aborted`` that continues a match's chain, in an entry as servers write it."""
    other = await server.seated("akrotiri")
    await abort(server, other)
    canonical = (await server.clio.matches.history(other.id))[-1].canonical
    envelope = json.loads(canonical) | {"match": seated.id, "seq": seq + 1}
    forged = json.dumps(envelope, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()
    assert forged.endswith(b'"type":"match.Aborted"}')
    return {"event": forged, "digest": sha256(digest + forged).hexdigest()}


async def abort(server: Connection, seated: Seated) -> None:
    del server
    await seated.abort("enough")
