"""clio admin status."""

import click

from clio.cli.errors.exit_codes import ExitCode
from clio.cli.i18n.translate import t
from clio.cli.render.output import Table
from clio.cli.session.session import Session, server_command
from clio.v1.server_service_pb2 import GetServerStatusResponse

HEADINGS = ("component", "kind", "state")
COUNT_HEADINGS = ("since the start", "count")


@click.command("status")
@server_command
async def command(session: Session) -> None:
    """Show the health of the server and its components.

    The exit code is 1 while the server cannot serve. A server without its live stream is degraded.

    \b
    Example:
      clio admin status --server 10.0.0.7:50051
    """  # noqa: D301 (Click's mark for lines to keep)
    status = await session.client.get_server_status()
    if session.out.as_json:
        session.out.document(
            {
                "serving": status.serving,
                "degraded": status.degraded,
                "dependencies": [
                    {"name": one.name, "kind": one.kind, "healthy": one.healthy, "needed": one.needed}
                    for one in status.dependencies
                ],
                "counts": {count.name: count.value for count in status.counts},
            }
        )
    else:
        session.out.line(_state(status))
        rows = [[one.name, one.kind, t("ok") if one.healthy else t("not ok")] for one in status.dependencies]
        session.out.table(Table([t(name) for name in HEADINGS], rows))
        session.out.line()
        counts = [[one.name, str(one.value)] for one in status.counts]
        session.out.table(Table([t(name) for name in COUNT_HEADINGS], counts))
    if not status.serving:
        raise click.exceptions.Exit(ExitCode.REFUSED)


def _state(status: GetServerStatusResponse) -> str:
    if not status.serving:
        return t("The server is not serving.")
    return t("The server is serving, degraded.") if status.degraded else t("The server is serving.")
