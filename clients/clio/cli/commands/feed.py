"""clio feed."""

from contextlib import aclosing

import click

from clio.cli.click_support.options import parse_pairs
from clio.cli.i18n.translate import t
from clio.cli.render.json_output import to_json_value
from clio.cli.session.completion import complete_games
from clio.cli.session.session import Session, server_command
from clio.cli.text.match_text import status_of, turn_in_words
from clio.v1.feed_service_pb2 import Change, ChangeKind, FeedCursor


def _cursor(context: click.Context, parameter: click.Parameter, given: str) -> FeedCursor | None:
    if not given:
        return None
    position, _, mark = given.partition(":")
    try:
        return FeedCursor(position=int(position), mark=bytes.fromhex(mark))
    except ValueError as error:
        raise click.BadParameter(t("a cursor is POSITION:MARK, as the feed prints it"), context, parameter) from error


@click.command("feed")
@click.option("--after", callback=_cursor, default="", metavar="CURSOR", help="Start after this cursor.")
@click.option("--from-now", is_flag=True, help="Start with the next change.")
@click.option("--matches", "of_matches", is_flag=True, help="Show changed matches instead of events.")
@click.option("--game", default="", shell_complete=complete_games, help="Only this game.")
@click.option(
    "--label", "labels", multiple=True, callback=parse_pairs, metavar="NAME=VALUE", help="Only matches with this label."
)
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Only events of this type; may be repeated.")
@click.option("--own", is_flag=True, help="Only matches opened with keys of your namespace.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Stop after N changes.")
@server_command
async def command(  # noqa: PLR0913 (the options of the command line)
    session: Session,
    *,
    after: FeedCursor | None,
    from_now: bool,
    of_matches: bool,
    game: str,
    labels: dict[str, str],
    types: tuple[str, ...],
    own: bool,
    limit: int | None,
) -> None:
    """Follow all matches, one line per change, until you stop it.

    Each line begins with a cursor; start there again with --after.

    \b
    Example:
      clio feed --from-now
      clio feed --type match.Finished --json
    """  # noqa: D301 (Click's mark for lines to keep)
    kind = ChangeKind.CHANGE_KIND_MATCHES if of_matches else ChangeKind.CHANGE_KIND_EVENTS
    feed = session.client.platform.changes(
        after=after, from_now=from_now, kind=kind, game=game, labels=labels, types=types, own=own
    )
    shown = 0
    async with aclosing(aiter(feed)) as changes:
        async for change in changes:
            _print(session, change)
            shown += 1
            if shown == limit:
                return


def _print(session: Session, change: Change) -> None:
    if session.out.as_json:
        session.out.document({"change": to_json_value(change)})
        return
    cursor = f"{change.cursor.position}:{change.cursor.mark.hex()}"
    if change.HasField("match"):
        told = f"{change.match.game} {status_of(change.match)}: {turn_in_words(change.match)}"
    else:
        told = f"{change.event.seq} {change.event.type} {change.event.actor}"
    session.out.line(f"{cursor} {change.match_id} {told}")
