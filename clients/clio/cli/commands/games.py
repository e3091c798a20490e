"""clio games."""

import click

from clio.cli.i18n.translate import t
from clio.cli.local.games import local_games
from clio.cli.render.json_output import to_json_value
from clio.cli.render.output import Output, Table
from clio.cli.session.session import json_option, key_option, run_command, server_option, server_session
from clio.v1.game_pb2 import GameOption

HEADINGS = ("game", "title", "seats", "rules", "designers")
OPTION_HEADINGS = ("game", "option", "values", "about")


@click.command("games")
@json_option
@key_option
@server_option
def command(*, server: str | None, key_file: str, as_json: bool) -> None:
    """List the games, their seats and their options. No server is needed.

    With --server the games are that server's. The first value of an option is its default.

    \b
    Example:
      clio games
    """  # noqa: D301 (Click's mark for lines to keep)
    out = Output(as_json=as_json)
    run_command(out, _listed(out, server, key_file))


async def _listed(out: Output, server: str | None, key_file: str) -> None:
    games = local_games()
    if server is not None:
        async with server_session(out, server, key_file) as session:
            games = await session.client.list_games().all()
    if out.as_json:
        out.document({"games": [to_json_value(game) for game in games]})
        return
    rows = [
        [game.game, game.title, ", ".join(map(str, game.seats)), game.rules_version, ", ".join(game.designers)]
        for game in games
    ]
    with out.paged():
        out.table(Table([t(name) for name in HEADINGS], rows))
        out.line()
        options = [
            [game.game, option.option, _values(option), t(option.help)] for game in games for option in game.options
        ]
        out.table(Table([t(name) for name in OPTION_HEADINGS], options, t("Options, given with --option NAME=VALUE")))


def _values(option: GameOption) -> str:
    return " | ".join(dict.fromkeys((option.default_value, *option.values)))
