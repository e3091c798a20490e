"""Errors about bots as failures of commands."""

from typing import TYPE_CHECKING

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled
from clio.cli.session.similar_names import did_you_mean

if TYPE_CHECKING:
    from clio.bots.bot import BotError


def no_such_bot(error: "BotError") -> Failure:
    """The failure of a command that named a bot which does not exist; suggests one with a similar name."""
    from clio.bots.registry import KINDS  # noqa: PLC0415 (bots are loaded only where they play)

    suggestion = did_you_mean(str(error.values.get("bot", "")), KINDS)
    return Failure(ExitCode.NOT_FOUND, "BOT_NOT_FOUND", filled(error.template, **error.values) + suggestion)
