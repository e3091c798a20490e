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
from clio.kernel.match.commands import Abort, Join, Leave, Resign, Rotate
from clio.kernel.match.event_builder import EventBuilder
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
    draft = EventBuilder(REFEREE.types, "rare", seq=0, digest=GENESIS, salt_key=bytes(32), request="rare", at=AT)
    draft.add("seat:1", TurnPassed(seat=1, move="pass"))
    draft.add("seat:0", TileRemoved(seat=0, side="jinn", tile="sea"))
    draft.add("seat:0", LastRoundCalled(seat=0))
    draft.events += Table("akros", 2).do(Rotate(1, "0f" * 32)).events
    return draft.events


def main() -> None:
    kept = frozen()
    for event in [_left(), *_rare(), *(event for table in _matches() for event in table.events)]:
        name = name_of(event)
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
