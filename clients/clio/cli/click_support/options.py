"""Options that several commands share: NAME=VALUE pairs, a signer's public key, an SVG file."""

from pathlib import Path
from typing import Final

import click

from clio.cli.i18n.translate import t

_KEY_DIGITS: Final = 64


def parse_pairs(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    """Parses the values of an option of the form NAME=VALUE."""
    pairs = [option.partition("=") for option in given]
    if not all(equals for _, equals, _ in pairs):
        raise click.BadParameter(t("write it as NAME=VALUE"), context, parameter)
    return {name: value for name, _, value in pairs}


pairs_option = click.option(
    "--option", "options", multiple=True, callback=parse_pairs, metavar="NAME=VALUE", help="An option of the game."
)


def _parse_key(context: click.Context, parameter: click.Parameter, given: str) -> str:
    if given and (len(given) != _KEY_DIGITS or set(given.lower()) - set("0123456789abcdef")):
        raise click.BadParameter(t("a public key is 64 hex digits"), context, parameter)
    return given.lower()


key_option = click.option(
    "--key", default="", callback=_parse_key, metavar="HEX", help="Require a signature of this public key."
)
svg_option = click.option(
    "--svg",
    "svg_file",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    metavar="FILE",
    help="Draw an SVG into FILE; - for standard output.",
)
