"""clio serve."""

import os
from pathlib import Path

import click

from clio.cli.command_name import command_name
from clio.cli.errors.exit_codes import Failure
from clio.cli.extras import SERVER, require_extras
from clio.cli.i18n.translate import filled, t
from clio.cli.render.output import Output
from clio.cli.session.session import json_option
from clio.client.client import DEFAULT_ADDRESS


@click.command("serve")
@click.option("--host", help="The address to listen on. [CLIO_HOST, else 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65_535), help="The port; 0 for any free one. [CLIO_PORT, else 50051]")
@click.option(
    "--http-port",
    type=click.IntRange(0, 65_535),
    help="The port of the HTTP API; 0 for any free one. [CLIO_HTTP_PORT, else 8080]",
)
@click.option("--data", type=click.Path(path_type=Path), help="The folder of the record. [CLIO_DATA, else data]")
@click.option("--rotate-key", is_flag=True, help="Replace the signing key before serving; old signatures stay valid.")
@click.option("--demo", is_flag=True, help="Have bots play match after match, all games in turn.")
@json_option
def command(  # noqa: PLR0913 (the options of the command line)
    *,
    host: str | None,
    port: int | None,
    http_port: int | None,
    data: Path | None,
    rotate_key: bool,
    demo: bool,
    as_json: bool,
) -> None:
    """Run a server.

    Ctrl-C or SIGTERM stops it after all running calls have finished.
    Where a default port is taken, a free one is used instead.
    Everything else is set by the environment variables CLIO_*.

    \b
    Example:
      clio serve --demo
      clio serve --port 50052 --data /var/lib/clio
    """  # noqa: D301 (Click's mark for lines to keep)
    require_extras(SERVER)
    # Loaded here: the server and all rules come with it.
    from clio.cli.local.server import Addresses, Given, serve  # noqa: PLC0415

    out = Output(as_json=as_json)
    options = {"host": host, "port": port, "http_port": http_port, "data": data}
    chosen: Given = {name: value for name, value in options.items() if value is not None}
    if demo and "CLIO_LOG_LEVEL" not in os.environ:
        # The two commands to try must not scroll away under a log line per call.
        chosen["log_level"] = "warning"
    address, browser = "", ""

    def started(at: Addresses) -> None:
        nonlocal address, browser
        address = at.grpc
        if as_json:
            http = {} if at.http is None else {"http": at.http}
            out.document({"serving": {"address": at.grpc, **http}})
            return
        out.line(filled("Clio is running on {address}. Press Ctrl-C to stop it.", address=at.grpc))
        if at.http is not None:
            browser = filled("Open {url} in a browser to play and watch; the HTTP API is there too.", url=at.http)
        if browser and not demo:
            out.line(browser)

    def demo_started(match_id: str) -> None:
        if as_json:
            out.document({"demo": {"match_id": match_id}})
            return
        there = "" if address == DEFAULT_ADDRESS else f" --server {address}"
        out.line(t("Bots are playing. In another terminal try:"))
        out.line(f"  {command_name()} watch {match_id}{there}")
        out.line(f"  {command_name()} list{there}")
        if browser:
            out.line(browser)

    try:
        serve(chosen, started, demo_started if demo else None, rotate_key=rotate_key)
    except Failure as failure:
        out.failure(failure)
        raise click.exceptions.Exit(failure.code) from failure
