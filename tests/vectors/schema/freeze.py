"""Freezes one event of every type and schema that is not frozen yet; what is frozen is never written again.

Run with ``python -m tests.vectors.schema.freeze`` when an event type is new or has a new schema.
"""

import json
from pathlib import Path

from clio.games.akros.events import TileRemoved
from clio.games.akrotiri.events import LastRoundCalled
from clio.games.amphipolis.events import TurnPassed
from clio.games.registry import GAMES
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.chain import GENESIS
from clio.kernel.match.commands import (
    Abort,
    AddTime,
    ClaimAbandoned,
    Consent,
    Credit,
    Direct,
    Flag,
    Join,
    Lapse,
    Leave,
    Resign,
    Rotate,
)
from clio.kernel.match.decision import EventBuilder
from clio.kernel.match.fair_play import FairPlay
from tests.kit.fair_table import FairTable
from tests.kit.forks import ForkedTable
from tests.kit.table import AT, REFEREE, Table

FILE = Path(__file__).with_name("events.json")


def frozen() -> dict[str, dict[str, object]]:
    """By type and schema, ``akros.TilesDrawn/1``: the canonical bytes, the secrets, and the fact read from them."""
    found: dict[str, dict[str, object]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def name_of(event: MatchEvent) -> str:
    return f"{event.type}/{json.loads(event.canonical)['schema']}"


def _matches() -> list[Table]:
    tables = [
        Table(name, seats, seed=seed).finish()
        for name, game in GAMES.items()
        for seats in game.seats
        for seed in range(3)
    ]
    tables += [Table("akrotiri", 2, {"variant": "strategist"}, seed).finish() for seed in range(6)]
    for command in (Resign(2), Abort("Enough.")):
        table = Table("amphipolis", 3, seed=8)
        table.do(command)
        tables.append(table)
    tables.append(ForkedTable(tables[0].events, 0))
    return tables


def _left() -> MatchEvent:
    fork = ForkedTable(Table("akros", 2).finish().events, 30)
    fork.do(Join(0, "Ann", b"", "00" * 32))
    decision = fork.accepted(REFEREE.judge(fork.match, Leave(0), "leave", AT))
    return decision.events[0]


def _rare() -> list[MatchEvent]:
    """Facts that random play hardly ever meets."""
    draft = EventBuilder(
        types=REFEREE.types, match_id="rare", seq=0, digest=GENESIS, salt_key=bytes(32), request="rare", at=AT
    )
    draft.add("seat:1", TurnPassed(seat=1, move="pass"))
    draft.add("seat:0", TileRemoved(seat=0, side="jinn", tile="sea"))
    draft.add("seat:0", LastRoundCalled(seat=0))
    draft.events += Table("akros", 2).do(Rotate(1, "0f" * 32)).events
    return draft.events


def _fair_play() -> list[MatchEvent]:
    """The forms that events have in matches with a clock, readiness and roles."""
    table = FairTable(seats=3, asked=FairPlay(clock="fischer/60+5", director="host"), join=False)
    for seat in range(3):
        table.join(seat)
    table.get_ready(0)
    table.wait(120).do(Lapse())
    for seat in (1, 2):
        table.join(seat)
    for seat in range(3):
        table.get_ready(seat)
    table.move()
    table.do(AddTime(1, 5000, "A disturbance."))
    table.wait(3).do(Credit(2000))
    table.do(Consent(1, "pause", "Dinner."))
    table.do(Direct("pause", "Dinner."))
    table.do(Direct("resume", "Back."))
    table.wait(600).do(Flag(table.match.to_move[0]))
    table.do(Direct("abort", "Wrong pairing."))
    silent = FairTable(seats=3)
    (seat,) = silent.match.to_move
    silent.wait(7 * 86_400).do(ClaimAbandoned(seat, (seat + 1) % 3))
    return [*table.events, *silent.events]


def main() -> None:
    kept = frozen()
    usual = [_left(), *_rare(), *(event for table in _matches() for event in table.events)]
    for event, suffix in [*((event, "") for event in usual), *((event, " of fair play") for event in _fair_play())]:
        name = name_of(event)
        if suffix and name in kept and (name.startswith(("match.Opened", "match.Joined", "match.Aborted"))):
            name += suffix
        if "forked_from" in event.canonical.decode():
            name = f"{name} of a fork"
        kept.setdefault(
            name,
            {
                "canonical": event.canonical.decode(),
                "fact": canonical(event.payload).decode(),
                "secrets": {field: bytes(value).decode() for field, value in event.secrets.items()},
            },
        )
    FILE.write_text(json.dumps(kept, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
