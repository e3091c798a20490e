"""The field values of hostile messages: valid, almost valid and extreme."""

import random
from collections.abc import Callable
from functools import cache

from clio.games.registry import GAMES
from clio.server.app.pagination import page_token
from tests.fuzz.nonsense import NONSENSE
from tests.fuzz.prepared import LENT, PREPARED
from tests.kit.table import Table

OPERATOR = "operator-of-the-fuzzed-server".ljust(43, "o")
TRAPS = (
    "",
    " ",
    "\0",
    "a\0b",
    "\n",
    "\u202e\u2066abc",
    "\u0000\ufeff",
    "e\u0301" * 20,
    "\U0001f600" * 15,
    "\ud7ff\ue000\uffff",
    "ﷺ" * 30,
    "İ" * 10,
    "%s%n%x",
    "'; DROP TABLE stored_events; --",
    "../../../../etc/passwd",
    "{tile}{0}{match.__class__}",
    "${jndi:x}",
    "-",
    "0",
    "٣",
    "NaN",
    "null",
    "1e999",
    "x" * 41,
    "x" * 65,
    "x" * 129,
    "é" * 5_000,
    "take mosaics " + "x" * 9_000,
    "x" * 60_000,
    "\t" * 20_000,
)
NUMBERS = (
    *(0, 1, 2, 3, 4, 5, 7, 10, 50, 100, 255, 500, 501, 4096, 65_536),
    *(-1, -2, -3, -10, -128),
    *(2**31 - 1, -(2**31), 2**32 - 1, 2**32, 2**53, 2**63 - 1, -(2**63), 2**62, 253_402_300_800, -62_135_596_801),
)
FEW_MOVES = 25


@cache
def notations() -> tuple[str, ...]:
    """Moves of real matches of every game, as text, and some that are nearly moves."""
    found = {"end", "pass", "place 999>0", "tile 9999,-9999 r90", "tile ٣,٣ r0", "load", "buy " + "easy " * 9, "keep"}
    for game, rules in sorted(GAMES.items()):
        table = Table(game, 2)
        for _ in table.play_out(FEW_MOVES):
            if table.match.status == "playing":
                found |= {rules.format_move(table.random_move()[1]) for _ in range(3)}
    return tuple(sorted(found))


@cache
def positions() -> tuple[str, ...]:
    """Positions of real matches of every game, as text."""
    found = []
    for game, rules in sorted(GAMES.items()):
        table = Table(game, 2)
        for count, _ in enumerate(table.play_out(FEW_MOVES)):
            if count % 5 == 0:
                found.append(rules.format_position(table.state, -2))
    return tuple(found)


def _page_tokens(rng: random.Random) -> str:
    values = [rng.choice((*NUMBERS, 2**64, -(2**70), 1.5, 1e308, "", "Player 0")) for _ in range(rng.randrange(3))]
    filters = rng.choice(
        [
            ((), ((), ()), ()),
            (("game", ""), ("side", "")),
            (("game", "akros"), ("side", "")),
            (("player", "Player 0"), ("game", ""), ("side", "*")),
            ("matches", 1),
        ]
    )
    return rng.choice([page_token(tuple(values), filters), "", "", "__________8", "AAAAAAAAAAE", "=", "\u00e9"])


def _options(rng: random.Random) -> str:
    option = rng.choice([option for game in GAMES.values() for option in game.options])
    return rng.choice((option.name, *option.values))


_KNOWN: dict[str, Callable[[random.Random], str]] = {
    "match_id": lambda rng: rng.choice((rng.choice(PREPARED).match_id, rng.choice(NONSENSE))),
    "game": lambda rng: rng.choice(sorted(GAMES)),
    "notation": lambda rng: rng.choice(notations()),
    "request_id": lambda rng: rng.choice([rng.choice(LENT).request_id, f"r{rng.randrange(10**9)}", "repeated"]),
    "host_token": lambda rng: rng.choice([rng.choice(LENT).host_token, "y" * 43, ""]),
    "seat_token": lambda rng: rng.choice([*rng.choice(LENT).tokens, "z" * 43, ""]),
    "page_token": _page_tokens,
    "player": lambda rng: rng.choice(["Player 0", "Player 1"]),
    "winner": lambda rng: rng.choice(["Player 0", "Player 1"]),
    "name": lambda rng: rng.choice(["Player 0", "Eve", "matches", "standings", "statistics"]),
    "reason": lambda rng: "no reason",
    "key": _options,
    "value": _options,
    "side": lambda rng: rng.choice(["", "*", "jinn", "ifrit"]),
    "service": lambda rng: rng.choice(["", "clio.v1.MatchService", "clio.record"]),
    "file_containing_symbol": lambda rng: rng.choice(["clio.v1.MatchService", "clio.v1.Match"]),
    "file_by_filename": lambda rng: "clio/v1/match.proto",
    "list_services": lambda rng: "*",
}


def text(rng: random.Random, field: str) -> str:
    """A text for a field of that name: as often one that means something as one that does not."""
    if field in _KNOWN and rng.random() < 0.75:
        return _KNOWN[field](rng)
    chosen = rng.randrange(10)
    if chosen < 6:
        return rng.choice(TRAPS)
    if chosen < 8:
        return _KNOWN[rng.choice(sorted(_KNOWN))](rng)
    return "".join(chr(_scalar(rng)) for _ in range(rng.randrange(1, 12)))


def _scalar(rng: random.Random) -> int:
    """A code point that UTF-8 has."""
    point = rng.choice([rng.randrange(0x80), rng.randrange(0x3000), rng.randrange(0x110000)])
    return point - 0x800 if 0xD800 <= point < 0xE000 else point
