"""The metadata of a match: its bounds, who sees the match, whose seats are reserved, what the record has of it."""

from itertools import product

import msgspec
import pytest

from clio.kernel.events.match_event import HOST_ACTOR
from clio.kernel.events.storage_codec import from_bytes, to_bytes
from clio.kernel.game import EVERYTHING, SPECTATOR
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Abort, Join, Leave, Open, repeats
from clio.kernel.match.holding import HOST
from clio.kernel.match.match_metadata import MatchMetadata, Reservation, Visibility
from clio.kernel.match.referee import KERNEL_RULES, Decision
from clio.kernel.match.visibility import (
    ANYONE,
    NOBODY,
    PUBLIC,
    Caller,
    audience,
    audiences,
    code_hash,
    inherited,
    is_visible,
    may_read,
    shows_labels,
)
from clio.kernel.rejection import Rejection
from clio.server.identifiers import token_hash
from tests.kit.table import AT, REFEREE, Table

CODE = code_hash("an invitation code")
OWNER = Caller(namespace="arena")
OTHER = Caller(namespace="rival")
VISIBILITIES: tuple[Visibility, ...] = ("public", "unlisted", "invited")


def command(metadata: MatchMetadata) -> Open:
    return Open("abcdefghij234567abcd", "akros", 2, {}, bytes(32), token_hash("host"), metadata=metadata)


def opened(metadata: MatchMetadata) -> Match:
    decision = REFEREE.open(command(metadata), "open", AT)
    assert isinstance(decision, Decision), decision
    match = Match("abcdefghij234567abcd", decision.events[0].payload, REFEREE.games["akros"])  # type: ignore[arg-type]
    match.accept(decision.events, decision.state)
    return match


def do(match: Match, wanted: Join | Leave) -> Decision | Rejection:
    decision = REFEREE.judge(match, wanted, f"r{match.seq}", AT)
    if isinstance(decision, Decision):
        match.accept(decision.events, decision.state)
    return decision


def join(seat: int | None = None, name: str = "Ann", **more: str) -> Join:
    return Join(seat, name, b"", token_hash(name), **more)


@pytest.mark.parametrize(
    ("metadata", "rule"),
    [
        (MatchMetadata(title="x" * 81), "CLIO-TITLE"),
        (MatchMetadata(title="x" * 10_000), "CLIO-TITLE"),
        (MatchMetadata(title="a\u200bb"), "CLIO-TITLE"),
        (MatchMetadata(external_id="x" * 129), "CLIO-LABELS"),
        (MatchMetadata(external_id="two words"), "CLIO-LABELS"),
        (MatchMetadata(labels={f"k{number}": "v" for number in range(17)}), "CLIO-LABELS"),
        (MatchMetadata(labels={"Room": "1"}), "CLIO-LABELS"),
        (MatchMetadata(labels={"room": ""}), "CLIO-LABELS"),
        (MatchMetadata(labels={"room": "x" * 65}), "CLIO-LABELS"),
        (MatchMetadata(labels={"r" * 41: "x"}), "CLIO-LABELS"),
        (MatchMetadata(reservations=(Reservation(2, "arena"),)), "CLIO-RESERVED"),
        (MatchMetadata(reservations=(Reservation(-1, "arena"),)), "CLIO-RESERVED"),
        (MatchMetadata(reservations=(Reservation(0),)), "CLIO-RESERVED"),
        (MatchMetadata(reservations=(Reservation(0, "arena"), Reservation(0, "rival"))), "CLIO-RESERVED"),
    ],
)
def test_metadata_is_bounded(metadata: MatchMetadata, rule: str) -> None:
    answer = REFEREE.open(command(metadata), "open", AT)
    assert isinstance(answer, Rejection)
    assert answer.rule == rule


def test_the_record_holds_none_of_it_and_the_store_all() -> None:
    metadata = MatchMetadata("id-7", "Café", {"room": "blue"}, "invited", "arena", CODE, (Reservation(0, "rival"),))
    plain, closed = (REFEREE.open(command(each), "open", AT) for each in (MatchMetadata(), metadata))
    assert isinstance(plain, Decision)
    assert isinstance(closed, Decision)
    assert (plain.events[0].canonical, plain.events[0].digest) == (closed.events[0].canonical, closed.events[0].digest)
    stored = from_bytes(REFEREE.types, to_bytes(closed.events[0]))
    match = Match("abcdefghij234567abcd", stored.payload, REFEREE.games["akros"])  # type: ignore[arg-type]
    match.apply(stored)
    assert match.metadata == metadata


def test_a_title_is_kept_in_nfc() -> None:
    assert opened(MatchMetadata(title="Cafe\u0301")).metadata.title == "Café"


def test_a_repeated_opening_has_the_same_metadata() -> None:
    metadata = MatchMetadata(title="Cafe\u0301", labels={"a": "1", "b": "2"})
    decision = REFEREE.open(command(metadata), "open", AT)
    assert isinstance(decision, Decision)
    again = MatchMetadata(title="Café", labels={"b": "2", "a": "1"})
    assert repeats(command(again), decision.events[0], REFEREE.games["akros"])
    assert not repeats(command(MatchMetadata(title="Café")), decision.events[0], REFEREE.games["akros"])


@pytest.mark.parametrize(("visibility", "namespace"), [*product(VISIBILITIES, ("", "arena"))])
def test_the_visibility_rule(visibility: Visibility, namespace: str) -> None:
    metadata = MatchMetadata(
        visibility=visibility,
        namespace=namespace,
        code_hash=CODE,
        reservations=(Reservation(0, code_hash=code_hash("the code of a seat")),),
    )
    is_open = visibility == "public" or (visibility == "unlisted" and not namespace)
    assert may_read(metadata, ANYONE) == is_open
    assert may_read(metadata, OTHER) == is_open
    assert may_read(metadata, OWNER) == (is_open or bool(namespace))
    assert may_read(metadata, Caller(code_hash=CODE))
    assert may_read(metadata, Caller(code_hash=code_hash("the code of a seat")))
    assert may_read(metadata, Caller(code_hash=code_hash("another code"))) == is_open
    assert may_read(metadata, Caller(is_operator=True))
    listed = {PUBLIC} if visibility == "public" else {namespace or NOBODY}
    assert {audience(metadata)} == listed
    assert shows_labels(metadata, OWNER) == bool(namespace)
    assert shows_labels(metadata, ANYONE) == (not namespace)


def test_audiences_never_mix() -> None:
    assert audiences(ANYONE) == (PUBLIC,)
    assert audiences(OWNER) == (PUBLIC, "arena")
    assert NOBODY not in {PUBLIC, "arena"}


def test_holders_of_tokens_see_their_match_until_they_leave() -> None:
    match = opened(MatchMetadata(visibility="invited"))
    assert is_visible(match, Caller(token="host"))
    assert not is_visible(match, Caller(token="Ann"))
    do(match, join())
    assert is_visible(match, Caller(token="Ann"))
    assert is_visible(match, Caller(code_hash=code_hash("Ann")))
    do(match, Leave(0))
    assert not is_visible(match, Caller(token="Ann"))
    assert not is_visible(match, Caller(code_hash=code_hash("Ann")))
    assert not is_visible(match, ANYONE)


def test_a_reserved_seat_is_taken_by_its_key_or_its_code_only() -> None:
    metadata = MatchMetadata(reservations=(Reservation(0, "arena"), Reservation(1, code_hash=CODE)))
    for seat in (None, 0, 1):
        answer = do(opened(metadata), join(seat))
        assert isinstance(answer, Rejection)
        assert answer.rule == "CLIO-RESERVED"
    assert isinstance(do(opened(metadata), join(1, namespace="arena")), Rejection)
    assert isinstance(do(opened(metadata), join(0, code_hash=CODE)), Rejection)
    match = opened(metadata)
    do(match, join(None, "Ann", code_hash=CODE))
    do(match, join(None, "Bob", namespace="arena"))
    assert [seat and (seat.name, seat.namespace) for seat in match.seats] == [("Bob", "arena"), ("Ann", "")]
    assert match.status == "playing"


def test_the_first_free_seat_is_one_that_is_not_reserved() -> None:
    match = opened(MatchMetadata(reservations=(Reservation(0, "arena"),)))
    do(match, join())
    assert [seat is not None for seat in match.seats] == [False, True]


def test_the_host_frees_a_seat_and_the_record_says_so() -> None:
    match = opened(MatchMetadata())
    do(match, join())
    decision = do(match, Leave(0, by_host=True))
    assert isinstance(decision, Decision)
    assert decision.events[0].actor == HOST_ACTOR
    assert match.seats == [None, None]
    game = REFEREE.games["akros"]
    assert repeats(Leave(0, by_host=True), decision.events[0], game)
    assert not repeats(Leave(0), decision.events[0], game)
    again = do(match, Leave(0, by_host=True))
    assert isinstance(again, Rejection)
    assert again.rule == "CLIO-SEAT"


@pytest.mark.parametrize(("origin", "wanted"), [*product(VISIBILITIES, VISIBILITIES)])
def test_a_fork_is_never_more_open_than_its_origin(origin: Visibility, wanted: Visibility) -> None:
    source = MatchMetadata(visibility=origin, namespace="arena", code_hash=CODE)
    made = inherited(source, MatchMetadata(visibility=wanted, namespace="rival"))
    strangers = (ANYONE, OTHER, Caller(code_hash=CODE))
    assert all(may_read(source, caller) or not may_read(made, caller) for caller in strangers)
    assert made.namespace == ("rival" if origin == "public" else "arena")
    assert VISIBILITIES.index(made.visibility) == max(VISIBILITIES.index(origin), VISIBILITIES.index(wanted))


def test_every_field_survives_its_encoding() -> None:
    full = MatchMetadata(
        "id", "t", {"a": "b"}, "unlisted", "n", CODE, (Reservation(1, "n", CODE),), "m" * 20, private_names=True
    )
    assert len(msgspec.structs.fields(full)) == len([value for value in msgspec.structs.astuple(full) if value])
    assert opened(full).metadata == full


def test_a_rule_names_rematches() -> None:
    # Judged by the server, which knows both matches: tests/integration/server/test_rematch.py.
    assert "CLIO-REMATCH" in {rule.id for rule in KERNEL_RULES.rules}


def test_a_seat_sees_what_is_its_own_and_everybody_else_what_a_spectator_sees_until_the_end() -> None:
    table = Table("akrotiri", 2)
    assert [table.match.viewpoint_of(holder) for holder in (0, 1, HOST, None)] == [0, 1, SPECTATOR, SPECTATOR]
    table.do(Abort("Enough."))
    assert {table.match.viewpoint_of(holder) for holder in (0, 1, HOST, None)} == {EVERYTHING}


def test_a_caller_without_a_token_and_a_seat_is_a_spectator() -> None:
    assert Caller().is_spectator
    assert Caller(namespace="club", code_hash="00").is_spectator
    assert not Caller(token="token").is_spectator
    assert not Caller(seat=0).is_spectator
