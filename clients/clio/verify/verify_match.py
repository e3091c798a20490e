"""Verify match records (`clio-record/1`) at level 1, integrity, and level 2, fairness.

One file, the standard library alone, no code of the service: written from the format's description (docs/record.md), so
that you need not trust the server's own software.

    python verify_match.py match.clio [more.clio.gz ...] [--json] [--key HEX]

Exit code: 0 every level passes or is pending, 1 integrity fails, 2 fairness fails, 66 a file cannot be opened, 3 a
level is not judged, or by the record's own draw table only, 64 wrong usage. With several files the first of 1, 2, 66, 3
that occurred is given.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import re
import struct
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from itertools import chain, count
from pathlib import Path
from typing import Final, Literal, NoReturn, TypeAlias

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
Object: TypeAlias = "dict[str, Json]"
Verdict: TypeAlias = Literal["pass", "fail", "pending", "not judged", "own table"]


# ---------------------------------------------------------------------------------------------------------------------
# The draw tables: where each game shows its chance, as docs/record.md lists them. A game that is not listed there has
# its table in the record's first event.
# ---------------------------------------------------------------------------------------------------------------------


Form: TypeAlias = Literal["integer", "text", "texts", "pool"]
Condition: TypeAlias = "tuple[str, str]"


@dataclass(frozen=True, slots=True)
class Shown:
    """A field of an event type that shows draws; `where` (field, value) narrows it to events with that value."""

    event: str
    name: str
    where: Condition | None


@dataclass(frozen=True, slots=True)
class Refill:
    """The field that shows the pool of the next shuffle, and the field that states the number of that shuffle."""

    event: str
    pool: str
    number: str | None


@dataclass(frozen=True, slots=True)
class Choice:
    """A number below `among`, or below the number of seats where that is 0.

    It is drawn where there is no `option` (name, value), or where the match's option is absent or has that value.
    Else the number is `otherwise` or, without it, the one that the option writes.
    """

    label: str
    shown: Shown
    among: int
    option: Condition | None
    otherwise: int | None


@dataclass(frozen=True, slots=True)
class FirstOfEach:
    """A set-up: walking the shuffled pool, the first component met of each group, in the order met.

    A group is written as component ids; one that ends in a hyphen is a prefix of ids.
    """

    label: str
    shown: Shown
    pool: str
    groups: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """A shuffled pool, less the components in field `less` of the same event, drawn from the top.

    A `refill` shuffles its pool under the label's next number, `#2`, `#3` and so on.
    """

    label: str
    shown: tuple[Shown, ...]
    event: str
    pool: str
    less: str | None
    refill: Refill | None


Rule: TypeAlias = "Choice | FirstOfEach | Deck"


@dataclass(frozen=True, slots=True)
class Table:
    """All that shows the chance of one game: the form of every field concerned, by event type, and the rows."""

    forms: dict[str, dict[str, Form]]
    rules: tuple[Rule, ...]
    digest: str


# Copied from docs/record.md by `make docs`.
_TABLES: Final = """
{"akros": {"rows": [{"among": 2, "drawn_if": {"option": "sides", "value": "random"}, "kind": "number", "label":
"akros/sides", "otherwise": 0, "shown": [{"event": "BoardLaid", "field": "jinn"}]}, {"kind": "deck", "label":
"akros/bag", "pool": {"event": "BoardLaid", "field": "pool"}, "shown": [{"event": "TilesDrawn", "field": "tiles",
"is_list": true}]}], "rules": ["1"]}, "akrotiri": {"rows": [{"drawn_if": {"option": "first_seat", "value": "random"},
"kind": "number", "label": "order", "shown": [{"event": "TableLaid", "field": "first_seat"}]}, {"kind": "deck",
"label": "akrotiri/tiles", "pool": {"event": "TableLaid", "field": "tiles"}, "refill": {"counter": "shuffle", "event":
"TilesReshuffled", "field": "tiles"}, "shown": [{"event": "TileDrawn", "field": "tile"}, {"event": "OracleConsulted",
"field": "flipped", "is_list": true}]}, {"kind": "deck", "label": "akrotiri/maps/easy", "pool": {"event": "TableLaid",
"field": "easy"}, "shown": [{"event": "MapDrawn", "field": "card", "where": {"field": "deck", "value": "easy"}}]},
{"kind": "deck", "label": "akrotiri/maps/medium", "pool": {"event": "TableLaid", "field": "medium"}, "shown":
[{"event": "MapDrawn", "field": "card", "where": {"field": "deck", "value": "medium"}}]}, {"kind": "deck", "label":
"akrotiri/maps/hard", "pool": {"event": "TableLaid", "field": "hard"}, "shown": [{"event": "MapDrawn", "field":
"card", "where": {"field": "deck", "value": "hard"}}]}, {"kind": "deck", "label": "akrotiri/goals", "pool": {"event":
"TableLaid", "field": "goals"}, "shown": [{"event": "GoalDrawn", "field": "goal"}, {"event": "GoalsOpened", "field":
"goals", "is_list": true}]}], "rules": ["2", "1"]}, "amphipolis": {"rows": [{"drawn_if": {"option": "first_seat",
"value": "random"}, "kind": "number", "label": "order", "shown": [{"event": "SiteOpened", "field": "first_seat"}]},
{"groups": [{"ids": ["mosaic-"]}, {"ids": ["caryatid", "sphinx"]}, {"ids": ["amphora-"]}, {"ids": ["skeleton-"]}],
"kind": "first_of_each", "label": "amphipolis/setup", "pool": {"event": "SiteOpened", "field": "pool"}, "shown":
[{"event": "SiteOpened", "field": "tiles", "is_list": true}]}, {"kind": "deck", "label": "amphipolis/bag", "less":
"tiles", "pool": {"event": "SiteOpened", "field": "pool"}, "shown": [{"event": "TilesDrawn", "field": "tiles",
"is_list": true}]}], "rules": ["2", "1"]}}
"""
_TABLE_SCHEMA: Final = 1


# ---------------------------------------------------------------------------------------------------------------------
# The report
# ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Level:
    """What one level found: its verdict and, where it does not pass, the first event concerned and why."""

    verdict: Verdict
    seq: int | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """Something unusual in a record of edition 1, which changes no verdict."""

    seq: int
    what: str


@dataclass(frozen=True, slots=True)
class Report:
    """What is known of one record after verifying it."""

    game: str | None
    match: str | None
    events: int
    key: str | None
    integrity: Level
    fairness: Level
    notes: tuple[Note, ...] = ()

    @property
    def exit_code(self) -> int:
        """The process's exit code for this record alone."""
        if self.integrity.verdict == "fail":
            return 1
        if self.fairness.verdict == "fail":
            return 2
        return 3 if self.fairness.verdict in ("not judged", "own table") else 0


class FlawError(Exception):
    """The record does not hold: at which event (None: header, head or the file as a whole) and why."""

    def __init__(self, seq: int | None, why: str) -> None:
        """Name the event and the reason."""
        super().__init__(why)
        self.seq = seq
        self.why = why

    def level(self) -> Level:
        """Give the flaw as a failed level."""
        return Level("fail", self.seq, self.why)


_MAX_QUOTE: Final = 80


def _quote(value: object) -> str:
    """Show a value of the file: nothing in it may reach a terminal unescaped, nor fill it."""
    text = ascii(value[:_MAX_QUOTE] if isinstance(value, (str, bytes, list)) else value)
    return text if len(text) <= _MAX_QUOTE else text[: _MAX_QUOTE - 3] + "..."


# ---------------------------------------------------------------------------------------------------------------------
# Limits and canonical bytes
# ---------------------------------------------------------------------------------------------------------------------


_BIGGEST: Final = 2**53 - 1
_MAX_NUMBER: Final = len(str(-_BIGGEST))
_DEEPEST: Final = 32
_MAX_MEMBERS: Final = 4096
_MAX_TEXT: Final = 4096
_MAX_LINE: Final = 1_048_576
_LARGEST_FILE: Final = 33_554_432
_MAX_COMMAS: Final = 2_000_000
_MAX_EVENTS: Final = 100_000
_MAX_SEATS: Final = 16
_LARGEST_POOL: Final = 4096
_MAX_SHUFFLED: Final = 100_000


def _no_float(text: str) -> NoReturn:
    message = f"{text[:40]} is not an integer"
    raise ValueError(message)


def _integer(text: str) -> int:
    """Read an integer; a long row of digits is refused before it is converted."""
    if len(text) > _MAX_NUMBER or not -_BIGGEST <= (number := int(text)) <= _BIGGEST:
        message = f"{text[:40]} is out of range"
        raise ValueError(message)
    return number


_decode = json.JSONDecoder(parse_float=_no_float, parse_int=_integer, parse_constant=_no_float).raw_decode


def _make_encoder() -> Callable[[Json], str]:
    """Keep CPython's fast encoder where it can be had: `encode` builds a new one for every value."""
    encode = json.JSONEncoder(
        ensure_ascii=False, check_circular=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    ).encode
    sample: Json = {"b": [1, "é\n", True, None], "a": {}}
    try:
        make = getattr(json.encoder, "c_make_encoder")  # noqa: B009 (no part of the module's typed surface)
        kept = make(None, None, json.encoder.encode_basestring, None, ":", ",", True, False, False)  # noqa: FBT003
        if "".join(kept(sample, 0)) == encode(sample):
            return lambda value: "".join(kept(value, 0))
    except (AttributeError, TypeError):
        pass
    return encode


_canonical = _make_encoder()

_texts = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)


def _check_depth(line: bytes, seq: int | None) -> None:
    """Refuse a line that nests too deeply before anything is built from it."""
    if line.count(b"{") + line.count(b"[") <= _DEEPEST:
        return
    depth = 0
    for bracket in re.finditer(rb"[\[\]{}]", _texts.sub(b"", line)):
        depth += 1 if bracket[0] in b"[{" else -1
        if depth > _DEEPEST:
            raise FlawError(seq, f"the line nests deeper than {_DEEPEST} levels")


def _check_size(value: Json, seq: int | None) -> None:
    """Refuse objects, lists and texts that are too long, and keys that are not ASCII."""
    left = [value]
    while left:
        part = left.pop()
        if isinstance(part, dict):
            for key in part:
                if len(key) > _MAX_TEXT or not key.isascii():
                    raise FlawError(seq, f"the key {_quote(key)} is too long or not ASCII")
            left.extend(part.values())
        elif isinstance(part, list):
            left.extend(part)
        elif isinstance(part, str) and len(part) > _MAX_TEXT:
            raise FlawError(seq, f"the text {_quote(part)} is too long")
        if isinstance(part, (dict, list)) and len(part) > _MAX_MEMBERS:
            raise FlawError(seq, f"an object or list has more than {_MAX_MEMBERS} members")


def _parse(line: bytes, seq: int | None) -> Object:
    """Read one line, which must be the canonical bytes of an object (so that repeated keys or blanks show)."""
    if len(line) > _MAX_LINE:
        raise FlawError(seq, "the line is too long")
    _check_depth(line, seq)
    try:
        text = line.decode()
        value, end = _decode(text)
        canonical = end == len(text) and _canonical(value) == text
    except (ValueError, RecursionError) as error:
        raise FlawError(seq, f"the line is not JSON as the format has it: {_quote(str(error))}") from None
    if not canonical:
        raise FlawError(seq, "the line is not in canonical form")
    if len(line) > _MAX_TEXT or not line.isascii():
        _check_size(value, seq)
    if type(value) is not dict:
        raise FlawError(seq, "the line is not an object")
    return value


def _hex(value: Json, size: int | None = None) -> bytes | None:
    """Read lower-case hex, of exactly `size` bytes where given; None if it is anything else."""
    if type(value) is not str or not re.fullmatch(r"(?:[0-9a-f]{2})*", value):
        return None
    raw = bytes.fromhex(value)
    return raw if size is None or len(raw) == size else None


# ---------------------------------------------------------------------------------------------------------------------
# Ed25519 (RFC 8032), verification only
# ---------------------------------------------------------------------------------------------------------------------

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_SQRT_MINUS_1 = pow(2, (_P - 1) // 4, _P)
_BASE_POINT = (4 * pow(5, -1, _P) % _P).to_bytes(32, "little")

Point: TypeAlias = tuple[int, int, int, int]
"""Extended coordinates X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z."""

_NEUTRAL: Point = (0, 1, 1, 0)


def _decompress(encoded: bytes) -> Point | None:
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= _P:
        return None
    u, v = (y * y - 1) % _P, (_D * y * y + 1) % _P
    x = u * pow(v, 3, _P) * pow(u * pow(v, 7, _P), (_P - 5) // 8, _P) % _P
    if (v * x * x + u) % _P == 0:
        x = x * _SQRT_MINUS_1 % _P
    if (v * x * x - u) % _P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return x, y, 1, x * y % _P


def _addend(point: Point) -> Point:
    """Prepare a point for being added many times: Y-X, Y+X, 2Z, 2dT."""
    x, y, z, t = point
    return (y - x) % _P, (y + x) % _P, 2 * z % _P, 2 * _D * t % _P


def _add(point: Point, addend: Point) -> Point:
    x, y, z, t = point
    minus, plus, z2, t2d = addend
    a, b, c, d = (y - x) * minus, (y + x) * plus, t * t2d, z * z2
    e, f, g, h = (b - a) % _P, (d - c) % _P, (d + c) % _P, (b + a) % _P
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


@lru_cache(maxsize=16)
def _multiples(encoded: bytes, width: int, sign: Literal[1, -1]) -> list[list[Point]] | None:
    """Table all ±j·2^(width·i)·Q, so that multiplying is one addition per digit; None if `encoded` is no point."""
    unsigned = _decompress(encoded)
    if unsigned is None:
        return None
    x, y, z, t = unsigned
    point = (sign * x, y, z, sign * t)
    rows = []
    for _ in range(-(-253 // width)):
        step = _addend(point)
        row = [_addend(_NEUTRAL), step]
        for _ in range(2**width - 2):
            point = _add(point, step)
            row.append(_addend(point))
        point = _add(point, step)
        rows.append(row)
    return rows


def _add_multiple(point: Point, scalar: int, rows: list[list[Point]]) -> Point:
    """Add scalar·Q: `_add` written out in the loop, with products left a little over p until the end."""
    width = len(rows[0]).bit_length() - 1
    digits, fold = 2**width - 1, 2**255 - 1
    x, y, z, t = point
    for row in rows:
        minus, plus, z2, t2d = row[scalar & digits]
        scalar >>= width
        a, b, c, d = (y - x) * minus, (y + x) * plus, t * t2d, z * z2
        e, f, g, h = (b - a) % _P, (d - c) % _P, (d + c) % _P, (b + a) % _P
        x, y, z, t = e * f, g * h, f * g, e * h
        x, y = (x & fold) + 19 * (x >> 255), (y & fold) + 19 * (y >> 255)
        z, t = (z & fold) + 19 * (z >> 255), (t & fold) + 19 * (t >> 255)
    return x % _P, y % _P, z % _P, t % _P


_NARROW, _WIDE = 4, 8
_MANY = 100
_MAX_KEYS = 1000
_uses: dict[bytes, int] = {}


def _width(key: bytes) -> int:
    """Choose the size of the tables: a key met often is worth bigger ones."""
    if len(_uses) > _MAX_KEYS:
        _uses.clear()
    _uses[key] = _uses.get(key, 0) + 1
    return _WIDE if _uses[key] > _MANY else _NARROW


_SMALL_ORDER: Final = {
    0,
    1,
    _P - 1,
    int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"),
    int.from_bytes(bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little"),
}
"""The y of every point whose order divides 8: anybody can sign under such a key."""


def signature_holds(key: bytes, message: bytes, signature: bytes) -> bool:
    """Tell whether this is the Ed25519 signature of the message under the key (strict, without cofactor)."""
    if len(key) != 32 or len(signature) != 64:  # noqa: PLR2004 (the sizes of Ed25519)
        return False
    if int.from_bytes(key, "little") & (2**255 - 1) in _SMALL_ORDER:
        return False
    s = int.from_bytes(signature[32:], "little")
    width = _width(key)
    of_base, of_key = _multiples(_BASE_POINT, width, 1), _multiples(key, width, -1)
    if s >= _L or of_base is None or of_key is None:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % _L
    x, y, z, _ = _add_multiple(_add_multiple(_NEUTRAL, s, of_base), challenge, of_key)
    inverse = pow(z, -1, _P)
    encoded = y * inverse % _P | (x * inverse % _P & 1) << 255
    return encoded.to_bytes(32, "little") == signature[:32]


# ---------------------------------------------------------------------------------------------------------------------
# Level 1: the file, the envelopes, the course of the match
# ---------------------------------------------------------------------------------------------------------------------

_FORMAT: Final = "clio-record/1"
_HEADER_KEYS: Final = ("format", "game", "match", "rules")
_ENTRY_KEYS: Final = ("digest", "event", "openings")
_ENVELOPE_KEYS: Final = ("actor", "at", "match", "public", "request", "schema", "seq", "type")
_SEALED_ENVELOPE_KEYS: Final = ("actor", "at", "match", "public", "request", "schema", "sealed", "seq", "type")
_OPENING_KEYS: Final = ("field", "salt", "seq", "value")
_HEAD_KEYS: Final = ("digest", "key", "seq", "signature")

_BESIDE_EVENTS: Final = 2  # the header and the head
_MAX_ENTROPY: Final = 64
_BEFORE_EVENT: Final = len('{"digest":"","event":') + 64
_AROUND_OPENINGS: Final = len(',"openings":}')
_EDITION: Final = 2
_NO_SEAT: Final = -1
"""Whose score it is where the opponent has no seat."""

_is_time = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{6}Z"
).fullmatch
_is_id = re.compile(r"[!-~]{1,64}").fullmatch
_is_game = re.compile(r"[a-z][a-z0-9_]{0,63}").fullmatch
_is_event_name = re.compile(r"[A-Z][A-Za-z0-9]*").fullmatch


@dataclass(slots=True)
class Record:
    """What level 1 knows of a record after the lines read so far."""

    game: str
    match: str
    rules: str
    seed: bytes | None = None
    key: str | None = None
    digest: bytes = hashlib.sha256(_FORMAT.encode()).digest()
    events: int = 0
    edition: int = 1
    seats: int = 0
    options: Object = field(default_factory=dict)
    seed_commitment: str = ""
    forked: bool = False
    history: int = 0
    names: dict[int, str] = field(default_factory=dict)
    entropies: dict[int, bytes] = field(default_factory=dict)
    resigned: set[int] = field(default_factory=set)
    started: bool = False
    over: bool = False
    actors: dict[str, int | None] = field(default_factory=lambda: {"host": None, "server": None})
    at: str = ""
    first_request: str = ""
    request: str = ""
    requests: set[str] = field(default_factory=set)
    shown: list[int] = field(default_factory=list)
    other_schema: bool = False
    own: Table | None = None
    shared_schema: int = 1
    notes: list[Note] = field(default_factory=list)
    settings: Object = field(default_factory=dict)
    before: str = ""
    actor: str = ""
    commitments: dict[int, str] = field(default_factory=dict)
    ready: dict[int, str] = field(default_factory=dict)
    round_at: str = ""
    moved: bool = False
    paused_at: str = ""
    consents: set[tuple[str, int]] = field(default_factory=set)

    @property
    def table(self) -> Table | None:
        """Give the draw table by which this record is judged."""
        if self.game not in TABLES:
            return self.own
        table, rules = TABLES[self.game]
        return table if self.rules in rules else None

    @property
    def pools(self) -> Table | None:
        """Give the draw table whose pools are bounded, whatever the rules version."""
        return TABLES[self.game][0] if self.game in TABLES else self.own


def _keys(value: Json, keys: tuple[str, ...], seq: int | None, what: str) -> Object:
    """Demand an object with exactly these keys (sorted: the line is known to be canonical)."""
    if type(value) is not dict:
        raise FlawError(seq, f"{what} is not an object")
    if tuple(value) != keys:
        strange = sorted(set(value) - set(keys))
        missing = sorted(set(keys) - set(value))
        raise FlawError(seq, f"{what} has unknown keys {_quote(strange)}, lacks {_quote(missing)}")
    return value


def _text(value: Json, seq: int | None, what: str) -> str:
    if type(value) is not str:
        raise FlawError(seq, f"{what} is not a text: {_quote(value)}")
    return value


def _number(value: Json, seq: int | None, what: str) -> int:
    if type(value) is not int:
        raise FlawError(seq, f"{what} is not an integer: {_quote(value)}")
    return value


def _bytes(value: Json, size: int, seq: int | None, what: str) -> bytes:
    raw = _hex(value, size)
    if raw is None:
        raise FlawError(seq, f"{what} is not {size} bytes in hex: {_quote(value)}")
    return raw


def _list(value: Json, seq: int | None, what: str) -> list[Json]:
    if type(value) is not list:
        raise FlawError(seq, f"{what} is not a list: {_quote(value)}")
    return value


def _id(value: Json, seq: int | None, what: str) -> str:
    if type(value) is not str or not _is_id(value):
        raise FlawError(seq, f"{what} is not 1 to 64 visible ASCII characters: {_quote(value)}")
    return value


def _seat(record: Record, value: Json, seq: int) -> int:
    if type(value) is not int or not 0 <= value < record.seats:
        raise FlawError(seq, f"there is no seat {_quote(value)}")
    return value


_MAX_ROWS: Final = 64
_MAX_ROW_MEMBERS: Final = 64
_MAX_ROW_TEXT: Final = 128
_MAX_ROW_NUMBER: Final = 1_000_000
_is_label = re.compile(r"[a-z0-9_./-]{1,64}").fullmatch
_is_row_event = re.compile(r"[A-Z][A-Za-z0-9]{0,63}").fullmatch
_is_row_field = re.compile(r"[a-z][a-z0-9_]{0,63}").fullmatch
_ROW_KEYS: Final = {
    "number": (set(), {"among", "drawn_if", "otherwise"}),
    "first_of_each": ({"groups", "pool"}, set()),
    "deck": ({"pool"}, {"less", "refill"}),
}


def _optional(value: Json, always: tuple[str, ...], maybe: set[str], seq: int, what: str) -> Object:
    """Demand an object that has the keys `always` and no others but those in `maybe`."""
    given = maybe & value.keys() if type(value) is dict else set()
    return _keys(value, tuple(sorted({*always, *given})), seq, what)


def _row_event(value: Json, seq: int) -> str:
    if type(value) is not str or not _is_row_event(value):
        raise FlawError(seq, f"{_quote(value)} is no type of event")
    return value


def _row_field(value: Json, seq: int) -> str:
    if type(value) is not str or not _is_row_field(value):
        raise FlawError(seq, f"{_quote(value)} is no field")
    return value


def _row_text(value: Json, seq: int) -> str:
    if type(value) is not str or not 1 <= len(value) <= _MAX_ROW_TEXT:
        raise FlawError(seq, f"{_quote(value)} is no text of a draw table")
    return value


def _row_number(value: Json, least: int, seq: int) -> int:
    if type(value) is not int or not least <= value <= _MAX_ROW_NUMBER:
        raise FlawError(seq, f"{_quote(value)} is no number of a draw table")
    return value


class _TableReader:
    """Reads the rows of a draw table and collects the form of every field that they name."""

    def __init__(self, game: str, seq: int) -> None:
        """Begin with no field."""
        self._game = game
        self._seq = seq
        self.forms: dict[str, dict[str, Form]] = {}

    def name(self, event: Json, name: Json, form: Form) -> tuple[str, str]:
        """Note a field and its form: the full type of its event, and its name."""
        kind, field_name = f"{self._game}.{_row_event(event, self._seq)}", _row_field(name, self._seq)
        if self.forms.setdefault(kind, {}).setdefault(field_name, form) != form:
            raise FlawError(self._seq, f"{kind}.{field_name} has two forms")
        return kind, field_name

    def row(self, value: Json) -> Rule:
        """Read one row."""
        kind = value.get("kind") if type(value) is dict else None
        if type(kind) is not str or kind not in _ROW_KEYS:
            raise FlawError(self._seq, f"{_quote(kind)} is no kind of draw")
        required, maybe = _ROW_KEYS[kind]
        row = _optional(value, ("kind", "label", "shown", *required), maybe, self._seq, "a row of the draw table")
        label = row["label"]
        if type(label) is not str or not _is_label(label):
            raise FlawError(self._seq, f"{_quote(label)} is no label")
        fields = _list(row["shown"], self._seq, "what shows a draw")
        if not 1 <= len(fields) <= (_MAX_ROW_MEMBERS if kind == "deck" else 1):
            raise FlawError(self._seq, f"{label} is shown in no field, or in too many")
        shown = tuple(self._shown(each, kind) for each in fields)
        if kind == "number":
            return self._choice(row, label, shown[0])
        if kind == "first_of_each":
            return self._first_of_each(row, label, shown[0])
        return self._deck(row, label, shown)

    def _shown(self, value: Json, kind: str) -> Shown:
        shown = _optional(value, ("event", "field"), {"is_list", "where"}, self._seq, "a field that shows draws")
        if shown.get("is_list", True) is not True or (kind == "number" and "is_list" in shown):
            raise FlawError(self._seq, "a field that shows draws is a list, or does not say so")
        form: Form = "integer" if kind == "number" else "texts" if "is_list" in shown else "text"
        event, name = self.name(shown["event"], shown["field"], form)
        where = None
        if "where" in shown:
            condition = _keys(shown["where"], ("field", "value"), self._seq, "a condition")
            where = (_row_field(condition["field"], self._seq), _row_text(condition["value"], self._seq))
            if kind != "deck":
                raise FlawError(self._seq, "only the fields of a deck have a condition")
        return Shown(event, name, where)

    def _pool(self, value: Json) -> tuple[str, str]:
        pool = _keys(value, ("event", "field"), self._seq, "a pool")
        return self.name(pool["event"], pool["field"], "pool")

    def _choice(self, row: Object, label: str, shown: Shown) -> Choice:
        option = None
        if "drawn_if" in row:
            given = _keys(row["drawn_if"], ("option", "value"), self._seq, "an option")
            option = (_row_text(given["option"], self._seq), _row_text(given["value"], self._seq))
        among = _row_number(row["among"], 1, self._seq) if "among" in row else 0
        otherwise = _row_number(row["otherwise"], 0, self._seq) if "otherwise" in row else None
        return Choice(label, shown, among, option, otherwise)

    def _first_of_each(self, row: Object, label: str, shown: Shown) -> FirstOfEach:
        event, pool = self._pool(row["pool"])
        if event != shown.event or self.forms[event][shown.name] != "texts":
            raise FlawError(self._seq, f"{label} is not shown as a list beside its pool")
        groups = _list(row["groups"], self._seq, "the list of groups")
        if len(groups) > _MAX_ROW_MEMBERS:
            raise FlawError(self._seq, f"{label} has too many groups")
        return FirstOfEach(label, shown, pool, tuple(map(self._group, groups)))

    def _group(self, value: Json) -> tuple[str, ...]:
        ids = _list(_keys(value, ("ids",), self._seq, "a group")["ids"], self._seq, "the list of a group's ids")
        if not 1 <= len(ids) <= _MAX_ROW_MEMBERS:
            raise FlawError(self._seq, "a group has no id, or too many")
        return tuple(_row_text(each, self._seq) for each in ids)

    def _deck(self, row: Object, label: str, shown: tuple[Shown, ...]) -> Deck:
        event, pool = self._pool(row["pool"])
        less = None
        if "less" in row:
            less = _row_field(row["less"], self._seq)
            self.name(event.partition(".")[2], less, "texts")
        refill = None
        if "refill" in row:
            given = _optional(row["refill"], ("event", "field"), {"counter"}, self._seq, "a refill")
            again, name = self.name(given["event"], given["field"], "pool")
            number = self.name(given["event"], given["counter"], "integer")[1] if "counter" in given else None
            refill = Refill(again, name, number)
        return Deck(label, shown, event, pool, less, refill)


def _read_table(game: str, value: Json, seq: int) -> Table:
    """Read a draw table: bounded, and with one form for each field."""
    rows = _list(value, seq, "the draw table")
    if len(rows) > _MAX_ROWS:
        raise FlawError(seq, f"a draw table has at most {_MAX_ROWS} rows")
    reader = _TableReader(game, seq)
    rules = tuple(map(reader.row, rows))
    if len({rule.label for rule in rules}) < len(rules):
        raise FlawError(seq, "two rows of the draw table have one label")
    return Table(reader.forms, rules, hashlib.sha256(_canonical(value).encode()).hexdigest())


def _known_tables() -> dict[str, tuple[Table, frozenset[str]]]:
    """Give the tables of this verifier by game, each with the rules versions for which it holds."""
    tables = json.loads(_TABLES)
    return {game: (_read_table(game, given["rows"], 0), frozenset(given["rules"])) for game, given in tables.items()}


TABLES: Final = _known_tables()


def _read_header(line: bytes) -> Record:
    header = _keys(_parse(line, None), _HEADER_KEYS, None, "the header")
    if header["format"] != _FORMAT:
        raise FlawError(None, f"the format is {_quote(header['format'])}, not {_FORMAT}")
    game = header["game"]
    if type(game) is not str or not _is_game(game):
        raise FlawError(None, f"the header's game is {_quote(game)}")
    match = _id(header["match"], None, "the header's match")
    return Record(game, match, _id(header["rules"], None, "the header's rules version"))


def _on_opened(record: Record, public: Object, seq: int) -> None:
    keys = {
        "data",
        "game",
        "options",
        "rules",
        "seats",
        "seed_commitment",
        *(public.keys() & {"draws", "edition", "forked_from", *_SETTINGS}),
    }
    _keys(public, tuple(sorted(keys)), seq, "what event 1 says")
    for name, given in (("game", record.game), ("rules", record.rules)):
        if public[name] != given:
            raise FlawError(seq, f"the header says {name} {_quote(given)}, event 1 {_quote(public[name])}")
    if "edition" in public:
        record.edition = _number(public["edition"], seq, "the edition")
        if record.edition != _EDITION:
            raise FlawError(seq, f"there is no edition {record.edition}")
    data = _keys(public["data"], ("digest", "name"), seq, "what names the game's data")
    _bytes(data["digest"], 32, seq, "the digest of the game's data")
    _text(data["name"], seq, "the name of the game's data")
    record.seats = _number(public["seats"], seq, "the number of seats")
    if not 1 <= record.seats <= _MAX_SEATS:
        raise FlawError(seq, f"the number of seats is {record.seats}")
    options = public["options"]
    if type(options) is not dict or not all(type(value) is str for value in options.values()):
        raise FlawError(seq, f"the options are {_quote(options)}, not texts by name")
    record.options = options
    record.seed_commitment = _bytes(public["seed_commitment"], 32, seq, "the seed commitment").hex()
    if "draws" in public:
        record.own = _read_table(record.game, public["draws"], seq)
    if "forked_from" in public:
        record.forked = True
        _check_origin(public["forked_from"], seq)
    record.settings = {name: public[name] for name in _SETTINGS if name in public}
    _check_settings(record, seq)
    record.actors.update((f"seat:{seat}", seat) for seat in range(record.seats))


def _check_origin(value: Json, seq: int) -> None:
    origin = _keys(value, ("digest", "match", "seq"), seq, "the origin of the fork")
    _bytes(origin["digest"], 32, seq, "the digest of the fork's origin")
    _id(origin["match"], seq, "the match that was forked")
    if not 1 <= _number(origin["seq"], seq, "the point of the fork") <= _MAX_EVENTS:
        raise FlawError(seq, f"the match was forked at {_quote(origin['seq'])}")


_SETTINGS: Final = ("abandon_after", "clock", "commit_reveal", "open_until", "ready_within", "roles")
_MAX_DURATION: Final = 366 * 86_400
_MAX_ADDED: Final = 86_400_000
_is_clock = re.compile(
    r"(fischer)/([1-9][0-9]{0,4})\+(0|[1-9][0-9]{0,3})|(move)/([1-9][0-9]{0,4})|(days)/([1-9][0-9]?)"
).fullmatch


def _valid_clock(value: Json) -> bool:
    found = _is_clock(value) if type(value) is str else None
    if found is None:
        return False
    if found[1]:
        return int(found[2]) <= 86_400 and int(found[3]) <= 3_600  # noqa: PLR2004 (the limits of the page)
    return int(found[5]) <= 86_400 if found[4] else int(found[7]) <= 60  # noqa: PLR2004 (the limits of the page)


def _valid_time(value: Json) -> bool:
    found = _is_time(value) if type(value) is str else None
    return found is not None and _is_day(*map(int, found.groups()))


def _micros(at: str) -> int:
    """Give a time as microseconds."""
    day = date(int(at[:4]), int(at[5:7]), int(at[8:10])).toordinal()
    seconds = int(at[11:13]) * 3600 + int(at[14:16]) * 60 + int(at[17:19])
    return (day * 86_400 + seconds) * 1_000_000 + int(at[20:26])


def _seconds_passed(record: Record, since: str, seconds: Json) -> bool:
    return type(seconds) is int and _micros(record.at) >= _micros(since) + seconds * 1_000_000


def _check_settings(record: Record, seq: int) -> None:
    """Check what event 1 says about time, readiness and roles."""
    given = record.settings
    for name in ("abandon_after", "ready_within"):
        if name in given and not 1 <= _number(given[name], seq, name) <= _MAX_DURATION:
            raise FlawError(seq, f"{name} is {_quote(given[name])}")
    if "clock" in given and not _valid_clock(given["clock"]):
        raise FlawError(seq, f"the clock is {_quote(given['clock'])}")
    if "open_until" in given and not (_valid_time(given["open_until"]) and str(given["open_until"]) > record.at):
        raise FlawError(seq, f"the match is open until {_quote(given['open_until'])}")
    if "commit_reveal" in given and type(given["commit_reveal"]) is not bool:
        raise FlawError(seq, f"commit_reveal is {_quote(given['commit_reveal'])}")
    reveals = given.get("commit_reveal") is True
    if reveals != ("ready_within" in given) or (reveals and record.seats == 1):
        raise FlawError(seq, "ready_within belongs to commit and reveal, which needs more than one seat")
    if "roles" in given:
        director = _keys(given["roles"], ("director",), seq, "the roles")["director"]
        if director not in ("host", "nobody"):
            raise FlawError(seq, f"the director is {_quote(director)}")
    if record.forked and given.keys() & {"clock", "commit_reveal", "open_until"}:
        raise FlawError(seq, "a fork has neither clock nor readiness nor expiry")


def _is_directed(record: Record) -> bool:
    return record.settings.get("roles") == {"director": "host"}


def _due_to_reveal(record: Record) -> list[int]:
    return sorted(seat for seat in record.names if record.commitments.get(seat) and seat not in record.ready)


def _void_round(record: Record) -> None:
    for seat, following in record.ready.items():
        record.commitments[seat], record.entropies[seat] = following, b""
    record.ready.clear()
    record.round_at = ""


def _on_ready(record: Record, public: Object, seq: int) -> None:
    _keys(public, ("entropy", "next", "seat"), seq, "the readiness")
    seat = _seat(record, public["seat"], seq)
    entropy = _bytes(public["entropy"], 32, seq, "the entropy")
    following = _bytes(public["next"], 32, seq, "the next commitment").hex()
    due = record.commitments.get(seat)
    if not record.round_at or not due or seat in record.ready:
        raise FlawError(seq, f"seat {seat} has nothing to reveal here")
    if hashlib.sha256(f"clio-entropy/1{record.match}/{seat}/".encode() + entropy).hexdigest() != due:
        raise FlawError(seq, f"seat {seat} reveals other entropy than it is committed to")
    record.entropies[seat], record.ready[seat] = entropy, following


def _on_lapsed(record: Record, public: Object, seq: int) -> None:
    seats = _keys(public, ("seats",), seq, "the lapse")["seats"]
    if type(seats) is not list or any(type(seat) is not int for seat in seats):
        raise FlawError(seq, f"the seats are {_quote(seats)}")
    if not record.round_at or seats != _due_to_reveal(record):
        raise FlawError(seq, "these are not the seats that have to get ready")
    if not _seconds_passed(record, record.round_at, record.settings.get("ready_within")):
        raise FlawError(seq, "the time to get ready is not over")
    free = _due_to_reveal(record)
    _void_round(record)
    for seat in free:
        del record.names[seat], record.entropies[seat], record.commitments[seat]


def _playing_seat(record: Record, value: Json, seq: int) -> int:
    seat = _seat(record, value, seq)
    if seat in record.resigned:
        raise FlawError(seq, f"seat {seat} is out of the match")
    return seat


def _drop_out(record: Record, value: Json, seq: int) -> None:
    record.resigned.add(_playing_seat(record, value, seq))
    record.consents.clear()


def _demand_clock(record: Record, seq: int) -> None:
    if record.started and "clock" not in record.settings:
        raise FlawError(seq, "the match has no clock")


def _demand_start(record: Record, seq: int) -> None:
    if not record.started:
        raise FlawError(seq, "the match has not started")


def _on_timed_out(record: Record, public: Object, seq: int) -> None:
    _keys(public, ("seat",), seq, "the flag")
    _demand_clock(record, seq)
    _drop_out(record, public["seat"], seq)


def _on_abandoned(record: Record, public: Object, seq: int) -> None:
    _keys(public, ("by", "seat") if "by" in public else ("seat",), seq, "the claim")
    if record.started and "abandon_after" not in record.settings:
        raise FlawError(seq, "no seat can be abandoned in this match")
    _drop_out(record, public["seat"], seq)
    if "by" in public:
        _playing_seat(record, public["by"], seq)


def _on_consented(record: Record, public: Object, seq: int) -> None:
    _keys(public, ("reason", "seat", "to"), seq, "the consent")
    _text(public["reason"], seq, "the reason")
    _demand_start(record, seq)
    seat, to = _playing_seat(record, public["seat"], seq), str(public["to"])
    if public["to"] not in ("abort", "pause", "resume") or "roles" not in record.settings:
        raise FlawError(seq, f"nobody agrees to {_quote(to)} in this match")
    if (to == "pause" and record.paused_at) or (to == "resume" and not record.paused_at):
        raise FlawError(seq, f"nobody can agree to {to} here")
    if (to, seat) in record.consents:
        raise FlawError(seq, f"seat {seat} has agreed to {to} before")
    record.consents.add((to, seat))


def _demand_agreement(record: Record, to: str, seq: int) -> None:
    """The director acts alone; else all seats that still play have agreed, or one of them to end a long pause."""
    _demand_start(record, seq)
    if record.actor == "host" and _is_directed(record):
        return
    agreed = {seat for what, seat in record.consents if what == to}
    all_agreed = agreed >= set(range(record.seats)) - record.resigned
    long = to == "resume" and _seconds_passed(record, record.paused_at, record.settings.get("abandon_after"))
    if record.actor != "server" or not (all_agreed or (long and agreed)):
        raise FlawError(seq, f"not every seat has agreed to {to}")


def _on_paused(record: Record, public: Object, seq: int) -> None:
    _text(_keys(public, ("reason",), seq, "the pause")["reason"], seq, "the reason")
    if record.paused_at:
        raise FlawError(seq, "the match is paused before")
    _demand_agreement(record, "pause", seq)
    record.paused_at = record.at
    record.consents.clear()


def _on_resumed(record: Record, public: Object, seq: int) -> None:
    _text(_keys(public, ("reason",), seq, "the end of the pause")["reason"], seq, "the reason")
    if not record.paused_at:
        raise FlawError(seq, "the match is not paused")
    _demand_agreement(record, "resume", seq)
    record.paused_at = ""
    record.consents.clear()


def _on_time_added(record: Record, public: Object, seq: int) -> None:
    _keys(public, ("milliseconds", "reason", "seat"), seq, "the added time")
    _text(public["reason"], seq, "the reason")
    _demand_start(record, seq)
    _demand_clock(record, seq)
    _playing_seat(record, public["seat"], seq)
    if not 1 <= _number(public["milliseconds"], seq, "the added time") <= _MAX_ADDED or not _is_directed(record):
        raise FlawError(seq, "nobody can add that time")


def _on_time_credited(record: Record, public: Object, seq: int) -> None:
    _keys(public, ("milliseconds",), seq, "the credit")
    _demand_start(record, seq)
    _demand_clock(record, seq)
    passed = (_micros(record.at) - _micros(record.before)) // 1000
    if record.paused_at or not 1 <= _number(public["milliseconds"], seq, "the credit") <= passed:
        raise FlawError(seq, f"{public['milliseconds']} milliseconds cannot be given back here")


def _on_joined(record: Record, public: Object, seq: int) -> None:
    committed = "commitment" in public
    keys = ("commitment", "entropy", "name", "seat") if committed else ("entropy", "name", "seat")
    _keys(public, keys, seq, "the joining")
    seat = _seat(record, public["seat"], seq)
    entropy = _hex(public["entropy"])
    if entropy is None or len(entropy) > _MAX_ENTROPY:
        raise FlawError(seq, f"the entropy is {_quote(public['entropy'])}")
    name = _text(public["name"], seq, "the name")
    if record.started or seat in record.names:
        raise FlawError(seq, f"seat {seat} is not free to be joined")
    reveals = record.settings.get("commit_reveal") is True
    if (reveals and entropy) or (committed and not reveals):
        raise FlawError(seq, "a commitment stands in the place of the entropy where seats commit and reveal")
    commitment = _bytes(public["commitment"], 32, seq, "the commitment").hex() if committed else ""
    record.names[seat], record.entropies[seat], record.commitments[seat] = name, entropy, commitment
    if len(record.names) == record.seats and _due_to_reveal(record):
        record.round_at = record.at


def _on_left(record: Record, public: Object, seq: int) -> None:
    _keys(public, ("seat",), seq, "the leaving")
    seat = _seat(record, public["seat"], seq)
    if record.started:
        raise FlawError(seq, f"seat {seat} is left after the start")
    if seat not in record.names:
        _unusual(record, seq, f"seat {seat} is left though it is free")
        return
    _void_round(record)
    del record.names[seat], record.entropies[seat], record.commitments[seat]


def _unusual(record: Record, seq: int, what: str) -> None:
    """Note what servers of edition 1 sometimes did; it is a flaw in a record of edition 2."""
    if record.edition == _EDITION:
        raise FlawError(seq, what)
    record.notes.append(Note(seq, what))


def _on_started(record: Record, public: Object, seq: int) -> None:
    names = _keys(public, ("names",), seq, "the start")["names"]
    if record.started:
        raise FlawError(seq, "the match starts a second time")
    if len(record.names) != record.seats:
        raise FlawError(seq, "the match starts before all seats are taken")
    if names != [record.names[seat] for seat in range(record.seats)]:
        raise FlawError(seq, f"the names are {_quote(names)}, not those that joined")
    if _due_to_reveal(record):
        raise FlawError(seq, "the match starts before all seats have revealed their entropy")
    record.started, record.round_at = True, ""


def _on_resigned(record: Record, public: Object, seq: int) -> None:
    _keys(public, ("seat",), seq, "the resignation")
    _drop_out(record, public["seat"], seq)


def _on_token_rotated(record: Record, public: Object, seq: int) -> None:
    if public:
        _keys(public, ("seat",), seq, "the rotation")
        if _seat(record, public["seat"], seq) not in record.names:
            raise FlawError(seq, "the token of a free seat is rotated")


_LINE_KEYS: Final = {1: ("detail", "points", "rule"), 2: ("detail", "params", "points", "rule")}
_is_detail_name: Final = re.compile(r"[a-z][a-z0-9_]{0,63}").fullmatch
_MAX_DETAIL_PARAMS: Final = 16
_MAX_DETAIL_TEXT: Final = 128


def _check_detail(line: Object, seq: int) -> None:
    """Schema 2: the detail is the id of a template, and its parameters are integers or short texts."""
    params = line["params"]
    if type(params) is not dict or len(params) > _MAX_DETAIL_PARAMS:
        raise FlawError(seq, "the parameters of a detail are not an object of a few members")
    if not all(_is_detail_name(str(name)) for name in (line["detail"], *params)):
        raise FlawError(seq, "a detail or a parameter is not named by an id")
    for value in params.values():
        if type(value) is str:
            if len(value) > _MAX_DETAIL_TEXT:
                raise FlawError(seq, "a parameter of a detail is too long")
        else:
            _number(value, seq, "a parameter")


def _on_finished(record: Record, public: Object, seq: int) -> None:
    schema = record.shared_schema
    _keys(public, ("decided_by", "scores", "server_seed", "winners"), seq, "the result")
    _text(public["decided_by"], seq, "what decided the match")
    for winner in _list(public["winners"], seq, "the list of winners"):
        _seat(record, winner, seq)
    for each in _list(public["scores"], seq, "the list of scores"):
        score = _keys(each, ("lines", "seat", "total"), seq, "a score")
        if score["seat"] != _NO_SEAT:
            _seat(record, score["seat"], seq)
        _number(score["total"], seq, "a total")
        for row in _list(score["lines"], seq, "the list of a score's lines"):
            line = _keys(row, _LINE_KEYS[schema], seq, "a line of a score")
            _text(line["detail"], seq, "a detail")
            if schema > 1:
                _check_detail(line, seq)
            _number(line["points"], seq, "the points")
            _text(line["rule"], seq, "a rule")
    if not record.started:
        raise FlawError(seq, "the match is finished before its start")
    _reveal(record, public, seq)


def _on_aborted(record: Record, public: Object, seq: int) -> None:
    keys = ("cause", "reason", "server_seed") if "cause" in public else ("reason", "server_seed")
    _keys(public, keys, seq, "the end")
    _text(public["reason"], seq, "the reason")
    cause = public.get("cause")
    if "cause" not in public:
        if record.moved and "roles" in record.settings:
            raise FlawError(seq, "after the first move the host cannot abort the match")
    elif cause == "expired":
        until = record.settings.get("open_until")
        if type(until) is not str or record.started or record.round_at or record.at < until:
            raise FlawError(seq, "the match cannot expire here")
    elif cause in ("consent", "director"):
        if (cause == "director") != (record.actor == "host"):
            raise FlawError(seq, f"the actor of this end is {_quote(record.actor)}")
        _demand_agreement(record, "abort", seq)
    else:
        raise FlawError(seq, f"the cause of the end is {_quote(cause)}")
    _reveal(record, public, seq)


def _reveal(record: Record, public: Object, seq: int) -> None:
    record.seed = _bytes(public["server_seed"], 32, seq, "the server seed")
    record.over = True


_OWN_SEAT: Final = "the seat itself"
_SEAT_OR_HOST: Final = "the seat itself or the host"
_CLAIMANT: Final = "the seat that claims, or the host"
_AGREED: Final = "the server where all seats agreed, or the host"


@dataclass(frozen=True, slots=True)
class Shared:
    """An event that all games share: who causes it, and what to check and note of its public part."""

    actor: str
    follow: Callable[[Record, Object, int], None]
    schemas: tuple[int, ...] = (1,)


_SHARED: dict[str, Shared] = {
    "match.Opened": Shared("host", _on_opened),
    "match.Joined": Shared(_OWN_SEAT, _on_joined),
    "match.Left": Shared(_SEAT_OR_HOST, _on_left),
    "match.Started": Shared("server", _on_started),
    "match.Resigned": Shared(_OWN_SEAT, _on_resigned),
    "match.TokenRotated": Shared(_OWN_SEAT, _on_token_rotated),
    "match.Finished": Shared("server", _on_finished, (1, 2)),
    "match.Aborted": Shared(_AGREED, _on_aborted),
    "match.Ready": Shared(_OWN_SEAT, _on_ready),
    "match.Lapsed": Shared("server", _on_lapsed),
    "match.TimedOut": Shared("server", _on_timed_out),
    "match.Abandoned": Shared(_CLAIMANT, _on_abandoned),
    "match.Consented": Shared(_OWN_SEAT, _on_consented),
    "match.Paused": Shared(_AGREED, _on_paused),
    "match.Resumed": Shared(_AGREED, _on_resumed),
    "match.TimeAdded": Shared("host", _on_time_added),
    "match.TimeCredited": Shared("server", _on_time_credited),
}


def _ender(record: Record, event: Object, public: Object) -> str:
    """Give who ends, pauses or resumes the match: which of the two may is checked with the event itself."""
    if event["type"] == "match.Aborted":
        return "server" if public.get("cause") in ("consent", "expired") else "host"
    return record.actor


def _follow_shared(record: Record, event: Object, public: Object, seq: int) -> None:
    shared = _SHARED.get(str(event["type"]))
    if shared is None:
        raise FlawError(seq, f"{_quote(event['type'])} is no event that games share")
    if event["schema"] not in shared.schemas or "sealed" in event:
        raise FlawError(seq, "an event that all games share has a schema of its type and seals nothing")
    record.shared_schema = _number(event["schema"], seq, "the schema")
    due, record.actor = shared.actor, str(event["actor"])
    if due == _SEAT_OR_HOST and event["actor"] == "host":
        due = "host"
    elif due in (_OWN_SEAT, _SEAT_OR_HOST):
        due = f"seat:{_seat(record, public['seat'], seq)}" if "seat" in public else "host"
    elif due == _CLAIMANT:
        due = f"seat:{_seat(record, public['by'], seq)}" if "by" in public else "host"
    elif due == _AGREED:
        due = _ender(record, event, public)
    shared.follow(record, public, seq)
    if event["actor"] != due:
        raise FlawError(seq, f"the actor is {_quote(event['actor'])}, not {due}")


def _follow_game(record: Record, event: Object, public: Object, seq: int) -> None:
    kind = str(event["type"])
    game, _, name = kind.partition(".")
    if game != record.game or not _is_event_name(name):
        raise FlawError(seq, f"{_quote(kind)} is no type of event of {record.game}")
    if record.actors.get(str(event["actor"]), 0) is None and event["actor"] != "server":
        raise FlawError(seq, f"the actor of a game's event is {_quote(event['actor'])}")
    table = record.pools
    if table is None or kind not in table.forms:
        return
    if record.table is not None:
        record.shown.append(seq)
        record.other_schema = record.other_schema or event["schema"] != _TABLE_SCHEMA
    sealed = event.get("sealed", {})
    for pool, form in table.forms[kind].items():
        if form == "pool":
            _check_pool(public.get(pool), pool in sealed if isinstance(sealed, dict) else True, seq, pool)


def _check_pool(pool: Json, sealed: bool, seq: int, name: str) -> None:  # noqa: FBT001 (one fact of the pool)
    """Bound a pool before anything is made of it."""
    if sealed:
        raise FlawError(seq, f"the pool {name} is sealed")
    if type(pool) is not dict:
        return
    counts = [number for number in pool.values() if type(number) is int]
    if any(number < 0 for number in counts) or sum(counts) > _LARGEST_POOL:
        raise FlawError(seq, f"the pool {name} has a negative count, or more than {_LARGEST_POOL} components")


def _follow(record: Record, event: Object, public: Object, seq: int) -> None:
    """Check the event against the course of the match, and note what it changes in it."""
    shared = str(event["type"]).startswith("match.")
    if record.over:
        raise FlawError(seq, "the match was over before this event")
    if (seq == 1) != (event["type"] == "match.Opened"):
        raise FlawError(seq, "match.Opened is the first event, and no other one is")
    if not shared or event["type"] in ("match.Resigned", "match.TimedOut", "match.Abandoned"):
        if record.forked and event["request"] == record.first_request:
            record.history += 1
        elif not record.started:
            raise FlawError(seq, f"{_quote(event['type'])} stands before the start")
    elif seq > 1 and event["request"] == record.first_request:
        raise FlawError(seq, "the request that opens the match causes nothing but a fork's history")
    if shared:
        _follow_shared(record, event, public, seq)
    else:
        _follow_game(record, event, public, seq)
        if record.started and event["actor"] != "server":
            record.moved = True
            record.consents.clear()
    if event["actor"] not in record.actors:
        raise FlawError(seq, f"the actor is {_quote(event['actor'])}")


def _follow_request(record: Record, request: str, seq: int) -> None:
    if request == record.request:
        return
    if request in record.requests:
        raise FlawError(seq, f"the request {_quote(request)} was over before this event")
    record.requests.add(request)
    record.request = request
    record.first_request = record.first_request or request


def _is_day(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def _follow_time(record: Record, at: Json, seq: int) -> None:
    found = _is_time(at) if type(at) is str else None
    if type(at) is not str or found is None or not _is_day(*map(int, found.groups())):
        raise FlawError(seq, f"the time is {_quote(at)}")
    if at < record.at:
        _unusual(record, seq, f"the time {at} is earlier than that of the event before")
    record.before, record.at = record.at, at


def _read_event(record: Record, value: Json, seq: int) -> Object:
    """Check an envelope and follow the match with it."""
    sealed = type(value) is dict and "sealed" in value
    event = _keys(value, _SEALED_ENVELOPE_KEYS if sealed else _ENVELOPE_KEYS, seq, "the event")
    if type(event["seq"]) is not int or event["seq"] != seq:
        raise FlawError(seq, f"event {seq} is expected here, found is {_quote(event['seq'])}")
    if event["match"] != record.match:
        raise FlawError(seq, f"the event is of match {_quote(event['match'])}, not {_quote(record.match)}")
    public = event["public"]
    if type(public) is not dict:
        raise FlawError(seq, "the public part is not an object")
    if _number(event["schema"], seq, "the schema") < 1:
        raise FlawError(seq, f"the schema is {event['schema']}")
    _text(event["type"], seq, "the type")
    _text(event["actor"], seq, "the actor")
    if sealed:
        _check_sealed(event["sealed"], public, seq)
    _follow_time(record, event["at"], seq)
    _follow_request(record, _id(event["request"], seq, "the request"), seq)
    _follow(record, event, public, seq)
    return event


def _check_sealed(sealed: Json, public: Object, seq: int) -> None:
    if type(sealed) is not dict or not sealed:
        raise FlawError(seq, "what is sealed is not an object with fields")
    for name, commitment in sealed.items():
        _bytes(commitment, 32, seq, f"the commitment of {_quote(name)}")
        if name in public:
            raise FlawError(seq, f"{_quote(name)} is both sealed and public")


def _check_openings(event: Object, openings: list[Json], seed: bytes | None, seq: int) -> None:
    """Compare the openings with the event's commitments and, where the seed is known, with what it gives."""
    sealed = event.get("sealed")
    left = dict(sealed) if type(sealed) is dict else {}
    last = ""
    for each in openings:
        opening = _keys(each, _OPENING_KEYS, seq, "an opening")
        name, salt = _text(opening["field"], seq, "an opening's field"), _bytes(opening["salt"], 32, seq, "a salt")
        if type(opening["seq"]) is not int or opening["seq"] != seq or name not in left:
            raise FlawError(seq, f"an opening of event {_quote(opening['seq'])}, {_quote(name)}, opens nothing here")
        if name < last:
            raise FlawError(seq, "the openings are not sorted by field")
        last = name
        committed = _canonical({"field": name, "seq": seq, "value": opening["value"]}).encode()
        if hashlib.sha256(salt + committed).hexdigest() != left.pop(name):
            raise FlawError(seq, f"the opening of {_quote(name)} is not what was committed to")
        if seed is not None and salt != _salt(seed, seq, name):
            raise FlawError(seq, f"the salt of {_quote(name)} does not follow from the server seed")
    if seed is not None and left:
        raise FlawError(seq, f"the match is over but {_quote(next(iter(left)))} has no opening")


def _salt(seed: bytes, seq: int, name: str) -> bytes:
    return hmac.digest(hmac.digest(seed, b"clio-salt/1", "sha256"), f"{seq}/{name}".encode(), "sha256")


def _read_entry(record: Record, line: bytes, seed: bytes | None, seq: int) -> None:
    """Check everything about one event's line."""
    entry = _keys(_parse(line, seq), _ENTRY_KEYS, seq, "the line")
    stated = _bytes(entry["digest"], 32, seq, "the line's digest")
    openings = _list(entry["openings"], seq, "the list of openings")
    event = _read_event(record, entry["event"], seq)
    # A canonical line holds the event's canonical bytes between two parts of known length.
    after = _AROUND_OPENINGS + (len(_canonical(openings).encode()) if openings else len("[]"))
    record.digest = hashlib.sha256(record.digest + line[_BEFORE_EVENT:-after]).digest()
    if record.digest != stated:
        raise FlawError(seq, f"the chain's digest is {record.digest.hex()}, the line says {stated.hex()}")
    if openings or "sealed" in event:
        _check_openings(event, openings, seed, seq)
    record.events = seq


def _seed_ahead(line: bytes, seq: int) -> bytes | None:
    """Look for the server seed in the last event's line: every salt is to be compared with it."""
    try:
        event = _parse(line, seq).get("event")
    except FlawError:
        return None
    if type(event) is not dict or event.get("type") not in ("match.Finished", "match.Aborted"):
        return None
    public = event.get("public")
    return _hex(public.get("server_seed"), 32) if type(public) is dict else None


def _read_record(record: Record, rows: Sequence[bytes], key: str | None) -> None:
    """Check all events and the head; the first flaw ends the reading."""
    lines = rows[1:-1]
    seed = _seed_ahead(lines[-1], len(lines))
    for seq, line in enumerate(lines, 1):
        _read_entry(record, line, seed, seq)
        if seq > 1 and record.forked and not record.history:
            raise FlawError(seq, "the fork has no history")
    if record.forked and not record.history:
        raise FlawError(1, "the fork has no history")
    record.key = _check_head(record, rows[-1], key)


def _check_head(record: Record, line: bytes, key: str | None) -> str:
    """Check the signed head against the last event and give the key that signed it."""
    entry = _keys(_parse(line, None), ("head",), None, "the last line")
    head = _keys(entry["head"], _HEAD_KEYS, None, "the head")
    signer = _bytes(head["key"], 32, None, "the head's key")
    signature = _bytes(head["signature"], 64, None, "the head's signature")
    seq, digest = _number(head["seq"], None, "the head's seq"), record.digest.hex()
    if seq != record.events:
        raise FlawError(None, f"the head is of event {seq}, the last event is {record.events}")
    if head["digest"] != digest:
        raise FlawError(None, f"the head's digest is {_quote(head['digest'])}, the chain's is {digest}")
    if key is not None and signer.hex() != key:
        raise FlawError(None, f"the head is signed by {signer.hex()}, demanded is {key}")
    if not signature_holds(signer, f"clio-head/1{record.match}/{seq}/{digest}".encode(), signature):
        raise FlawError(None, "the signature of the head is false")
    return signer.hex()


# ---------------------------------------------------------------------------------------------------------------------
# Level 2: fairness
# ---------------------------------------------------------------------------------------------------------------------

_WORDS: Final = 2**64
_WORDS_FOR_ALL: Final = _WORDS - _LARGEST_POOL
_unpack = struct.Struct(">4Q").unpack


def _match_seed(record: Record, server_seed: bytes) -> bytes:
    message = bytearray(b"clio-match/1" + record.match.encode())
    for seat in range(record.seats):
        entropy = record.entropies.get(seat, b"")
        message.append(len(entropy))
        message += entropy
    return hmac.digest(server_seed, bytes(message), "sha256")


def _stream(seed: bytes, label: str) -> Iterator[int]:
    """HMAC written out: both halves of the key are hashed once for all blocks."""
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in seed.ljust(64, b"\0")) + label.encode() + b"/")
    outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in seed.ljust(64, b"\0")))
    for block in count():
        message, mac = inner.copy(), outer.copy()
        message.update(b"%d" % block)
        mac.update(message.digest())
        yield from _unpack(mac.digest())


def _below(words: Iterator[int], limit: int) -> int:
    word = next(words)
    # Only the highest `limit` words can be beyond the last whole multiple.
    while word >= _WORDS - limit and word >= _WORDS - _WORDS % limit:
        word = next(words)
    return word % limit


def _shuffle(seed: bytes, label: str, pool: dict[str, int]) -> list[str]:
    items = [name for name in sorted(pool) for _ in range(pool[name])]
    words = _stream(seed, label)
    for i in range(len(items) - 1, 0, -1):
        word = next(words)
        # Below this no limit that occurs here can refuse the word: the plain case of `_below`, without the call.
        j = word % (i + 1) if word < _WORDS_FOR_ALL else _below(chain((word,), words), i + 1)
        items[i], items[j] = items[j], items[i]
    return items


@dataclass(frozen=True, slots=True)
class EventView:
    """What an event lets us see: its fields, each the value of its opening where the event seals it."""

    seq: int
    type: str
    fields: Object

    def number(self, name: str) -> int:
        """Give a field whose form is an integer."""
        value = self.fields.get(name)
        if type(value) is not int:
            raise self._formless(name)
        return value

    def pool(self, name: str) -> dict[str, int]:
        """Give a copy of a field whose form is a pool."""
        value = self.fields.get(name)
        if type(value) is not dict:
            raise self._formless(name)
        pool = {key: number for key, number in value.items() if type(number) is int}
        if len(pool) < len(value):
            raise self._formless(name)
        return pool

    def drawn(self, name: str, form: Form) -> list[str]:
        """Give a field whose form is one text or a list of them."""
        value = self.fields.get(name)
        if type(value) is not (list if form == "texts" else str):
            raise self._formless(name)
        parts = value if type(value) is list else [value]
        drawn = [part for part in parts if type(part) is str]
        if len(drawn) < len(parts):
            raise self._formless(name)
        return drawn

    def meets(self, where: Condition | None) -> bool:
        """Tell whether the event is one that a row means."""
        return where is None or self.fields.get(where[0]) == where[1]

    def _formless(self, name: str) -> FlawError:
        return FlawError(self.seq, f"{name} is not shown as it must be: {_quote(self.fields.get(name))}")


def _event_view(line: bytes, seq: int) -> EventView:
    """Read what an event shows."""
    entry = _parse(line, seq)
    event, openings = entry["event"], entry["openings"]
    public, kind = (event["public"], str(event["type"])) if type(event) is dict else ({}, "")
    if type(event) is not dict or type(public) is not dict or type(openings) is not list:
        raise FlawError(seq, "the event cannot be read")
    opened = {str(opening["field"]): opening["value"] for opening in openings if type(opening) is dict}
    return EventView(seq, kind, {**public, **opened})


class ChoiceAudit:
    """Compares a number with the option that fixes it, else with chance."""

    def __init__(self, rule: Choice, record: Record, _table: Table) -> None:
        """Look at the option."""
        self._rule = rule
        self._among = rule.among or record.seats
        self._settled: int | None = None
        self._fixed: str | None = None
        if rule.option is not None:
            name, drawn = rule.option
            given = str(record.options.get(name, drawn))
            if given != drawn:
                self._fixed = given if rule.otherwise is None else str(rule.otherwise)

    def see(self, event_view: EventView, seed: bytes | None) -> None:
        """Compare the number shown; a fork's history (no seed) shows what the origin's chance gave."""
        rule = self._rule
        if event_view.type != rule.shown.event:
            return
        shown = event_view.number(rule.shown.name)
        if self._fixed is not None:
            if str(shown) != self._fixed:
                raise FlawError(event_view.seq, f"{rule.shown.name} is {shown}, the options say otherwise")
        elif seed is None:
            self._settled = shown
        else:
            due = _below(_stream(seed, rule.label), self._among) if self._settled is None else self._settled
            if shown != due:
                raise FlawError(event_view.seq, f"{rule.shown.name} is {shown}, the stream {rule.label} gives {due}")

    def begin(self, seed: bytes) -> None:
        """Go on: nothing was put off."""


class FirstOfEachAudit:
    """Compares a set-up with a walk through its shuffled pool."""

    def __init__(self, rule: FirstOfEach, _record: Record, _table: Table) -> None:
        """Keep the rule."""
        self._rule = rule
        self._seen = False

    def see(self, event_view: EventView, seed: bytes | None) -> None:
        """Compare the components taken."""
        rule = self._rule
        if event_view.type != rule.shown.event:
            return
        if self._seen:
            raise FlawError(event_view.seq, f"the pool of {rule.label} is shown twice")
        self._seen = True
        shown, pool = event_view.drawn(rule.shown.name, "texts"), event_view.pool(rule.pool)
        if seed is None:
            return
        due = self._walk(_shuffle(seed, rule.label, pool))
        if shown != due:
            why = f"{rule.shown.name} are {_quote(shown)}, the shuffle {rule.label} gives {_quote(due)}"
            raise FlawError(event_view.seq, why)

    def begin(self, seed: bytes) -> None:
        """Go on: nothing was put off."""

    def _walk(self, order: list[str]) -> list[str]:
        met: dict[int, str] = {}
        for component in order:
            group = self._group(component)
            if group is not None:
                met.setdefault(group, component)
        return list(met.values())

    def _group(self, component: str) -> int | None:
        for group, names in enumerate(self._rule.groups):
            for name in names:
                if component.startswith(name) if name.endswith("-") else component == name:
                    return group
        return None


class DeckAudit:
    """Follows a deck or bag: its shuffles and all that is drawn from it."""

    def __init__(self, rule: Deck, _record: Record, table: Table) -> None:
        """Wait for the pool."""
        self._rule = rule
        self._forms = table.forms
        self._shuffles = 0
        self._shuffled = 0
        self._order: list[str] = []
        self._next = 0
        self._left: dict[str, int] | None = None

    def see(self, event_view: EventView, seed: bytes | None) -> None:
        """Shuffle where a pool is shown, then compare the draws; without a seed take them as the origin's."""
        rule = self._rule
        if event_view.type == rule.event:
            self._show(event_view, seed)
        if rule.refill is not None and event_view.type == rule.refill.event:
            self._refill(event_view, rule.refill, seed)
        for shown in rule.shown:
            if event_view.type == shown.event and event_view.meets(shown.where):
                form = self._forms[shown.event][shown.name]
                self._draw(event_view, event_view.drawn(shown.name, form), seed)

    def begin(self, seed: bytes) -> None:
        """Shuffle what a fork's history has left, below what it has drawn."""
        if self._left is not None:
            self._order += _shuffle(seed, self._label(), self._left)
            self._left = None

    def _label(self) -> str:
        return self._rule.label if self._shuffles == 1 else f"{self._rule.label}#{self._shuffles}"

    def _show(self, event_view: EventView, seed: bytes | None) -> None:
        if self._shuffles:
            raise FlawError(event_view.seq, f"the pool of {self._rule.label} is shown twice")
        pool = event_view.pool(self._rule.pool)
        for component in event_view.drawn(self._rule.less, "texts") if self._rule.less else ():
            if pool.get(component, 0) < 1:
                raise FlawError(event_view.seq, f"{_quote(component)} is not in the pool of {self._rule.label}")
            pool[component] -= 1
        self._start(event_view, pool, seed)

    def _refill(self, event_view: EventView, refill: Refill, seed: bytes | None) -> None:
        if not self._shuffles:
            raise FlawError(event_view.seq, f"{self._rule.label} is shuffled again before it is shown")
        if refill.number is not None and event_view.number(refill.number) != self._shuffles + 1:
            number = event_view.number(refill.number)
            raise FlawError(event_view.seq, f"{refill.number} is {number}, not {self._shuffles + 1}")
        self._start(event_view, event_view.pool(refill.pool), seed)

    def _start(self, event_view: EventView, pool: dict[str, int], seed: bytes | None) -> None:
        self._shuffled += sum(pool.values())
        if self._shuffled > _MAX_SHUFFLED:
            raise FlawError(event_view.seq, f"{self._rule.label} is shuffled with too many components")
        self._shuffles += 1
        self._next = 0
        self._order = [] if seed is None else _shuffle(seed, self._label(), pool)
        self._left = pool if seed is None else None

    def _draw(self, event_view: EventView, drawn: list[str], seed: bytes | None) -> None:
        if seed is None:
            self._settle(event_view, drawn)
        start, self._next = self._next, self._next + len(drawn)
        if self._next > len(self._order):
            why = f"more is shown than {self._rule.label} has left ({len(self._order) - start})"
            raise FlawError(event_view.seq, why)
        due = self._order[start : self._next]
        if drawn != due:
            i = next(i for i, component in enumerate(due) if component != drawn[i])
            where = f"draw {start + i + 1} of {self._rule.label}"
            raise FlawError(event_view.seq, f"{where} is shown as {_quote(drawn[i])}, chance gives {_quote(due[i])}")

    def _settle(self, event_view: EventView, drawn: list[str]) -> None:
        left = self._left or {}
        for component in drawn:
            if left.get(component, 0) < 1:
                raise FlawError(event_view.seq, f"{_quote(component)} is not left in {self._rule.label}")
            left[component] -= 1
            self._order.append(component)


Audit: TypeAlias = ChoiceAudit | FirstOfEachAudit | DeckAudit


def _audit(rule: Rule, record: Record, table: Table) -> Audit:
    if isinstance(rule, Choice):
        return ChoiceAudit(rule, record, table)
    if isinstance(rule, FirstOfEach):
        return FirstOfEachAudit(rule, record, table)
    return DeckAudit(rule, record, table)


def _check_draws(record: Record, table: Table, rows: Sequence[bytes], seed: bytes) -> None:
    """Go through the events that show chance; the first draw that is not what chance gave is a flaw."""
    audits = [_audit(rule, record, table) for rule in table.rules]
    history = record.forked
    for seq in record.shown:
        if history and seq > 1 + record.history:
            history = False
            for audit in audits:
                audit.begin(seed)
        event_view = _event_view(rows[seq], seq)
        for audit in audits:
            audit.see(event_view, None if history else seed)


def _fairness(record: Record, rows: Sequence[bytes]) -> Level:
    """Check the seed against its commitment and every draw against the seed."""
    if record.seed is None:
        return Level("pending", None, "the match is not over: the server seed is not known yet")
    if hashlib.sha256(b"clio-seed/1" + record.match.encode() + record.seed).hexdigest() != record.seed_commitment:
        return Level("fail", record.events, "the revealed server seed is not the one committed to in event 1")
    table = record.table
    if table is None:
        why = f"the tables of this verifier do not hold for {record.game}, rules {_quote(record.rules)}"
        return Level("not judged", None, why)
    if record.own is not None and record.own.digest != table.digest:
        return Level("fail", 1, f"event 1 has another draw table than {record.game}")
    if record.other_schema:
        return Level("not judged", None, "an event that shows chance has a schema that this verifier does not know")
    try:
        _check_draws(record, table, rows, _match_seed(record, record.seed))
    except FlawError as flaw:
        return flaw.level()
    if record.game not in TABLES:
        return Level("own table", None, f"fair by the record's own table, SHA-256 {table.digest}")
    return Level("pass")


# ---------------------------------------------------------------------------------------------------------------------
# The whole of it
# ---------------------------------------------------------------------------------------------------------------------


def _failed(flaw: FlawError, record: Record | None = None) -> Report:
    unjudged = Level("not judged", None, "not judged: level 1 fails")
    if record is None:
        return Report(None, None, 0, None, flaw.level(), unjudged)
    notes = tuple(record.notes)
    return Report(record.game, record.match, record.events, record.key, flaw.level(), unjudged, notes)


def _rows(lines: Iterable[bytes]) -> list[bytes]:
    """Collect the lines without their ends, as many as a record may have."""
    rows: list[bytes] = []
    size = commas = 0
    for line in lines:
        size += len(line) + (not line.endswith(b"\n"))
        commas += line.count(b",")
        if commas > _MAX_COMMAS:
            raise FlawError(None, f"the lines have more than {_MAX_COMMAS} commas")
        if size > _LARGEST_FILE or len(rows) >= _MAX_EVENTS + _BESIDE_EVENTS:
            raise FlawError(None, "the record has more bytes or events than a record may have")
        rows.append(line[:-1] if line.endswith(b"\n") else line)
    if len(rows) <= _BESIDE_EVENTS:
        raise FlawError(None, "a record has a header, at least one event and a head")
    return rows


def verify_lines(lines: Iterable[bytes], key: str | None = None) -> Report:
    """Verify a record given as its lines, with or without their line ends; `key` (hex) demands that signer."""
    record = None
    try:
        rows = _rows(lines)
        record = _read_header(rows[0])
        _read_record(record, rows, key)
    except FlawError as flaw:
        return _failed(flaw, record)
    fairness = _fairness(record, rows)
    return Report(record.game, record.match, record.events, record.key, Level("pass"), fairness, tuple(record.notes))


def _unpacked(content: bytes) -> bytes:
    """Unpack one whole gzip member, and no more of it than a record may have."""
    unpacker = zlib.decompressobj(wbits=31)
    try:
        plain = unpacker.decompress(content, _LARGEST_FILE + 1)
    except zlib.error as error:
        raise FlawError(None, f"the file is not whole gzip: {_quote(str(error))}") from None
    if len(plain) > _LARGEST_FILE:
        raise FlawError(None, "the file unpacks to more than a record may have")
    if not unpacker.eof or unpacker.unused_data:
        raise FlawError(None, "the file is not one whole gzip member")
    return plain


def _lines(path: Path) -> list[bytes]:
    """Read a file and cut it into lines, within the limits."""
    with path.open("rb") as file:
        content = file.read(_LARGEST_FILE + 1)
    if len(content) > _LARGEST_FILE:
        raise FlawError(None, "the file is too large")
    if content.startswith(b"\x1f\x8b"):
        content = _unpacked(content)
    if content.count(b"\n") > _MAX_EVENTS + _BESIDE_EVENTS:
        raise FlawError(None, "the record has more lines than a record may have")
    lines = content.split(b"\n")
    if lines.pop() != b"":
        raise FlawError(None, "the last line does not end in a line feed")
    return lines


def verify_file(path: Path, key: str | None = None) -> Report:
    """Verify a `.clio` or `.clio.gz` file; a file that cannot be opened raises OSError."""
    try:
        lines = _lines(path)
    except FlawError as flaw:
        return _failed(flaw)
    return verify_lines(lines, key)


def _as_json(path: str, report: Report) -> str:
    levels = {
        name: {"seq": level.seq, "verdict": level.verdict, "why": level.why}
        for name, level in (("integrity", report.integrity), ("fairness", report.fairness))
    }
    given = {"events": report.events, "file": path, "game": report.game, "key": report.key, "match": report.match}
    notes = [{"seq": note.seq, "what": note.what} for note in report.notes]
    return json.dumps({**given, **levels, "notes": notes}, sort_keys=True)


def _as_text(path: str, report: Report) -> str:
    lines = [f"{path}: {report.game or 'unknown game'}, match {report.match!a}, {report.events} events"]
    for name, level in (("integrity", report.integrity), ("fairness", report.fairness)):
        where = "" if level.seq is None else f"event {level.seq}: "
        lines.append(f"  {name:<10} {level.verdict:<10} {where}{level.why}".rstrip())
    lines += [f"  note       event {note.seq}: {note.what}" for note in report.notes]
    if report.key:
        lines.append(f"  signed by  {report.key}")
    return "\n".join(lines)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


def _key_argument(text: str) -> str:
    if _hex(text.lower(), 32) is None:
        message = "an Ed25519 public key is 64 hex digits"
        raise argparse.ArgumentTypeError(message)
    return text.lower()


def main(arguments: Sequence[str] | None = None) -> int:
    """Verify the files named on the command line and give the exit code."""
    parser = _Parser(prog="verify_match.py", description="Verify match records: integrity and fairness.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a .clio or .clio.gz record")
    parser.add_argument("--json", action="store_true", help="one JSON object per file, one per line")
    parser.add_argument("--key", type=_key_argument, metavar="HEX", help="demand that this public key signed")
    options = parser.parse_args(arguments)
    codes = set()
    for name in options.files:
        try:
            report = verify_file(Path(name), options.key)
        except OSError as error:
            codes.add(66)
            given = {"error": error.strerror or str(error), "file": name}
            line = json.dumps(given, sort_keys=True) if options.json else f"{name}: cannot be read: {given['error']}"
            (sys.stdout if options.json else sys.stderr).write(line + "\n")
            continue
        codes.add(report.exit_code)
        sys.stdout.write((_as_json if options.json else _as_text)(name, report) + "\n")
    return next((code for code in (1, 2, 66, 3) if code in codes), 0)


if __name__ == "__main__":
    sys.exit(main())
