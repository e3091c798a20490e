"""The record lines of a restored match with every secret opened, for the verifier."""

from collections.abc import Iterator, Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clio.kernel.events.lifecycle import Opened
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import EVERYTHING
from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.chain import FORMAT
from clio.kernel.integrity.chance import seed_commitment
from clio.kernel.integrity.commitments import salt_key
from clio.server.eventstore.record_lines import event_line, head_line
from clio.server.signing_keys import HeadSigner

_SIGNER = HeadSigner(Ed25519PrivateKey.generate())
"""A throw-away key: heads are signed on request, so a stored match has no signature to check."""


def why_not_ours(events: Sequence[MatchEvent]) -> str:
    """Returns why the events are not a match of this server, which a verifier cannot see; empty if they are."""
    opened = events[0].payload
    if not isinstance(opened, Opened):
        return "its first event does not open it"
    try:
        holds = seed_commitment(events[0].match_id, _seed(events)).hex() == opened.seed_commitment
    except ValueError:
        holds = False
    return "" if holds else "the server seed is not the one committed to"


def lines_of(events: Sequence[MatchEvent]) -> Iterator[bytes]:
    """Yields the lines without line ends."""
    opened = events[0].payload
    if not isinstance(opened, Opened):
        raise TypeError("the first event does not open the match")
    header = {"format": FORMAT, "game": opened.game, "match": events[0].match_id, "rules": opened.rules}
    yield canonical(header)
    key = salt_key(_seed(events))
    for event in events:
        yield event_line(event, EVERYTHING, key).removesuffix(b"\n")
    last = events[-1]
    signature = _SIGNER.sign(last.match_id, last.seq, last.digest)
    yield head_line(last.seq, last.digest, _SIGNER.public_key, signature).removesuffix(b"\n")


def _seed(events: Sequence[MatchEvent]) -> bytes:
    return bytes.fromhex(events[0].private.get("server_seed", ""))
