"""How commands that verify end: the exit code names the level that failed."""

from typing import Final

import click

from clio.cli.exit_codes import ExitCode
from clio.cli.i18n.translate import t

LEVEL_CODES: Final = {
    0: ExitCode.OK,
    1: ExitCode.NO_INTEGRITY,
    2: ExitCode.NO_FAIRNESS,
    3: ExitCode.NO_LEGALITY,
    4: ExitCode.WRONG_RESULT,
    5: ExitCode.NOT_JUDGED,
}
_KEY_DIGITS: Final = 64


def _key(context: click.Context, parameter: click.Parameter, given: str) -> str:
    if given and (len(given) != _KEY_DIGITS or set(given.lower()) - set("0123456789abcdef")):
        raise click.BadParameter(t("a public key is 64 hex digits"), context, parameter)
    return given.lower()


key_option = click.option("--key", default="", callback=_key, metavar="HEX", help="Demand that this key signed.")
