"""What each viewpoint sees, and that nothing else reaches it."""

from collections.abc import Iterable
from typing import Any

from clio.games.registry import GAMES
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.events.storage_codec import from_bytes, to_bytes
from clio.kernel.game import EVERYTHING, SPECTATOR, Viewpoint
from clio.kernel.integrity.commitments import commitment
from clio.kernel.match.aggregate import Match, match_projector
from clio.kernel.match.redaction import openings, redact
from clio.server.codec import views as view_wire
from clio.server.codec.event_encoder import to_message
from tests.contract.games import Setting, every_default, every_setting
from tests.kit.table import REFEREE

PROJECT = match_projector(GAMES)


@every_setting
def test_a_viewpoint_sees_the_same_board_in_the_redacted_record_as_in_the_whole_one(setting: Setting) -> None:
    """So a view cannot depend on a secret: the redacted record does not hold it."""
    for seed in setting.seeds:
        table = setting.table(seed)
        viewpoints = [SPECTATOR, *range(setting.seats)]
        replays = {viewpoint: PROJECT(None, _as_seen(table.events, viewpoint)) for viewpoint in viewpoints}
        for decision in table.play_out(setting.most):
            for viewpoint in viewpoints:
                replay = PROJECT(replays[viewpoint], _as_seen(decision.events, viewpoint))
                assert replay is not None
                replays[viewpoint] = replay
                _assert_same_view(table.match, replay, viewpoint)


@every_default
def test_views_and_legal_moves_are_the_same_on_a_server_that_read_the_record(setting: Setting) -> None:
    """Also in their order: stored events have sorted keys."""
    table = setting.table(0)
    read = PROJECT(None, [_stored(event) for event in table.events])
    for number, decision in enumerate(table.play_out(setting.most)):
        read = PROJECT(read, [_stored(event) for event in decision.events])
        assert read is not None
        if number % 5 == 0:
            for viewpoint in (SPECTATOR, EVERYTHING, *range(setting.seats)):
                here, there = (view_wire.to_message(match, viewpoint) for match in (table.match, read))
                assert here.SerializeToString(deterministic=True) == there.SerializeToString(deterministic=True)
            for seat in table.match.to_move:
                moves = [list(table.game.legal_moves(match.state, seat)) for match in (table.match, read)]
                assert moves[0] == moves[1]


def _stored(event: MatchEvent) -> MatchEvent:
    return from_bytes(REFEREE.types, to_bytes(event))


def _assert_same_view(match: Match, replay: Match, viewpoint: Viewpoint) -> None:
    game = match.game
    assert game.view(replay.state, viewpoint) == game.view(match.state, viewpoint)
    assert game.scores(replay.state, viewpoint) == game.scores(match.state, viewpoint)
    assert game.format_position(replay.state, viewpoint) == game.format_position(match.state, viewpoint)
    if viewpoint in match.to_move:
        assert list(game.legal_moves(replay.state, viewpoint)) == list(game.legal_moves(match.state, viewpoint))


def _as_seen(events: Iterable[MatchEvent], viewpoint: Viewpoint) -> list[Any]:
    return [redact(event, viewpoint) for event in events]


@every_default
def test_every_sealed_field_is_committed_and_opens_for_its_owner_and_at_the_end_for_all(setting: Setting) -> None:
    table = setting.table(0).finish()
    key = table.match.salt_key
    by_seq = {event.seq: event for event in table.events}
    everything = list(openings(table.events, EVERYTHING, key))
    assert len(everything) == sum(len(event.sealed) for event in table.events)
    assert not list(openings(table.events, SPECTATOR, key))
    for opening in everything:
        event = by_seq[opening.seq]
        expected = commitment(bytes.fromhex(opening.salt), opening.seq, opening.field, opening.value).hex()
        assert event.sealed[opening.field] == expected
        assert 0 <= event.owner < setting.seats
    own = [opening for seat in range(setting.seats) for opening in openings(table.events, seat, key)]
    assert sorted(own, key=repr) == sorted(everything, key=repr)


@every_default
def test_every_event_has_its_typed_message_and_no_secret_in_it(setting: Setting) -> None:
    table = setting.table(1).finish()
    for event in table.events:
        message = to_message(event)
        assert message.WhichOneof("payload")
        assert message.canonical == event.canonical
        data = message.SerializeToString()
        for field, value in event.secrets.items():
            if len(bytes(value)) > 8:
                assert bytes(value).strip(b'"') not in data, f"{event.type}.{field} is in the message in the clear"
