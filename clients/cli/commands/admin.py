"""clio admin."""

from typing import Final

import click

from clients.cli.lazy_group import LazyGroup

_MODULES: Final = {
    "status": "clients.cli.commands.admin_status",
    "migrate": "clients.cli.commands.admin_migrate",
    "copy": "clients.cli.commands.admin_copy",
}


@click.group("admin", cls=LazyGroup, modules=_MODULES)
def command() -> None:
    """Look after a server and its record."""
