"""Tournaments: matches of bots, several at a time, with progress and results."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.errors.system_errors import system_error
from clio.cli.i18n.translate import counted, filled
from clio.cli.render.json_output import Plain, to_json_value
from clio.cli.render.output import Output
from clio.cli.session.bot_errors import no_such_bot
from clio.cli.text.match_text import names_of, outcome_in_words, status_of
from clio.cli.text.message_text import seat_name
from clio.client.client import Client
from clio.client.record_file import write_record
from clio.v1.match_pb2 import Match


@dataclass(frozen=True, slots=True)
class Tournament:
    """Parameters of a tournament."""

    game: str
    matches: int
    seats: int
    bot: str
    folder: Path | None
    seed: int | None
    parallel: int
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class WinCounts:
    """Results so far."""

    matches: int = 0
    events: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)

    def add(self, match: Match) -> None:
        """Counts a finished match."""
        self.matches += 1
        self.events += match.seq
        self.wins.update(match.outcome.winners)
        self.points.update({score.seat: score.total for score in match.outcome.scores})


async def play_tournament(client: Client, tournament: Tournament, out: Output) -> None:
    """Plays all matches; prints each, then a summary."""
    from clio.bots.bot import NoSuchBotError  # noqa: PLC0415 (bots are loaded only where they play)

    if tournament.folder is not None:
        try:
            tournament.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Failure(
                ExitCode.REFUSED,
                "FILE",
                filled("{folder} cannot be created: {error}.", folder=tournament.folder, error=system_error(error)),
            ) from error
    counts = WinCounts()
    began = time.monotonic()
    try:
        with _progress(out, tournament.matches) as on_match:
            await _play_all(client, tournament, counts, on_match)
    except NoSuchBotError as error:
        raise no_such_bot(error) from error
    if not out.as_json:
        _print_summary(out, counts, time.monotonic() - began)


async def _play_all(
    client: Client, tournament: Tournament, counts: WinCounts, on_match: Callable[[Match, Path | None], None]
) -> None:
    numbers = iter(range(tournament.matches))

    async def keep_playing() -> None:
        for number in numbers:
            match, file = await _play_one(client, tournament, number)
            counts.add(match)
            on_match(match, file)

    players = [asyncio.create_task(keep_playing()) for _ in range(min(tournament.parallel, tournament.matches))]
    try:
        await asyncio.gather(*players)
    finally:
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)


async def _play_one(client: Client, tournament: Tournament, number: int) -> tuple[Match, Path | None]:
    from clio.bots.selfplay import play_match  # noqa: PLC0415 (bots are loaded only where they play)

    rng = random.Random(None if tournament.seed is None else f"{tournament.seed}/{number}")  # noqa: S311 (no secret)
    match = await play_match(client, tournament.game, tournament.seats, tournament.bot, rng, options=tournament.options)
    if tournament.folder is None:
        return match, None
    file = tournament.folder / f"{match.match_id}.clio"
    await write_record(client, match.match_id, file)
    return match, file


@contextmanager
def _progress(out: Output, matches: int) -> Iterator[Callable[[Match, Path | None], None]]:
    """Reports each match: as a JSON line, a step of a progress bar, or a line of text."""
    if not out.on_terminal:
        done = 0

        def print_match(match: Match, file: Path | None) -> None:
            nonlocal done
            done += 1
            if out.as_json:
                shown: dict[str, Plain] = {"match": to_json_value(match), "file": str(file) if file else None}
                out.document(shown)
            else:
                out.line(f"{done}/{matches}  {_line(match)}")

        yield print_match
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415 (for terminals)

    with Progress(MofNCompleteColumn(), BarColumn(), TimeRemainingColumn(), transient=True) as bar:
        task = bar.add_task("", total=matches)

        def step(match: Match, file: Path | None) -> None:
            del match, file
            bar.advance(task)

        yield step


def _line(match: Match) -> str:
    result = outcome_in_words(match.outcome, names_of(match)) if match.HasField("outcome") else status_of(match)
    return f"{match.match_id}  {counted('{number} event', '{number} events', match.seq)}  {result}"


def _print_summary(out: Output, counts: WinCounts, seconds: float) -> None:
    out.line(
        ", ".join(
            (
                counted("{number} match", "{number} matches", counts.matches),
                counted("{number} event", "{number} events", counts.events),
                f"{seconds:.1f} s",
            )
        )
    )
    for seat in sorted(set(counts.points) | set(counts.wins)):
        name = seat_name(seat, {})
        points = f"{counts.points[seat] / counts.matches:.1f}"
        wins = counted("{number} win", "{number} wins", counts.wins[seat])
        out.line(f"  {name}: {wins}, " + filled("{points} points on average", points=points))
