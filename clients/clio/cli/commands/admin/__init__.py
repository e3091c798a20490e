"""clio admin."""

import click

from clio.cli.click_support.lazy_group import LazyGroup

MODULES = {
    "status": "clio.cli.commands.admin.status",
    "migrate": "clio.cli.commands.admin.migrate",
    "copy": "clio.cli.commands.admin.copy",
    "backup": "clio.cli.commands.admin.backup",
    "verify-backup": "clio.cli.commands.admin.verify_backup",
    "restore": "clio.cli.commands.admin.restore",
    "keys": "clio.cli.commands.admin.keys",
    "names": "clio.cli.commands.admin.names",
    "archive": "clio.cli.commands.admin.archive",
    "projections": "clio.cli.commands.admin.projections",
}


@click.group("admin", cls=LazyGroup, modules=MODULES)
def command() -> None:
    """Administer a server and its data.

    \b
    Example:
      clio admin status
    """  # noqa: D301 (Click's mark for lines to keep)
