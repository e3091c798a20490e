from collections.abc import Callable
from pathlib import Path

import grpc
import pytest

from clio.client import Client, IntegrityError, NotAllowedError, Sighting, write_record
from clio.v1 import match_service_pb2 as pb
from clio.v1.event_pb2 import Event, Opening
from clio.v1.match_pb2 import Match
from clio.v1.match_service_pb2 import Heartbeat
from clio.v1.view_pb2 import View
from clio.verify.verify_match import verify_file
from tests.integration.client.liar import MATCH, Liar, history, listening_to

Forge = Callable[[list[Event]], object]
_MANY = 3


async def _watched(client: Client, seen: list[Sighting] | None = None, *, views: bool = False) -> None:
    async for sighting in client.watch_match(MATCH, views=views):
        if seen is not None:
            seen.append(sighting)


def _skip(events: list[Event]) -> None:
    del events[1]


def _swap(events: list[Event]) -> None:
    events[1], events[2] = events[2], events[1]


def _repeat(events: list[Event]) -> None:
    events.insert(1, events[0])


def _change_bytes(events: list[Event]) -> None:
    events[1].canonical = events[1].canonical.replace(b'"r1"', b'"r9"')


def _change_digest(events: list[Event]) -> None:
    events[1].digest = bytes(32)


def _tell_otherwise(events: list[Event]) -> None:
    events[1].type = "toy.Kept"


def _hide_a_seal(events: list[Event]) -> None:
    events[1].sealed.clear()


def _restart(events: list[Event]) -> None:
    del events[0]


@pytest.mark.parametrize(
    ("forge", "told", "complaint"),
    [
        (_skip, 1, "Event 2 is missing: the server sent event 3"),
        (_swap, 1, "Event 2 is missing: the server sent event 3"),
        (_repeat, 1, "Event 2 is missing: the server sent event 1"),
        (_restart, 0, "Event 1 is missing: the server sent event 2"),
        (_change_bytes, 1, "Event 2 does not fit the chain"),
        (_change_digest, 1, "Event 2 does not fit the chain"),
        (_tell_otherwise, 1, "Event 2 does not match its canonical bytes"),
        (_hide_a_seal, 1, "Event 2 does not match its canonical bytes"),
    ],
)
async def test_a_forged_history_is_an_error_where_it_was_forged(forge: Forge, told: int, complaint: str) -> None:
    events, _ = history({"tile": "red"}, {}, {})
    forge(events)
    seen: list[Sighting] = []
    async with listening_to(Liar([pb.WatchMatchResponse(events=events)])) as client:
        with pytest.raises(IntegrityError, match=complaint):
            await _watched(client, seen)
    assert len(seen) == told


async def test_a_stream_that_ends_before_the_match_is_an_error() -> None:
    events, _ = history({})
    async with listening_to(Liar([pb.WatchMatchResponse(events=events)])) as client:
        with pytest.raises(IntegrityError, match="not over"):
            await _watched(client)


async def test_a_false_opening_is_an_error() -> None:
    events, openings = history({"tile": "red"})
    openings[0].value = b'"blue"'
    async with listening_to(Liar([pb.WatchMatchResponse(events=events, openings=openings)])) as client:
        with pytest.raises(IntegrityError, match="not what was sealed"):
            await _watched(client)


async def test_an_opening_of_nothing_is_an_error() -> None:
    events, openings = history({"tile": "red"})
    openings[0].field = "card"
    async with listening_to(Liar([pb.WatchMatchResponse(events=events, openings=openings)])) as client:
        with pytest.raises(IntegrityError, match="Nothing was sealed"):
            await _watched(client)


@pytest.mark.parametrize("beat", [Heartbeat(seq=1), Heartbeat(seq=2, digest=bytes(32))])
async def test_a_heartbeat_that_contradicts_the_events_is_an_error(beat: Heartbeat) -> None:
    events, _ = history({})
    script = [pb.WatchMatchResponse(events=events), pb.WatchMatchResponse(heartbeat=beat)]
    async with listening_to(Liar(script)) as client:
        with pytest.raises(IntegrityError, match="head"):
            await _watched(client)


@pytest.mark.parametrize("forgotten", [grpc.StatusCode.OUT_OF_RANGE, grpc.StatusCode.NOT_FOUND])
async def test_a_server_that_comes_back_with_less_is_an_error(forgotten: grpc.StatusCode) -> None:
    events, _ = history({})
    liar = Liar([pb.WatchMatchResponse(events=events), grpc.StatusCode.UNAVAILABLE], [forgotten])
    async with listening_to(liar) as client:
        with pytest.raises(IntegrityError, match="lost event 2"):
            await _watched(client)


@pytest.mark.parametrize("broken", [grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.UNKNOWN])
async def test_a_broken_stream_is_resumed_by_seq_and_digest(broken: grpc.StatusCode) -> None:
    events, openings = history({"tile": "red"}, {}, {})
    liar = Liar(
        [pb.WatchMatchResponse(events=events[:2], openings=openings, caught_up=True), broken],
        [
            pb.WatchMatchResponse(events=events[2:], openings=openings, caught_up=True),
            grpc.StatusCode.PERMISSION_DENIED,
        ],
    )
    seen: list[Sighting] = []
    async with listening_to(liar) as client:
        with pytest.raises(NotAllowedError, match="scripted"):
            await _watched(client, seen)
    assert [(asked.after_seq, asked.after_digest) for asked in liar.asked][1] == (2, events[1].digest)
    assert [sighting.seq for sighting in seen if isinstance(sighting, Event)] == [1, 2, 3, 4]
    assert len([sighting for sighting in seen if isinstance(sighting, Opening)]) == 1
    assert len([sighting for sighting in seen if not isinstance(sighting, Event | Opening)]) == 1


async def test_openings_stand_with_their_event_sorted_by_field_however_late_they_come(tmp_path: Path) -> None:
    events, openings = history({"tile": "red", "card": ["á", 2]}, {}, {"tile": None})
    liar = Liar(
        [
            pb.WatchMatchResponse(events=events[:3]),
            pb.WatchMatchResponse(events=events[3:], openings=openings),
            pb.WatchMatchResponse(caught_up=True),
        ]
    )
    liar.sign(events[-1])
    async with listening_to(liar) as client:
        await write_record(client, MATCH, tmp_path / "toy.clio")
    lines = (tmp_path / "toy.clio").read_bytes().splitlines()
    assert len(lines) == 1 + len(events) + 1
    assert lines[2].index(b'"field":"card"') < lines[2].index(b'"field":"tile"')
    report = verify_file(tmp_path / "toy.clio")
    assert (report.integrity.verdict, report.integrity.why, report.events) == ("pass", "", 4)


async def test_a_record_leaves_out_what_happened_after_its_head(tmp_path: Path) -> None:
    events, _ = history({}, {}, {})
    liar = Liar([pb.WatchMatchResponse(events=events, caught_up=True)])
    liar.sign(events[2])
    async with listening_to(liar) as client:
        assert (await write_record(client, MATCH, tmp_path / "toy.clio")).seq == _MANY
    assert verify_file(tmp_path / "toy.clio").events == _MANY


async def test_a_record_whose_head_is_not_its_end_is_not_written(tmp_path: Path) -> None:
    events, _ = history({}, {})
    liar = Liar([pb.WatchMatchResponse(events=events[:2], caught_up=True)])
    liar.sign(events[2])
    async with listening_to(liar) as client:
        with pytest.raises(IntegrityError):
            await write_record(client, MATCH, tmp_path / "toy.clio")
    assert _names(tmp_path) == []


def _names(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir()]


@pytest.mark.parametrize("lie", [{"seq": 2}, {"digest": bytes(32)}, {"match_id": "n" * 20}])
async def test_a_board_of_another_event_is_an_error(lie: dict[str, object]) -> None:
    events, _ = history(*({},) * _MANY)
    match = Match(match_id=MATCH, seq=events[-1].seq, digest=events[-1].digest)
    true = pb.WatchMatchResponse(view=View(match=match))
    for name, value in lie.items():
        setattr(match, name, value)
    script = [pb.WatchMatchResponse(events=events), true, pb.WatchMatchResponse(view=View(match=match))]
    seen: list[Sighting] = []
    async with listening_to(Liar(script)) as client:
        with pytest.raises(IntegrityError, match="board is not that of event"):
            await _watched(client, seen, views=True)
    assert seen == [*events, true.view]
