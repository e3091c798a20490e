"""The version of the running server."""

from importlib.metadata import PackageNotFoundError, version


def clio_version() -> str:
    """Returns the version of the installed package, or ``unknown``."""
    try:
        return version("clio-referee")
    except PackageNotFoundError:
        return "unknown"
