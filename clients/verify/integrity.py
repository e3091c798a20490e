"""Level 1: nothing was changed, left out or added, and the server vouches for it."""

from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from clients.verify.record import Head, Record
from clients.verify.verdicts import FlawError, Level
from domain.kernel.chain import head_message
from domain.kernel.sealing import salt, salt_key


def integrity(record: Record, key: str = "") -> Level:
    """The verdict; ``key`` (hex) demands that signer. The flaw that comes first in the match is told."""
    flaws = [flaw for flaw in (record.broken, _secrets(record), _head(record, key)) if flaw is not None]
    if not flaws:
        return Level("pass")
    return min(flaws, key=lambda flaw: (flaw.seq is None, flaw.seq or 0)).level()


def _secrets(record: Record) -> FlawError | None:
    """Once the seed is known every salt follows from it and nothing may stay sealed."""
    if record.server_seed is None:
        return None
    key = salt_key(record.server_seed)
    for fact in record.facts:
        if not fact.envelope.sealed:
            continue
        seq = fact.envelope.seq
        salts = {opening.field: opening.salt for opening in fact.openings}
        for field in fact.envelope.sealed:
            if field not in salts:
                return FlawError(seq, f"the match is over but {field!a} has no opening")
            if salt(key, seq, field).hex() != salts[field]:
                return FlawError(seq, f"the salt of {field!a} does not follow from the server seed")
    return None


def _head(record: Record, key: str) -> FlawError | None:
    head = record.head
    if head is None:
        return FlawError(None, "there is no head")
    if head.seq != len(record.facts):
        return FlawError(None, f"the head is of event {head.seq}, the last event is {len(record.facts)}")
    if head.digest != record.digest.hex():
        return FlawError(None, f"the head's digest is {head.digest!a}, the chain's is {record.digest.hex()}")
    if key and head.key != key:
        return FlawError(None, f"the head is signed by {head.key!a}, demanded is {key}")
    if not signature_holds(head, record.header.match, record.digest):
        return FlawError(None, "the signature of the head is false")
    return None


@lru_cache(maxsize=16)
def _public_key(key: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(key)


def signature_holds(head: Head, match_id: str, digest: bytes) -> bool:
    """Whether the key of the head has signed it."""
    try:
        signature, key = bytes.fromhex(head.signature), bytes.fromhex(head.key)
        if (signature.hex(), key.hex()) != (head.signature, head.key):
            return False
        _public_key(key).verify(signature, head_message(match_id, head.seq, digest))
    except (InvalidSignature, ValueError):
        return False
    return True
