"""Which seats and bots a match of ``clio play`` has."""

import pytest

from clio.cli.errors.exit_codes import Failure
from clio.cli.play.setup import MatchRequest, bot_name, seats_and_bots


def _request(*bots: str, seats: int = 0, host: bool = False) -> MatchRequest:
    return MatchRequest("amphipolis", "Ada", bots, host, "", new=True, seats=seats, options={}, pause=0, seed=None)


@pytest.mark.parametrize(
    ("request_", "seats", "bots"),
    [
        (_request(), 2, ("greedy",)),
        (_request(seats=1), 1, ()),
        (_request(seats=4), 4, ("greedy",) * 3),
        (_request("random", seats=4), 4, ("random",) * 3),
        (_request("search", "random", seats=4), 4, ("search", "random", "random")),
        (_request("random", "greedy"), 3, ("random", "greedy")),
        (_request(host=True), 0, ()),
        (_request(host=True, seats=3), 3, ()),
        (_request("greedy", host=True), 3, ("greedy",)),
        (_request("greedy", host=True, seats=4), 4, ("greedy",)),
    ],
)
def test_bots_fill_the_seats_that_nobody_is_named_for(
    request_: MatchRequest, seats: int, bots: tuple[str, ...]
) -> None:
    assert seats_and_bots(request_, [1, 2, 3, 4]) == (seats, bots)


def test_more_bots_than_seats_are_refused() -> None:
    with pytest.raises(Failure, match="2 bots for 2 seats"):
        seats_and_bots(_request("greedy", "greedy", seats=2), [2])


def test_bots_are_called_by_their_kind_or_file() -> None:
    assert [bot_name(kind) for kind in ("greedy", "search:0.2", "bots/mine.py")] == ["greedy", "search:0.2", "mine"]
