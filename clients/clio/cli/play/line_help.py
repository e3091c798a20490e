"""Help and points of a match in line mode."""

from clio.cli.i18n.translate import gettext_noop, t
from clio.cli.play.controller import Opponents, PlayController
from clio.cli.play.explanations import Lines, detail_lines, entry_lines, match_help_lines
from clio.cli.render.options import RenderOptions
from clio.cli.render.output import Output
from clio.cli.render.wrap import columns

HINT_KEY = "?"
_KEYS = (
    ("3", gettext_noop("a number of the list: choose that word")),
    (gettext_noop("word"), gettext_noop("a word of the list, or its beginning; a whole move is fine too")),
    (gettext_noop("Enter"), gettext_noop("send the move, once the board shows it")),
    ("u", gettext_noop("undo the last choice")),
    (HINT_KEY, gettext_noop("ask a bot for a move")),
    ("p", gettext_noop("points by rule, and details")),
    ("h", gettext_noop("this help")),
    (gettext_noop("resign"), gettext_noop("give the match up; asks first")),
    ("q", gettext_noop("leave; the match is saved, and the same command resumes it")),
)


def print_explanations(out: Output, controller: PlayController, options: RenderOptions) -> None:
    """Prints what can be typed, the rules that matter now, the cards and the signs."""
    keys = [(t(key), t(meaning)) for key, meaning in _KEYS if key != HINT_KEY or controller.opponents is Opponents.BOTS]
    width = columns()
    _print(out, [*match_help_lines(controller, options, width), *entry_lines(t("What you can type"), keys, width)])


def print_points(out: Output, controller: PlayController) -> None:
    """Prints the points by rule, clocks and offers, and what the board leaves out."""
    _print(out, detail_lines(controller, columns()))


def _print(out: Output, lines: Lines) -> None:
    out.line()
    for line in lines:
        out.line(line.plain.rstrip(), whole=True)
