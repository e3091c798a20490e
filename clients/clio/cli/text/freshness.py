"""Freshness of answers that are computed from projections."""

from clio.cli.i18n.translate import counted
from clio.cli.render.output import Output
from clio.v1.freshness_pb2 import AsOf


def warn_if_behind(out: Output, as_of: AsOf) -> None:
    """Warns if the projection lags behind the record."""
    if as_of.lag:
        out.aside(
            counted(
                "The answer lags {number} event behind. Try again in a moment.",
                "The answer lags {number} events behind. Try again in a moment.",
                as_of.lag,
            )
        )
