"""Every move and view has its typed message, and a move comes back from it."""

import msgspec

from clio.games.registry import BUILT_IN, GAMES
from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.storage_codec import decode_event, from_bytes, to_bytes
from clio.kernel.game import EVERYTHING, SPECTATOR
from clio.kernel.integrity.chain import GENESIS
from clio.kernel.match.commands import Rotate
from clio.server.codec import event_encoder as event_wire
from clio.server.codec import moves as move_wire
from clio.server.codec import views as view_wire
from clio.server.codec.event_encoder import StoredEventEncoder
from clio.v1.match_service_pb2 import WatchMatchResponse
from tests.contract.games import Setting, every_setting
from tests.kit.table import REFEREE, Table


@every_setting
def test_every_legal_move_comes_back_from_its_message(setting: Setting) -> None:
    for seed in setting.seeds:
        table = setting.table(seed)
        for _ in table.play_out(setting.most):
            for seat in table.match.to_move:
                for move in table.game.legal_moves(table.state, seat):
                    message = move_wire.to_message(table.game, move)
                    assert move_wire.from_message(table.game, message) == move
                    message.ClearField("notation")
                    assert move_wire.from_message(table.game, message) == move


@every_setting
def test_every_view_has_its_message(setting: Setting) -> None:
    table = setting.table(0)
    for _ in table.play_out(setting.most):
        for viewpoint in (SPECTATOR, EVERYTHING, *range(setting.seats)):
            message = view_wire.to_message(table.match, viewpoint)
            assert message.WhichOneof("game") == (setting.game if setting.game in BUILT_IN else "external")
            assert message.position


@every_setting
def test_the_bytes_written_by_hand_are_the_message_of_the_event(setting: Setting) -> None:
    table = setting.table(0)
    for number, holder in enumerate((0, None)):
        table.do(Rotate(holder, f"{number:x}e" * 32))
    for event in table.play(setting.most).events:
        response = WatchMatchResponse(events=[event_wire.to_message(event)])
        written = event_wire.framed(event)
        assert WatchMatchResponse.FromString(written) == response
        assert len(written) == len(response.SerializeToString())


@every_setting
def test_stored_events_are_written_as_those_that_were_read(setting: Setting) -> None:
    table = setting.table(0)
    for number, holder in enumerate((0, None)):
        table.do(Rotate(holder, f"{number:x}e" * 32))
    events = table.play(setting.most).events
    stored = [*map(to_bytes, events)]
    read = [from_bytes(REFEREE.types, state) for state in stored]
    assert StoredEventEncoder(REFEREE.types).frames(stored, 0, GENESIS) == [*map(event_wire.framed, read)]


@every_setting
def test_what_only_the_server_keeps_does_not_show_in_stored_events_that_are_written(setting: Setting) -> None:
    events = setting.table(0).play(setting.most).events
    framer = StoredEventEncoder(REFEREE.types)
    shown = [msgspec.structs.replace(event, secrets={}, private={}) for event in events]
    written = framer.frames([*map(to_bytes, events)], 0, GENESIS)
    assert written == framer.frames([*map(to_bytes, shown)], 0, GENESIS)


class Evolved(type(GAMES["akros"])):  # type: ignore[misc]  # a game made in the test
    """Akros, had its ``TilesDrawn`` and ``TileKept`` changed since they were first released."""

    upcasters = {  # noqa: RUF012
        ("TilesDrawn", 1): lambda fields: {**fields, "tiles": fields["tiles"].split()},
        ("TileKept", 1): lambda fields: {**fields, "tile": "sea"},
    }


def test_an_old_form_of_an_event_is_written_as_its_latest() -> None:
    types = EventTypes([Evolved()])
    framer = StoredEventEncoder(types)
    events = Table("akros", 2).play(12).events
    for old in (
        next(event for event in events if event.type == "akros.TilesDrawn"),
        next(event for event in events if event.type == "akros.TileKept"),
    ):
        tiles = getattr(old.payload, "tiles", ())
        line = old.canonical.replace(msgspec.json.encode(tiles), msgspec.json.encode(" ".join(tiles)))
        state = to_bytes(msgspec.structs.replace(old, canonical=line))
        expected = event_wire.framed(decode_event(types, line, old.digest, {}, {}))
        assert framer.frames([state], old.seq - 1, None) == [expected]
