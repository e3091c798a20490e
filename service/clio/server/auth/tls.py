"""TLS credentials from files, reloaded when the files change."""

from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from ssl import CERT_REQUIRED, PROTOCOL_TLS_SERVER, SSLContext, SSLObject, SSLSocket, TLSVersion
from typing import Final, TypeVar

import grpc
import structlog
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from clio.server.settings import Settings, SettingsError
from clio.supervision.outage import Outage

T = TypeVar("T")
Fingerprint = tuple[tuple[int, int, int], ...]
log = structlog.get_logger()


class UnusableCertificateError(Exception):
    """The files are no usable credentials; the message says why."""


class Certificates:
    """The server's certificate and key, and the certificate authority of clients, read from files."""

    def __init__(self, certificate: Path, key: Path, client_authority: Path | None) -> None:
        self._certificate: Final = certificate
        self._key: Final = key
        self._client_authority: Final = client_authority
        self._loaded: Fingerprint | None = None
        self._outage: Final = Outage("tls.not_reloaded", "tls.readable")

    def read(self) -> grpc.ServerCertificateConfiguration:
        """Reads the files; rejects files that do not fit together."""
        chain, key, authority = self._read_files()
        return grpc.ssl_server_certificate_configuration([(key, chain)], authority)

    def read_context(self) -> SSLContext:
        """Reads the files for HTTPS."""
        self._read_files()
        context = SSLContext(PROTOCOL_TLS_SERVER)
        context.minimum_version = TLSVersion.TLSv1_2
        context.set_alpn_protocols(["http/1.1"])
        try:
            context.load_cert_chain(self._certificate, self._key)
            if self._client_authority is not None:
                context.load_verify_locations(self._client_authority)
                context.verify_mode = CERT_REQUIRED
        except OSError as error:
            raise UnusableCertificateError(f"{self._certificate} cannot be used: {error}") from error
        return context

    def reload(self) -> grpc.ServerCertificateConfiguration | None:
        """Returns changed credentials; None if the files are unchanged or unusable. Called at every handshake."""
        return self._changed(self.read)

    def reload_context(self) -> SSLContext | None:
        """The same for HTTPS."""
        return self._changed(self.read_context)

    def _read_files(self) -> tuple[bytes, bytes, bytes | None]:
        fingerprint = self._fingerprint()
        chain, key = _read(self._certificate), _read(self._key)
        authority = None if self._client_authority is None else _read(self._client_authority)
        _check_pair(chain, key, self._certificate, self._key)
        if authority is not None and self._client_authority is not None:
            _certificates(authority, self._client_authority)
        self._loaded = fingerprint
        return chain, key, authority

    def _changed(self, read: Callable[[], T]) -> T | None:
        try:
            fingerprint = self._fingerprint()
            if fingerprint == self._loaded:
                return None
            found = read()
        except UnusableCertificateError as error:
            # The files may be half written: the present credentials stay, and the next handshake retries.
            self._outage.failed(error)
            return None
        self._outage.ended()
        log.info("tls.reloaded")
        return found

    def _fingerprint(self) -> Fingerprint:
        paths = [self._certificate, self._key, *([self._client_authority] if self._client_authority else [])]
        try:
            found = [path.stat() for path in paths]
        except OSError as error:
            raise UnusableCertificateError(f"{error.filename} cannot be read: {error.strerror}") from error
        return tuple((each.st_mtime_ns, each.st_size, each.st_ino) for each in found)


def server_credentials(settings: Settings) -> grpc.ServerCredentials | None:
    """Returns the credentials that the settings name; None for a server without TLS."""
    certificates = _configured_certificates(settings)
    if certificates is None:
        return None
    first = _first(certificates.read)
    # The library accepts None for unchanged credentials; its stubs do not.
    return grpc.dynamic_ssl_server_credentials(first, certificates.reload, bool(settings.tls_client_ca))  # type: ignore[arg-type]


def https_context(settings: Settings) -> SSLContext | None:
    """Returns the same credentials for HTTPS; None for a server without TLS."""
    certificates = _configured_certificates(settings)
    if certificates is None:
        return None
    first = _first(certificates.read_context)
    newest = first

    def choose(connection: SSLObject | SSLSocket, _name: str | None, _context: SSLContext) -> None:
        nonlocal newest
        newest = certificates.reload_context() or newest
        connection.context = newest

    first.sni_callback = choose
    return first


def _configured_certificates(settings: Settings) -> Certificates | None:
    certificate, key, authority = settings.tls_cert, settings.tls_key, settings.tls_client_ca
    if not (certificate or key or authority):
        _require_loopback(settings)
        return None
    if not (certificate and key):
        raise SettingsError("TLS needs both CLIO_TLS_CERT and CLIO_TLS_KEY.")
    return Certificates(Path(certificate), Path(key), Path(authority) if authority else None)


def _first(read: Callable[[], T]) -> T:
    try:
        return read()
    except UnusableCertificateError as error:
        raise SettingsError("TLS cannot be set up: {error}.", error=str(error)) from error


def _require_loopback(settings: Settings) -> None:
    """Rejects a public address without TLS, unless the operator says that the network is protected."""
    if not settings.allow_plaintext and not is_loopback(settings.host):
        raise SettingsError(
            "CLIO_HOST {host} can be reached from other machines, and without TLS they read everything: set "
            "CLIO_TLS_CERT and CLIO_TLS_KEY, or CLIO_ALLOW_PLAINTEXT=true "
            "where a proxy or a private network protects it.",
            host=settings.host,
        )


def is_loopback(host: str) -> bool:
    """Whether an address is reachable from this machine only; names other than ``localhost`` may mean any."""
    try:
        return host == "localhost" or ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnusableCertificateError(f"{path} cannot be read: {error.strerror}") from error


def _certificates(content: bytes, path: Path) -> list[x509.Certificate]:
    try:
        return x509.load_pem_x509_certificates(content)
    except ValueError as error:
        raise UnusableCertificateError(f"{path} holds no certificate in PEM form") from error


def _check_pair(chain: bytes, key: bytes, chain_path: Path, key_path: Path) -> None:
    certificate = _certificates(chain, chain_path)[0]
    try:
        private = load_pem_private_key(key, None)
    except (ValueError, TypeError) as error:
        raise UnusableCertificateError(f"{key_path} holds no private key in PEM form without a password") from error
    form = (Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    if private.public_key().public_bytes(*form) != certificate.public_key().public_bytes(*form):
        raise UnusableCertificateError(f"the key in {key_path} is not that of the certificate in {chain_path}")
