"""Pacing of line-by-line replays: at once, at the match's pace, or by key press."""

import asyncio
import sys
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.render.output import Output
from clio.cli.replay.source import Shown, Source
from clio.cli.text.time_used import TimeUsed

MAX_PAUSE: Final = 5.0


@dataclass(frozen=True, slots=True)
class Pace:
    """The pace of a replay; a speed of 0 means without pauses."""

    speed: float
    step: bool
    boards: bool


async def play(out: Output, source: Source, first: int, last: int, pace: Pace) -> None:
    """Prints the events from the first to the last, forwards or backwards."""
    end = await source.last()
    for seq in (first, last):
        if not 1 <= seq <= end:
            raise Failure(
                ExitCode.NOT_FOUND,
                "SEQ_OUT_OF_RANGE",
                filled("There is no event {seq}; the match has 1 to {last}.", seq=seq, last=end),
            )
    if pace.step:
        await _by_hand(out, source, first, end, pace)
        return
    before: Shown | None = None
    used = TimeUsed()
    for seq in range(first, last + 1) if first <= last else range(first, last - 1, -1):
        shown = await source.at(seq)
        if pace.speed and before is not None:
            gap = abs((shown.at - before.at).total_seconds()) / pace.speed
            await asyncio.sleep(min(gap, MAX_PAUSE))
        # Backwards there is no move before it.
        _show(out, shown, pace, used.add(shown.event) if first <= last else None)
        before = shown
    if before is not None and first == 1 and last == end and (line := used.in_words(before.names)):
        out.aside(line)


async def _by_hand(out: Output, source: Source, seq: int, end: int, pace: Pace) -> None:
    while True:
        _show(out, await source.at(seq), pace)
        out.aside(f"({seq}/{end}) {t('Enter: next, b: back, a number: jump, q: quit')}")
        answer = (await asyncio.to_thread(sys.stdin.readline)).lower()
        if answer.strip() == "q" or not answer:
            return
        wanted = seq - 1 if answer.strip() == "b" else int(answer) if answer.strip().isdecimal() else seq + 1
        if wanted > end and not answer.strip():
            return
        seq = max(1, min(wanted, end))


def _show(out: Output, shown: Shown, pace: Pace, took: timedelta | None = None) -> None:
    if out.as_json:
        out.document(shown.plain())
    else:
        shown.show(out, board=pace.boards or pace.step, took=took)
