"""How old an answer is, told where it matters."""

from clients.cli.output import Output
from clio.v1.freshness_pb2 import AsOf


def tell_lag(out: Output, as_of: AsOf) -> None:
    """Says so if the answer leaves out what the server has recorded since."""
    if as_of.lag:
        out.aside(f"{as_of.lag} events are not counted yet; ask again in a moment.")
