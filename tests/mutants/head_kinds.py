"""The head: its signature is strict Ed25519, by a key that is not of small order."""

import hashlib
import json
from collections.abc import Callable
from itertools import count
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.mutants.draft import Draft, canonical
from tests.mutants.kind import INTEGRITY, PASS, Kind, once, with_values

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
IDENTITY = (1).to_bytes(32, "little")
SMALL_ORDER = tuple(
    bytes.fromhex(text)
    for text in (
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    )
)
NOT_CANONICAL = tuple(
    number.to_bytes(32, "little")
    for number in (P, P + 1, 2**255 - 1, 2**255 + 1, 2**255 + P - 1, 2**255 + P, 2**256 - 1)
)
"""Keys that encode a point of small order in a second way, or none at all."""


OTHER = Ed25519PrivateKey.from_private_bytes(b"\x11" * 32)


def _scalar(seed: bytes) -> int:
    """The secret scalar of an Ed25519 seed, as RFC 8032 derives it."""
    low = bytearray(hashlib.sha512(seed).digest()[:32])
    low[0] &= 248
    low[31] = low[31] & 127 | 64
    return int.from_bytes(low, "little")


def _forgery(key: bytes) -> Callable[[bytes], dict[str, Any]]:
    """A signature that holds under a key of small order although no secret is behind it: k·A is neutral."""

    def sign(message: bytes) -> dict[str, Any]:
        for number in count():
            seed = hashlib.sha256(b"%d" % number).digest()
            commitment = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
            challenge = int.from_bytes(hashlib.sha512(commitment + key + message).digest(), "little") % L
            if challenge % 8 == 0:
                answer = (_scalar(seed) % L).to_bytes(32, "little")
                return {"key": key.hex(), "signature": (commitment + answer).hex()}
        raise AssertionError

    return sign


def _forged(draft: Draft, key: bytes) -> None:
    draft.sign = _forgery(key)


def _neutral(draft: Draft, key: bytes) -> None:
    draft.sign = lambda _message: {"key": key.hex(), "signature": (IDENTITY + bytes(32)).hex()}


def _high_s(draft: Draft) -> None:
    """The same signature with S + L, which older verifiers accept."""

    def sign(message: bytes) -> dict[str, Any]:
        signature = draft.key.sign(message)
        answer = int.from_bytes(signature[32:], "little") + L
        return {"signature": (signature[:32] + answer.to_bytes(32, "little")).hex()}

    draft.sign = sign


def _in_head(change: Callable[[dict[str, Any]], object]) -> Callable[[Draft], None]:
    """Changes the head line after it was signed."""

    def apply(draft: Draft) -> None:
        def after(lines: list[bytes]) -> list[bytes]:
            line = json.loads(lines[-1])
            change(line["head"])
            return [*lines[:-1], canonical(line)]

        draft.after = after

    return apply


def _replace(field: str) -> Callable[[Draft, object], None]:
    def change(draft: Draft, value: object) -> None:
        _in_head(lambda head: head.update({field: value}))(draft)

    return change


def _last_line(line: object) -> Callable[[Draft], None]:
    def apply(draft: Draft) -> None:
        draft.after = lambda lines: [*lines[:-1], canonical(line)]

    return apply


def _another_message(draft: Draft, change: Callable[[bytes], bytes]) -> None:
    key = draft.key
    draft.sign = lambda message: {"signature": key.sign(change(message)).hex()}


def _other_key(draft: Draft) -> None:
    draft.sign = lambda _message: {"key": OTHER.public_key().public_bytes_raw().hex()}


def _signed_by_another(draft: Draft) -> None:
    draft.key = OTHER


MESSAGES = (
    lambda message: message + b"\n",
    lambda message: message.replace(b"clio-head/1", b"clio-head/2"),
    lambda message: message.replace(b"clio-head/1", b""),
    lambda message: hashlib.sha256(message).digest(),
    lambda _message: b"",
)
STRANGE = (None, True, 7, "", "x", [], {}, "00")
FIELDS = ("digest", "key", "seq", "signature")

KINDS = (
    Kind("head: a key of small order, signature forged", INTEGRITY, with_values(once, SMALL_ORDER), _forged),
    Kind("head: a key of small order, neutral signature", INTEGRITY, with_values(once, SMALL_ORDER), _neutral),
    Kind("head: a key in no canonical encoding", INTEGRITY, with_values(once, NOT_CANONICAL), _neutral),
    Kind(
        "head: a key in no canonical encoding, signature forged", INTEGRITY, with_values(once, NOT_CANONICAL), _forged
    ),
    Kind("head: S not below the group's order", INTEGRITY, once, _high_s),
    Kind("head: another key than signed", INTEGRITY, once, _other_key),
    Kind("head: another message signed", INTEGRITY, with_values(once, MESSAGES), _another_message),
    *(Kind(f"head: {field} replaced", INTEGRITY, with_values(once, STRANGE), _replace(field)) for field in FIELDS),
    *(
        Kind(f"head: {field} removed", INTEGRITY, once, _in_head(lambda head, field=field: head.pop(field)))
        for field in FIELDS
    ),
    *(
        Kind(
            f"head: {field} in upper case",
            INTEGRITY,
            once,
            _in_head(lambda head, f=field: head.update({f: head[f].upper()})),
        )
        for field in ("digest", "key", "signature")
    ),
    Kind("head: of an earlier event", INTEGRITY, once, _in_head(lambda head: head.update(seq=head["seq"] - 1))),
    Kind("head: of a later event", INTEGRITY, once, _in_head(lambda head: head.update(seq=head["seq"] + 1))),
    Kind("head: a key too many", INTEGRITY, once, _in_head(lambda head: head.update(note="x"))),
    Kind("head: no object", INTEGRITY, once, _last_line({"head": None})),
    Kind("head: a line that is none", INTEGRITY, once, _last_line({"tail": {}})),
    Kind("head: signed by another key", PASS, once, _signed_by_another, reason="a reader who knows the key demands it"),
)
