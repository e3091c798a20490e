"""Table renderer of Akrotiri: market, seats, and the viewer's cards."""

from collections.abc import Iterable, Sequence
from typing import Final

from clio.cli.boards.akrotiri_map import BOATS, TEMPLES, colour, cube_letter
from clio.cli.i18n.translate import filled, t
from clio.cli.render.canvas import Canvas, Span
from clio.cli.render.component_counts import component_id, counts_of
from clio.cli.render.options import Marks, RenderOptions
from clio.cli.render.styles import BOLD, seat_style
from clio.cli.text.message_text import Names
from clio.v1.akrotiri_pb2 import (
    AkrotiriDifficultyCount,
    AkrotiriGoal,
    AkrotiriMapView,
    AkrotiriPlayerView,
    AkrotiriSide,
    AkrotiriTerrain,
)
from clio.v1.view_pb2 import View

_DECKS: Final = ("easy", "medium", "hard")
_ROOMY: Final = 24
"""The number of lines from which every card gets its own line."""
_MAX_LINES: Final = 4
_BETWEEN: Final = "  "
SIDES: Final = {"n": "north|N", "e": "east|E", "s": "south|S", "w": "west|W"}


def draw_table(view: View, names: Names, marks: Marks, options: RenderOptions) -> Canvas:
    """Draws a line each for turn, market and seats, then the hand."""
    board = view.akrotiri
    canvas = Canvas()
    canvas.write(
        0,
        Span(filled("turn {turn}", turn=board.turn), BOLD),
        Span("  " + filled("actions {actions}", actions=board.actions), BOLD),
        Span("  " + t("last round") if board.last_round else "", BOLD),
        Span("  " + filled("piles: {tiles}, maps {maps}", tiles=board.tile_pile, maps=_decks(board.map_piles))),
    )
    spans = [Span(t("Market"))]
    for row in board.market:
        name = colour(row.colour)
        place = f"market:{name}"
        price = row.price or "-"
        spans += [
            Span(marks.sign(place), marks.style(place)),
            Span(f"{t(name)}({cube_letter(name)})", name),
            Span(f" {price}"),
        ]
    canvas.write(1, *spans)
    for y, player in enumerate(board.players, start=2):
        canvas.write(y, *_player(player, names, options, moves=player.seat == board.seat))
    hand = next((player for player in board.players if player.maps or player.goals or player.choice), None)
    if hand is not None:
        _draw_hand(canvas, hand, marks, options)
    return canvas


def _player(player: AkrotiriPlayerView, names: Names, options: RenderOptions, *, moves: bool) -> list[Span]:
    name = names.get(player.seat) or filled("seat {seat}", seat=player.seat)
    cargo = "".join(cube_letter(colour(cube)) for cube in player.cargo)
    tile = player.tile if player.HasField("tile") else "?" if player.has_tile else "-"
    signs = BOATS[player.seat] + TEMPLES[player.seat]
    parts = [
        filled("{drachmas} dr", drachmas=player.drachmas),
        f"{t('boat')} {f'd{player.boat}' if player.HasField('boat') else '-'}[{cargo}]",
        filled("temples {temples}", temples=player.temples),
        f"{t('tile')} {tile}",
        _decks(player.map_counts),
    ]
    return [
        Span(options.pointer if moves else " "),
        Span(f"{signs} {name:.9}", seat_style(player.seat)),
        Span(" " + " ".join(parts)),
    ]


def _decks(counts: Iterable[AkrotiriDifficultyCount]) -> str:
    known = counts_of(counts)
    return "/".join(str(known.get(deck, 0)) for deck in _DECKS)


def _draw_hand(canvas: Canvas, hand: AkrotiriPlayerView, marks: Marks, options: RenderOptions) -> None:
    top = canvas.height
    goals = [t(component_id(AkrotiriGoal.DESCRIPTOR, goal)) for goal in [*hand.choice, *hand.goals]]
    cards = [(card.card, _card(card)) for card in hand.maps]
    if options.rows >= _ROOMY:
        canvas.write(top, Span(f"{t('Goals')}: {', '.join(goals) or '-'}"))
        for y, (card, text) in enumerate(cards, start=top + 1):
            place = f"card:{card}"
            canvas.write(y, Span(marks.sign(place), marks.style(place)), Span(text))
        return
    short = [f"{marks.sign(f'card:{card}').strip()}{text}" for card, text in cards]
    for y, line in enumerate(_lines(f"{t('Hand')}: ", [*short, ", ".join(goals)], options.columns), start=top):
        canvas.put(0, y, line)


def _lines(begin: str, parts: Sequence[str], columns: int) -> list[str]:
    """Joins the parts into a few lines, because the map needs the others."""
    lines = [begin + parts[0]]
    for part in filter(None, parts[1:]):
        if len(lines[-1]) + len(part) + len(_BETWEEN) <= columns:
            lines[-1] += _BETWEEN + part
        else:
            lines.append(" " + part)
    cut = [f"{lines[_MAX_LINES - 1][: columns - 1]}…"] if len(lines) > _MAX_LINES else lines[_MAX_LINES - 1 :]
    return [*lines[: _MAX_LINES - 1], *cut]


def _card(card: AkrotiriMapView) -> str:
    """A map card: id, requirements by side, cost, points, and the number of fitting sites."""
    needs = " ".join(
        t(SIDES[component_id(AkrotiriSide.DESCRIPTOR, need.side)]).rpartition("|")[2]
        + str(need.icons)
        + t(component_id(AkrotiriTerrain.DESCRIPTOR, need.terrain))[:1].upper()
        for need in card.needs
    )
    return f"{card.card} {needs} {card.cost}dr {card.points}p" + (f" x{len(card.sites)}" if card.sites else "")
