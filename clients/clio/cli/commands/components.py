"""clio components."""

import click

from clio.cli.boards.board import show_fields
from clio.cli.i18n.translate import filled
from clio.cli.render.json_output import to_json_value
from clio.cli.session.completion import complete_games
from clio.cli.session.session import Session, server_command


@click.command("components")
@click.argument("game", shell_complete=complete_games)
@click.option("--data", "data_set", metavar="NAME", default="", help="The data set (default: the game's standard one).")
@server_command
async def command(session: Session, game: str, data_set: str) -> None:
    """Show what is printed on the components of GAME.

    Tiles, cards, boards, prices and scoring tables, with the digest that records name.

    \b
    Example:
      clio components akros --data full-hexagon
    """  # noqa: D301 (Click's mark for lines to keep)
    components = await session.client.get_components(game, data_set)
    if session.out.as_json:
        session.out.document({"components": to_json_value(components)})
        return
    session.out.line(
        filled(
            "{game}, data set {data}, digest {digest}",
            game=components.game,
            data=components.data_set,
            digest=components.digest.hex(),
        )
    )
    typed = components.WhichOneof("components")
    if typed is None:
        session.out.line(components.content.decode())
    else:
        show_fields(session.out, getattr(components, typed), {})
