"""The extras of the distribution: which module comes with which, and the line that installs a missing one."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t

DISTRIBUTION: Final = "clio-referee"
SERVER: Final = "server"
PLAY: Final = "play"
BOTS: Final = "bots"
EXTRA_OF_MODULE: Final[Mapping[str, str]] = {
    "grpc_health": SERVER,
    "grpc_reflection": SERVER,
    "grpc_status": SERVER,
    "openskill": SERVER,
    "opentelemetry": "tracing",
    "PIL": "gif",
    "prometheus_client": SERVER,
    "psycopg": "postgres",
    "psycopg_pool": "postgres",
    "redis": SERVER,
    "structlog": SERVER,
    "textual": PLAY,
    "uvloop": SERVER,
}
"""The top-level modules of optional dependencies."""

_PROBES: Final[Mapping[str, str]] = {SERVER: "structlog", PLAY: "textual", BOTS: "openskill"}
"""A module of each extra that a command asks for before it starts."""


def require_extras(*extras: str) -> None:
    """Fails, before the command does anything, where one of the extras is not installed."""
    missing = [extra for extra in extras if find_spec(_PROBES[extra]) is None]
    if missing:
        raise _failure(",".join(missing), whole_screen=PLAY in missing)


def missing_extra(error: ModuleNotFoundError) -> Failure | None:
    """The failure to report for a missing module; None where no extra brings it."""
    extra = EXTRA_OF_MODULE.get((error.name or "").partition(".")[0])
    return None if extra is None else _failure(extra, whole_screen=extra == PLAY)


def _failure(extra: str, *, whole_screen: bool) -> Failure:
    line = f"pip install '{DISTRIBUTION}[{extra}]'"
    message = filled(
        "This needs the extra {extra}, which is not installed. Install it with: {line}", extra=extra, line=line
    )
    if whole_screen:
        message += "\n" + t("Without the whole screen it works with --line.")
    return Failure(ExitCode.NOT_INSTALLED, "EXTRA_MISSING", message, extra=extra, install=line)
