"""The arena: matches between bots, win rates with confidence intervals, and ratings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

from clio.bots.bot import BotError
from clio.bots.confidence_interval import Interval, win_interval
from clio.bots.local_match import Played, Thinking, known_game, play_local_match
from clio.bots.registry import new_bot
from clio.kernel.match.match_options import check_opening, with_defaults
from clio.kernel.outcome import Outcome

_MODEL: Final = PlackettLuce()
_MIN_SEATS: Final = 2


class ArenaError(BotError):
    """Bots cannot meet in a match."""


@dataclass(slots=True)
class Contender:
    """A bot and its results so far."""

    name: str
    kind: str
    rating: PlackettLuceRating
    matches: int = 0
    wins: float = 0.0
    points: int = 0
    thinking: Thinking = field(default_factory=Thinking)

    @property
    def interval(self) -> Interval:
        """The 95 % confidence interval of its win rate."""
        return win_interval(self.wins, self.matches)


class Arena:
    """Plays every group of bots that fills the seats equally often, with rotating seats."""

    def __init__(
        self,
        game: str,
        kinds: Sequence[str],
        seats: int = 0,
        seed: int | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.game: Final = known_game(game)
        self.seats: Final = seats or min(
            (count for count in self.game.seats if count >= _MIN_SEATS), default=_MIN_SEATS
        )
        if self.seats not in self.game.seats or self.seats < _MIN_SEATS:
            raise ArenaError("Bots cannot meet in a match of {game} with {seats} seats.", game=game, seats=self.seats)
        if len(kinds) < self.seats:
            raise ArenaError(
                "A match of {game} has {seats} seats here: name at least that many bots.", game=game, seats=self.seats
            )
        self._options: Final = with_defaults(self.game, options or {})
        if refusal := check_opening(self.game, self._options, self.seats):
            raise ArenaError(refusal.reason, **refusal.params)
        for kind in kinds:
            # An unknown name must fail before the first match, not after some.
            new_bot(kind, self.game.name, Random(0))  # noqa: S311 (never plays)
        self.contenders: Final = [
            Contender(_name(kinds, place), kind, _MODEL.rating(name=kind)) for place, kind in enumerate(kinds)
        ]
        self._seed: Final = Random().getrandbits(64) if seed is None else seed  # noqa: S311 (a game, not a secret)

    def play(self, matches: int) -> Iterator[tuple[list[Contender], Outcome]]:
        """Plays a number of matches of each group; yields each result with the seated bots."""
        groups = list(combinations(self.contenders, self.seats))
        for number in range(matches):
            for place, group in enumerate(groups):
                turn = number % self.seats
                seated = [*group[turn:], *group[:turn]]
                rng = Random(f"{self._seed}/{number}/{place}")  # noqa: S311
                bots = [
                    new_bot(contender.kind, self.game.name, Random(rng.getrandbits(64)))  # noqa: S311
                    for contender in seated
                ]
                played = play_local_match(self.game, bots, rng, self._options)
                _count(seated, played)
                yield seated, played.outcome


def _name(kinds: Sequence[str], place: int) -> str:
    """The bot's kind, numbered where several of the kind play."""
    kind = kinds[place]
    return kind if kinds.count(kind) == 1 else f"{kind} #{kinds[: place + 1].count(kind)}"


def _count(seated: Sequence[Contender], played: Played) -> None:
    outcome = played.outcome
    totals = _totals(outcome, len(seated))
    ratings = _MODEL.rate([[contender.rating] for contender in seated], ranks=_ranks(outcome, len(seated)))
    for seat, contender in enumerate(seated):
        contender.matches += 1
        contender.points += totals[seat]
        if seat in outcome.winners:
            contender.wins += 1 / len(outcome.winners)
        contender.rating = ratings[seat][0]
        thinking = played.thinking[seat]
        contender.thinking.moves += thinking.moves
        contender.thinking.seconds += thinking.seconds
        contender.thinking.longest = max(contender.thinking.longest, thinking.longest)


def _ranks(outcome: Outcome, seats: int) -> list[float]:
    """Ranks for the rating: winners first, the others by points."""
    totals = _totals(outcome, seats)
    return [
        0.0 if seat in outcome.winners else 1.0 + sum(total > totals[seat] for total in totals) for seat in range(seats)
    ]


def _totals(outcome: Outcome, seats: int) -> list[int]:
    """The points of every seat; 0 where a game does not score."""
    scored = {score.seat: score.total for score in outcome.scores}
    return [scored.get(seat, 0) for seat in range(seats)]
