"""clio fork."""

import click

from clio.cli.i18n.translate import filled
from clio.cli.render.json_output import to_json_value
from clio.cli.session.archived_signer import signer_of, signer_option
from clio.cli.session.completion import complete_matches
from clio.cli.session.record_source import RecordSource
from clio.cli.session.session import Session, server_command, token_option
from clio.cli.session.tokens import store_token
from clio.client.identifiers import new_token


@click.command("fork")
@click.argument("match", shell_complete=complete_matches)
@click.option(
    "--at", "seq", type=click.IntRange(min=1), metavar="SEQ", help="Fork after this event (default: the last possible)."
)
@click.option("--archived", is_flag=True, help="Use a record from the server's archive.")
@signer_option
@token_option
@server_command
async def command(  # noqa: PLR0913 (the options of the command line)
    session: Session, *, match: str, seq: int | None, archived: bool, signer: str, token: str
) -> None:
    """Open a new match that continues from a point of MATCH.

    It keeps the history so far, has free seats, and shuffles everything hidden again.
    Anyone can fork a match that is over. Only its players can fork one in progress, if the game has no secrets.

    \b
    Example:
      clio fork k3vq --at 40
    """  # noqa: D301 (Click's mark for lines to keep)
    match_id = match if archived else await session.match_id(match)
    holding = session.holding(match_id)
    token = token or holding.host or next(iter(holding.seats.values()), "")
    host_token = new_token()
    source = RecordSource(
        session.client, match_id, token, archived=archived, signer_key=await signer_of(session, match_id, signer)
    )
    done = await source.fork(seq or 0, host_token)
    store_token(session.out, host_token, lambda: session.tokens.keep_host(done.match.match_id, host_token))
    if session.out.as_json:
        session.out.document({"match": to_json_value(done.match)})
        return
    session.out.line(
        filled(
            "Forked match {match} after event {seq}: {fork}",
            match=match_id,
            seq=done.match.forked_from.seq,
            fork=done.match.match_id,
        )
    )
    session.out.line(filled("Take a seat with: clio join {match} --name NAME", match=done.match.match_id))
