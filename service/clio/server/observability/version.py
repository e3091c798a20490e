"""Which version runs."""

from importlib.metadata import PackageNotFoundError, version


def clio_version() -> str:
    """The version of the package; unknown where it runs without having been installed."""
    try:
        return version("clio-referee")
    except PackageNotFoundError:
        return "unknown"
