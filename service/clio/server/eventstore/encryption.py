"""Encryption at rest: the library's cipher, and the refusal to touch what another key has enciphered."""

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

    It would find CLIO_CIPHER_KEY in the process's environment by itself, by the record's name: so they are always
    given, and what the settings say holds.
    """
    if key:
        key_bytes(key)
    return {"CLIO_CIPHER_TOPIC": _TOPIC if key else "", "CLIO_CIPHER_KEY": key}


def cipher_of(key: str) -> Cipher | None:
    """The cipher for what is kept beside the record."""
    return AESCipher(Environment(MatchStore.name, cipher_environment(key))) if key else None


def is_enciphered(state: bytes) -> bool:
    """Whether a stored event is: canonical bytes begin in one way only, which no nonce will ever meet."""
    return not state.startswith(b'{"actor":')


def refuse_other_key(record: MatchStore) -> None:
    """Looks at the first and the last event: a record is enciphered as a whole, with one key, or not at all."""
    mapper = record.mapper
    if not isinstance(mapper, MatchEventMapper):
        raise TypeError("the record has a mapper of its own")
    for after in (0, record.last_position() - 1):
        for found in record.stored(max(0, after), 1):
            state = bytes(found.state)
            refuse_other_cipher(Message("The record"), state if is_enciphered(state) else None, mapper.cipher)


def refuse_other_cipher(name: Message, enciphered: bytes | None, cipher: Cipher | None) -> None:
    """Says what to do about the key where a sample (None: it is not enciphered) does not fit the cipher."""
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
