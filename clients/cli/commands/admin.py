"""clio admin."""

import click

from clients.cli.lazy_group import LazyGroup

MODULES = {"projections": "clients.cli.admin.projections"}


@click.group("admin", cls=LazyGroup, modules=MODULES)
def command() -> None:
    """Look after a server.

    \b
    Example:
      clio admin projections list
    """  # noqa: D301 (Click's mark for lines to keep)
