"""Validates data sets."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, get_args

from clio.games.akrotiri.data_files import (
    Colour,
    Difficulty,
    GoalFile,
    MapCard,
    MapFile,
    MarketFile,
    PrintedSet,
    PrintedTile,
    Terrain,
    TheraFile,
    TileFile,
    TrackFile,
)
from clio.games.akrotiri.geometry.design import Design, DockDesign, flaw_of
from clio.games.akrotiri.geometry.grid import CORNERS, SIDES, Corner, Side, corner_point

TERRAINS: Final[tuple[Terrain, ...]] = get_args(Terrain)
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
DIFFICULTIES: Final[tuple[Difficulty, ...]] = get_args(Difficulty)
SEATS: Final = 2
DEALT_GOALS: Final = 4
OPEN_GOALS: Final = 5
GOALS_PER_BONUS: Final = 4
"""Two seats draw two cards each."""
SIDES_WITH_ICONS: Final = 3


def design_of(tile: PrintedTile) -> Design:
    """The geometry of a printed tile; ValueError if it names a part that it does not have."""
    zones = tuple(_corners_of(zone) for zone in tile.zones)
    networks = tuple(_exits_of(network) for network in tile.networks)
    docks = []
    for dock in tile.docks:
        exits = [side for side in SIDES if side in dock.network and side in dock.at]
        if dock.zone not in tile.zones or dock.network not in tile.networks:
            raise ValueError(f"{tile.id}: a dock on a land zone or a network that the tile does not have")
        if dock.at not in _corners_of(dock.zone) or not exits:
            raise ValueError(f"{tile.id}: a dock lies where its land and its route meet")
        docks.append(DockDesign(dock.at, exits[0]))
    design = Design(networks, zones, tuple(docks), tile.icon)
    if flaw := flaw_of(design):
        raise ValueError(f"{tile.id}: {flaw}")
    return design


def _corners_of(zone: str) -> tuple[Corner, ...]:
    return tuple(corner for part in zone.split("+") for corner in CORNERS if corner == part)


def _exits_of(network: str) -> tuple[Side, ...]:
    return tuple(side for letter in network for side in SIDES if side == letter)


def flaws_of(printed: PrintedSet) -> Iterator[str]:
    """All flaws of a data set, except those of the tiles' designs."""
    yield from _tile_flaws(printed.tiles)
    yield from _thera_flaws(printed.thera)
    yield from _market_flaws(printed.market)
    yield from _map_flaws(printed.maps)
    yield from _player_flaws(printed.goals, printed.track)


def _thera_flaws(thera: TheraFile) -> Iterator[str]:
    if set(thera.cells) != {(-1, -1), (0, -1), (-1, 0), (0, 0)}:
        yield "the Thera board covers the four cells around the middle of the map"
    if len(thera.docks) < SEATS or any(corner_point(dock.cell, dock.at) != (0, 0) for dock in thera.docks):
        yield "Thera has a dock for each boat, at the middle of its board"


def _market_flaws(market: MarketFile) -> Iterator[str]:
    if [row.colour for row in market.rows] != list(COLOURS) or {row.terrain for row in market.rows} != set(TERRAINS):
        yield "the market has one row for each colour, in the order orange, blue, green, grey, each for a terrain"
    if any(list(row.squares) != sorted(row.squares) for row in market.rows):
        yield "the market's squares rise from left to right"


def _tile_flaws(tiles: TileFile) -> Iterator[str]:
    if len({tile.id for tile in tiles.tiles}) != len(tiles.tiles):
        yield "two tiles have the same id"
    counts = Counter(tile.terrain for tile in tiles.tiles)
    if len({counts[terrain] for terrain in TERRAINS}) != 1:
        yield "every terrain is on as many tiles as the others"


def _map_flaws(maps: MapFile) -> Iterator[str]:
    if len({card.id for card in maps.maps}) != len(maps.maps):
        yield "two map cards have the same id"
    if any(not card.id.startswith(f"{card.difficulty}-") or "?" in card.id for card in maps.maps):
        yield "a map card's id begins with its difficulty"
    sizes = Counter(card.difficulty for card in maps.maps)
    if len({sizes[difficulty] for difficulty in DIFFICULTIES}) != 1:
        yield "the three map decks have the same size"
    for card in maps.maps:
        terrains = {terrain for terrain, _ in card.needs.values()}
        if len(card.needs) != SIDES_WITH_ICONS or len(terrains) != SIDES_WITH_ICONS:
            yield f"{card.id}: a map card shows three different terrains on three sides"
    for difficulty in DIFFICULTIES:
        deck = [card for card in maps.maps if card.difficulty == difficulty]
        if all(card.provenance == "reconstruction" for card in deck):
            yield from _balance_flaws(difficulty, deck)


def _balance_flaws(difficulty: str, deck: list[MapCard]) -> Iterator[str]:
    """Flaws of a reconstructed deck: it must favour no terrain and no side, and its points must fit its icons."""
    if any(card.points != sum(icons for _, icons in card.needs.values()) for card in deck):
        yield f"{difficulty}: a card is worth as many points as it shows icons"
    if len({(card.cost, tuple(sorted(icons for _, icons in card.needs.values()))) for card in deck}) != 1:
        yield f"{difficulty}: all cards cost the same and show the same numbers of icons"
    sides = Counter(side for card in deck for side in card.needs)
    terrains = Counter(terrain for card in deck for terrain, _ in card.needs.values())
    if len({sides[side] for side in SIDES}) != 1 or len({terrains[terrain] for terrain in TERRAINS}) != 1:
        yield f"{difficulty}: every side and every terrain is on as many cards as the others"


def _player_flaws(goals: GoalFile, track: TrackFile) -> Iterator[str]:
    if len({goal.id for goal in goals.goals}) != len(goals.goals):
        yield "two goal cards have the same id"
    bonuses = sum(square.bonus == "goal" for square in track.track)
    if len(goals.goals) < DEALT_GOALS + max(OPEN_GOALS, GOALS_PER_BONUS * bonuses):
        yield "there are enough goal cards that one put to the bottom of the pile is never drawn again"
    if SEATS * bonuses > OPEN_GOALS:
        yield "there is an open goal card for every bonus of the strategist variant"
    if [square.temples for square in track.track] != list(range(len(track.track))):
        yield "the track has a square for each number of temples, from none"
    if [square.temples for square in track.track if square.bonus == "last-round"] != [len(track.track) - 1]:
        yield "the last temple, and no other, brings the last round"
