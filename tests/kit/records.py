"""Records of matches played at a table, as the lines of a ``.clio`` file."""

from collections.abc import Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clio.kernel.events.lifecycle import Opened
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import EVERYTHING, Viewpoint
from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.chain import FORMAT, head_message
from clio.kernel.match.redaction import openings
from tests.kit.table import Table

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def lines_of(table: Table, viewpoint: Viewpoint = EVERYTHING) -> list[bytes]:
    """The whole record of a table's match, as a viewpoint may hold it."""
    return lines(table.events, table.match.salt_key, viewpoint)


def lines(events: Sequence[MatchEvent], salt_key: bytes, viewpoint: Viewpoint = EVERYTHING) -> list[bytes]:
    opened = events[0].payload
    assert isinstance(opened, Opened)
    match_id = events[0].match_id
    written = [canonical({"format": FORMAT, "game": opened.game, "match": match_id, "rules": opened.rules})]
    for event in events:
        opened_fields = canonical(list(openings([event], viewpoint, salt_key)))
        written.append(
            b'{"digest":"%b","event":%b,"openings":%b}' % (event.digest.hex().encode(), event.canonical, opened_fields)
        )
    return [*written, head_line(match_id, len(events), events[-1].digest)]


def head_line(match_id: str, seq: int, digest: bytes, key: Ed25519PrivateKey = KEY) -> bytes:
    public = key.public_key().public_bytes_raw().hex()
    signature = key.sign(head_message(match_id, seq, digest)).hex()
    return canonical({"head": {"digest": digest.hex(), "key": public, "seq": seq, "signature": signature}})
