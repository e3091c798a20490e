"""clio admin status."""

import click

from clients.cli.exit_codes import ExitCode
from clients.cli.output import Table
from clients.cli.session import Session, talks


@click.command("status")
@talks
async def command(session: Session) -> None:
    """Show what the server stands on, and how each part does.

    The exit code is 1 while the server cannot serve. A server without its live stream serves, degraded.

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
        state = "serving" if status.serving else "not serving"
        session.out.line(f"The server is {state}{', degraded' if status.serving and status.degraded else ''}.")
        rows = [[one.name, one.kind, "well" if one.healthy else "not well"] for one in status.dependencies]
        session.out.table(Table(["stands on", "kind", "is"], rows))
        session.out.table(Table(["since the start", "count"], [[one.name, str(one.value)] for one in status.counts]))
    if not status.serving:
        raise click.exceptions.Exit(ExitCode.REFUSED)
