"""How old an answer is, told where it matters."""

from clio.cli.i18n.translate import filled
from clio.cli.render.output import Output
from clio.v1.freshness_pb2 import AsOf


def tell_lag(out: Output, as_of: AsOf) -> None:
    """Says so if the answer leaves out what the server has recorded since."""
    if as_of.lag:
        out.aside(filled("Events not counted yet: {lag}. Ask again in a moment.", lag=as_of.lag))
