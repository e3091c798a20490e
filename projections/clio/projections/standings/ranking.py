"""Ranks of the seats in a finished match."""

from collections.abc import Sequence

from clio.kernel.outcome import Outcome


def ranks(outcome: Outcome, seats: int, resigned: Sequence[int]) -> tuple[int, ...]:
    """Returns the rank of every seat from 1: winners first, then by points with shared ranks, resigned seats last."""
    totals = {score.seat: score.total for score in outcome.scores}

    def sort_key(seat: int) -> tuple[bool, bool, int]:
        return seat in outcome.winners, seat not in resigned, totals.get(seat, 0)

    order = sorted({sort_key(seat) for seat in range(seats)}, reverse=True)
    return tuple(order.index(sort_key(seat)) + 1 for seat in range(seats))
