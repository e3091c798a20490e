"""Commitments: salted hashes that replace secret fields, so that one hash chain holds for every viewpoint."""

import hmac
from hashlib import sha256

import msgspec

from clio.kernel.integrity.canonical import canonical


class Opening(msgspec.Struct, frozen=True):
    """The value and the salt of a sealed field, which prove its commitment."""

    field: str
    salt: str
    seq: int
    value: msgspec.Raw


def salt_key(server_seed: bytes) -> bytes:
    """The key from which all salts of a match are derived; public once the server seed is."""
    return hmac.digest(server_seed, b"clio-salt/1", "sha256")


def salt(key: bytes, seq: int, field: str) -> bytes:
    """The salt of one field of one event."""
    return hmac.digest(key, f"{seq}/{field}".encode(), "sha256")


def commitment(salt_bytes: bytes, seq: int, field: str, value: object) -> bytes:
    """The commitment that the envelope holds in place of the value."""
    return sha256(salt_bytes + canonical({"field": field, "seq": seq, "value": value})).digest()


def open_field(key: bytes, seq: int, field: str, value: object) -> Opening:
    """The opening of one sealed field."""
    return Opening(field=field, salt=salt(key, seq, field).hex(), seq=seq, value=msgspec.Raw(canonical(value)))
