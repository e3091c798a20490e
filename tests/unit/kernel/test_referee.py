"""The rules that all games share, one sentence each."""

import unicodedata
from pathlib import Path

import msgspec
import pytest

from clio.kernel.events.lifecycle import Aborted, Finished, Joined, Opened, Started
from clio.kernel.limits import MAX_PLAYED_EVENTS
from clio.kernel.match.aggregate import BrokenChainError, Match
from clio.kernel.match.commands import Abort, Command, Join, Leave, Open, Play, Resign, Rotate, repeats
from clio.kernel.match.decision import Decision
from clio.kernel.match.holding import HOST, Holding
from clio.kernel.match.joining import refusal_to_join
from clio.kernel.match.referee import KERNEL_RULES
from clio.kernel.match.seat import Seat
from clio.kernel.rejection import Rejection
from clio.server.identifiers import token_hash
from tests.kit.table import AT, REFEREE, Table


def open_command(**changes: object) -> Open:
    command = Open("abcdefghij234567abcd", "amphipolis", 2, {}, bytes(32), token_hash("host"))
    return msgspec.structs.replace(command, **changes)


def opened(**changes: object) -> Match:
    command = open_command(**changes)
    decision = REFEREE.open(command, "open", AT)
    assert isinstance(decision, Decision)
    payload = decision.events[0].payload
    assert isinstance(payload, Opened)
    match = Match(command.match_id, payload, REFEREE.games[command.game])
    match.accept(decision.events, decision.state)
    return match


def join(seat: int | None, name: str = "", entropy: bytes = b"", token: str = "token") -> Join:
    return Join(seat, name or f"Ann {seat}", entropy, token_hash(f"{token}{seat}"))


def do(match: Match, command: Command, request: str = "") -> Decision:
    decision = REFEREE.judge(match, command, request or f"r{match.seq}", AT)
    assert isinstance(decision, Decision), decision
    match.accept(decision.events, decision.state)
    return decision


def refusal(match: Match, command: Command) -> str:
    answer = REFEREE.judge(match, command, "r", AT)
    assert isinstance(answer, Rejection)
    assert KERNEL_RULES.rule(answer.rule)
    assert "{" not in answer.sentence
    return answer.rule


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"game": "chess"}, "CLIO-GAME"),
        ({"seats": 5}, "CLIO-SEATS"),
        ({"seats": 0}, "CLIO-SEATS"),
        ({"options": {"colour": "red"}}, "CLIO-OPTION"),
        ({"options": {"first_seat": "9"}}, "CLIO-OPTION"),
    ],
)
def test_a_match_is_opened_only_for_a_known_game_with_seats_and_options_it_allows(
    changes: dict[str, object], rule: str
) -> None:
    answer = REFEREE.open(open_command(**changes), "r", AT)
    assert isinstance(answer, Rejection)
    assert answer.rule == rule
    assert KERNEL_RULES.rule(rule)


def test_the_first_event_binds_game_rules_options_seats_and_the_seed() -> None:
    decision = REFEREE.open(open_command(), "r", AT)
    assert isinstance(decision, Decision)
    (event,) = decision.events
    assert isinstance(event.payload, Opened)
    assert event.payload.options == {"first_seat": "random"}
    assert bytes(32).hex().encode() not in event.canonical, "the seed is committed to, not shown"
    assert event.private["server_seed"] == bytes(32).hex()


def test_somebody_who_names_no_seat_gets_the_first_free_one() -> None:
    match = opened(seats=3)
    do(match, join(0))
    do(match, join(None))
    assert match.seats[1] is not None


def test_a_taken_seat_cannot_be_taken() -> None:
    match = opened()
    do(match, join(0))
    assert refusal(match, join(0)) == "CLIO-SEAT-TAKEN"


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_does_not_exist_cannot_be_taken(seat: int) -> None:
    assert refusal(opened(), join(seat)) == "CLIO-SEAT"


NOT_NAMES = {
    "empty": "",
    "too long": "x" * 41,
    "far too long": "e\u0301" * 30_000,
    "a blank first": " Ann",
    "a blank last": "Ann ",
    "two blanks": "Ann  B",
    "a blank only": " ",
    "a line feed": "A\nnn",
    "a zero": "A\x00",
    "a bidi override": "\u202eAnn",
    "a bidi isolate": "Ann\u2066",
    "an Arabic letter mark": "Ann\u061c",
    "a line separator": "Ann\u2028B",
    "a paragraph separator": "Ann\u2029B",
    "a no-break space": "Ann\u00a0B",
    "an ideographic space": "Ann\u3000B",
    "a Hangul filler": "\u3164",
    "a Hangul filler inside": "A\u3164nn",
    "a halfwidth filler": "\uffa0",
    "a Hangul jongseong filler": "\u115fAnn",
    "a braille blank": "\u2800",
    "a soft hyphen": "An\u00adn",
    "a zero width joiner": "An\u200dn",
    "a zero width space": "An\u200bn",
    "a grapheme joiner": "An\u034fn",
    "a variation selector": "An\ufe0fn",
    "a variation selector far off": "An\U000e0101n",
    "a tag": "An\U000e0041n",
    "a null notehead": "\U0001d159",
    "private use": "An\ue000n",
    "unassigned": "An\u0378n",
    "not a character": "An\ufffen",
    "half a pair": "An\ud800n",
    "an object replacement": "An\ufffcn",
    "a tower of marks": "A" + "\u0301\u0302" * 3,
    "39 marks": "A" + "".join(chr(0x300 + number) for number in range(39)),
    "a mark without a letter": "\u0301nn",
    "a mark on a blank": "Ann \u0301",
    "one mark twice": "A\u0323\u0323nn",
}


@pytest.mark.parametrize("name", NOT_NAMES.values(), ids=NOT_NAMES.keys())
def test_a_name_is_short_and_visible(name: str) -> None:
    command = msgspec.structs.replace(join(0), name=name)
    assert refusal(opened(), command) == "CLIO-NAME"


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "x" * 40,
        "Zoë",
        "Nguyễn Thị Ánh",
        "Жанна",
        "Αθηνά",
        "שָׁלוֹם",
        "محمد",
        "नमस्ते",
        "ไก่",
        "山田太郎",
        "김철수",
        "Ann-Marie O'Neil",
        "R2-D2",
        "🦉 Owl",
        "e\u0323\u0302\u0301x",
    ],
)
def test_names_of_many_scripts_are_welcome(name: str) -> None:
    decision = do(opened(), msgspec.structs.replace(join(0), name=name))
    joined = decision.events[0].payload
    assert isinstance(joined, Joined)
    assert joined.name == unicodedata.normalize("NFC", name)


def test_a_name_is_recorded_in_normal_form_and_a_repeated_request_is_recognised_in_any() -> None:
    match = opened()
    apart = join(0, "Zoe\u0308")
    event = do(match, apart).events[0]
    assert match.seats[0] is not None
    assert match.seats[0].name == "Zo\u00eb"
    assert repeats(apart, event, match.game)
    assert repeats(join(0, "Zo\u00eb"), event, match.game)
    assert not repeats(join(0, "Zoe"), event, match.game)


@pytest.mark.parametrize(
    ("seated", "comes"),
    [
        ("Ann", "Ann"),
        ("Ann", "ann"),
        ("Ann", "ANN"),
        ("Ann", "\u0410nn"),
        ("ann", "\u0410nn"),
        ("paypal", "p\u0430yp\u0430l"),
        ("Ian", "lan"),
        ("IAN", "lan"),
        ("Bill", "BiII"),
        ("modern", "rnodern"),
        ("Player 0", "Player O"),
        ("Zo\u00eb", "Zoe\u0308"),
        ("Ann", "\uff21\uff4e\uff4e"),
        ("Ann", "\U0001d400nn"),
        ("Strasse", "Straße"),
    ],
)
def test_a_name_cannot_be_taken_for_that_of_another_seat(seated: str, comes: str) -> None:
    for first, second in ((seated, comes), (comes, seated)):
        match = opened()
        do(match, join(0, first))
        assert refusal(match, join(1, second)) == "CLIO-NAME-TAKEN"
        do(match, Leave(0))
        do(match, join(1, second))


def test_names_that_differ_to_the_eye_sit_beside_each_other() -> None:
    for one, other in (("Ann", "Anna"), ("Player 1", "Player 2"), ("Zoë", "Zoe"), ("greedy 1", "greedy 2")):
        match = opened()
        do(match, join(0, one))
        do(match, join(1, other))
        assert match.status == "playing"


def test_a_seat_of_an_older_match_keeps_its_name_and_newcomers_are_judged_by_the_new_rule() -> None:
    """Facts are not judged again: what was recorded before the rule is folded as it stands."""
    match = opened()
    old = Seat("\u3164", b"", "")
    match.seats[0] = old
    assert refusal_to_join(match, join(1, "\u3164")) is None
    assert refusal(match, join(1, "\u3164")) == "CLIO-NAME"
    do(match, join(1, "Ann"))


def test_a_seat_adds_at_most_64_bytes_of_entropy() -> None:
    assert refusal(opened(), join(0, entropy=bytes(65))) == "CLIO-ENTROPY"
    do(opened(), join(0, entropy=bytes(64)))


def test_a_seat_can_be_left_before_the_start_and_taken_again() -> None:
    match = opened()
    do(match, join(0, token="first"))
    do(match, Leave(0))
    assert match.holder("first0") is None
    do(match, join(0, token="second"))
    assert match.holder("second0") == 0


def test_a_free_seat_cannot_be_left() -> None:
    match = opened()
    assert refusal(match, Leave(0)) == "CLIO-SEAT"
    do(match, join(0))
    do(match, Leave(0))
    for seat in (0, 1, 2, -1):
        assert refusal(match, Leave(seat)) == "CLIO-SEAT"


def test_a_token_that_joins_again_gets_a_new_holding() -> None:
    match = opened()
    do(match, join(0))
    first = match.held(0)
    assert first is not None
    assert match.holds(first)
    do(match, Leave(0))
    assert not match.holds(first)
    do(match, join(0))
    assert match.holder("token0") == 0
    assert not match.holds(first)
    do(match, Rotate(0, token_hash("new")))
    assert match.held(0) == Holding(0, match.seq, token_hash("new"))


def test_the_last_seat_starts_the_match_in_the_same_breath() -> None:
    match = opened()
    do(match, join(0))
    decision = do(match, join(1))
    assert [type(event.payload) for event in decision.events[:2]] == [Joined, Started]
    assert match.status == "playing"
    assert {event.request for event in decision.events} == {decision.events[0].request}


def started() -> Match:
    match = opened()
    do(match, join(0))
    do(match, join(1))
    return match


def test_after_the_start_nobody_joins_or_leaves() -> None:
    match = started()
    assert refusal(match, join(0)) == "CLIO-STARTED"
    assert refusal(match, Leave(0)) == "CLIO-STARTED"


def test_nobody_moves_or_resigns_before_the_start() -> None:
    match = opened()
    move = started().game.parse_move("take mosaics -")
    assert refusal(match, Play(0, move)) == "CLIO-WAITING"
    assert refusal(match, Resign(0)) == "CLIO-WAITING"


def test_only_a_seat_whose_turn_it_is_moves() -> None:
    match = started()
    idle = 1 - match.to_move[0]
    assert refusal(match, Play(idle, match.game.parse_move("take mosaics -"))) == "CLIO-TURN"


def test_the_last_one_left_wins_when_the_others_resign() -> None:
    match = started()
    decision = do(match, Resign(0))
    assert isinstance(decision.events[-1].payload, Finished)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.decided_by) == ((1,), "CLIO-RESIGN")


def test_a_seat_resigns_once() -> None:
    table = Table("amphipolis", 3)
    table.do(Resign(1))
    assert table.match.status == "playing"
    answer = table.ask(Resign(1))
    assert isinstance(answer, Rejection)
    assert answer.rule == "CLIO-RESIGNED"


def test_an_abort_reveals_the_seed_and_ends_the_match_without_a_result() -> None:
    match = started()
    decision = do(match, Abort("The cat sat on the board."))
    payload = decision.events[-1].payload
    assert isinstance(payload, Aborted)
    assert payload.server_seed == bytes(32).hex()
    assert (match.status, match.outcome) == ("aborted", None)
    assert refusal(match, Abort("again")) == "CLIO-OVER"
    assert refusal(match, Resign(0)) == "CLIO-OVER"


@pytest.mark.parametrize("reason", ["", "x" * 201, "a\x07b"])
def test_an_abort_has_a_reason(reason: str) -> None:
    assert refusal(started(), Abort(reason)) == "CLIO-REASON"


def test_tokens_name_their_holders_and_nobody_else() -> None:
    match = started()
    assert match.holder("host") == HOST
    assert (match.holder("token0"), match.holder("token1")) == (0, 1)
    assert match.holder("") is None
    assert match.holder(token_hash("host")) is None


def test_an_event_that_does_not_continue_the_chain_is_refused() -> None:
    table = Table("amphipolis", 2).finish()
    opening = table.events[0].payload
    assert isinstance(opening, Opened)
    match = Match(table.match.id, opening, table.game)
    match.apply(table.events[0])
    with pytest.raises(BrokenChainError):
        match.apply(table.events[2])
    forged = msgspec.structs.replace(table.events[1], canonical=table.events[1].canonical.replace(b"Player", b"Prayer"))
    with pytest.raises(BrokenChainError):
        match.apply(forged)


def test_a_repeated_command_is_recognised_and_another_is_not() -> None:
    match = opened()
    first = do(match, join(0)).events[0]
    assert repeats(join(0), first, match.game)
    assert repeats(msgspec.structs.replace(join(0), seat=None), first, match.game)
    for other in (join(1), join(0, "Bob"), join(0, entropy=b"x"), join(0, token="other"), Leave(0), Resign(0)):
        assert not repeats(other, first, match.game)


def test_a_rotated_token_is_its_holders_and_the_old_one_nobodys() -> None:
    match = opened()
    do(match, join(0))
    do(match, Rotate(0, token_hash("new")))
    do(match, Rotate(None, token_hash("new host")))
    assert (match.holder("new"), match.holder("new host")) == (0, HOST)
    assert (match.holder("token0"), match.holder("host")) == (None, None)
    assert match.ended_by("token0", 3) == Holding(0, 2, token_hash("token0"))
    assert match.ended_by("host", 4) == Holding(HOST, 1, token_hash("host"))
    assert (match.ended_by("new", 3), match.ended_by("token0", 4), match.ended_by("token0", 2)) == (None, None, None)
    assert match.seats[0] is not None
    assert match.seats[0].name == "Ann 0"


@pytest.mark.parametrize("used", ["token0", "token1", "host", "first of seat 0"])
def test_a_new_token_was_never_in_use_in_the_match(used: str) -> None:
    match = opened(seats=3)
    do(match, join(0, token="first of seat "))
    do(match, join(1))
    do(match, Rotate(0, token_hash("token0")))
    assert refusal(match, Rotate(0, token_hash(used))) == "CLIO-TOKEN"


def test_a_free_seat_has_no_token_to_rotate_and_a_match_that_is_over_none_at_all() -> None:
    match = opened()
    assert refusal(match, Rotate(0, token_hash("new"))) == "CLIO-SEAT"
    do(match, Abort("Enough."))
    assert refusal(match, Rotate(None, token_hash("new"))) == "CLIO-OVER"


def test_a_long_match_takes_only_what_ends_it() -> None:
    waiting = opened()
    do(waiting, join(0))
    waiting.seq = MAX_PLAYED_EVENTS - 1
    do(waiting, Leave(0))
    endless: tuple[Command, ...] = (join(0), Leave(0), Rotate(0, token_hash("new")), Rotate(None, token_hash("new")))
    assert {refusal(waiting, command) for command in endless} == {"CLIO-LENGTH"}
    do(waiting, Abort("Too long."))

    playing = Table("amphipolis", 2).match
    playing.seq = MAX_PLAYED_EVENTS
    assert refusal(playing, Rotate(0, token_hash("new"))) == "CLIO-LENGTH"
    seat = playing.to_move[0]
    do(playing, Play(seat, next(iter(playing.game.legal_moves(playing.state, seat)))))
    do(playing, Resign(0))
    assert playing.is_over


def test_a_repeated_rotation_is_recognised_by_its_holder_and_its_token() -> None:
    match = opened()
    do(match, join(0))
    first = do(match, Rotate(0, token_hash("new"))).events[0]
    assert repeats(Rotate(0, token_hash("new")), first, match.game)
    for other in (Rotate(None, token_hash("new")), Rotate(0, token_hash("newer")), Resign(0)):
        assert not repeats(other, first, match.game)


def test_every_rule_of_the_kernel_is_one_that_some_test_here_meets() -> None:
    source = "".join(
        Path(__file__).with_name(f"test_{name}.py").read_text(encoding="utf-8")
        for name in ("referee", "forking", "fair_play", "open_game", "rules_version", "match_metadata")
    )
    assert [rule.id for rule in KERNEL_RULES.rules if f'"{rule.id}"' not in source] == []
