"""What ``clio play`` offers without a game: matches to resume or to join, and games to begin."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from clio.cli.command_name import command_name
from clio.cli.i18n.translate import counted, t
from clio.cli.local.games import local_games
from clio.cli.play.saved_matches import SavedMatches
from clio.cli.render.json_output import Plain, to_json_value
from clio.cli.render.output import Output
from clio.cli.session.own_server import OWN_SERVER, has_own_record
from clio.cli.session.session import Session, normalised, own_session, server_session
from clio.cli.text.match_text import seats_in_words, turn_in_words
from clio.client.address_probe import answers
from clio.client.client import DEFAULT_ADDRESS
from clio.client.errors import ClioError, NotFoundError
from clio.v1.game_pb2 import Game
from clio.v1.match_pb2 import Match, MatchStatus

_MAX_LISTED: Final = 10
_OVER: Final = (MatchStatus.MATCH_STATUS_FINISHED, MatchStatus.MATCH_STATUS_ABORTED)


@dataclass(frozen=True, slots=True)
class _Choice:
    """A command, and what it leads to."""

    command: str
    about: str
    fields: dict[str, Plain]


async def list_choices(out: Output, server: str | None) -> None:
    """Lists what can be resumed, joined or begun; a server that does not run has nothing to offer."""
    resumed: list[_Choice] = []
    joined: list[_Choice] = []
    address = normalised(server or DEFAULT_ADDRESS)
    if server in {None, OWN_SERVER} and has_own_record() and SavedMatches(OWN_SERVER).all():
        async with own_session(out) as own:
            resumed += await _resumable(own)
    if server != OWN_SERVER and await answers(address):
        option = ("--server", address) if address != DEFAULT_ADDRESS else ()
        try:
            async with server_session(out, server) as session:
                resumed += await _resumable(session, option)
                joined += await _joinable(session, option)
        except ClioError as error:
            # What runs there may be no Clio server, or one that asks for a key.
            out.aside(f"{address}: {error.message}")
    begun = [_beginning(game) for game in local_games()]
    _show(out, [(t("Resume"), "resume", resumed), (t("Join"), "join", joined), (t("Start"), "begin", begun)])


async def _resumable(session: Session, option: Sequence[str] = ()) -> list[_Choice]:
    found = []
    for saved in SavedMatches(session.tokens.server).all()[:_MAX_LISTED]:
        try:
            match = await session.client.get_match(saved.match_id)
        except NotFoundError:
            continue
        if match.status not in _OVER:
            found.append(_choice(match, option))
    return found


async def _joinable(session: Session, option: Sequence[str]) -> list[_Choice]:
    found: list[_Choice] = []
    async for match in session.client.list_matches(status=MatchStatus.MATCH_STATUS_OPEN, min_free_seats=1):
        if not session.holding(match.match_id).seats:
            found.append(_choice(match, option))
        if len(found) == _MAX_LISTED:
            break
    return found


def _choice(match: Match, option: Sequence[str]) -> _Choice:
    command = (command_name(), "play", match.game, "--join", match.match_id, *option)
    return _Choice(
        " ".join(command), f"{seats_in_words(match)}; {turn_in_words(match)}", {"match": to_json_value(match)}
    )


def _beginning(game: Game) -> _Choice:
    few, most = min(game.seats), max(game.seats)
    players = counted("{number} player", "{number} players", most) if few == most else _from_to(few, most)
    command = (command_name(), "play", game.game, "--new", *(("--seats", "N") if few != most else ()))
    return _Choice(" ".join(command), f"{game.title}, {players}", {"game": game.game})


def _from_to(few: int, most: int) -> str:
    return counted("{few} to {number} player", "{few} to {number} players", most, few=few)


def _show(out: Output, groups: Sequence[tuple[str, str, Sequence[_Choice]]]) -> None:
    if out.as_json:
        out.document({name: [{"command": each.command, **each.fields} for each in found] for _, name, found in groups})
        return
    for number, (title, _, found) in enumerate(group for group in groups if group[2]):
        if number:
            out.line()
        out.line(title)
        _list(out, found)


def _list(out: Output, found: Iterable[_Choice]) -> None:
    for each in found:
        out.line(f"  {each.command}", whole=True)
        out.line(f"      {each.about}")
