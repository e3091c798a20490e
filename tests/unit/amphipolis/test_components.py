import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from clio.games.amphipolis.components import AREAS, COMPONENTS, KINDS_OF, load_components
from clio.games.amphipolis.game import GAME

Data = dict[str, Any]


def test_the_box_holds_135_tiles() -> None:
    """AMP-COMPONENTS, AMP-SPLITS."""
    in_area = {area: sum(kind.count for kind in COMPONENTS.tiles if kind.area == area) for area in (*AREAS, "entrance")}
    assert in_area == {"mosaics": 27, "statues": 24, "amphoras": 30, "skeletons": 30, "entrance": 24}
    assert {kind.id: kind.count for kind in COMPONENTS.tiles} == {
        **{f"mosaic-{colour}": 9 for colour in ("green", "red", "yellow")},
        **{f"amphora-{colour}": 5 for colour in ("blue", "brown", "green", "purple", "red", "yellow")},
        **{f"skeleton-large-{half}": 10 for half in ("lower", "upper")},
        **{f"skeleton-small-{half}": 5 for half in ("lower", "upper")},
        "caryatid": 12,
        "sphinx": 12,
        "landslide": 24,
    }


def test_caryatids_and_sphinxes_share_one_area() -> None:
    """AMP-COMPONENTS."""
    assert KINDS_OF["statues"] == ("caryatid", "sphinx")


def test_nothing_in_the_box_is_reconstructed_and_what_is_only_published_is_said() -> None:
    provenances = {kind.provenance for kind in COMPONENTS.tiles}
    assert provenances == {"rulebook", "published"}
    assert GAME.reconstructed == ()
    assert GAME.rulebook.rule("AMP-SPLITS").source == "published"


def test_the_data_set_is_named_with_its_digest() -> None:
    data = GAME.data({"first_seat": "random"})
    assert data.name == "components.json"
    assert len(data.digest) == 64


def _twice(data: Data) -> None:
    data["tiles"].insert(0, data["tiles"][0])


def _without_tiles(data: Data) -> None:
    data["tiles"][0]["count"] = 0


def _landslide_first(data: Data) -> None:
    data["tiles"].insert(0, data["tiles"].pop())


def _two_in_the_entrance(data: Data) -> None:
    data["tiles"].insert(-1, {**data["tiles"][-1], "id": "mudslide"})


def _groups_that_begin_better(data: Data) -> None:
    data["amphoras"]["groups"] = {"1": 3, "2": 3}


def _areas_mixed(data: Data) -> None:
    data["tiles"][0], data["tiles"][4] = data["tiles"][4], data["tiles"][0]


def _no_professor(data: Data) -> None:
    data["characters"].pop()


def _no_solo(data: Data) -> None:
    data["tables"].pop(0)


def _too_few_landslides(data: Data) -> None:
    data["tables"][3]["landslides_set_aside"] = 9


def _small_groups_better(data: Data) -> None:
    data["amphoras"]["groups"]["3"] = 5


def _without_provenance(data: Data) -> None:
    del data["tiles"][0]["provenance"]


@pytest.mark.parametrize(
    "spoil",
    [
        _twice,
        _without_tiles,
        _landslide_first,
        _two_in_the_entrance,
        _groups_that_begin_better,
        _areas_mixed,
        _no_professor,
        _no_solo,
        _too_few_landslides,
        _small_groups_better,
        _without_provenance,
    ],
)
def test_a_data_file_that_does_not_hang_together_is_not_loaded(spoil: Callable[[Data], None]) -> None:
    data = json.loads(files("clio.games.amphipolis").joinpath("components.json").read_bytes())
    load_components(json.dumps(data).encode())
    spoil(data)
    with pytest.raises(msgspec.ValidationError):
        load_components(json.dumps(data).encode())


def test_a_kind_may_have_a_single_tile() -> None:
    data = json.loads(files("clio.games.amphipolis").joinpath("components.json").read_bytes())
    data["tiles"][0]["count"] = 1
    assert load_components(json.dumps(data).encode()).tiles[0].count == 1
