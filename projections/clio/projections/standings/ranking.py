"""Who came in where in a finished match."""

from collections.abc import Sequence

from clio.kernel.outcome import Outcome


def ranks(outcome: Outcome, seats: int, resigned: Sequence[int]) -> tuple[int, ...]:
    """The rank of every seat, from 1: winners first, then by points, level ones sharing, and who resigned last."""
    totals = {score.seat: score.total for score in outcome.scores}

    def merit(seat: int) -> tuple[bool, bool, int]:
        return seat in outcome.winners, seat not in resigned, totals.get(seat, 0)

    order = sorted({merit(seat) for seat in range(seats)}, reverse=True)
    return tuple(order.index(merit(seat)) + 1 for seat in range(seats))
