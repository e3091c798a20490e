"""The referee: decides commands into events, or rejects them with the rule that forbids them. It changes no match."""

import hmac
import unicodedata
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from clio.kernel.confusables import are_confusable
from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.lifecycle import EDITION, Joined, Left, Opened, Resigned
from clio.kernel.events.match_event import HOST_ACTOR
from clio.kernel.game import Game, GameEvent
from clio.kernel.integrity.chain import GENESIS
from clio.kernel.integrity.chance import MAX_ENTROPY_BYTES, seed_commitment
from clio.kernel.integrity.commitments import salt_key
from clio.kernel.limits import MAX_PLAYED_EVENTS
from clio.kernel.match import agreement, commands, readiness, timekeeping
from clio.kernel.match.aggregate import Match
from clio.kernel.match.decision import Decision, conclude, drop_out, not_playing, start
from clio.kernel.match.event_builder import EventBuilder
from clio.kernel.match.fair_play import fork_fields, opening_fields
from clio.kernel.match.forking import without_clock
from clio.kernel.match.match_metadata import (
    NAMESPACE_FIELD,
    Reservation,
    normalised_metadata,
    private_fields,
    refusal_of_metadata,
)
from clio.kernel.match.match_options import check_opening, spoken, with_defaults
from clio.kernel.match.rules_version import refusal_of_command
from clio.kernel.match.seat import Seat
from clio.kernel.match.token_rotation import rotate
from clio.kernel.moment import microseconds
from clio.kernel.rejection import Rejection
from clio.kernel.rulebook import load_rulebook
from clio.kernel.visible_text import is_far_too_long, normalised, refusal_of_text

_MOVE: Final = "move"
MAX_NAME: Final = 40
_REPEATABLE: Final = (
    commands.Join
    | commands.Leave
    | commands.Rotate
    | commands.GetReady
    | commands.AddTime
    | commands.Consent
    | commands.Direct
)
_NEVER_IN_NAMES: Final = frozenset({"Cc", "Cf", "Cs", "Co"})
KERNEL_RULES: Final = load_rulebook("clio.kernel")


class Referee:
    """Decides commands for all games."""

    def __init__(self, games: Mapping[str, Game[Any, Any]]) -> None:
        self.games: Final = games
        self.types: Final = EventTypes(games.values())

    def open(self, command: commands.Open, request: str, at: str) -> Decision | Rejection:
        """Opens a match; it starts when its seats are taken."""
        game = self.games.get(command.game)
        if game is None:
            return Rejection("CLIO-GAME", "There is no game called {game}.", {"game": command.game})
        options = with_defaults(game, command.options)
        metadata = normalised_metadata(command.metadata)
        if refusal := check_opening(game, options, command.seats) or refusal_of_metadata(metadata, command.seats):
            return refusal
        fair_play = {} if command.fair_play is None else opening_fields(command.fair_play, command.seats, at)
        if isinstance(fair_play, Rejection):
            return fair_play
        draft = EventBuilder(
            self.types,
            command.match_id,
            seq=0,
            digest=GENESIS,
            salt_key=salt_key(command.server_seed),
            request=request,
            at=at,
        )
        draft.add(
            HOST_ACTOR,
            Opened(
                data=game.data(options),
                draws=msgspec.UNSET if game.built_in else game.draw_rows(),
                edition=EDITION,
                game=game.name,
                options=options,
                rules=game.rules_version,
                seats=command.seats,
                seed_commitment=seed_commitment(command.match_id, command.server_seed).hex(),
                **fair_play,
            ),
            private={
                "server_seed": command.server_seed.hex(),
                "token": command.token_hash,
                **private_fields(metadata),
            },
        )
        return Decision(tuple(draft.events))

    def fork(self, command: commands.Fork, request: str, at: str) -> Decision | Rejection:
        """Opens a fork: a match with the position of another one; it starts when its seats are taken."""
        game = self.games[command.opened.game].under(command.opened.rules)
        metadata = normalised_metadata(command.metadata)
        if refusal := refusal_of_metadata(metadata, command.opened.seats):
            return refusal
        draft = EventBuilder(
            self.types,
            command.match_id,
            seq=0,
            digest=GENESIS,
            salt_key=salt_key(command.server_seed),
            request=request,
            at=at,
        )
        draft.add(
            HOST_ACTOR,
            Opened(
                data=command.opened.data,
                draws=command.opened.draws,
                edition=EDITION,
                forked_from=command.origin,
                game=game.name,
                options=command.opened.options,
                rules=command.opened.rules,
                seats=command.opened.seats,
                seed_commitment=seed_commitment(command.match_id, command.server_seed).hex(),
                **(fork_fields() if command.fair_play else {}),
            ),
            private={
                "server_seed": command.server_seed.hex(),
                "token": command.token_hash,
                **private_fields(metadata),
            },
        )
        state: Any = None
        for event in command.history:
            draft.add(event.actor, without_clock(event.payload), secret_move=_MOVE in event.sealed)
            if isinstance(event.payload, GameEvent):
                state = game.evolve(state, event.payload)
        return Decision(tuple(draft.events), state)

    def judge(self, match: Match, command: commands.Command, request: str, at: str) -> Decision | Rejection:
        """The facts that follow from a command to an existing match, unless it is too long or its rules are unknown."""
        if match.seq >= MAX_PLAYED_EVENTS and (refusal := _refusal_of_length(command)):
            return refusal
        if match.game.rules_version != match.rules and (refusal := refusal_of_command(match, command)):
            return refusal
        return self.decide(match, command, request, at)

    def decide(self, match: Match, command: commands.Command, request: str, at: str) -> Decision | Rejection:
        """Judges a command without these two refusals, which are newer than the records that verifiers judge.

        The time of the events is never before the match's last one.
        """
        draft = EventBuilder(
            self.types,
            match.id,
            seq=match.seq,
            digest=match.digest,
            salt_key=match.salt_key,
            request=request,
            at=max(at, match.updated_at),
        )
        match command:
            case commands.Join():
                return _join(match, command, draft)
            case commands.Leave():
                return _leave(match, command, draft)
            case commands.Play():
                return _play(match, command, draft)
            case commands.Resign():
                return _resign(match, command.seat, draft)
            case commands.Abort():
                return agreement.abort(match, command.reason, draft)
            case commands.Rotate():
                return rotate(match, command, draft) or Decision(tuple(draft.events), match.state)
            case _:
                return _decide_fair_play(match, command, microseconds(draft.at) if draft.at else 0, draft)


def _decide_fair_play(  # noqa: C901 (a case for every command)
    match: Match, command: commands.FairPlayCommand, now: int, draft: EventBuilder
) -> Decision | Rejection:
    match command:
        case commands.GetReady():
            return readiness.get_ready(match, command, draft)
        case commands.Lapse():
            return readiness.lapse(match, now, draft)
        case commands.Expire():
            return timekeeping.expire(match, now, draft)
        case commands.Flag():
            return timekeeping.flag(match, command.seat, now, draft)
        case commands.ClaimDue():
            due = timekeeping.what_is_due(match)
            return due if isinstance(due, Rejection) else _decide_fair_play(match, due, now, draft)
        case commands.ClaimAbandoned():
            return timekeeping.claim_abandoned(match, command, now, draft)
        case commands.Consent():
            return agreement.consent(match, command, now, draft)
        case commands.Direct():
            return agreement.direct(match, command, draft)
        case commands.AddTime():
            return timekeeping.add_time(match, command, draft)
        case commands.Credit():
            return timekeeping.credit(match, command.milliseconds, now, draft)


def _refusal_of_length(command: commands.Command) -> Rejection | None:
    """Refuses the commands that can be repeated for ever once a match is long; play is finite by the games' rules."""
    if not isinstance(command, _REPEATABLE):
        return None
    return Rejection(
        "CLIO-LENGTH",
        "The match has {most} events or more: seats and tokens can no longer change, but it can be played or aborted.",
        {"most": MAX_PLAYED_EVENTS},
    )


def refusal_to_join(match: Match, command: commands.Join) -> Rejection | None:
    """Why the seat cannot be taken; None if it can."""
    if match.status not in ("open", "readying"):
        return Rejection("CLIO-STARTED", "The match has started; its seats are taken.")
    number = _wanted_seat(match, command)
    if number >= len(match.seats) or number < 0:
        return Rejection(
            "CLIO-SEAT",
            "There is no seat {seat}; this match has seats 0 to {last}.",
            {"seat": number, "last": len(match.seats) - 1},
        )
    if match.seats[number] is not None:
        return Rejection("CLIO-SEAT-TAKEN", "Seat {seat} is taken.", {"seat": number})
    if not _could_be_a_name(command.name):
        return Rejection("CLIO-NAME", "A {what} has 1 to {most} characters.", {"what": "name", "most": MAX_NAME})
    if len(command.entropy) > MAX_ENTROPY_BYTES:
        return Rejection("CLIO-ENTROPY", "A seat adds at most {most} bytes of entropy.", {"most": MAX_ENTROPY_BYTES})
    return None


def _refusal_of_name(match: Match, name: str) -> Rejection | None:
    """Checks the name of a new seat. Records may have names from before these checks, and stay valid."""
    if refusal := refusal_of_text("CLIO-NAME", "name", name, MAX_NAME):
        return refusal
    for number, seat in enumerate(match.seats):
        if seat is not None and are_confusable(name, seat.name):
            return Rejection(
                "CLIO-NAME-TAKEN",
                "That name looks like the one of seat {seat}: choose one that nobody takes for it.",
                {"seat": number},
            )
    return None


def _wanted_seat(match: Match, command: commands.Join) -> int:
    """The seat asked for; otherwise one that is reserved for the caller, or the first free one that is not reserved."""
    if command.seat is not None:
        return command.seat
    free = [number for number, seat in enumerate(match.seats) if seat is None]
    reserved = {each.seat: each for each in match.metadata.reservations}
    own = [number for number in free if number in reserved and _admits(reserved[number], command)]
    return next(iter([*own, *(number for number in free if number not in reserved)]), free[0] if free else 0)


def _admits(reservation: Reservation, command: commands.Join) -> bool:
    return bool(reservation.namespace and reservation.namespace == command.namespace) or bool(
        reservation.code_hash and hmac.compare_digest(reservation.code_hash, command.code_hash)
    )


def _refusal_of_reservation(match: Match, command: commands.Join) -> Rejection | None:
    """Checks the reservation of a seat, which is not a part of the record: verifiers cannot judge it."""
    number = _wanted_seat(match, command)
    reservation = match.metadata.reservation(number)
    if reservation is None or _admits(reservation, command):
        return None
    return Rejection("CLIO-RESERVED", "Seat {seat} is reserved: it needs its key or its code.", {"seat": number})


def _join(match: Match, command: commands.Join, draft: EventBuilder) -> Decision | Rejection:
    if not is_far_too_long(command.name, MAX_NAME):
        command = msgspec.structs.replace(command, name=normalised(command.name))
    if refusal := (
        refusal_to_join(match, command)
        or _refusal_of_reservation(match, command)
        or _refusal_of_name(match, command.name)
        or readiness.refusal_of_entropy(match, command)
        or _refusal_of_director(match, command)
    ):
        return refusal
    number = _wanted_seat(match, command)
    commitment = command.commitment.hex()
    joined = Joined(command.entropy.hex(), command.name, number, commitment or msgspec.UNSET)
    bot = {"bot": command.bot} if command.bot else {}
    owner = {NAMESPACE_FIELD: command.namespace} if command.namespace else {}
    draft.add(f"seat:{number}", joined, private={"token": command.token_hash, **bot, **owner})
    seats = [*match.seats]
    seats[number] = Seat(command.name, command.entropy, command.token_hash, commitment=commitment)
    if any(seat is None or seat.is_due for seat in seats):
        return Decision(tuple(draft.events), match.state)
    return start(match, seats, draft)


def _refusal_of_director(match: Match, command: commands.Join) -> Rejection | None:
    roles = match.opened.roles
    if roles and roles.director == "host" and hmac.compare_digest(command.token_hash, match.host_hash):
        return Rejection("CLIO-DIRECTOR", "The director of a match takes no seat in it.")
    return None


def _leave(match: Match, command: commands.Leave, draft: EventBuilder) -> Decision | Rejection:
    seat = command.seat
    if match.status not in ("open", "readying"):
        return Rejection("CLIO-STARTED", "The match has started; you can resign, but not leave.")
    if not 0 <= seat < len(match.seats) or match.seats[seat] is None:
        return Rejection("CLIO-SEAT", "Nobody sits at seat {seat}.", {"seat": seat})
    draft.add(HOST_ACTOR if command.by_host else f"seat:{seat}", Left(seat=seat))
    return Decision(tuple(draft.events), match.state)


def _play(match: Match, command: commands.Play, draft: EventBuilder) -> Decision | Rejection:
    game, seat, move = match.game, command.seat, command.move
    if refusal := refusal_to_play(match, seat):
        return refusal
    if match.chance is None:
        raise AssertionError("a match that is being played has its chance")
    left: int | msgspec.UnsetType = msgspec.UNSET
    if match.paused_at or match.opened.clock:
        now = microseconds(draft.at)
        if refusal := timekeeping.refusal_of_time(match, seat, now):
            return refusal
        left = timekeeping.time_left(match, seat, now)
    played = game.play(match.state, seat, move, match.chance)
    if isinstance(played, Rejection):
        return played
    facts, state = played
    actor = f"seat:{seat}"
    first = msgspec.structs.replace(facts[0], move=game.format_move(move), clock=left)
    draft.add(actor, first, secret_move=game.is_secret(move))
    for event in facts[1:]:
        draft.add(actor, event)
    return conclude(match, state, draft)


def refusal_to_play(match: Match, seat: int) -> Rejection | None:
    """Why a seat cannot play any move now; None if it is its turn."""
    if match.status != "playing":
        return not_playing(match)
    to_move = match.game.to_move(match.state)
    if seat in to_move:
        return None
    return Rejection("CLIO-TURN", "It is not your turn: seat {to_move} is to move.", {"to_move": spoken(to_move)})


def _resign(match: Match, seat: int, draft: EventBuilder) -> Decision | Rejection:
    if refusal := not_playing(match):
        return refusal
    if seat in match.out:
        return Rejection("CLIO-RESIGNED", "You have resigned already.")
    draft.add(f"seat:{seat}", Resigned(seat=seat))
    return drop_out(match, seat, f"seat:{seat}", "CLIO-RESIGN", draft)


def _could_be_a_name(name: str) -> bool:
    """The checks of a name that every version has made; verifiers apply them to records of any age.

    Unassigned code points pass: they depend on the verifier's Python version, and a verdict must not.
    """
    return (
        0 < len(name) <= MAX_NAME
        and name == name.strip()
        and not any(unicodedata.category(char) in _NEVER_IN_NAMES for char in name)
    )
