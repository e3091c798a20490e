"""Table renderer of Akrotiri: market, seats, and the viewer's cards."""

from collections.abc import Iterable, Sequence
from typing import Final

from clio.cli.boards.akrotiri_cards import card_in_short, usefulness
from clio.cli.boards.akrotiri_islands import islands_in_words
from clio.cli.boards.akrotiri_quarter import BOATS, TEMPLES, colour, cube_letter
from clio.cli.i18n.translate import filled, t
from clio.cli.render.canvas import Canvas, Span
from clio.cli.render.component_counts import component_id, counts_of
from clio.cli.render.options import Marks, RenderOptions
from clio.cli.render.styles import BOLD, seat_style
from clio.cli.text.message_text import Names
from clio.v1.akrotiri_pb2 import AkrotiriDifficultyCount, AkrotiriGoal, AkrotiriPlayerView, AkrotiriView
from clio.v1.view_pb2 import View

_DECKS: Final = ("easy", "medium", "hard")
_ROOMY: Final = 24
"""The number of lines from which every card gets its own line."""
_MAX_LINES: Final = 2
_WIDE: Final = 56
"""The number of columns from which the colours of the market are named."""
_MAP_LINES: Final = 16
"""Lines that the map keeps before the islands are listed."""
_BETWEEN: Final = "  "


def draw_table(view: View, names: Names, marks: Marks, options: RenderOptions) -> Canvas:
    """Draws a line each for turn, market and seats, then the hand, and the islands where lines are left."""
    board = view.akrotiri
    canvas = Canvas()
    end = canvas.write(
        0,
        Span(filled("turn {turn}", turn=board.turn), BOLD),
        Span("  " + filled("actions {actions}", actions=board.actions), BOLD),
        Span("  " + t("last round") if board.last_round else "", BOLD),
    )
    piles = "  " + filled("piles: {tiles}, maps {maps}", tiles=board.tile_pile, maps=_decks(board.map_piles))
    if end + len(piles) <= options.columns:
        canvas.put(end, 0, piles)
    _draw_market(canvas, board, marks, roomy=options.columns >= _WIDE)
    for y, player in enumerate(board.players, start=2):
        canvas.write(y, *_player(player, names, options, moves=player.seat == board.seat))
    hand = next((player for player in board.players if player.maps or player.goals or player.choice), None)
    if hand is not None:
        _draw_hand(canvas, hand, marks, options)
    lines_left = max(options.rows - canvas.height - _MAP_LINES, 0) if options.islands else 0
    for line in islands_in_words(board)[:lines_left]:
        canvas.write(canvas.height, *line)
    return canvas


def _draw_market(canvas: Canvas, board: AkrotiriView, marks: Marks, *, roomy: bool) -> None:
    spans = [Span(t("Market"))]
    for row in board.market:
        name = colour(row.colour)
        place = f"market:{name}"
        spans += [
            Span(marks.sign(place), marks.style(place)),
            Span(f"{t(name)}({cube_letter(name)})" if roomy else cube_letter(name), name),
            Span(f" {row.price or '-'}"),
        ]
    canvas.write(1, *spans)


def _player(player: AkrotiriPlayerView, names: Names, options: RenderOptions, *, moves: bool) -> list[Span]:
    name = names.get(player.seat) or filled("seat {seat}", seat=player.seat)
    cargo = "".join(cube_letter(colour(cube)) for cube in sorted(player.cargo))
    points = options.points.get(player.seat)
    parts = [
        filled("{drachmas} dr", drachmas=player.drachmas),
        f"{f'd{player.boat}' if player.HasField('boat') else '-'}[{cargo}]",
        filled("temples {temples}", temples=player.temples)
        if options.columns >= _WIDE
        else f"{TEMPLES[player.seat]}x{player.temples}",
        filled("maps {maps}", maps=_decks(player.map_counts)),
    ]
    return [
        Span(options.pointer if moves else " "),
        Span(f"{BOATS[player.seat]}{TEMPLES[player.seat]} {name:.9}", seat_style(player.seat)),
        Span(f" {points}p" if points is not None else "", BOLD),
        Span(" " + " ".join(parts)),
    ]


def _decks(counts: Iterable[AkrotiriDifficultyCount]) -> str:
    known = counts_of(counts)
    return "/".join(str(known.get(deck, 0)) for deck in _DECKS)


def _draw_hand(canvas: Canvas, hand: AkrotiriPlayerView, marks: Marks, options: RenderOptions) -> None:
    top = canvas.height
    goals = [t(component_id(AkrotiriGoal.DESCRIPTOR, goal)) for goal in [*hand.choice, *hand.goals]]
    cards = [(card.card, card_in_short(hand, card)) for card in sorted(hand.maps, key=usefulness)]
    head = f"{t('Goals')}: {', '.join(goals) or '-'}"
    if options.rows >= _ROOMY:
        canvas.write(top, Span(head))
        for y, (card, text) in enumerate(cards, start=top + 1):
            place = f"card:{card}"
            canvas.write(y, Span(marks.sign(place), marks.style(place)), Span(text))
        return
    short = [f"{marks.sign(f'card:{card}').strip()}{text}" for card, text in cards]
    for y, line in enumerate(_lines([head, *short], options.columns), start=top):
        canvas.put(0, y, line)


def _lines(parts: Sequence[str], columns: int) -> list[str]:
    """Joins the parts into a few lines, because the map needs the others; says how many are left out."""
    lines = [parts[0]]
    for number, part in enumerate(parts[1:], start=1):
        left_out = f" +{len(parts) - number}"
        if len(lines[-1]) + len(_BETWEEN) + len(part) + len(left_out) <= columns:
            lines[-1] += _BETWEEN + part
        elif len(lines) < _MAX_LINES:
            lines.append(part)
        else:
            lines[-1] += left_out
            break
    return [line[:columns] for line in lines]
