"""clio games."""

import click

from clio.cli.i18n.translate import t
from clio.cli.render.json_output import to_json_value
from clio.cli.render.output import Table
from clio.cli.session.session import Session, server_command

HEADINGS = ("game", "title", "seats", "options", "rules", "designers")


@click.command("games")
@server_command
async def command(session: Session) -> None:
    """List the games, their seats and their options.

    \b
    Example:
      clio games
    """  # noqa: D301 (Click's mark for lines to keep)
    games = await session.client.list_games()
    if session.out.as_json:
        session.out.document({"games": [to_json_value(game) for game in games]})
        return
    rows = [
        [
            game.game,
            game.title,
            ", ".join(map(str, game.seats)),
            ", ".join(f"{option.option}={' | '.join(option.values)}" for option in game.options),
            game.rules_version,
            ", ".join(game.designers),
        ]
        for game in games
    ]
    session.out.table(Table([t(name) for name in HEADINGS], rows))
