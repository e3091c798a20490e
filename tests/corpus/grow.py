"""Adds to the corpus what is missing: ``make corpus``. A record that is there is never written again."""

import gzip
from collections.abc import Callable
from pathlib import Path
from random import Random

from clio.bots.greedy_bot import GreedyBot
from clio.kernel.game import EVERYTHING
from clio.kernel.match.commands import Abort, Play, Resign, Rotate
from clio.kernel.rejection import Rejection
from tests.kit.damage import Entries, entries_of, rewritten
from tests.kit.fair_matches import FAIR_MATCHES
from tests.kit.forks import ForkedTable
from tests.kit.records import lines_of
from tests.kit.table import Table

FOLDER = Path(__file__).parent


def played(game: str, seats: int, seed: int, **options: str) -> Callable[[], Table]:
    return lambda: Table(game, seats, options, seed).finish()


def greedy(game: str, seats: int, seed: int, **options: str) -> Callable[[], Table]:
    def play() -> Table:
        table = Table(game, seats, options, seed)
        bot = GreedyBot(game, Random(seed))
        while table.match.status == "playing":
            seat = table.match.to_move[0]
            moves = [table.game.format_move(move) for move in table.game.legal_moves(table.state, seat)]
            chosen = table.game.parse_move(bot.choose(seat, moves, table.game.format_position(table.state, EVERYTHING)))
            assert not isinstance(chosen, Rejection)
            table.do(Play(seat, chosen))
        return table

    return play


def resigned(game: str, seats: int, seed: int, after: int) -> Callable[[], Table]:
    def play() -> Table:
        table = _part(game, seats, seed, after)
        table.do(Resign(seats - 1))
        return table.finish()

    return play


def aborted(game: str, seats: int, seed: int, after: int) -> Callable[[], Table]:
    def play() -> Table:
        table = _part(game, seats, seed, after)
        table.do(Abort("The table is needed."))
        return table

    return play


def rotated(game: str, seats: int, seed: int, after: int) -> Callable[[], Table]:
    def play() -> Table:
        table = _part(game, seats, seed, after)
        table.do(Rotate(0, "0e" * 32))
        table.do(Rotate(None, "0f" * 32))
        return table.finish()

    return play


def forked(game: str, seats: int, seed: int, at: int) -> Callable[[], Table]:
    return lambda: ForkedTable(Table(game, seats, seed=seed).finish().events, at, seed).sit().finish()


def two_left(seats: int, seed: int, rules: str) -> Callable[[], Table]:
    """A match of Amphipolis in which all but two resign early."""

    def play() -> Table:
        table = Table("amphipolis", seats, seed=seed, rules=rules).play(5)
        for seat in range(2, seats):
            table.do(Resign(seat))
        return table.finish()

    return play


def forked_from_earlier_rules(game: str, seats: int, seed: int, at: int) -> Callable[[], Table]:
    """A fork, made now, of a match of version 1 of the rules."""
    return lambda: ForkedTable(Table(game, seats, seed=seed, rules="1").finish().events, at, seed).sit().finish()


def _part(game: str, seats: int, seed: int, moves: int) -> Table:
    table = Table(game, seats, seed=seed)
    for _, _ in zip(range(moves), table.play_out(), strict=False):
        pass
    return table


RECORDS: dict[str, Callable[[], Table]] = {
    "amphipolis-solo-a": played("amphipolis", 1, 101),
    "amphipolis-solo-b": greedy("amphipolis", 1, 102),
    "amphipolis-2-a": played("amphipolis", 2, 103),
    "amphipolis-2-b": greedy("amphipolis", 2, 104),
    "amphipolis-2-first-1": played("amphipolis", 2, 105, first_seat="1"),
    "amphipolis-2-resigned": resigned("amphipolis", 2, 106, 9),
    "amphipolis-3-a": played("amphipolis", 3, 107),
    "amphipolis-3-b": greedy("amphipolis", 3, 108),
    "amphipolis-3-resigned": resigned("amphipolis", 3, 109, 7),
    "amphipolis-4-a": played("amphipolis", 4, 110),
    "amphipolis-4-b": greedy("amphipolis", 4, 111),
    "amphipolis-4-resigned": resigned("amphipolis", 4, 112, 12),
    "amphipolis-4-aborted": aborted("amphipolis", 4, 113, 15),
    "amphipolis-3-rotated": rotated("amphipolis", 3, 115, 8),
    "amphipolis-3-forked": forked("amphipolis", 3, 114, 30),
    "akros-a": played("akros", 2, 201),
    "akros-b": played("akros", 2, 202),
    "akros-c": greedy("akros", 2, 203),
    "akros-d": greedy("akros", 2, 204, sides="random"),
    "akros-e": played("akros", 2, 205, sides="random"),
    "akros-hexagon-a": played("akros", 2, 206, board="full-hexagon"),
    "akros-hexagon-b": greedy("akros", 2, 207, board="full-hexagon", sides="random"),
    "akros-resigned": resigned("akros", 2, 208, 11),
    "akros-aborted": aborted("akros", 2, 209, 20),
    "akros-rotated": rotated("akros", 2, 211, 12),
    "akros-edition-2": played("akros", 2, 213),
    "akros-forked": forked("akros", 2, 210, 25),
    "akrotiri-a": played("akrotiri", 2, 301),
    "akrotiri-greedy": greedy("akrotiri", 2, 302),
    "akrotiri-strategist": greedy("akrotiri", 2, 303, variant="strategist"),
    "akrotiri-resigned": resigned("akrotiri", 2, 304, 90),
    "akrotiri-aborted": aborted("akrotiri", 2, 305, 120),
    "akrotiri-rotated": rotated("akrotiri", 2, 307, 60),
    "akrotiri-forked": forked("akrotiri", 2, 306, 120),
    "akros-details": played("akros", 2, 214),
    "akrotiri-details": greedy("akrotiri", 2, 308),
    "amphipolis-4-details": played("amphipolis", 4, 117),
    "amphipolis-4-details-resigned": resigned("amphipolis", 4, 118, 12),
    "amphipolis-solo-details": greedy("amphipolis", 1, 119),
    "amphipolis-solo-rules-2": greedy("amphipolis", 1, 120),
    "amphipolis-2-rules-2": greedy("amphipolis", 2, 121),
    "amphipolis-3-two-left-rules-1": two_left(3, 122, "1"),
    "amphipolis-3-two-left-rules-2": two_left(3, 122, "2"),
    "amphipolis-4-two-left-rules-2": two_left(4, 123, "2"),
    "amphipolis-3-forked-rules-2": forked("amphipolis", 3, 124, 30),
    "amphipolis-3-forked-from-rules-1": forked_from_earlier_rules("amphipolis", 3, 125, 30),
    "akrotiri-rules-2": played("akrotiri", 2, 338),
    "akrotiri-greedy-rules-2": greedy("akrotiri", 2, 339),
    "akrotiri-forked-rules-2": forked("akrotiri", 2, 340, 120),
    "akrotiri-forked-from-rules-1": forked_from_earlier_rules("akrotiri", 2, 341, 120),
    **FAIR_MATCHES,
}
"""Records up to ``amphipolis-solo-details`` were written when version 1 of the rules was the current one."""


def left_twice() -> bytes:
    """As servers of the first edition recorded two requests to leave, of which the second found the seat empty."""
    lines = lines_of(Table("akros", 2, seed=212).finish())
    first, joined, *others = _of_first_edition(entries_of(lines))
    early = {**joined, "event": {**joined["event"], "request": "early"}}
    left = [
        {**joined, "event": {**joined["event"], "public": {"seat": 0}, "request": name, "type": "match.Left"}}
        for name in ("left", "left-again")
    ]
    return rewritten(lines, [first, early, *left, joined, *others])


def clock_back() -> bytes:
    """As servers of the first edition recorded a clock that was put back an hour."""
    lines = lines_of(Table("amphipolis", 2, seed=116).finish())
    entries = _of_first_edition(entries_of(lines))
    for entry in entries[len(entries) // 2 :]:
        entry["event"]["at"] = entry["event"]["at"].replace("T03", "T02")
    return rewritten(lines, entries)


def _of_first_edition(entries: Entries) -> Entries:
    del entries[0]["event"]["public"]["edition"]
    return entries


FIRST_EDITION: dict[str, Callable[[], bytes]] = {
    "akros-left-twice": left_twice,
    "amphipolis-2-clock-back": clock_back,
}
"""What no server writes any more, by record: how one that did is imitated."""


def main() -> None:
    for name, play in RECORDS.items():
        _keep(name, lambda play=play: b"".join(line + b"\n" for line in lines_of(play())))  # type: ignore[misc]
    for name, write in FIRST_EDITION.items():
        _keep(name, write)


def _keep(name: str, write: Callable[[], bytes]) -> None:
    path = FOLDER / f"{name}.clio.gz"
    if not path.exists():
        path.write_bytes(gzip.compress(write(), 9, mtime=0))


if __name__ == "__main__":
    main()
