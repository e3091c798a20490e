"""A whole match as text that a person can read, and that changes whenever anything in the match does."""

import json

from clio.games.registry import GAMES
from clio.kernel.game import EVERYTHING
from clio.kernel.outcome import detail_text
from tests.kit.table import Table

SEED = 7


def names() -> list[str]:
    """One playthrough for every game and number of seats."""
    return [f"{name}-{seats}" for name, game in sorted(GAMES.items()) for seats in game.seats]


def text(name: str) -> str:
    """The playthrough of that name."""
    game, _, seats = name.rpartition("-")
    table = Table(game, int(seats), seed=SEED).finish()
    lines = [f"{table.game.title}, {seats} seats, random moves. Written by `make goldens`; read the diff.", ""]
    for event in table.events:
        envelope = json.loads(event.canonical)
        move = envelope["public"].pop("move", None)
        facts = json.dumps(envelope["public"], sort_keys=True, ensure_ascii=False)
        lines.append(f"{event.seq:4} {event.actor:7} {event.type}" + (f"  «{move}»" if move else ""))
        lines.append(f"             {facts}")
        lines.extend(f"             sealed {field}: {bytes(value).decode()}" for field, value in event.secrets.items())
    lines += [
        "",
        f"position {table.game.format_position(table.state, EVERYTHING)}",
        f"digest   {table.match.digest.hex()}",
    ]
    outcome = table.match.outcome
    assert outcome is not None
    for score in outcome.scores:
        lines.append(f"seat {score.seat:2} {score.total:4}")
        lines.extend(
            f"        {line.points:4}  {line.rule}: {detail_text(table.game.score_details, line)}"
            for line in score.lines
        )
    lines.append(f"winners {list(outcome.winners)} by {outcome.decided_by}")
    return "\n".join(lines) + "\n"
