"""Texts that explain a match: help, legend, rules that matter now, cards, points and clocks."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.text import Text

from clio.cli.boards.akrotiri_islands import islands_in_words
from clio.cli.boards.guide import Entry, cards_in_words, legend_of, rules_now
from clio.cli.i18n.translate import filled, gettext_noop, t
from clio.cli.play.controller import Opponents, PlayController
from clio.cli.play.points import point_details, points_table
from clio.cli.render.options import RenderOptions
from clio.cli.render.output import printable
from clio.cli.render.styles import BOLD, rich_style
from clio.cli.text.clock_text import fair_play_lines

_MAX_SIGN: Final = 12
_GAP: Final = 2
_KEYS: Final = (
    ("↑ ↓ Enter", gettext_noop("choose; a click does the same")),
    ("a b c", gettext_noop("narrow the list, or write a whole move")),
    ("Esc", gettext_noop("take the last choice back; nothing is sent before you choose to send it")),
    ("?", gettext_noop("ask a bot for a move, in matches against bots")),
    ("F1 F2 F3", gettext_noop("this help; the menu with resigning and offers; points and details")),
    ("← →", gettext_noop("move a board that is larger than its panel; with Shift also up and down")),
    ("Ctrl+Q", gettext_noop("leave; the match is saved, and the same command resumes it")),
)

Lines = list[Text]


def help_lines(controller: PlayController, options: RenderOptions, width: int) -> Lines:
    """Everything that explains the match at this point, and the keys of the screen."""
    keys = [(sign, t(meaning)) for sign, meaning in _KEYS if sign != "?" or controller.opponents is Opponents.BOTS]
    return [*match_help_lines(controller, options, width), *entry_lines(t("Keys"), keys, width)]


def match_help_lines(controller: PlayController, options: RenderOptions, width: int) -> Lines:
    """Everything that explains the match at this point."""
    return [
        *_section(t("Rules that matter now"), rule_lines(controller, width)),
        *_section(t("Cards and characters"), card_lines(controller, width)),
        *_section(t("Signs on the board"), legend_lines(controller, options, width)),
    ]


def entry_lines(title: str, entries: Sequence[Entry], width: int) -> Lines:
    """A section of signs or keys with their meanings."""
    return list(_section(title, _entries(entries, width)))


def detail_lines(controller: PlayController, width: int) -> Lines:
    """Points by rule and what they are for, clocks and offers, and what a small board leaves out."""
    return [
        *_section(t("Points"), table_lines(controller, width)),
        *_section(t("What the points are for"), point_lines(controller, width)),
        *_section(t("Time and offers"), _paragraphs(fair_play_lines(controller.match), width)),
        *_section(t("Islands"), _islands(controller)),
        *_section(t("Cards and characters"), [] if controller.over else card_lines(controller, width)),
    ]


def table_lines(controller: PlayController, width: int) -> Lines:
    """The points by rule."""
    rows = points_table(controller.scores, controller.names, controller.rules, width)
    return [
        Text(printable(row), rich_style(BOLD) if number in (0, len(rows) - 1) else "", no_wrap=True)
        for number, row in enumerate(rows)
    ]


def point_lines(controller: PlayController, width: int) -> Lines:
    """What each seat has its points for."""
    return _entries(list(point_details(controller.scores, controller.names)), width)


def legend_lines(controller: PlayController, options: RenderOptions, width: int) -> Lines:
    """The signs and abbreviations."""
    return _entries(legend_of(controller.match.game, options), width)


def rule_lines(controller: PlayController, width: int) -> Lines:
    """The rules that matter now, with their titles."""
    found = [controller.rules[rule] for rule in rules_now(controller.view) if rule in controller.rules]
    return [line for rule in found for line in _titled(t(rule.title), t(rule.text), width)]


def card_lines(controller: PlayController, width: int) -> Lines:
    """What the cards, characters or sides do."""
    found = cards_in_words(controller.view, controller.components)
    return [line for title, text in found for line in _titled(title, text, width)]


def invitation_lines(controller: PlayController, width: int) -> Lines:
    """What a host sees while seats are free: the code to join, and who is there."""
    match = controller.match
    texts = [
        t("Waiting for players. Others join with:"),
        "",
        f"clio play {match.game} --join {match.match_id}",
        "",
        *(
            filled("seat {seat}", seat=seat.seat) + f": {seat.name if seat.taken else t('free')}"
            for seat in match.seats
        ),
    ]
    lines = [line for text in texts for line in textwrap.wrap(printable(text), width) or [""]]
    return [Text(line, "bold" if "--join" in line else "", no_wrap=True) for line in ["", *lines]]


def headed(title: str, lines: Lines, height: int) -> Lines:
    """A section that fits a panel; where lines are left out, the last one says where they are."""
    if not lines or height < _GAP:
        return []
    shown = [_heading(title), *lines]
    return shown if len(shown) <= height else [*shown[: height - 1], Text(f"… {t('F1 and F3 show all')}")]


def joined(lines: Iterable[Text]) -> Text:
    """Lines as one text."""
    return Text("\n", no_wrap=True).join(lines)


def _islands(controller: PlayController) -> Lines:
    if controller.view.WhichOneof("game") != "akrotiri":
        return []
    return [
        Text.assemble(*((span.text, rich_style(span.style)) for span in line))
        for line in islands_in_words(controller.view.akrotiri)
    ]


def _section(title: str, lines: Sequence[Text]) -> Iterator[Text]:
    if lines:
        yield _heading(title)
        yield from lines
        yield Text()


def _heading(title: str) -> Text:
    return Text(printable(title), "bold underline", no_wrap=True)


def _entries(entries: Sequence[Entry], width: int) -> Lines:
    """Two columns: signs, and their meanings wrapped beside them."""
    column = min(max((len(sign) for sign, _ in entries), default=0), _MAX_SIGN) + _GAP
    lines = []
    for sign, meaning in entries:
        first, *rest = textwrap.wrap(printable(meaning), max(width - column, 10)) or [""]
        if len(sign) + _GAP > column:
            lines.append(Text(printable(sign), "bold", no_wrap=True))
            sign = ""  # noqa: PLW2901 (a sign that is too wide has a line of its own)
        lines.append(Text.assemble((f"{printable(sign):<{column}}", "bold"), first, no_wrap=True))
        lines += [Text(" " * column + line, no_wrap=True) for line in rest]
    return lines


def _titled(title: str, text: str, width: int) -> Lines:
    """A paragraph that begins with its title."""
    title, text = f"{printable(title)}: ", printable(text)
    lines = textwrap.wrap(title + text, width, subsequent_indent="  ")
    first = Text(lines[0], no_wrap=True)
    first.stylize("bold", 0, min(len(title), len(lines[0])))
    return [first, *(Text(line, no_wrap=True) for line in lines[1:])]


def _paragraphs(texts: Iterable[str], width: int) -> Lines:
    return [Text(line, no_wrap=True) for text in texts for line in textwrap.wrap(printable(text), width)]
