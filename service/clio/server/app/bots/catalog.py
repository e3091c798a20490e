"""The bots that a server offers."""

from typing import Final, NamedTuple

from clio.kernel.message import Message
from clio.server.settings import SettingsError


class ServerBot(NamedTuple):
    """A bot as players choose it."""

    bot: str
    title: Message
    description: Message


KNOWN: Final = (
    ServerBot("random", Message("Random bot"), Message("Plays any legal move. Good for a first try of the rules.")),
    ServerBot(
        "greedy", Message("Greedy bot"), Message("Takes what scores most now. Beats the random bot almost always.")
    ),
    ServerBot(
        "search", Message("Search bot"), Message("Looks ahead. Beats the greedy bot in about three of four matches.")
    ),
)
"""All bots, weakest first."""


def offered(setting: str) -> tuple[ServerBot, ...]:
    """The bots that ``CLIO_BOTS`` names."""
    wanted = {name.strip() for name in setting.split(",") if name.strip()}
    if unknown := wanted - {each.bot for each in KNOWN}:
        raise SettingsError("CLIO_BOTS names an unknown bot: {bot}.", bot=min(unknown))
    return tuple(each for each in KNOWN if each.bot in wanted)
