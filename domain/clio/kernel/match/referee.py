"""The referee: decides commands into events, or rejects them with the rule that forbids them. It changes no match."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.lifecycle import EDITION, Opened, Resigned
from clio.kernel.events.match_event import HOST_ACTOR
from clio.kernel.game import Game, GameEvent
from clio.kernel.integrity.chain import GENESIS
from clio.kernel.integrity.chance import seed_commitment
from clio.kernel.integrity.commitments import salt_key
from clio.kernel.limits import MAX_PLAYED_EVENTS
from clio.kernel.match import agreement, commands, readiness, timekeeping
from clio.kernel.match.aggregate import Match
from clio.kernel.match.decision import Decision, EventBuilder, conclude, drop_out, not_playing
from clio.kernel.match.fair_play import fork_fields, opening_fields
from clio.kernel.match.forking import without_clock
from clio.kernel.match.joining import join, leave
from clio.kernel.match.match_metadata import MatchMetadata, normalised_metadata, private_fields, refusal_of_metadata
from clio.kernel.match.match_options import check_opening, spoken, with_defaults
from clio.kernel.match.rules_version import refusal_of_command
from clio.kernel.match.token_rotation import rotate
from clio.kernel.moment import microseconds
from clio.kernel.rejection import Rejection
from clio.kernel.rulebook import load_rulebook

_MOVE: Final = "move"
_REPEATABLE: Final = (
    commands.Join
    | commands.Leave
    | commands.Rotate
    | commands.GetReady
    | commands.AddTime
    | commands.Consent
    | commands.Direct
)
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
        opened = Opened(
            data=game.data(options),
            draws=msgspec.UNSET if game.built_in else game.draw_rows(),
            edition=EDITION,
            game=game.name,
            options=options,
            rules=game.rules_version,
            seats=command.seats,
            seed_commitment=seed_commitment(command.match_id, command.server_seed).hex(),
            **fair_play,
        )
        return Decision(tuple(self._opening(command, opened, metadata, request, at).events))

    def fork(self, command: commands.Fork, request: str, at: str) -> Decision | Rejection:
        """Opens a fork: a match with the position of another one; it starts when its seats are taken."""
        game = self.games[command.opened.game].under(command.opened.rules)
        metadata = normalised_metadata(command.metadata)
        if refusal := refusal_of_metadata(metadata, command.opened.seats):
            return refusal
        opened = Opened(
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
        )
        draft = self._opening(command, opened, metadata, request, at)
        state: Any = None
        for event in command.history:
            draft.add(event.actor, without_clock(event.payload), secret_move=_MOVE in event.sealed)
            if isinstance(event.payload, GameEvent):
                state = game.evolve(state, event.payload)
        return Decision(tuple(draft.events), state)

    def _opening(
        self, command: commands.Open | commands.Fork, opened: Opened, metadata: MatchMetadata, request: str, at: str
    ) -> EventBuilder:
        """A new match with its first event."""
        draft = EventBuilder(
            types=self.types,
            match_id=command.match_id,
            seq=0,
            digest=GENESIS,
            salt_key=salt_key(command.server_seed),
            request=request,
            at=at,
        )
        private = {"server_seed": command.server_seed.hex(), "token": command.token_hash, **private_fields(metadata)}
        draft.add(HOST_ACTOR, opened, private=private)
        return draft

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
            types=self.types,
            match_id=match.id,
            seq=match.seq,
            digest=match.digest,
            salt_key=match.salt_key,
            request=request,
            at=max(at, match.updated_at),
        )
        match command:
            case commands.Join():
                return join(match, command, draft)
            case commands.Leave():
                return leave(match, command, draft)
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
