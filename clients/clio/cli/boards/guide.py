"""Guides to the games: the signs on the board, the rules that matter now, and what the cards do."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Final, Protocol, cast

from clio.cli.i18n.translate import gettext_noop, t
from clio.cli.render.options import RenderOptions
from clio.v1.components_pb2 import Components
from clio.v1.view_pb2 import View

Entry = tuple[str, str]
"""A sign or a title, and what it means."""

_GUIDED: Final = frozenset({"akros", "akrotiri", "amphipolis"})
_MARKS: Final = (
    (">", gettext_noop("can be chosen now")),
    ("#", gettext_noop("is chosen")),
    ("*", gettext_noop("changed with the last move")),
)


class Guide(Protocol):
    """A module that explains one game."""

    def legend(self, options: RenderOptions) -> Sequence[Entry]:
        """The signs and abbreviations on the board."""

    def rules_now(self, view: View) -> Sequence[str]:
        """The ids of the rules that matter at this point of a match."""

    def cards(self, view: View, components: Components | None) -> Iterator[Entry]:
        """What the cards, characters or sides that the viewer sees do."""


def guide_to(game: str) -> Guide | None:
    """The guide to a game; None for a game that Clio does not ship."""
    return cast("Guide", import_module(f"clio.cli.boards.{game}_guide")) if game in _GUIDED else None


def legend_of(game: str, options: RenderOptions) -> list[Entry]:
    """The marks that all boards have, then the signs of the game's own board."""
    guide = guide_to(game)
    own = list(guide.legend(options)) if guide is not None else []
    turn = (options.pointer, t("the player to move; the choice that Enter takes"))
    return [turn, *((sign, t(meaning)) for sign, meaning in _MARKS), *own]


def rules_now(view: View) -> Sequence[str]:
    """The ids of the rules that matter now."""
    guide = guide_to(view.match.game)
    return guide.rules_now(view) if guide is not None and view.WhichOneof("game") is not None else ()


def cards_in_words(view: View, components: Components | None) -> list[Entry]:
    """What the cards, characters or sides do."""
    guide = guide_to(view.match.game)
    return list(guide.cards(view, components)) if guide is not None and view.WhichOneof("game") is not None else []
