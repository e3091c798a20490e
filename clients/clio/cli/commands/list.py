"""clio list."""

from collections.abc import AsyncIterable, Sequence
from datetime import UTC, datetime

import click

from clio.cli.click_support.options import parse_pairs
from clio.cli.i18n.translate import counted, t
from clio.cli.render.json_output import to_json_value
from clio.cli.render.output import Table
from clio.cli.session.completion import complete_games, complete_rules
from clio.cli.session.servers import is_own_session, sessions
from clio.cli.session.session import Session, server_command
from clio.cli.text.match_text import seats_in_words, status_of
from clio.client.client import LARGEST_PAGE
from clio.v1.match_pb2 import Match, MatchResult, MatchStatus
from clio.v1.match_service_pb2 import MatchOrder

STATUSES = {
    "open": MatchStatus.MATCH_STATUS_OPEN,
    "playing": MatchStatus.MATCH_STATUS_PLAYING,
    "finished": MatchStatus.MATCH_STATUS_FINISHED,
    "aborted": MatchStatus.MATCH_STATUS_ABORTED,
}

RESULTS = {
    "won": MatchResult.MATCH_RESULT_WON,
    "shared": MatchResult.MATCH_RESULT_SHARED,
    "lost": MatchResult.MATCH_RESULT_LOST,
}
ORDERS = {"newest": MatchOrder.MATCH_ORDER_NEWEST, "updated": MatchOrder.MATCH_ORDER_LAST_UPDATED}
MOMENT = click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"])
HEADINGS = ("match", "game", "status", "events", "last event", "players")
ARCHIVE_HEADINGS = ("foreign match", "game", "status", "events", "source", "signed by", "players")
AGES = (
    ("1 day ago", "{number} days ago", 86_400),
    ("1 hour ago", "{number} hours ago", 3_600),
    ("1 minute ago", "{number} minutes ago", 60),
    ("1 second ago", "{number} seconds ago", 1),
)


@click.command("list")
@click.option("--game", default="", shell_complete=complete_games, help="Only this game.")
@click.option("--status", type=click.Choice(list(STATUSES)), help="Only matches with this status.")
@click.option("--player", default="", metavar="NAME", help="Only matches with a player of this name.")
@click.option(
    "--option",
    "options",
    multiple=True,
    callback=parse_pairs,
    metavar="NAME=VALUE",
    help="Only matches with this option.",
)
@click.option("--since", type=MOMENT, metavar="TIME", help="Only matches opened at this time (UTC) or later.")
@click.option("--before", type=MOMENT, metavar="TIME", help="Only matches opened before this time (UTC).")
@click.option(
    "--result", type=click.Choice(list(RESULTS)), help="Only matches with this result; lost means lost to the game."
)
@click.option("--winner", default="", metavar="NAME", help="Only matches won by a player of this name.")
@click.option(
    "--decided-by", default="", shell_complete=complete_rules, metavar="RULE", help="Only matches decided by this rule."
)
@click.option("--external-id", default="", metavar="ID", help="Only your match with this external id.")
@click.option(
    "--label", "labels", multiple=True, callback=parse_pairs, metavar="NAME=VALUE", help="Only matches with this label."
)
@click.option("--own", is_flag=True, help="Only matches opened with keys of your namespace.")
@click.option("--my-turn", is_flag=True, help="Only matches in which a seat of your namespace is to move.")
@click.option("--to-move", default="", metavar="NAME", help="Only matches in which this player is to move.")
@click.option(
    "--free", type=click.IntRange(min=0), default=0, metavar="N", help="Only matches with N free seats or more."
)
@click.option(
    "--updated-since", type=MOMENT, metavar="TIME", help="Only matches with an event at this time (UTC) or later."
)
@click.option("--order", type=click.Choice(list(ORDERS)), default="newest", help="The order of the list.")
@click.option("--archived", is_flag=True, help="Use the records in the server's archive.")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="Maximum number of results.")
@server_command
async def command(  # noqa: PLR0913 (the options of the command line)
    session: Session,
    *,
    game: str,
    status: str | None,
    player: str,
    options: dict[str, str],
    since: datetime | None,
    before: datetime | None,
    result: str | None,
    winner: str,
    decided_by: str,
    external_id: str,
    labels: dict[str, str],
    own: bool,
    my_turn: bool,
    to_move: str,
    free: int,
    updated_since: datetime | None,
    order: str,
    archived: bool,
    limit: int,
) -> None:
    """List matches, newest first: the server's and your own.

    \b
    Example:
      clio list --status playing
      clio list --game akros --option board=standard --since 2026-11-01 --winner Ada
    """  # noqa: D301 (Click's mark for lines to keep)
    if archived:
        await _list_archive(session, game, limit)
        return
    async with sessions(session) as asked:
        found = [
            (match, each)
            for each in asked
            for match in await _first(
                limit,
                each.client.list_matches(
                    game=game,
                    status=STATUSES[status] if status else MatchStatus.MATCH_STATUS_UNSPECIFIED,
                    player=player,
                    page_size=min(limit, LARGEST_PAGE),
                    options=options,
                    create_time_from=since,
                    create_time_before=before,
                    result=RESULTS[result] if result else MatchResult.MATCH_RESULT_UNSPECIFIED,
                    winner=winner,
                    decided_by=decided_by,
                    external_id=external_id,
                    labels=labels,
                    own=own,
                    my_turn=my_turn,
                    player_to_move=to_move,
                    min_free_seats=free,
                    update_time_from=updated_since,
                    order=ORDERS[order],
                ),
            )
        ]
    by_update = ORDERS[order] == MatchOrder.MATCH_ORDER_LAST_UPDATED
    found.sort(key=lambda row: _moment(row[0], by_update=by_update), reverse=True)
    _show(session, found[:limit], several=len(asked) > 1)


async def _first(limit: int, matches: AsyncIterable[Match]) -> list[Match]:
    found: list[Match] = []
    async for match in matches:
        found.append(match)
        if len(found) == limit:
            break
    return found


def _moment(match: Match, *, by_update: bool) -> datetime:
    return (match.update_time if by_update else match.create_time).ToDatetime(UTC)


def _show(session: Session, found: Sequence[tuple[Match, Session]], *, several: bool) -> None:
    out = session.out
    if out.as_json:
        out.document({"matches": [{**to_json_value(match), "server": source.tokens.server} for match, source in found]})
        return
    if not found:
        out.line(t("No matches found."))
        return
    rows = [
        [
            match.match_id,
            match.game,
            status_of(match),
            str(match.seq),
            _ago(match),
            seats_in_words(match),
            *([t("own") if is_own_session(source) else source.tokens.server] if several else []),
        ]
        for match, source in found
    ]
    headings = (*HEADINGS, *(["server"] if several else []))
    out.table(Table([t(name) for name in headings], rows))


async def _list_archive(session: Session, game: str, limit: int) -> None:
    found = []
    async for archived in session.client.archive.list_records(game):
        found.append(archived)
        if len(found) == limit:
            break
    if session.out.as_json:
        session.out.document({"archived": [to_json_value(item) for item in found]})
        return
    if not found:
        session.out.line(t("The archive is empty."))
        return
    rows = [
        [
            item.match.match_id,
            item.match.game,
            status_of(item.match),
            str(item.match.seq),
            item.source or "-",
            item.signer_key.hex()[:16],
            seats_in_words(item.match),
        ]
        for item in found
    ]
    session.out.table(Table([t(name) for name in ARCHIVE_HEADINGS], rows))


def _ago(match: Match) -> str:
    seconds = int((datetime.now(UTC) - match.update_time.ToDatetime(UTC)).total_seconds())
    for one, several, size in AGES:
        if seconds >= size:
            return counted(one, several, seconds // size)
    return t("now")
