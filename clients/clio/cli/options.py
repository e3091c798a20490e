"""Options of the form NAME=VALUE."""

import click

from clio.cli.i18n.translate import t


def pairs(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    """The pairs that were given."""
    pairs = [option.partition("=") for option in given]
    if not all(equals for _, equals, _ in pairs):
        raise click.BadParameter(t("write it as NAME=VALUE"), context, parameter)
    return {name: value for name, _, value in pairs}
