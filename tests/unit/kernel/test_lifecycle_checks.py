"""Lifecycle events in a record: each is allowed in its conditions and refused just outside of them."""

from typing import Any

import pytest

from clio.games.akros.game import GAME
from clio.kernel.events.lifecycle import (
    EDITION,
    Aborted,
    Finished,
    Joined,
    Left,
    Opened,
    Origin,
    Resigned,
    Started,
    TokenRotated,
)
from clio.kernel.game import DataSet
from clio.kernel.integrity.chance import MAX_ENTROPY_BYTES
from clio.kernel.limits import MAX_DETAIL_PARAMS, MAX_DETAIL_TEXT, MAX_EVENTS, MAX_SEATS
from clio.kernel.outcome import ScoreLine, SeatScore
from clio.kernel.record_format.lifecycle_checks import is_fork, may_play
from clio.kernel.record_format.record import Record
from tests.kit.table import Table
from tests.kit.unread_record import AT, DIGEST, fact, flaw, opened, record

SEED = "07" * 32


def _unopened() -> Record:
    return record(started=False, opened=None, names={}, entropies={}, commitments={})


def _waiting(**conditions: object) -> Record:
    return record(**({"started": False} | conditions))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({}, ""),
        ({"seats": 1}, ""),
        ({"seats": MAX_SEATS}, ""),
        ({"seats": 0}, "the number of seats is 0"),
        ({"seats": MAX_SEATS + 1}, f"the number of seats is {MAX_SEATS + 1}"),
        ({"game": "amphipolis"}, "the header and event 1 do not name the same game and rules"),
        ({"rules": "2"}, "the header and event 1 do not name the same game and rules"),
        ({"edition": EDITION}, ""),
        ({"edition": EDITION + 1}, f"there is no edition {EDITION + 1}"),
        ({"edition": 1}, "there is no edition 1"),
        ({"seed_commitment": "00"}, "the seed commitment is '00'"),
        ({"data": DataSet("standard", "00")}, "the digest of the data is '00'"),
        ({"forked_from": Origin(DIGEST, "another", 1)}, ""),
        ({"forked_from": Origin(DIGEST, "another", MAX_EVENTS)}, ""),
        ({"forked_from": Origin(DIGEST, "another", 0)}, "event 1 does not say where the match was forked from"),
        ({"forked_from": Origin(DIGEST, "a", MAX_EVENTS + 1)}, "event 1 does not say where the match was forked from"),
        ({"forked_from": Origin(DIGEST, "two words", 1)}, "event 1 does not say where the match was forked from"),
        ({"forked_from": Origin("00", "another", 1)}, "event 1 does not say where the match was forked from"),
    ],
)
def test_a_match_opens_with_what_it_needs(changes: dict[str, Any], why: str) -> None:
    assert flaw(_unopened(), opened(**changes), "host", 1) == why


def test_a_match_opens_once_and_by_its_host() -> None:
    assert flaw(_unopened(), opened(), "host", 2) == "a match opens with its first event only"
    assert flaw(_unopened(), opened(), "server", 1) == "this is of host, not of 'server'"
    first = _unopened()
    assert flaw(first, opened(), "host", 1) == ""
    assert first.players == {"server", "seat:0", "seat:1", "seat:2"}


def test_pools_of_the_records_own_table_are_kept_for_games_that_are_not_installed_only() -> None:
    rows = tuple(GAME.draw_rows())
    known = _unopened()
    assert flaw(known, opened(draws=rows), "host", 1) == ""
    assert known.own_pools == {}
    unknown = _unopened()
    unknown.header = type(unknown.header)("clio-record", "elsewhere", "m", "1")
    assert flaw(unknown, opened(game="elsewhere", draws=rows), "host", 1) == ""
    assert ("pool",) in unknown.own_pools.values()


@pytest.mark.parametrize(
    ("conditions", "joined", "why"),
    [
        ({"names": {}}, Joined("", "A", 0), ""),
        ({"names": {}}, Joined("ab" * MAX_ENTROPY_BYTES, "C", 2), ""),
        ({"names": {}}, Joined("ab" * (MAX_ENTROPY_BYTES + 1), "C", 2), "the entropy is too long"),
        ({"names": {}}, Joined("abc", "C", 2), "the entropy is 'abc'"),
        ({"names": {}}, Joined("", "A", 3), "there is no seat 3"),
        ({"names": {}}, Joined("", "A", -1), "there is no seat -1"),
        ({"names": {1: "B"}}, Joined("", "A", 1), "seat 1 is taken"),
        ({"names": {}, "started": True}, Joined("", "A", 0), "the match has started before"),
    ],
)
def test_a_free_seat_is_joined_before_the_start(conditions: dict[str, Any], joined: Joined, why: str) -> None:
    waiting = _waiting(**conditions)
    assert flaw(waiting, joined, f"seat:{joined.seat}") == why
    if not why:
        assert waiting.names[joined.seat] == joined.name
        assert waiting.entropies[joined.seat].hex() == joined.entropy


@pytest.mark.parametrize(("commitment", "names", "begins"), [(DIGEST, 2, True), (DIGEST, 1, False), ("", 2, False)])
def test_a_round_of_readiness_begins_when_the_last_seat_is_taken(commitment: str, names: int, *, begins: bool) -> None:
    first = opened(commit_reveal=True, ready_within=60)
    waiting = _waiting(opened=first, names=dict.fromkeys(range(names), "A"), commitments={})
    joined = Joined("", "C", 2, commitment) if commitment else Joined("", "C", 2)
    assert flaw(waiting, joined, "seat:2") == ""
    assert waiting.round_at == (AT if begins else "")


def test_a_seat_is_left_before_the_start_by_its_player_or_the_host() -> None:
    for actor in ("seat:1", "host"):
        waiting = _waiting()
        assert flaw(waiting, Left(1), actor) == ""
        assert (set(waiting.names), set(waiting.entropies), set(waiting.commitments)) == ({0, 2}, {0, 2}, {0, 2})
    assert flaw(_waiting(), Left(1), "seat:0") == "this is of seat:1, not of 'seat:0'"
    assert flaw(_waiting(), Left(3), "host") == "there is no seat 3"
    assert flaw(record(), Left(1), "host") == "the match has started before"


@pytest.mark.parametrize(("first", "holds"), [(opened(), True), (opened(edition=EDITION), False)])
def test_a_seat_that_was_free_could_be_left_in_the_first_edition_only(first: Opened, *, holds: bool) -> None:
    waiting = _waiting(opened=first, names={})
    assert flaw(waiting, Left(1), "host") == ("" if holds else "seat 1 is left, but nobody sat there")
    assert [note.why for note in waiting.notes] == (["seat 1 is left, but nobody sat there"] if holds else [])


@pytest.mark.parametrize(
    ("conditions", "names", "why"),
    [
        ({}, ("A", "B", "C"), ""),
        ({}, ("B", "A", "C"), "these are not the names that the seats were joined with"),
        ({"names": {0: "A", 1: "B"}}, ("A", "B"), "the match starts while a seat is free"),
        ({"started": True}, ("A", "B", "C"), "the match has started before"),
        (
            {"commitments": {0: "", 1: DIGEST, 2: ""}},
            ("A", "B", "C"),
            "the match starts before all seats have revealed their entropy",
        ),
        ({"commitments": {0: "", 1: DIGEST, 2: ""}, "ready": {1: DIGEST}, "round_at": AT}, ("A", "B", "C"), ""),
    ],
)
def test_a_match_starts_with_all_its_seats(conditions: dict[str, Any], names: tuple[str, ...], why: str) -> None:
    waiting = _waiting(**conditions)
    assert flaw(waiting, Started(names)) == why
    if not why:
        assert (waiting.started, waiting.round_at) == (True, "")


def test_a_token_is_rotated_by_its_own_seat_or_by_the_host() -> None:
    assert flaw(record(), TokenRotated(), "host") == ""
    assert flaw(record(), TokenRotated(1), "seat:1") == ""
    assert flaw(record(), TokenRotated(1), "host") == "this is of seat:1, not of 'host'"
    assert flaw(_waiting(names={0: "A"}), TokenRotated(1), "seat:1") == "nobody sits at seat 1"


def _finished(winners: tuple[int, ...] = (0,), seed: str = SEED, **line: object) -> Finished:
    usual: dict[str, Any] = {"rule": "AKS-MERITS", "points": 1, "detail": "", **line}
    return Finished("AKS-MERITS", (SeatScore(0, 1, (ScoreLine(**usual),)),), seed, winners)


@pytest.mark.parametrize(
    ("finished", "schema", "why"),
    [
        (_finished(), 1, ""),
        (_finished((0, 1, 2)), 1, ""),
        (_finished((3,)), 1, "there is no seat 3"),
        (_finished((-1,)), 1, "there is no seat -1"),
        (_finished(seed="07" * 31), 1, "the server seed has not 32 bytes"),
        (_finished(seed="0"), 1, "the server seed is '0'"),
        (_finished(params={}), 1, "a score line of schema 1 has parameters"),
        (_finished(detail="merits", params={}), 2, ""),
        (_finished(detail="merits"), 2, "the detail of a score line is not an id with parameters"),
        (_finished(detail="Two words", params={}), 2, "the detail of a score line is not an id with parameters"),
        (_finished(detail="m", params={"A": 1}), 2, "the detail of a score line is not an id with parameters"),
        (_finished(detail="m", params={"a": "x" * MAX_DETAIL_TEXT, "b": 10**9}), 2, ""),
        (
            _finished(detail="m", params={"a": "x" * (MAX_DETAIL_TEXT + 1)}),
            2,
            "the detail of a score line is not an id with parameters",
        ),
        (_finished(detail="m", params={f"a{number}": 1 for number in range(MAX_DETAIL_PARAMS)}), 2, ""),
        (
            _finished(detail="m", params={f"a{number}": 1 for number in range(MAX_DETAIL_PARAMS + 1)}),
            2,
            "the detail of a score line is not an id with parameters",
        ),
    ],
)
def test_a_result_names_seats_of_the_match_and_reveals_the_seed(finished: Finished, schema: int, why: str) -> None:
    playing = record(facts=[fact(schema=2), fact(schema=schema)])
    assert flaw(playing, finished) == why
    if not why:
        assert playing.server_seed == bytes.fromhex(SEED)


def test_a_game_has_a_score_of_its_own_but_wins_nothing_and_no_match_finishes_before_it_starts() -> None:
    scored = Finished("AMP-SOLO", (SeatScore(-1, 9, ()),), SEED, (0,))
    assert flaw(record(facts=[fact()]), scored) == ""
    assert flaw(record(facts=[fact()]), Finished("X", (SeatScore(-2, 9, ()),), SEED, (0,))) == "there is no seat -2"
    assert flaw(_waiting(facts=[fact()]), _finished()) == "the match finishes before it starts"
    assert flaw(record(facts=[fact()]), _finished(), "host") == "this is of server, not of 'host'"


def test_an_abort_reveals_the_seed_too() -> None:
    waiting = _waiting()
    assert flaw(waiting, Aborted("Why.", SEED), "host") == ""
    assert waiting.server_seed == bytes.fromhex(SEED)
    assert flaw(_waiting(), Aborted("Why.", "00"), "host") == "the server seed has not 32 bytes"


def test_facts_of_a_game_are_no_lifecycle_events() -> None:
    event = next(event for event in Table("akros", 2).events if event.type.startswith("akros."))
    with pytest.raises(TypeError):
        flaw(record(), event.payload)


@pytest.mark.parametrize(
    ("started", "forked", "request_id", "may"),
    [
        (True, False, "other", True),
        (True, True, "other", True),
        (False, True, "first", True),
        (False, True, "other", False),
        (False, False, "first", False),
    ],
)
def test_facts_of_a_game_come_after_the_start_or_in_the_history_of_a_fork(
    request_id: str, *, started: bool, forked: bool, may: bool
) -> None:
    first = opened(forked_from=Origin(DIGEST, "another", 7)) if forked else opened()
    read = record(first, started=started, opening_request="first")
    assert is_fork(read) is forked
    assert may_play(read, request_id) is may


def test_a_seat_resigns_for_itself() -> None:
    assert flaw(record(), Resigned(1), "seat:0") == "this is of seat:1, not of 'seat:0'"
    assert flaw(record(), Resigned(3), "seat:3") == "there is no seat 3"
