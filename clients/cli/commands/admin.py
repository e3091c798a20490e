"""clio admin."""

import click

from clients.cli.lazy_group import LazyGroup

MODULES = {
    "status": "clients.cli.admin.status",
    "migrate": "clients.cli.admin.migrate",
    "copy": "clients.cli.admin.copy",
    "backup": "clients.cli.admin.backup",
    "verify-backup": "clients.cli.admin.verify_backup",
    "restore": "clients.cli.admin.restore",
    "keys": "clients.cli.admin.keys",
    "archive": "clients.cli.admin.archive",
    "projections": "clients.cli.admin.projections",
}


@click.group("admin", cls=LazyGroup, modules=MODULES)
def command() -> None:
    """Look after a server and its record.

    \b
    Example:
      clio admin status
    """  # noqa: D301 (Click's mark for lines to keep)
