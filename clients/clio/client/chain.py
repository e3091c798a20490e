"""The hash chain of a match's events: each digest covers its event and all before it."""

import hashlib
import json
from typing import Final

GENESIS: Final = hashlib.sha256(b"clio-record/1").digest()


def link(previous: bytes, canonical: bytes) -> bytes:
    """The digest after one more event."""
    return hashlib.sha256(previous + canonical).digest()


def commitment(seq: int, field: str, salt: bytes, value: bytes) -> bytes:
    """The commitment that an opening implies."""
    sealed = b'{"field":%b,"seq":%d,"value":%b}' % (quoted(field), seq, value)
    return hashlib.sha256(salt + sealed).digest()


def quoted(text: str) -> bytes:
    """A text as the record writes it."""
    return json.dumps(text, ensure_ascii=False).encode()
