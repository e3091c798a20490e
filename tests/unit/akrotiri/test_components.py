import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clio.games.akrotiri.components import DATA_SETS, load_set
from clio.games.akrotiri.data_files import PrintedSet
from clio.games.akrotiri.data_validation import DIFFICULTIES, TERRAINS
from clio.games.akrotiri.game import GAME
from clio.kernel.game import EVERYTHING
from tests.unit.akrotiri.table import BOX, opened, options

FOLDER = Path(__file__).parents[3] / "domain" / "clio" / "games" / "akrotiri" / "data" / "standard"


def test_the_standard_box_holds_what_the_rulebook_lists() -> None:
    """AKT-DATA."""
    assert Counter(tile.terrain for tile in BOX.tiles.values()) == dict.fromkeys(TERRAINS, 9)
    assert {deck: len(cards) for deck, cards in BOX.decks.items()} == dict.fromkeys(DIFFICULTIES, 12)
    assert len(BOX.goals) == 12
    assert BOX.temples == 6
    assert all(squares == (1, 2, 2, 3, 3, 4, 4, 5) for squares in BOX.squares.values())
    assert [square.actions for square in BOX.track] == [3, 4, 5, 5, 6, 6, 6]
    assert BOX.prices == (1, 3, 7)


def test_every_tile_has_four_exits_two_docks_and_planar_land() -> None:
    for tile in BOX.tiles.values():
        design = tile.designs["r0"]
        assert sorted(side for network in design.networks for side in network) == ["e", "n", "s", "w"]
        assert len(design.zones) == 5 - len(design.networks)
        assert len(design.docks) == 2


def test_every_item_says_where_it_comes_from() -> None:
    for part, key in (("tiles", "tiles"), ("maps", "maps"), ("goals", "goals"), ("market", "rows"), ("track", "track")):
        items = json.loads((FOLDER / f"{part}.json").read_text())[key]
        assert all(item["provenance"] in ("rulebook", "published", "reconstruction") for item in items)
    assert len(GAME.reconstructed) == 3


def test_the_match_names_its_data_set_and_the_digest_of_its_files() -> None:
    """AKT-DATA."""
    data = GAME.data(options())
    assert data.name == "standard"
    assert data.digest == load_set("standard", FOLDER).digest
    assert len(data.digest) == 64


def test_the_option_offers_every_data_set_that_was_found() -> None:
    """AKT-DATA."""
    option = next(option for option in GAME.options if option.name == "data")
    assert option.values == tuple(DATA_SETS)


def _changed(tmp_path: Path, part: str, change: Callable[[Any], object]) -> Path:
    for name in PrintedSet.__struct_fields__:
        content = json.loads((FOLDER / f"{name}.json").read_text())
        if name == part:
            change(content)
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    return tmp_path


def test_another_data_set_has_another_digest_and_other_numbers(tmp_path: Path) -> None:
    """AKT-DATA."""
    other = load_set("other", _changed(tmp_path, "track", lambda file: file.update(drachmas=5)))
    assert other.drachmas == 5
    assert other.digest != BOX.digest


def test_a_match_is_played_with_the_data_set_its_option_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """AKT-DATA."""
    other = load_set("other", _changed(tmp_path, "track", lambda file: file.update(drachmas=5)))
    monkeypatch.setitem(DATA_SETS, "other", other)
    state = opened(data="other")
    assert (state.data, state.components) == ("other", other)
    assert [player.drachmas for player in state.players] == [5, 5]
    assert GAME.data(options(data="other")).digest == other.digest
    assert GAME.parse_position(GAME.format_position(state, EVERYTHING)) == state


def _north_to_west(needs: dict[str, Any]) -> None:
    """Another side of the card has the same terrain: the terrains stay balanced."""
    needs["w"] = needs.pop("n")


@pytest.mark.parametrize(
    ("part", "change", "flaw"),
    [
        ("tiles", lambda file: file["tiles"][0].update(networks=["nes"], docks=[]), "four exits"),
        ("tiles", lambda file: file["tiles"][0].update(icon="middle"), "icon"),
        ("tiles", lambda file: file["tiles"][0].update(zones=["nw+ne", "se", "sw"], docks=[]), "5 land zones"),
        ("tiles", lambda file: file["tiles"][0]["docks"][0].update(zone="nw+ne"), "does not have"),
        ("tiles", lambda file: file["tiles"][0]["docks"][0].update(network="n"), "does not have"),
        ("tiles", lambda file: file["tiles"][0]["docks"][0].update(at="se"), "meet"),
        ("tiles", lambda file: file["tiles"].pop(), "every terrain"),
        ("tiles", lambda file: file["tiles"][0].update(id="x1-lake"), "same id"),
        ("tiles", lambda file: file["tiles"][0].pop("provenance"), "provenance"),
        ("thera", lambda file: file["cells"].pop(), "four cells"),
        ("thera", lambda file: file["docks"].pop(), "dock for each boat"),
        ("market", lambda file: file["rows"].reverse(), "one row for each colour"),
        ("market", lambda file: file["rows"][0]["squares"].reverse(), "rise"),
        ("maps", lambda file: file["maps"].pop(), "same size"),
        ("maps", lambda file: file["maps"][0]["needs"].update(w=["lake", 1]), "three different terrains"),
        ("maps", lambda file: file["maps"][0].update(points=4), "as many points"),
        ("maps", lambda file: file["maps"][0].update(cost=4), "cost the same"),
        ("maps", lambda file: file["maps"][0].update(needs=file["maps"][1]["needs"]), "every side and every terrain"),
        ("maps", lambda file: _north_to_west(file["maps"][0]["needs"]), "every side and every terrain"),
        ("maps", lambda file: file["maps"][0]["needs"].update(n=["lake", 1]), "every side and every terrain"),
        ("maps", lambda file: file["maps"][0].update(id="map-1"), "begins with its difficulty"),
        ("goals", lambda file: file["goals"].pop(), "never drawn again"),
        ("goals", lambda file: file["goals"][0].update(id="win"), "Invalid enum value"),
        ("track", lambda file: file["track"].pop(), "last round"),
        ("track", lambda file: file["track"].pop(0), "from none"),
        ("track", lambda file: file["track"][1].update(bonus="goal"), "an open goal card for every bonus"),
        ("track", lambda file: file["track"][1].update(bonus="last-round"), "and no other"),
        ("goals", lambda file: file["goals"][1].update(id=file["goals"][0]["id"]), "two goal cards"),
        ("maps", lambda file: file["maps"][1].update(id=file["maps"][0]["id"]), "two map cards"),
        ("maps", lambda file: file["maps"][0].update(id="easy-?"), "begins with its difficulty"),
        ("market", lambda file: file["rows"][0].update(terrain=file["rows"][1]["terrain"]), "each for a terrain"),
        ("thera", lambda file: file["docks"][0].update(at="nw", cell=[-1, -1]), "the middle of its board"),
    ],
)
def test_a_data_set_with_a_flaw_is_not_loaded(
    tmp_path: Path, part: str, change: Callable[[Any], object], flaw: str
) -> None:
    """AKT-DATA."""
    with pytest.raises(ValueError, match=flaw):
        load_set("flawed", _changed(tmp_path, part, change))


def test_a_printed_deck_need_not_be_balanced(tmp_path: Path) -> None:
    def print_easy_cards(file: dict[str, Any]) -> None:
        for card in file["maps"][:12]:
            card.update(provenance="published", points=4)

    assert load_set("printed", _changed(tmp_path, "maps", print_easy_cards)).maps["easy-1"].points == 4
