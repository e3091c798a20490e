"""The settings: environment variables ``CLIO_*``, read once."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from clio.kernel.message import MessageError


class SettingsError(MessageError):
    """A setting that cannot be understood."""


class Settings(msgspec.Struct, frozen=True):
    """Everything that can be set, with its default."""

    host: str = "127.0.0.1"
    port: int = 50051
    http_port: int | None = 8080
    http_origins: str = ""
    http_connections: int = 10_000
    data: Path = Path("data")
    head_key: str = ""
    database_url: str = ""
    database_connections: int = 10
    redis_url: str = ""
    redis_cluster: bool = False
    live_window: int = 1_000
    live_kept_seconds: int = 3_600
    cached_matches: int = 10_000
    heartbeat_seconds: float = 15.0
    call_seconds: float = 30.0
    drain_seconds: float = 10.0
    max_request_bytes: int = 65_536
    archive_mib: int = 1_024
    trusted_signers: str = ""
    work_mib: int = 128
    workers: int = 1
    bots: str = "random,greedy,search"
    bot_processes: int = 1
    log_level: str = "info"
    log_format: Literal["auto", "json", "console"] = "auto"
    metrics_host: str = "127.0.0.1"
    metrics_port: int = 0
    build: str = ""
    admin_token: str = ""
    cipher_key: str = ""
    revocations: str = ""
    tls_cert: str = ""
    tls_key: str = ""
    tls_client_ca: str = ""
    allow_plaintext: bool = False
    require_key: bool = False
    anonymous_reading: bool = True
    trusted_proxies: str = ""
    max_calls: int = 50_000
    limit_calls_per_second: float = 50_000.0
    limit_moves_per_second: float = 50_000.0
    limit_matches_per_hour: float = 200_000.0
    limit_open_matches: int = 100_000
    limit_watchers: int = 20_000
    limit_streams: int = 20_000
    limit_archive_mib: int = 1_024

    @property
    def kept_events(self) -> int:
        """How many events stay in memory beside the matches: for those who replay, and fewer for those who follow."""
        return 10 * self.cached_matches

    @property
    def head_key_file(self) -> Path:
        """Where the signing key is kept."""
        return Path(self.head_key) if self.head_key else self.data / "head-key"

    @property
    def revocations_file(self) -> Path:
        """Where this server lists what it revokes."""
        return Path(self.revocations) if self.revocations else self.data / "revocations"


_FIELDS = {f"CLIO_{field.name.upper()}": field for field in msgspec.structs.fields(Settings)}


def read_settings(environment: Mapping[str, str]) -> Settings:
    """The settings that an environment gives."""
    given: dict[str, str] = {}
    for name, value in environment.items():
        if name in _FIELDS:
            given[_FIELDS[name].name] = value
    if not given.get("http_port", "0").strip():
        # Empty for none; a number is read as one.
        given["http_port"] = "null"
    try:
        return msgspec.convert(given, Settings, strict=False, dec_hook=_decode)
    except (msgspec.ValidationError, ValueError) as error:
        raise SettingsError("Invalid setting: {error}", error=str(error)) from error


def settings_to_text(settings: Settings) -> str:
    """The settings in one line, for a process that works for this one."""
    return msgspec.json.encode(settings, enc_hook=str).decode()


def settings_from_text(text: str) -> Settings:
    """The settings that such a line means."""
    return msgspec.json.decode(text, type=Settings, dec_hook=_decode)


def _decode(kind: type, value: object) -> object:
    if kind is Path and isinstance(value, str):
        return Path(value)
    raise ValueError(f"no setting has the type {kind}")
