"""Credentials of a connection: TLS, client certificate, API key."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

import grpc

_SECURE: Final = "grpcs://"
_PLAIN: Final = "grpc://"
_NO: Final = frozenset({"", "0", "false", "no", "off"})
Metadata = tuple[tuple[str, str], ...]


class KeySeat(str):
    """Used in place of a token: the client's API key acts for a seat that a key of its namespace has joined."""

    __slots__ = ("seat",)

    def __new__(cls, seat: int) -> Self:
        """``seat`` is the seat's number."""
        made = super().__new__(cls, f"seat {seat}")
        made.seat = seat
        return made

    seat: int


class CredentialsError(Exception):
    """Credentials that cannot be used; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """The credentials of a connection, and the authority it trusts. The defaults fit an open server without TLS.

    ``invite`` is an invitation code. ``authority`` holds the certificates that the server's must come from, where it is
    not one that this machine trusts anyway; ``certificate`` and ``private_key`` are the client's own, for servers that
    demand one. All are PEM.
    """

    key: str | None = field(default=None, repr=False)
    invite: str | None = field(default=None, repr=False)
    tls: bool = False
    authority: bytes | None = None
    certificate: bytes | None = None
    private_key: bytes | None = field(default=None, repr=False)

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str], *, key_file: str | None = None, tls: bool = False
    ) -> Self:
        """Reads CLIO_KEY, CLIO_KEY_FILE, CLIO_TLS, CLIO_SERVER_CA, CLIO_CLIENT_CERT, CLIO_CLIENT_KEY, CLIO_INVITE."""
        path = key_file or environment.get("CLIO_KEY_FILE", "")
        certificate = _content(environment, "CLIO_CLIENT_CERT")
        private_key = _content(environment, "CLIO_CLIENT_KEY")
        if (certificate is None) != (private_key is None):
            raise CredentialsError("CLIO_CLIENT_CERT and CLIO_CLIENT_KEY belong together.")
        authority = _content(environment, "CLIO_SERVER_CA")
        return cls(
            key=_read(path, "the key file").decode(errors="replace").strip()
            if path
            else environment.get("CLIO_KEY") or None,
            invite=environment.get("CLIO_INVITE") or None,
            tls=tls or environment.get("CLIO_TLS", "").strip().lower() not in _NO or authority is not None,
            authority=authority,
            certificate=certificate,
            private_key=private_key,
        )

    def metadata(self, token: str | None = None) -> Metadata:
        """The metadata of a call: the API key, and a seat's or host's token, or the seat that the key acts for."""
        key = (("x-clio-key", self.key),) if self.key else ()
        if isinstance(token, KeySeat):
            return (*key, ("x-clio-seat", str(token.seat)))
        return (*key, ("authorization", f"Bearer {token}")) if token else key

    def channel(self, address: str, options: tuple[tuple[str, int], ...]) -> grpc.aio.Channel:
        """A connection to a server."""
        target, secure = split_address(address)
        if not (secure or self.tls):
            return grpc.aio.insecure_channel(target, options=options)
        trusted = grpc.ssl_channel_credentials(self.authority, self.private_key, self.certificate)
        return grpc.aio.secure_channel(target, trusted, options=options)


def split_address(address: str) -> tuple[str, bool]:
    """Host and port, and whether the address asks for TLS: ``grpcs://host:port``."""
    if address.startswith(_SECURE):
        return address.removeprefix(_SECURE).rstrip("/"), True
    return address.removeprefix(_PLAIN).rstrip("/"), False


def _content(environment: Mapping[str, str], name: str) -> bytes | None:
    path = environment.get(name, "")
    return _read(path, name) if path else None


def _read(path: str, what: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise CredentialsError(f"{what}, {path}, cannot be read: {error.strerror}.") from error
