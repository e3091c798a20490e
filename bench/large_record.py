"""A record of any size, made of real matches that are repeated under other ids, names and times."""

import itertools
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from clio.games.registry import GAMES
from clio.kernel.events.lifecycle import Finished, Joined, Opened, Started
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.integrity.chain import GENESIS
from clio.kernel.integrity.chance import seed_commitment
from clio.kernel.integrity.commitments import salt_key
from clio.kernel.match.decision import EventBuilder
from clio.kernel.match.referee import Referee
from clio.server.bootstrap import open_projection_context
from clio.server.identifiers import match_id_for
from clio.server.settings import Settings
from tests.kit.table import Table

AT_ONCE = 100
A_COMMIT = 2_000
TEMPLATES = 12
ENOUGH = 50_000
"""Events below which one template of a kind is as good as many."""
PLAYERS = 500
FIRST = datetime(2026, 1, 1, tzinfo=UTC)
TYPES = Referee(GAMES).types


def write(data: Path, events: int) -> int:
    """Writes at least so many events; gives how many."""
    context = open_projection_context(Settings(data=data))
    written = 0
    batch: list[MatchEvent] = []
    try:
        for told in _interleaved(_retellings(TEMPLATES if events > ENOUGH else 1)):
            batch += told
            if len(batch) >= A_COMMIT or written + len(batch) >= events:
                context.record.append(batch)
                written += len(batch)
                batch = []
            if written >= events:
                return written
    finally:
        context.close()
    return written


def _templates(number: int) -> list[list[MatchEvent]]:
    settings = [("akros", 2), ("amphipolis", 2), ("amphipolis", 3), ("amphipolis", 4), ("akrotiri", 2)]
    return [Table(game, seats, seed=seed).finish().events for seed in range(number) for game, seats in settings]


def _retellings(number_of_templates: int) -> Iterator[Iterator[list[MatchEvent]]]:
    templates = _templates(number_of_templates)
    rng = random.Random(0)
    for number in itertools.count():
        yield _copied(rng.choice(templates), number, rng.sample(range(PLAYERS), 4))


def _interleaved(matches: Iterator[Iterator[list[MatchEvent]]]) -> Iterator[list[MatchEvent]]:
    """Command after command, of many matches in turn; a match that ends makes room for the next."""
    playing = [next(matches) for _ in range(AT_ONCE)]
    while True:
        for place, match in enumerate(playing):
            told = next(match, None)
            if told is None:
                playing[place] = next(matches)
            else:
                yield told


def _copied(template: list[MatchEvent], number: int, players: list[int]) -> Iterator[list[MatchEvent]]:
    """The template's events, command by command, as another match."""
    match_id, seed = match_id_for("bench", f"large-{number}"), number.to_bytes(32, "big")
    seq, digest = 0, GENESIS
    for step, (request, events) in enumerate(groupby(template, key=lambda event: event.request)):
        at = FIRST + timedelta(seconds=number, milliseconds=250 * step)
        draft = EventBuilder(
            types=TYPES,
            match_id=match_id,
            seq=seq,
            digest=digest,
            salt_key=salt_key(seed),
            request=request,
            at=at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        )
        for event in events:
            payload = _renamed(event.payload, match_id, seed, players)
            draft.add(event.actor, payload, secret_move="move" in event.sealed, private=event.private)
        seq, digest = draft.events[-1].seq, draft.events[-1].digest
        yield draft.events


def _renamed(payload: Any, match_id: str, seed: bytes, players: list[int]) -> Any:  # noqa: ANN401 (facts of every game)
    match payload:
        case Opened():
            return msgspec.structs.replace(payload, seed_commitment=seed_commitment(match_id, seed).hex())
        case Joined(seat=seat):
            return msgspec.structs.replace(payload, name=f"Player {players[seat]}")
        case Started(names=names):
            return msgspec.structs.replace(payload, names=tuple(f"Player {players[n]}" for n in range(len(names))))
        case Finished():
            return msgspec.structs.replace(payload, server_seed=seed.hex())
        case _:
            return payload
