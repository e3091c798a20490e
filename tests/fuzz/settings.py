"""Settings of a fuzzed server: small caches and stores, so that unbounded growth shows."""

from tests.fuzz.field_values import OPERATOR

CACHED_MATCHES = 50
ARCHIVE_MIB = 4
HEARTBEAT_SECONDS = 1.0

IN_PROCESS = {
    "cached_matches": CACHED_MATCHES,
    "archive_mib": ARCHIVE_MIB,
    "heartbeat_seconds": HEARTBEAT_SECONDS,
    "admin_token": OPERATOR,
}
OF_A_PROCESS = {f"CLIO_{name.upper()}": str(value) for name, value in IN_PROCESS.items()}
