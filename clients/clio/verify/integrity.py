"""Level 1: nothing was changed, left out or added, and the server vouches for it."""

from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from clio.kernel.integrity.chain import head_message
from clio.kernel.integrity.signing_keys import is_strict_key
from clio.kernel.message import Message, message
from clio.kernel.record_format.record import Head, Record, flaw_of
from clio.verify.verdicts import Level, failed


def integrity(record: Record, key: str = "") -> Level:
    """The verdict, with the first flaw in the match; ``key`` (hex) requires that signer."""
    if flaw := flaw_of(record):
        return failed(flaw)
    head = record.head
    if head is not None and key and head.key != key:
        return Level(
            "fail",
            None,
            message("the head is signed by {key}, demanded is {demanded}", key=ascii(head.key), demanded=key),
        )
    if head is None or not signature_holds(head, record.header.match, record.digest):
        return Level("fail", None, Message("the signature of the head is false"))
    return Level("pass")


def signature_holds(head: Head, match_id: str, digest: bytes) -> bool:
    """Whether the key of the head has signed it."""
    try:
        signature, key = bytes.fromhex(head.signature), bytes.fromhex(head.key)
        if (signature.hex(), key.hex()) != (head.signature, head.key) or not is_strict_key(key):
            return False
        _public_key(key).verify(signature, head_message(match_id, head.seq, digest))
    except (InvalidSignature, ValueError):
        return False
    return True


@lru_cache(maxsize=16)
def _public_key(key: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(key)
