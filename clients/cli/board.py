"""A board of any game as facts and tables."""

from collections.abc import Sequence

from google.protobuf.message import Message

from clients.cli.output import Output, Table
from clients.cli.plain import fields_of, is_map
from clients.cli.words import Names, field_in_words, label
from clio.v1.view_pb2 import View


def show_board(out: Output, view: View, names: Names) -> None:
    """Draws the game's own part of a view; nothing before the start."""
    game = view.WhichOneof("game")
    if game is None:
        return
    board: Message = getattr(view, game)
    tables = []
    facts = []
    for field in fields_of(board):
        if field.has_presence and not board.HasField(field.name):
            continue
        value = getattr(board, field.name)
        if field.is_repeated and field.message_type is not None and not is_map(field):
            tables.append(_table(label(field.name), value, names))
        else:
            facts.append((label(field.name), field_in_words(field, value, names) or "-"))
    width = max((len(name) for name, _ in facts), default=0)
    for name, text in facts:
        out.line(f"  {name:<{width}}  {text}")
    for table in tables:
        out.line()
        out.table(table)


def _table(title: str, rows: Sequence[Message], names: Names) -> Table:
    if not rows:
        return Table(["-"], [], title)
    fields = fields_of(rows[0])
    return Table(
        columns=[label(field.name) for field in fields],
        rows=[
            [
                ""
                if field.has_presence and not row.HasField(field.name)
                else field_in_words(field, getattr(row, field.name), names)
                for field in fields
            ]
            for row in rows
        ],
        title=title,
    )
