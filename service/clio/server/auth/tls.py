"""TLS by settings: certificates from files, read again when the files change."""

from ipaddress import ip_address
from pathlib import Path
from typing import Final

import grpc
import structlog
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from clio.server.settings import Settings, SettingsError
from clio.supervision.outage import Outage

Stamp = tuple[tuple[int, int, int], ...]
log = structlog.get_logger()


class UnusableCertificateError(Exception):
    """Files that make no credentials; the sentence says why."""


class Certificates:
    """The server's certificate, its key and the authority of its clients, as they are in their files now."""

    def __init__(self, certificate: Path, key: Path, client_authority: Path | None) -> None:
        self._certificate: Final = certificate
        self._key: Final = key
        self._client_authority: Final = client_authority
        self._stamp: Stamp | None = None
        self._outage: Final = Outage("tls.not_reloaded", "tls.readable")

    def read(self) -> grpc.ServerCertificateConfiguration:
        """Reads the files; refuses what does not fit together."""
        stamp = self._look()
        chain, key = _content(self._certificate), _content(self._key)
        authority = None if self._client_authority is None else _content(self._client_authority)
        _demand_pair(chain, key, self._certificate, self._key)
        if authority is not None and self._client_authority is not None:
            _certificates(authority, self._client_authority)
        self._stamp = stamp
        return grpc.ssl_server_certificate_configuration([(key, chain)], authority)

    def news(self) -> grpc.ServerCertificateConfiguration | None:
        """What is new in the files; None where nothing is, or where they do not fit (yet). Asked at every handshake."""
        try:
            stamp = self._look()
            if stamp == self._stamp:
                return None
            found = self.read()
        except UnusableCertificateError as error:
            # They may be half written. What is in use stays in use, and the next handshake looks again.
            self._outage.failed(error)
            return None
        self._outage.ended()
        log.info("tls.reloaded")
        return found

    def _look(self) -> Stamp:
        paths = [self._certificate, self._key, *([self._client_authority] if self._client_authority else [])]
        try:
            found = [path.stat() for path in paths]
        except OSError as error:
            raise UnusableCertificateError(f"{error.filename} cannot be read: {error.strerror}") from error
        return tuple((each.st_mtime_ns, each.st_size, each.st_ino) for each in found)


def server_credentials(settings: Settings) -> grpc.ServerCredentials | None:
    """The credentials that the settings name; None for a server without TLS."""
    certificate, key, authority = settings.tls_cert, settings.tls_key, settings.tls_client_ca
    if not (certificate or key or authority):
        _demand_loopback(settings)
        return None
    if not (certificate and key):
        raise SettingsError("TLS needs both CLIO_TLS_CERT and CLIO_TLS_KEY.")
    certificates = Certificates(Path(certificate), Path(key), Path(authority) if authority else None)
    try:
        first = certificates.read()
    except UnusableCertificateError as error:
        raise SettingsError(f"TLS cannot be set up: {error}.") from error
    # None, for nothing new, is what the library expects; its stubs do not know it.
    return grpc.dynamic_ssl_server_credentials(first, certificates.news, bool(authority))  # type: ignore[arg-type]


def _demand_loopback(settings: Settings) -> None:
    """Refuses to serve others without TLS, unless the operator says that something else protects the way."""
    if not settings.allow_plaintext and not is_loopback(settings.host):
        raise SettingsError(
            f"CLIO_HOST {settings.host} can be reached from other machines, and without TLS they read everything: "
            "set CLIO_TLS_CERT and CLIO_TLS_KEY, or CLIO_ALLOW_PLAINTEXT=true where a proxy or a private network "
            "protects it."
        )


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address; a name other than ``localhost`` may mean any."""
    try:
        return host == "localhost" or ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnusableCertificateError(f"{path} cannot be read: {error.strerror}") from error


def _certificates(content: bytes, path: Path) -> list[x509.Certificate]:
    try:
        return x509.load_pem_x509_certificates(content)
    except ValueError as error:
        raise UnusableCertificateError(f"{path} holds no certificate in PEM form") from error


def _demand_pair(chain: bytes, key: bytes, chain_path: Path, key_path: Path) -> None:
    certificate = _certificates(chain, chain_path)[0]
    try:
        private = load_pem_private_key(key, None)
    except (ValueError, TypeError) as error:
        raise UnusableCertificateError(f"{key_path} holds no private key in PEM form without a password") from error
    form = (Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    if private.public_key().public_bytes(*form) != certificate.public_key().public_bytes(*form):
        raise UnusableCertificateError(f"the key in {key_path} is not that of the certificate in {chain_path}")
