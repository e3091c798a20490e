"""Components over the API: every game publishes what is printed on its components, bound to the record's digest."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from clio.games.registry import BUILT_IN, GAMES
from clio.kernel.game import EVERYTHING, Game
from clio.server.codec import views as view_wire
from clio.server.codec.components import find_components, to_message
from clio.server.codec.struct_messages import enum_ids
from clio.v1.akrotiri_pb2 import AkrotiriGoal
from clio.v1.amphipolis_pb2 import AmphipolisCharacter, AmphipolisTile
from clio.v1.component_text_pb2 import ComponentText
from clio.v1.components_pb2 import Components
from tests.contract.akrotiri_regions import Regions
from tests.kit.table import Table

every_publishing_game = pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if game.component_sets()], ids=lambda game: game.name
)


def test_every_game_that_clio_ships_publishes_its_components() -> None:
    assert all(GAMES[name].component_sets() for name in BUILT_IN)


def components_of(name: str) -> Components:
    game = GAMES[name]
    return to_message(game, game.component_sets()[0])


def parts_of(message: Message) -> Iterator[Message]:
    """The message and all messages in it."""
    yield message
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_MESSAGE and not isinstance(value, dict):
            for part in value if field.is_repeated else [value]:
                if isinstance(part, Message):
                    yield from parts_of(part)


def same_fields(struct: msgspec.Struct, message: Message) -> None:
    """Compares the names of all fields, at every depth."""
    names = [field.name for field in message.DESCRIPTOR.fields]
    assert sorted(names) == sorted(struct.__struct_fields__), type(struct)
    for name in names:
        value = getattr(struct, name)
        for part, mirrored in zip(
            value if isinstance(value, tuple) else (value,), _listed(getattr(message, name)), strict=False
        ):
            if isinstance(part, msgspec.Struct):
                same_fields(part, mirrored)


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str | bytes | int | Message) else value


@every_publishing_game
def test_every_data_set_of_a_match_has_its_components(game: Game[Any, Any]) -> None:
    defaults = {option.name: option.default for option in game.options}
    assert game.component_sets()[0].digest == game.data(defaults).digest
    for option in game.options:
        for value in option.values:
            data = game.data(defaults | {option.name: value})
            found = find_components(game, data.name, data.digest)
            assert found is not None, value
            assert sha256(found.content).hexdigest() == data.digest
            assert found == find_components(game, "", data.digest)


@every_publishing_game
def test_the_typed_components_have_every_field_of_their_structs(game: Game[Any, Any]) -> None:
    for found in game.component_sets():
        message = to_message(game, found)
        assert message.WhichOneof("components") == game.name
        assert found.components is not None
        same_fields(found.components, getattr(message, game.name))


@every_publishing_game
def test_the_texts_of_components_are_rules_of_the_game(game: Game[Any, Any]) -> None:
    rules = {rule.id: (rule.title, rule.text) for rule in game.rulebook.rules}
    for found in game.component_sets():
        texts = [part for part in parts_of(to_message(game, found)) if isinstance(part, ComponentText)]
        assert texts
        assert all(rules[text.rule] == (text.title, text.text) for text in texts)


@every_publishing_game
def test_no_other_digest_and_no_other_name_is_found(game: Game[Any, Any]) -> None:
    assert find_components(game, "no such set", "") is None
    assert find_components(game, "", "00" * 32) is None
    for found in game.component_sets():
        others = [each for each in game.component_sets() if each != found]
        assert all(find_components(game, found.name, other.digest) is None for other in others)


def test_islands_networks_and_docks_follow_from_components_and_placed_tiles() -> None:
    """A client with nothing but the contract computes the numbers of the view."""
    components = components_of("akrotiri").akrotiri
    compared = 0
    for seed in range(3):
        table = Table("akrotiri", 2, seed=seed)
        for _ in table.play_out(150):
            view = view_wire.to_message(table.match, EVERYTHING).akrotiri
            regions = Regions(components, view)
            assert regions.islands() == regions.islands_of_view()
            assert regions.networks() == regions.networks_of_view()
            assert regions.docks() == [(dock.x, dock.y, dock.corner) for dock in view.docks]
            assert regions.docks_on_regions() == {dock.dock: (dock.island, dock.network) for dock in view.docks}
            compared += len(view.tiles)
    assert compared > 1_000


def test_every_tile_and_card_that_a_view_names_is_a_component() -> None:
    components = components_of("akrotiri").akrotiri
    tiles = {tile.tile: tile for tile in components.tiles}
    maps = {card.card: card for card in components.maps}
    goals = {card.goal for card in components.goals}
    assert len(tiles) == len(components.tiles)
    assert len(maps) == len(components.maps)
    assert goals == set(enum_ids(AkrotiriGoal.DESCRIPTOR)) - {0}
    table = Table("akrotiri", 2)
    for _ in table.play_out(200):
        view = view_wire.to_message(table.match, EVERYTHING).akrotiri
        assert all(tiles[tile.tile].terrain == tile.terrain for tile in view.tiles)
        assert list(components.track) == list(view.track)
        assert [(row.colour, row.squares) for row in components.market] == [
            (row.colour, row.squares) for row in view.market
        ]
        for player in view.players:
            assert not player.HasField("tile") or player.tile in tiles
            assert set(player.goals) <= goals
            for card in player.maps:
                known = maps[card.card]
                assert (known.cost, known.points, list(known.needs)) == (card.cost, card.points, list(card.needs))


def test_the_board_of_akros_is_the_one_that_a_match_lays() -> None:
    for found in GAMES["akros"].component_sets():
        components = to_message(GAMES["akros"], found).akros
        table = Table("akros", 2, {"board": found.name})
        view = view_wire.to_message(table.match, EVERYTHING).akros
        assert view.board == found.name
        printed = [(region.id, region.q, region.r, region.environment) for region in components.regions]
        assert printed == [(region.id, region.q, region.r, region.environment) for region in view.regions]
        held = {region.id: region.servant for region in view.regions if region.HasField("servant")}
        assert held == {region: card.side for card in components.sides for region in card.servants}
        assert all(
            region.id in components.regions[other].neighbours
            for region in components.regions
            for other in region.neighbours
        )
        assert [pile.turn for pile in components.temple] == [pile.turn for pile in view.temple]
        assert sum(tile.count for tile in components.tiles) == 19


def test_the_tiles_of_amphipolis_are_all_there() -> None:
    components = components_of("amphipolis").amphipolis
    assert {kind.tile for kind in components.tiles} == set(enum_ids(AmphipolisTile.DESCRIPTOR)) - {0}
    assert {card.character for card in components.characters} == set(enum_ids(AmphipolisCharacter.DESCRIPTOR)) - {0}
    assert [setup.seats for setup in components.setups] == list(GAMES["amphipolis"].seats)
    assert [kind.tile for kind in components.tiles if not kind.HasField("area")] == [
        AmphipolisTile.AMPHIPOLIS_TILE_LANDSLIDE
    ]
