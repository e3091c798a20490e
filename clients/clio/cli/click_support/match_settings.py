"""Options for the settings of a new match: title, labels, visibility, invitation, reserved seats, private names."""

import secrets
from collections.abc import Callable
from typing import Any, Final, TypedDict, TypeVar

import click

from clio.cli.click_support.options import parse_pairs
from clio.cli.i18n.translate import t
from clio.client.match_settings import MatchSettings
from clio.v1.match_pb2 import SeatReservation, Visibility

Command = TypeVar("Command", bound=Callable[..., Any])
VISIBILITIES: Final = {
    "public": Visibility.VISIBILITY_PUBLIC,
    "unlisted": Visibility.VISIBILITY_UNLISTED,
    "invited": Visibility.VISIBILITY_INVITED,
}


class GivenSettings(TypedDict):
    """The values of the options."""

    title: str
    external_id: str
    labels: dict[str, str]
    visibility: str
    invite: str
    reserved: tuple[SeatReservation, ...]
    private_names: bool


def _reservations(
    context: click.Context, parameter: click.Parameter, given: tuple[str, ...]
) -> tuple[SeatReservation, ...]:
    """Parses SEAT=key:NAMESPACE and SEAT=code:CODE."""
    found = []
    for text in given:
        seat, _, holder = text.partition("=")
        kind, _, value = holder.partition(":")
        if not seat.isdigit() or not value or kind not in ("key", "code"):
            raise click.BadParameter(t("write it as SEAT=key:NAMESPACE or SEAT=code:CODE"), context, parameter)
        number = int(seat)
        for_key = kind == "key"
        found.append(
            SeatReservation(seat=number, namespace=value) if for_key else SeatReservation(seat=number, code=value)
        )
    return tuple(found)


_OPTIONS: Final = (
    click.option("--title", default="", help="A title for the match."),
    click.option("--external-id", default="", metavar="ID", help="An id of your own for the match."),
    click.option(
        "--label", "labels", multiple=True, callback=parse_pairs, metavar="NAME=VALUE", help="A label for the match."
    ),
    click.option(
        "--visibility", type=click.Choice(list(VISIBILITIES)), default="public", help="Who may see the match."
    ),
    click.option("--invite", default="", metavar="CODE", help="The invitation code (default: a random one if needed)."),
    click.option(
        "--reserve",
        "reserved",
        multiple=True,
        callback=_reservations,
        metavar="SEAT=HOLDER",
        help="Reserve a seat: SEAT=key:NAMESPACE or SEAT=code:CODE.",
    ),
    click.option("--private-names", is_flag=True, help="Record pseudonyms instead of the players' names."),
)


def settings_options(command: Command) -> Command:
    """Adds the options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def read_settings(given: GivenSettings) -> MatchSettings:
    """The settings that the options name; an invited match without a code gets one."""
    invite = given["invite"]
    if given["visibility"] == "invited" and not invite:
        invite = secrets.token_urlsafe(16)
    return MatchSettings(
        title=given["title"],
        external_id=given["external_id"],
        labels=given["labels"],
        visibility=VISIBILITIES[given["visibility"]],
        invite_code=invite,
        reservations=given["reserved"],
        private_names=given["private_names"],
    )
