"""A repeated command is told from another one that has the same request id."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.match import commands
from clio.kernel.match.commands import (
    Abort,
    AddTime,
    ClaimAbandoned,
    ClaimDue,
    Command,
    Consent,
    Credit,
    Direct,
    Expire,
    Flag,
    GetReady,
    Join,
    Lapse,
    Leave,
    Open,
    Play,
    Resign,
    Rotate,
    repeats,
)
from clio.kernel.match.fair_play import FairPlay
from clio.kernel.match.match_metadata import MatchMetadata
from clio.kernel.moment import microseconds, timestamp_of
from tests.kit.fair_table import FairTable
from tests.kit.table import AT, REFEREE

CLOCKED = FairPlay(clock="fischer/60+5", director="host")
REASON, SAME_REASON, OTHER_REASON = "Caf\u00e9 closes", "Cafe\u0301 closes", "Tired"


def _playing(asked: FairPlay = CLOCKED) -> FairTable:
    return FairTable(asked=asked, seats=3)


def _waiting() -> FairTable:
    table = FairTable(join=False)
    table.join(0)
    return table


def _all_seated() -> FairTable:
    table = _waiting()
    table.join(1)
    return table


def _ready() -> tuple[FairTable, Command, list[Command]]:
    table = _all_seated()
    command = GetReady(0, table.entropy(0), table.commitment(0, 1))
    others = [replace(command, seat=1), replace(command, entropy=b"x" * 32), replace(command, next=b"x" * 32)]
    return table, command, [*others, Lapse()]


def _lapse() -> tuple[FairTable, Command, list[Command]]:
    return _all_seated().wait(10**6), Lapse(), [Expire(), Flag(0), ClaimAbandoned(0, 1)]


def _expire() -> tuple[FairTable, Command, list[Command]]:
    return _waiting().wait(31 * 86_400), Expire(), [Lapse(), Abort("Not all seats were taken in time.")]


def _flag() -> tuple[FairTable, Command, list[Command]]:
    table = _playing()
    (seat,) = table.match.to_move
    return table.wait(60), Flag(seat), [Flag((seat + 1) % 3), Lapse(), Expire(), Resign(seat)]


def _abandoned() -> tuple[FairTable, Command, list[Command]]:
    table = _playing(FairPlay())
    (seat,) = table.match.to_move
    by, third = ((seat + step) % 3 for step in (1, 2))
    others = [ClaimAbandoned(seat, None), ClaimAbandoned(seat, third), ClaimAbandoned(third, by), ClaimDue()]
    return table.wait(8 * 86_400), ClaimAbandoned(seat, by), others


def _abandoned_by_host() -> tuple[FairTable, Command, list[Command]]:
    table = _playing(FairPlay())
    (seat,) = table.match.to_move
    return table.wait(8 * 86_400), ClaimAbandoned(seat, None), [ClaimAbandoned(seat, (seat + 1) % 3)]


def _consent() -> tuple[FairTable, Command, list[Command]]:
    others = [Consent(1, "pause", REASON), Consent(0, "abort", REASON), Consent(0, "pause", OTHER_REASON)]
    return _playing(), Consent(0, "pause", REASON), [*others, Direct("pause", REASON)]


def _pause() -> tuple[FairTable, Command, list[Command]]:
    others = [Direct("resume", REASON), Direct("abort", REASON), Direct("pause", OTHER_REASON)]
    return _playing(), Direct("pause", REASON), [*others, Consent(0, "pause", REASON)]


def _void() -> tuple[FairTable, Command, list[Command]]:
    return _playing(), Direct("abort", REASON), [Direct("pause", REASON), Abort(REASON), Expire(), ClaimDue()]


def _add_time() -> tuple[FairTable, Command, list[Command]]:
    others = [AddTime(0, 6, REASON), AddTime(1, 5, REASON), AddTime(0, 5, OTHER_REASON), Credit(5)]
    return _playing(), AddTime(0, 5, REASON), others


def _credit() -> tuple[FairTable, Command, list[Command]]:
    return _playing().wait(9), Credit(5), [Credit(6), AddTime(0, 5, REASON)]


def _leave() -> tuple[FairTable, Command, list[Command]]:
    return _waiting(), Leave(0), [Leave(1), Leave(0, by_host=True), Resign(0)]


def _freed() -> tuple[FairTable, Command, list[Command]]:
    return _waiting(), Leave(0, by_host=True), [Leave(0), Leave(1, by_host=True)]


def _abort() -> tuple[FairTable, Command, list[Command]]:
    return _waiting(), Abort(REASON), [Abort(OTHER_REASON), Direct("abort", OTHER_REASON), Expire()]


def _resign() -> tuple[FairTable, Command, list[Command]]:
    return _playing(), Resign(2), [Resign(1), Flag(2), Leave(2)]


def _rotate() -> tuple[FairTable, Command, list[Command]]:
    others = [Rotate(1, "7a" * 32), Rotate(None, "7a" * 32), Rotate(0, "7b" * 32), Resign(0)]
    return _playing(), Rotate(0, "7a" * 32), others


def _rotate_host() -> tuple[FairTable, Command, list[Command]]:
    return _playing(), Rotate(None, "7a" * 32), [Rotate(0, "7a" * 32), Rotate(None, "7b" * 32)]


def _play() -> tuple[FairTable, Command, list[Command]]:
    table = _playing()
    (seat,) = table.match.to_move
    one, other = table.game.legal_moves(table.state, seat)[:2]
    return table, Play(seat, one), [Play(seat, other), Play((seat + 1) % 3, one), Resign(seat)]


CASES = (
    _ready,
    _lapse,
    _expire,
    _flag,
    _abandoned,
    _abandoned_by_host,
    _consent,
    _pause,
    _void,
    _add_time,
    _credit,
    _leave,
    _freed,
    _abort,
    _resign,
    _rotate,
    _rotate_host,
    _play,
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_a_command_repeats_itself_and_no_other_one(
    case: Callable[[], tuple[FairTable, Command, list[Command]]],
) -> None:
    table, command, others = case()
    first = table.do(command).events[0]
    assert repeats(command, first, table.match.game)
    assert [other for other in others if repeats(other, first, table.match.game)] == []


def test_every_command_has_its_case() -> None:
    met = {type(case()[1]) for case in CASES} | {Join, ClaimDue}
    assert met == set(commands.Command.__args__)


def test_a_reason_is_the_same_in_every_form_of_its_letters() -> None:
    table = _playing()
    first = table.do(Consent(0, "pause", REASON)).events[0]
    assert repeats(Consent(0, "pause", SAME_REASON), first, table.match.game)


@pytest.mark.parametrize("case", [_lapse, _expire, _flag])
def test_a_claim_of_what_is_due_is_repeated_whatever_was_due(
    case: Callable[[], tuple[FairTable, Command, list[Command]]],
) -> None:
    table, command, _ = case()
    first = table.do(command).events[0]
    assert repeats(ClaimDue(), first, table.match.game)


def _opened(command: Open) -> MatchEvent:
    decision = REFEREE.open(command, "open", AT)
    return decision.events[0]  # type: ignore[union-attr]


def test_an_opening_is_repeated_only_with_everything_that_it_asked_for() -> None:
    metadata = MatchMetadata(title="Caf\u00e9")
    command = Open("abcdefghij234567abcd", "akros", 2, {"sides": "random"}, bytes(32), "00" * 32, FairPlay(), metadata)
    first, game = _opened(command), REFEREE.games["akros"]
    assert repeats(command, first, game)
    assert repeats(replace(command, options={}, match_id="other", server_seed=bytes(31)), first, game)
    assert repeats(replace(command, metadata=MatchMetadata(title="Cafe\u0301")), first, game)
    until = timestamp_of(microseconds(AT) + 10**9)
    for other in (
        replace(command, game="amphipolis"),
        replace(command, seats=3),
        replace(command, options={"sides": "seat-0-jinn"}),
        replace(command, token_hash="01" * 32),
        replace(command, metadata=MatchMetadata(title="Bar")),
        replace(command, fair_play=None),
        replace(command, fair_play=FairPlay(clock="move/30")),
        replace(command, fair_play=FairPlay(open_until=until)),
        replace(command, fair_play=FairPlay(abandon_after=0)),
    ):
        assert not repeats(other, first, game), other
    without = replace(command, fair_play=None)
    assert repeats(without, _opened(without), game)
    assert not repeats(command, _opened(without), game)
