"""Encryption at rest: the library's cipher, and the check that stored data has the configured key."""

import binascii
from base64 import b64decode
from typing import Final

from eventsourcing.cryptography import AESCipher
from eventsourcing.persistence import Cipher
from eventsourcing.utils import Environment

from clio.kernel.message import Message
from clio.server.eventstore.match_store import MatchEventMapper, MatchStore
from clio.server.settings import SettingsError

_TOPIC: Final = "eventsourcing.cryptography:AESCipher"


def key_bytes(key: str) -> bytes:
    """The bytes of a key as the settings give it."""
    try:
        raw = b64decode(key, validate=True)
        AESCipher.check_key_size(len(raw))
    except (binascii.Error, ValueError) as error:
        # Without the cause: it may repeat a part of the key.
        del error
        raise SettingsError(
            "CLIO_CIPHER_KEY is not a key: it must be 32 random bytes in base64 (openssl rand -base64 32)."
        ) from None
    return raw


def cipher_environment(key: str) -> dict[str, str]:
    """The library's settings for a key, or for none.

    Both are always given: otherwise the library would read CLIO_CIPHER_KEY from the process's environment.
    """
    if key:
        key_bytes(key)
    return {"CLIO_CIPHER_TOPIC": _TOPIC if key else "", "CLIO_CIPHER_KEY": key}


def cipher_of(key: str) -> Cipher | None:
    """The cipher for data beside the event store."""
    return AESCipher(Environment(MatchStore.name, cipher_environment(key))) if key else None


def is_enciphered(state: bytes) -> bool:
    """Whether a stored event is encrypted: all canonical bytes begin alike, and no nonce begins so."""
    return not state.startswith(b'{"actor":')


def refuse_other_key(record: MatchStore) -> None:
    """Checks the first and the last event: an event store is encrypted as a whole, with one key, or not at all."""
    mapper = record.mapper
    if not isinstance(mapper, MatchEventMapper):
        raise TypeError("the record has a mapper of its own")
    for after in (0, record.last_position() - 1):
        for found in record.stored(max(0, after), 1):
            state = bytes(found.state)
            refuse_other_cipher(Message("The record"), state if is_enciphered(state) else None, mapper.cipher)


def refuse_other_cipher(name: Message, enciphered: bytes | None, cipher: Cipher | None) -> None:
    """Raises a SettingsError with what to do if a sample (None: not encrypted) does not fit the cipher."""
    if enciphered is None:
        if cipher is not None:
            raise SettingsError(
                "{name} is not encrypted, but CLIO_CIPHER_KEY is set: unset it, or make an encrypted copy "
                "(docs/backup.md says how).",
                name=name,
            )
        return
    if cipher is None:
        raise SettingsError(
            "{name} is encrypted, and CLIO_CIPHER_KEY is not set: set the key that it was encrypted with.", name=name
        )
    try:
        cipher.decrypt(enciphered)
    except ValueError:
        raise SettingsError(
            "{name} is encrypted with another key than CLIO_CIPHER_KEY: set the one that it was encrypted with.",
            name=name,
        ) from None
