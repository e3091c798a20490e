"""Old forms of events are read for ever."""

import msgspec
import pytest

from clio.games.registry import GAMES
from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.storage_codec import decode_event
from clio.kernel.game import Game
from clio.kernel.integrity.canonical import canonical
from clio.kernel.upcasting import Fields, UnknownSchemaError, Upcasters
from tests.kit.table import Table


def _tiles_were_one_text(fields: Fields) -> Fields:
    return {**fields, "tiles": fields["tiles"].split()}


def _turn_was_not_told(fields: Fields) -> Fields:
    return {"turn": 1, **fields}


class Evolved(type(GAMES["akros"])):  # type: ignore[misc]  # a game made in the test
    """Akros, had its ``TilesDrawn`` changed twice since it was first released."""

    upcasters = {("TilesDrawn", 1): _turn_was_not_told, ("TilesDrawn", 2): _tiles_were_one_text}  # noqa: RUF012


TYPES = EventTypes([Evolved()])


@pytest.mark.parametrize(
    ("schema", "public"),
    [
        (1, {"tiles": "sea forest sea"}),
        (2, {"tiles": "sea forest sea", "turn": 1}),
        (3, {"tiles": ["sea", "forest", "sea"], "turn": 1}),
    ],
)
def test_every_form_of_an_event_becomes_the_latest(schema: int, public: dict[str, object]) -> None:
    latest = TYPES.decode(
        "akros.TilesDrawn", msgspec.Raw(canonical({"tiles": ["sea", "forest", "sea"], "turn": 1})), {}
    )
    assert TYPES.decode("akros.TilesDrawn", msgspec.Raw(canonical(public)), {}, schema) == latest


def test_new_events_are_written_in_the_latest_form() -> None:
    drawn = TYPES.decode("akros.TilesDrawn", msgspec.Raw(b'{"tiles":[],"turn":1}'), {})
    assert TYPES.schema_of(drawn) == 3
    assert {game.name: EventTypes([game]).upcasters.latest("x") for game in GAMES.values()} == dict.fromkeys(GAMES, 1)


def test_the_canonical_bytes_of_an_old_event_stay_as_they_are() -> None:
    event = next(event for event in Table("akros", 2).events if event.type == "akros.TilesDrawn")
    old = event.canonical.replace(
        msgspec.json.encode(event.payload.tiles),  # type: ignore[union-attr]
        msgspec.json.encode(" ".join(event.payload.tiles)),  # type: ignore[union-attr]
    ).replace(b'"schema":1', b'"schema":2')
    read = decode_event(TYPES, old, event.digest, {}, {})
    assert read.canonical == old
    assert read.payload.tiles == event.payload.tiles  # type: ignore[union-attr]


def test_a_form_from_the_future_is_refused_by_name() -> None:
    with pytest.raises(UnknownSchemaError, match=r"akros.TilesDrawn has schema 4; this version knows 1 to 3"):
        TYPES.decode("akros.TilesDrawn", msgspec.Raw(b"{}"), {}, 4)


def test_no_step_may_be_missing() -> None:
    with pytest.raises(ValueError, match="there is no step from schema 1"):
        Upcasters({("akros.TilesDrawn", 2): _tiles_were_one_text})


def test_a_game_has_no_old_forms_unless_it_says_so() -> None:
    assert Game.upcasters == {}


@pytest.mark.parametrize("schema", [0, 4])
def test_no_other_schema_is_taken_for_one_that_is_known(schema: int) -> None:
    with pytest.raises(UnknownSchemaError, match=f"has schema {schema}; this version knows 1 to 3"):
        TYPES.decode("akros.TilesDrawn", msgspec.Raw(b'{"tiles":"sea"}'), {}, schema)
