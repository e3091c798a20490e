"""Whole matches of fair play, by name: each kind of clock, readiness, consent and end."""

from collections.abc import Callable

from clio.kernel.match.commands import AddTime, ClaimAbandoned, Consent, Credit, Direct, Expire, Flag, Lapse, Leave
from clio.kernel.match.fair_play import FairPlay
from tests.kit.fair_table import FairTable
from tests.kit.forks import ForkedTable
from tests.kit.table import Table


def _played_on(table: FairTable, seconds: float = 1.5) -> FairTable:
    while table.match.status == "playing":
        table.wait(seconds).move()
    return table


def clocked(game: str, seats: int, clock: str, seed: int) -> Callable[[], Table]:
    """Played to its end by the clock."""
    return lambda: _played_on(FairTable(game, seats, FairPlay(clock=clock), seed=seed))


def timed_out(game: str, seats: int, seed: int) -> Callable[[], Table]:
    """One seat after the other runs out of time."""

    def play() -> Table:
        table = FairTable(game, seats, FairPlay(clock="fischer/60+5"), seed=seed)
        while table.match.status == "playing":
            table.wait(2)
            table.turn()
            if table.match.status == "playing":
                table.wait(120).do(Flag(table.match.to_move[0]))
        return table

    return play


def lapsed() -> Table:
    """Two rounds of readiness fail: one seat is late, another one leaves."""
    table = FairTable("amphipolis", 3, FairPlay(clock="move/60"), join=False, seed=4)
    for seat in range(3):
        table.join(seat)
    table.get_ready(2)
    table.wait(121).do(Lapse())
    table.join(0)
    table.join(1)
    table.get_ready(0)
    table.do(Leave(1))
    table.join(1, commits=False)
    table.get_ready(2)
    table.get_ready(0)
    return _played_on(table)


def agreed() -> Table:
    """Paused, resumed and aborted by consent; an offer lapses on the way."""
    table = FairTable("akros", 2, FairPlay(clock="days/3"), seed=5)
    table.wait(3600).move()
    table.do(Consent(0, "abort", "Late."))
    table.wait(60).move()
    for to in ("pause", "resume"):
        for seat in (1, 0):
            table.wait(7).do(Consent(seat, to, "Holidays."))
    table.wait(9).move()
    for seat in (0, 1):
        table.wait(1).do(Consent(seat, "abort", "Enough."))
    return table


def directed() -> Table:
    """Paused, given time, credited and voided."""
    table = FairTable("amphipolis", 4, FairPlay(clock="fischer/300+10", director="host"), seed=6)
    table.wait(4).move()
    table.do(Direct("pause", "Fire alarm."))
    table.wait(900).do(Direct("resume", "All clear."))
    table.do(AddTime(2, 30_000, "A disturbance."))
    table.wait(30).do(Credit(20_000))
    table.wait(2).turn()
    table.do(Direct("abort", "Wrong pairing."))
    return table


def abandoned() -> Table:
    """A silent seat is claimed by another one, the next by the host."""
    table = FairTable("amphipolis", 3, seed=7)
    table.wait(5).turn()
    (seat,) = table.match.to_move
    table.wait(7 * 86_400).do(ClaimAbandoned(seat, (seat + 1) % 3))
    table.wait(5).turn()
    table.wait(8 * 86_400).do(ClaimAbandoned(table.match.to_move[0], None))
    return table


def expired() -> Table:
    """Nobody takes the second seat."""
    table = FairTable("akrotiri", 2, join=False, seed=8)
    table.join(1)
    table.wait(31 * 86_400).do(Expire())
    return table


def fork_of_clocked() -> Table:
    """A fork leaves the clock behind, and keeps that a seat ran out of time."""
    table = FairTable("amphipolis", 4, FairPlay(clock="move/30"), seed=9)
    table.turn()
    table.wait(30).do(Flag(table.match.to_move[0]))
    table.turn()
    return ForkedTable(table.events, table.match.seq, 9).sit().finish()


FAIR_MATCHES: dict[str, Callable[[], Table]] = {
    "akros-clock-fischer": clocked("akros", 2, "fischer/600+5", 1),
    "akrotiri-clock-days": clocked("akrotiri", 2, "days/2", 2),
    "amphipolis-3-clock-move": clocked("amphipolis", 3, "move/20", 3),
    "amphipolis-solo-clock": clocked("amphipolis", 1, "move/20", 10),
    "akros-timed-out": timed_out("akros", 2, 11),
    "amphipolis-4-timed-out": timed_out("amphipolis", 4, 12),
    "amphipolis-3-lapsed": lapsed,
    "akros-agreed": agreed,
    "amphipolis-4-directed": directed,
    "amphipolis-3-abandoned": abandoned,
    "akrotiri-expired": expired,
    "amphipolis-4-forked-clock": fork_of_clocked,
}
