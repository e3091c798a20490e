"""Statistics as messages."""

from clio.projections.statistics.game_statistics import GameStatistics
from clio.projections.statistics.histogram import Histogram, bin_end
from clio.v1 import statistics_service_pb2 as pb


def to_message(statistics: GameStatistics) -> pb.GetStatisticsResponse:
    """All counts of a game."""
    return pb.GetStatisticsResponse(
        game=statistics.game,
        opened=statistics.opened,
        finished=statistics.finished,
        aborted=statistics.aborted,
        resigned=statistics.resigned,
        events=to_distribution(statistics.events),
        moves=to_distribution(statistics.moves),
        duration_millis=to_distribution(statistics.milliseconds),
        branching=to_distribution(statistics.branching),
        scores=to_distribution(statistics.scores),
        seats=[_seat(key, statistics) for key in sorted(statistics.seats, key=_numbers)],
        sides=[
            pb.SideStatistics(side=side, played=count.played, won=count.won, scores=to_distribution(count.scores))
            for side, count in sorted(statistics.sides.items())
        ],
        uses=[_use(key, statistics) for key in sorted(statistics.uses)],
        rules=[
            pb.RuleStatistics(rule=rule, lines=count.lines, scoring=count.scoring, points=count.points, won=count.won)
            for rule, count in sorted(statistics.rules.items())
        ],
        decisions=[
            pb.DecisionStatistics(rule=rule, matches=count) for rule, count in sorted(statistics.decided_by.items())
        ],
        controls=[
            pb.ControlStatistics(
                clock=clock,
                finished=count.finished,
                timed_out=count.timed_out,
                duration_millis=to_distribution(count.milliseconds),
            )
            for clock, count in sorted(statistics.controls.items())
        ],
        options=[_option(key, count) for key, count in sorted(statistics.options.items())],
    )


def to_distribution(histogram: Histogram) -> pb.Distribution:
    """A distribution with its mean and median."""
    return pb.Distribution(
        count=histogram.count,
        sum=histogram.sum,
        min=histogram.least,
        max=histogram.most,
        mean=histogram.sum / histogram.count if histogram.count else 0.0,
        median=_median(histogram),
        bins=[pb.Bin(low=low, high=bin_end(low), count=count) for low, count in histogram.spread()],
    )


def _median(histogram: Histogram) -> int:
    seen = 0
    for low, count in histogram.spread():
        seen += count
        if 2 * seen >= histogram.count:
            return bin_end(low)
    return 0


def _numbers(key: str) -> tuple[int, ...]:
    return tuple(map(int, key.split("/")))


def _seat(key: str, statistics: GameStatistics) -> pb.SeatStatistics:
    seats, seat = _numbers(key)
    count = statistics.seats[key]
    return pb.SeatStatistics(
        seats=seats, seat=seat, played=count.played, won=count.won, scores=to_distribution(count.scores)
    )


def _use(key: str, statistics: GameStatistics) -> pb.UseStatistics:
    kind, _, item = key.partition("/")
    count = statistics.uses[key]
    return pb.UseStatistics(
        kind=kind, component=item, times=count.times, amount=count.amount, hands=count.hands, won=count.won
    )


def _option(key: str, count: int) -> pb.OptionStatistics:
    name, _, value = key.partition("=")
    return pb.OptionStatistics(option=name, value=value, matches=count)
