"""Map cards and goal cards of Akrotiri in words: what they ask, what they are worth, and where they fit."""

from collections.abc import Iterator
from typing import Final

from clio.cli.boards.akrotiri_quarter import terrain_letter
from clio.cli.i18n.translate import filled, gettext_noop, t
from clio.cli.render.component_counts import component_id
from clio.v1.akrotiri_components_pb2 import AkrotiriComponents
from clio.v1.akrotiri_pb2 import (
    AkrotiriCorner,
    AkrotiriMapView,
    AkrotiriNeedView,
    AkrotiriPlayerView,
    AkrotiriSide,
    AkrotiriTerrain,
    AkrotiriView,
)

SIDES: Final = {"n": "north|N", "e": "east|E", "s": "south|S", "w": "west|W"}
_OPPOSITE: Final = {"n": "s", "e": "w", "s": "n", "w": "e"}
_WHOLE_SIDES: Final = {
    "n": gettext_noop("north"),
    "e": gettext_noop("east"),
    "s": gettext_noop("south"),
    "w": gettext_noop("west"),
}


def usefulness(card: AkrotiriMapView) -> tuple[bool, bool]:
    """Cards that can be used now first, then those that fit somewhere."""
    return not any(site.now for site in card.sites), not card.sites


def card_in_short(player: AkrotiriPlayerView, card: AkrotiriMapView) -> str:
    """A map card: id, requirements by side of the map, cost, points, and the number of fitting sites."""
    needs = " ".join(
        t(SIDES[_side(player, need)]).rpartition("|")[2]
        + str(need.icons)
        + terrain_letter(component_id(AkrotiriTerrain.DESCRIPTOR, need.terrain))
        for need in card.needs
    )
    return f"{card.card} {needs} {card.cost}dr {card.points}p" + (f" x{len(card.sites)}" if card.sites else "")


def cards_in_words(board: AkrotiriView, components: AkrotiriComponents | None) -> Iterator[tuple[str, str]]:
    """The cards that the viewer knows, each with what it does: goals first, then map cards and where they fit."""
    goals = {card.goal: card.text for card in components.goals} if components is not None else {}
    for player in board.players:
        for goal in [*player.choice, *player.goals]:
            if goal in goals:
                yield t(goals[goal].title), t(goals[goal].text)
    for goal in board.open_goals:
        if goal in goals:
            yield filled("{goal} (open)", goal=t(goals[goal].title)), t(goals[goal].text)
    for player in board.players:
        for card in sorted(player.maps, key=usefulness):
            yield card.card, _map_in_words(player, card)


def _map_in_words(player: AkrotiriPlayerView, card: AkrotiriMapView) -> str:
    needs = ", ".join(
        filled(
            "{side} {number}x {terrain}",
            side=t(_WHOLE_SIDES[_side(player, need)]),
            number=need.icons,
            terrain=t(component_id(AkrotiriTerrain.DESCRIPTOR, need.terrain)),
        )
        for need in card.needs
    )
    price = filled(
        "Asks {needs}; costs {cost} drachmas, earns {points} points.", needs=needs, cost=card.cost, points=card.points
    )
    return f"{price} {_sites(card)}"


def _sites(card: AkrotiriMapView) -> str:
    if not card.sites:
        return t("It fits nowhere yet.")
    listed = ", ".join(
        f"{site.x},{site.y} {component_id(AkrotiriCorner.DESCRIPTOR, site.corner)}"
        + (f" ({t('now')})" if site.now else "")
        for site in card.sites
    )
    return filled("It fits at {sites}.", sites=listed)


def _side(player: AkrotiriPlayerView, need: AkrotiriNeedView) -> str:
    """The side of the map that a side of the card means: who sits opposite sees the map turned by half."""
    side = component_id(AkrotiriSide.DESCRIPTOR, need.side)
    return _OPPOSITE[side] if component_id(AkrotiriSide.DESCRIPTOR, player.above) == "s" else side
