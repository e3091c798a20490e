"""Verify match records (`clio-record/1`) at level 1, integrity, and level 2, fairness.

One file, the standard library alone, no code of the service: written from the format's description, so that nobody has
to trust the server's own software.

    python verify_match.py match.clio [more.clio.gz ...] [--json] [--key HEX]

Exit code: 0 everything holds (a running match's fairness is pending), 1 integrity failed, 2 fairness failed,
64 wrong usage, 66 a file cannot be read. With several files the first of 1, 2, 66 that occurred is given.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import hmac
import io
import json
import re
import struct
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, count
from pathlib import Path
from typing import Literal, NoReturn, Protocol, TypeAlias

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
Object: TypeAlias = "dict[str, Json]"
Verdict: TypeAlias = Literal["pass", "fail", "pending"]


# ---------------------------------------------------------------------------------------------------------------------
# The draw table: where each game shows its chance. A new game is a new entry here and nothing else.
# ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an event type: its sealed value where the event seals that name, else its public one.

    `count` names the public field that tells how many were drawn while the sealed value is not open (a list's length or
    a number). `optional` lets the field be absent or null, which then shows no draw. `where` (name, value): only events
    whose public field of that name has that value show it.
    """

    event: str
    name: str
    count: str | None = None
    optional: bool = False
    where: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Number:
    """Values chosen one by one with `below(len(among))`; `among` left empty means the match's seat numbers.

    `option` (name, value): drawn only where that option of the match has that value or is absent.
    """

    label: str
    shown: tuple[Field, ...]
    among: tuple[str | int, ...] = ()
    option: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class FirstOfEach:
    """Walking the shuffled pool: the first component met of each group, in the order met; others are passed over.

    A group is written as component ids; one that ends in `*` stands for every id that begins so.
    """

    label: str
    pool: Field
    shown: Field
    groups: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Deck:
    """A shuffled pool (less the components in `less`, shown by the same event), drawn from the top.

    The drawn components are the fields in `shown`: event after event, within one event in the order written here. Every
    event that shows `refill` starts a new shuffle of that pool under the label's next number: `#2`, `#3` and so on; its
    own draws come after.
    """

    label: str
    pool: Field
    shown: tuple[Field, ...]
    less: tuple[Field, ...] = ()
    refill: Field | None = None


Rule: TypeAlias = Number | FirstOfEach | Deck

LOWEST_SEAT = 0

DRAWS: dict[str, tuple[Rule, ...]] = {
    "amphipolis": (
        Number(
            label="order",
            shown=(Field("amphipolis.SiteOpened", "first_seat"),),
            option=("first_seat", "random"),
        ),
        FirstOfEach(
            label="amphipolis/setup",
            pool=Field("amphipolis.SiteOpened", "pool"),
            shown=Field("amphipolis.SiteOpened", "tiles"),
            groups={
                "mosaics": ("mosaic-*",),
                "statues": ("caryatid", "sphinx"),
                "amphoras": ("amphora-*",),
                "skeletons": ("skeleton-*",),
            },
        ),
        Deck(
            label="amphipolis/bag",
            pool=Field("amphipolis.SiteOpened", "pool"),
            less=(Field("amphipolis.SiteOpened", "tiles"),),
            shown=(Field("amphipolis.TilesDrawn", "tiles"),),
        ),
    ),
    "akros": (
        Number(
            label="akros/sides",
            shown=(Field("akros.BoardLaid", "jinn"),),
            option=("sides", "random"),
        ),
        Deck(
            label="akros/bag",
            pool=Field("akros.BoardLaid", "pool"),
            shown=(Field("akros.TilesDrawn", "tiles"),),
        ),
    ),
    "akrotiri": (
        Number(
            label="order",
            shown=(Field("akrotiri.TableLaid", "first_seat"),),
            option=("first_seat", "random"),
        ),
        Deck(
            label="akrotiri/tiles",
            pool=Field("akrotiri.TableLaid", "tiles"),
            shown=(Field("akrotiri.TileDrawn", "tile"), Field("akrotiri.OracleConsulted", "flipped")),
            refill=Field("akrotiri.TilesReshuffled", "tiles"),
        ),
        *(
            Deck(
                label=f"akrotiri/maps/{deck}",
                pool=Field("akrotiri.TableLaid", deck),
                shown=(Field("akrotiri.MapDrawn", "card", where=("deck", deck)),),
            )
            for deck in ("easy", "medium", "hard")
        ),
        Deck(
            label="akrotiri/goals",
            pool=Field("akrotiri.TableLaid", "goals"),
            shown=(Field("akrotiri.GoalDrawn", "goal"), Field("akrotiri.GoalsOpened", "goals")),
        ),
    ),
}


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
class Report:
    """What is known of one record after verifying it."""

    game: str | None
    match: str | None
    events: int
    key: str | None
    integrity: Level
    fairness: Level

    @property
    def exit_code(self) -> int:
        """The process's exit code for this record alone."""
        if self.integrity.verdict == "fail":
            return 1
        return 2 if self.fairness.verdict == "fail" else 0


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


_LONGEST_QUOTE = 80


def _quote(value: object) -> str:
    """Show a value of the file: nothing in it may reach a terminal unescaped."""
    text = ascii(value)
    return text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 3] + "..."


# ---------------------------------------------------------------------------------------------------------------------
# Canonical bytes
# ---------------------------------------------------------------------------------------------------------------------


def _no_float(text: str) -> NoReturn:
    message = f"{text[:40]} is not an integer"
    raise ValueError(message)


_decode = json.JSONDecoder(parse_float=_no_float, parse_constant=_no_float).raw_decode


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
_quoted = json.encoder.encode_basestring


def _parse(line: bytes, seq: int | None) -> Object:
    """Read one line, which must be the canonical bytes of an object (so that repeated keys or spaces show)."""
    try:
        text = line.decode()
        value, end = _decode(text)
        canonical = end == len(text) and _canonical(value) == text
    except RecursionError:
        raise FlawError(seq, "the line is nested too deeply") from None
    except ValueError as error:
        raise FlawError(seq, f"the line is not JSON as the format has it: {_quote(str(error))}") from None
    if not canonical:
        raise FlawError(seq, "the line is not in canonical form")
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
_MOST_KEYS = 1000
_uses: dict[bytes, int] = {}


def _width(key: bytes) -> int:
    """Choose the size of the tables: a key met often is worth bigger ones."""
    if len(_uses) > _MOST_KEYS:
        _uses.clear()
    _uses[key] = _uses.get(key, 0) + 1
    return _WIDE if _uses[key] > _MANY else _NARROW


def signature_holds(key: bytes, message: bytes, signature: bytes) -> bool:
    """Tell whether this is the Ed25519 signature of the message under the key (cofactorless, as in RFC 8032)."""
    if len(key) != 32 or len(signature) != 64:  # noqa: PLR2004 (the sizes of Ed25519)
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
# Reading a record: shapes, order, chain and openings
# ---------------------------------------------------------------------------------------------------------------------

_FORMAT = "clio-record/1"
_HEADER_KEYS = ("format", "game", "match", "rules")
_ENTRY_KEYS = ("digest", "event", "openings")
_ENVELOPE_KEYS = ("actor", "at", "match", "public", "request", "schema", "seq", "type")
_SEALED_ENVELOPE_KEYS = ("actor", "at", "match", "public", "request", "schema", "sealed", "seq", "type")
_OPENING_KEYS = ("field", "salt", "seq", "value")
_HEAD_KEYS = ("digest", "key", "seq", "signature")

_FEWEST_LINES = 3
_HEX_DIGEST = 64
_BEFORE_EVENT = len('{"digest":"') + _HEX_DIGEST + len('","event":')
_NO_OPENINGS = b',"openings":[]}'

_MOST_SEATS = 255
_MOST_ENTROPY = 64
_is_time = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z").fullmatch
_is_type = re.compile(r"[a-z][a-z0-9_]*\.[A-Z][A-Za-z0-9]*").fullmatch


@dataclass(slots=True)
class Record:
    """A record whose lines all have the right shape; `broken` keeps the first break of order, chain or openings."""

    game: str
    match: str
    rules: Json
    seats: int = 0
    options: Object = field(default_factory=dict)
    seed_commitment: str = ""
    forked: bool = False
    server_seed: bytes | None = None
    events: list[Object] = field(default_factory=list)
    opened: dict[tuple[int, str], Json] = field(default_factory=dict)
    salts: list[tuple[int, str, str]] = field(default_factory=list)
    sealed: list[tuple[int, str]] = field(default_factory=list)
    actors: set[str] = field(default_factory=lambda: {"host", "server"})
    plain_types: set[str] = field(default_factory=set)
    quoted_match: str = ""
    entropies: dict[int, bytes] = field(default_factory=dict)
    started: bool = False
    digest: bytes = hashlib.sha256(_FORMAT.encode()).digest()
    broken: FlawError | None = None


def _keys(value: Json, keys: tuple[str, ...], seq: int | None, what: str) -> Object:
    """Demand an object with exactly these keys (they are sorted: the line is known to be canonical)."""
    if type(value) is not dict:
        raise FlawError(seq, f"{what} is not an object")
    if tuple(value) != keys:
        strange = sorted(set(value) - set(keys))
        missing = sorted(set(keys) - set(value))
        raise FlawError(seq, f"{what} has unknown keys {_quote(strange)}, lacks {_quote(missing)}")
    return value


def _read_header(line: bytes) -> Record:
    header = _keys(_parse(line, None), _HEADER_KEYS, None, "the header")
    form, game, match, rules = header.values()
    if form != _FORMAT:
        raise FlawError(None, f"the format is {_quote(form)}, not {_FORMAT}")
    if type(game) is not str or not re.fullmatch(r"[a-z][a-z0-9_]*", game):
        raise FlawError(None, f"the header's game is {_quote(game)}")
    if type(match) is not str or not match:
        raise FlawError(None, f"the header's match is {_quote(match)}")
    if type(rules) not in (str, int):
        raise FlawError(None, f"the header's rules version is {_quote(rules)}")
    return Record(game, match, rules, quoted_match=_canonical(match))


def _seat(record: Record, public: Object, seq: int) -> int:
    seat = public.get("seat")
    if type(seat) is not int or not LOWEST_SEAT <= seat < LOWEST_SEAT + record.seats:
        raise FlawError(seq, f"there is no seat {_quote(seat)}")
    return seat


def _on_opened(record: Record, public: Object, seq: int) -> None:
    if seq != 1:
        raise FlawError(seq, "a match opens with its first event only")
    for name in ("game", "rules"):
        told = getattr(record, name)
        if type(public.get(name)) is not type(told) or public[name] != told:
            raise FlawError(seq, f"the header says {name} {_quote(told)}, event 1 {_quote(public.get(name))}")
    data = public.get("data")
    if type(data) is not dict or type(data.get("digest")) is not str or type(data.get("name")) is not str:
        raise FlawError(seq, "event 1 does not name the game's data and its digest")
    seats, options, commitment = public.get("seats"), public.get("options"), public.get("seed_commitment")
    if type(seats) is not int or not 1 <= seats <= _MOST_SEATS:
        raise FlawError(seq, f"the number of seats is {_quote(seats)}")
    if type(options) is not dict:
        raise FlawError(seq, f"the options are {_quote(options)}")
    if type(commitment) is not str or _hex(commitment, 32) is None:
        raise FlawError(seq, f"the seed commitment is {_quote(commitment)}")
    if "forked_from" in public:
        _check_origin(public["forked_from"], seq)
        record.forked = True
    record.seats, record.options, record.seed_commitment = seats, options, commitment
    record.actors.update(f"seat:{seat}" for seat in range(LOWEST_SEAT, LOWEST_SEAT + seats))


def _check_origin(origin: Json, seq: int) -> None:
    digest, match, last = _keys(origin, ("digest", "match", "seq"), seq, "the origin of the fork").values()
    if _hex(digest, 32) is None or type(match) is not str or type(last) is not int or last < 1:
        raise FlawError(seq, "event 1 does not say where the match was forked from")


def _on_joined(record: Record, public: Object, seq: int) -> None:
    seat, entropy = _seat(record, public, seq), _hex(public.get("entropy"))
    if entropy is None or len(entropy) > _MOST_ENTROPY:
        raise FlawError(seq, f"the entropy is {_quote(public.get('entropy'))}")
    if type(public.get("name")) is not str:
        raise FlawError(seq, f"the name is {_quote(public.get('name'))}")
    if not record.started:
        record.entropies[seat] = entropy


def _on_left(record: Record, public: Object, seq: int) -> None:
    seat = _seat(record, public, seq)
    if not record.started:
        record.entropies.pop(seat, None)


def _on_started(record: Record, _public: Object, _seq: int) -> None:
    record.started = True


def _on_resigned(record: Record, public: Object, seq: int) -> None:
    _seat(record, public, seq)


def _on_token_rotated(record: Record, public: Object, seq: int) -> None:
    if "seat" in public:
        _seat(record, public, seq)


def _reveal(record: Record, public: Object, seq: int) -> None:
    record.server_seed = _hex(public.get("server_seed"), 32)
    if record.server_seed is None:
        raise FlawError(seq, f"the server seed is {_quote(public.get('server_seed'))}")


_SCORE = {"lines": list, "seat": int, "total": int}
_SCORE_LINE = {"detail": str, "points": int, "rule": str}


def _has(value: Json, fields: dict[str, type]) -> bool:
    """Tell whether this is an object with these fields, each of its type."""
    return type(value) is dict and all(type(value.get(name)) is kind for name, kind in fields.items())


def _is_score(value: Json) -> bool:
    if type(value) is not dict or not _has(value, _SCORE):
        return False
    lines = value["lines"]
    return type(lines) is list and all(_has(line, _SCORE_LINE) for line in lines)


def _on_finished(record: Record, public: Object, seq: int) -> None:
    decided_by, scores, winners = (public.get(name) for name in ("decided_by", "scores", "winners"))
    if type(decided_by) is not str:
        raise FlawError(seq, f"the match was decided by {_quote(decided_by)}")
    if type(scores) is not list or not all(map(_is_score, scores)):
        raise FlawError(seq, f"the scores are {_quote(scores)}")
    if type(winners) is not list or not all(type(seat) is int for seat in winners):
        raise FlawError(seq, f"the winners are {_quote(winners)}")
    _reveal(record, public, seq)


def _on_aborted(record: Record, public: Object, seq: int) -> None:
    if type(public.get("reason")) is not str:
        raise FlawError(seq, f"the reason is {_quote(public.get('reason'))}")
    _reveal(record, public, seq)


_LIFECYCLE: dict[str, Callable[[Record, Object, int], None]] = {
    "match.Opened": _on_opened,
    "match.Joined": _on_joined,
    "match.Left": _on_left,
    "match.Started": _on_started,
    "match.Resigned": _on_resigned,
    "match.TokenRotated": _on_token_rotated,
    "match.Finished": _on_finished,
    "match.Aborted": _on_aborted,
}


def _check_type(record: Record, kind: str, seq: int) -> None:
    if not _is_type(kind) or kind.partition(".")[0] not in ("match", record.game):
        raise FlawError(seq, f"{_quote(kind)} is no type of event of this game")
    record.plain_types.add(kind)


def _check_envelope(event: Json, seq: int) -> Object:
    """Check the shape of everything in an envelope but what depends on the course of the match."""
    if type(event) is not dict or tuple(event) != _ENVELOPE_KEYS:
        event = _keys(event, _SEALED_ENVELOPE_KEYS, seq, "the event")
        sealed = event["sealed"]
        if type(sealed) is not dict or not sealed:
            raise FlawError(seq, "what is sealed is not an object with fields")
        for name, commitment in sealed.items():
            if _hex(commitment, 32) is None:
                raise FlawError(seq, f"the commitment of {_quote(name)} is not a digest")
    at, schema = event["at"], event["schema"]
    if type(at) is not str or not _is_time(at):
        raise FlawError(seq, f"the time is {_quote(at)}")
    if type(event["request"]) is not str:
        raise FlawError(seq, f"the request is {_quote(event['request'])}")
    if type(schema) is not int or schema < 1:
        raise FlawError(seq, f"the schema is {_quote(schema)}")
    return event


def _check_openings(record: Record, event: Object, openings: list[Json], seq: int) -> FlawError | None:
    """Match the openings with the event's commitments and keep their values; give the first that does not fit."""
    flaw = None
    sealed = event.get("sealed")
    if type(sealed) is not dict:
        sealed = {}
    record.sealed.extend((seq, name) for name in sealed)
    for opening in openings:
        name, salt, of, value = _keys(opening, _OPENING_KEYS, seq, "an opening").values()
        raw = _hex(salt, 32)
        if type(name) is not str or type(salt) is not str or raw is None or type(of) is not int:
            raise FlawError(seq, "an opening's field, salt or seq is not what it must be")
        if of != seq or name not in sealed:
            flaw = flaw or FlawError(seq, f"an opening of event {of}, {_quote(name)}, opens nothing here")
        elif (seq, name) in record.opened:
            flaw = flaw or FlawError(seq, f"{_quote(name)} is opened twice")
        else:
            committed = _canonical({"field": name, "seq": seq, "value": value}).encode()
            if hashlib.sha256(raw + committed).hexdigest() != sealed[name]:
                flaw = flaw or FlawError(seq, f"the opening of {_quote(name)} is not what was committed to")
            record.opened[seq, name] = value
            record.salts.append((seq, name, salt))
    return flaw


def _read_entry(line: bytes, seq: int) -> tuple[str, Object, list[Json]]:
    """Read an event's line: the digest it states, the event, its openings."""
    entry = _parse(line, seq)
    if tuple(entry) != _ENTRY_KEYS:
        _keys(entry, _ENTRY_KEYS, seq, "the line")
    digest, event, openings = entry.values()
    if type(digest) is not str or len(digest) != _HEX_DIGEST or type(openings) is not list:
        raise FlawError(seq, "the line's digest or openings are not what they must be")
    return digest, _check_envelope(event, seq), openings


def _follow_match(record: Record, event: Object, seq: int) -> None:
    """Check the event against the course of the match, and note what it changes in it."""
    kind, actor, public = event["type"], event["actor"], event["public"]
    if type(kind) is not str or type(actor) is not str or type(public) is not dict:
        raise FlawError(seq, "the event's type, actor or public part is not what it must be")
    if record.server_seed is not None:
        raise FlawError(seq, "the match was over before this event")
    if seq == 1 and kind != "match.Opened":
        raise FlawError(seq, f"the first event is {_quote(kind)}, not match.Opened")
    if note := _LIFECYCLE.get(kind):
        note(record, public, seq)
    elif kind not in record.plain_types:
        _check_type(record, kind, seq)
    if actor not in record.actors:
        raise FlawError(seq, f"the actor is {_quote(actor)}")


def _read_quickly(record: Record, line: bytes, seq: int) -> Object | None:
    """Give an event without secrets if its line is, to the letter, what a sound one must be, chain included.

    Nearly every line is. Any other gives None and goes the long way, which tells what is wrong with it.
    """
    body = line[_BEFORE_EVENT : -len(_NO_OPENINGS)]
    link = hashlib.sha256(record.digest + body)
    try:
        text = line.decode()
        event: Object = _decode(text, _BEFORE_EVENT)[0]
        kind, actor, at, schema = event["type"], event["actor"], event["at"], event["schema"]
        public, request = event["public"], event["request"]
        if kind not in record.plain_types or actor not in record.actors or type(at) is not str or not _is_time(at):
            return None
        if type(public) is not dict or type(request) is not str or type(schema) is not int or schema < 1:
            return None
        due = (
            f'{{"digest":"{link.hexdigest()}","event":{{"actor":"{actor}","at":"{at}","match":{record.quoted_match},'
            f'"public":{_canonical(public)},"request":{_quoted(request)},"schema":{schema},"seq":{seq},"type":"{kind}"}},'
            '"openings":[]}'
        )
    except (ValueError, TypeError, LookupError, RecursionError):
        return None
    if text != due:
        return None
    record.digest = link.digest()
    return event


def _read_slowly(record: Record, line: bytes, seq: int) -> Object:
    """Check everything about an event's line, one thing after the other."""
    digest, event, openings = _read_entry(line, seq)
    _follow_match(record, event, seq)
    # A canonical line holds the event's canonical bytes between two parts of known length.
    after = len(_NO_OPENINGS) + (len(_canonical(openings).encode()) - len("[]") if openings else 0)
    record.digest = hashlib.sha256(record.digest + line[_BEFORE_EVENT:-after]).digest()
    if record.broken is None:
        record.broken = _check_link(record, event, seq, digest)
    if openings or "sealed" in event:
        flaw = _check_openings(record, event, openings, seq)
        record.broken = record.broken or flaw
    return event


def _read_events(record: Record, lines: Sequence[bytes]) -> None:
    """Check all events: a wrong shape ends the reading, a break in order or chain is kept and the reading goes on."""
    for seq, line in enumerate(lines, 1):
        event = None
        if record.server_seed is None:
            event = _read_quickly(record, line, seq)
        record.events.append(event or _read_slowly(record, line, seq))


def _check_link(record: Record, event: Object, seq: int, digest: str) -> FlawError | None:
    if type(event["seq"]) is not int or event["seq"] != seq:
        return FlawError(seq, f"event {seq} is expected here, found is {_quote(event['seq'])}")
    if event["match"] != record.match:
        return FlawError(seq, f"the event is of match {_quote(event['match'])}, not {_quote(record.match)}")
    if record.digest.hex() != digest:
        return FlawError(seq, f"the chain's digest is {record.digest.hex()}, the line says {_quote(digest)}")
    return None


# ---------------------------------------------------------------------------------------------------------------------
# Level 1: integrity
# ---------------------------------------------------------------------------------------------------------------------


def _check_secrets(record: Record) -> FlawError | None:
    """Once the seed is known every salt follows from it and nothing may stay sealed."""
    if record.server_seed is None:
        return None
    salt_key = hmac.digest(record.server_seed, b"clio-salt/1", "sha256")
    salts = {(seq, name): salt for seq, name, salt in record.salts}
    for seq, name in record.sealed:
        salt = salts.get((seq, name))
        if salt is None:
            return FlawError(seq, f"the match is over but {_quote(name)} has no opening")
        if hmac.digest(salt_key, f"{seq}/{name}".encode(), "sha256").hex() != salt:
            return FlawError(seq, f"the salt of {_quote(name)} does not follow from the server seed")
    return None


def _check_head(record: Record, line: bytes, key: str | None) -> str:
    """Check the signed head against the last event and give the key that signed it."""
    entry = _keys(_parse(line, None), ("head",), None, "the last line")
    digest, signer, seq, signature = _keys(entry["head"], _HEAD_KEYS, None, "the head").values()
    raw_key, raw_signature = _hex(signer, 32), _hex(signature, 64)
    if type(signer) is not str or raw_key is None or raw_signature is None:
        raise FlawError(None, "the head's key or signature is not hex of the right length")
    if type(seq) is not int or seq != len(record.events):
        raise FlawError(None, f"the head is of event {_quote(seq)}, the last event is {len(record.events)}")
    if digest != record.digest.hex():
        raise FlawError(None, f"the head's digest is {_quote(digest)}, the chain's is {record.digest.hex()}")
    if key is not None and signer != key:
        raise FlawError(None, f"the head is signed by {signer}, demanded is {key}")
    if not signature_holds(raw_key, f"clio-head/1{record.match}/{seq}/{digest}".encode(), raw_signature):
        raise FlawError(None, "the signature of the head is false")
    return signer


def _integrity(flaws: list[FlawError]) -> Level:
    """Give the flaw that comes first in the match; what concerns no event comes last."""
    if not flaws:
        return Level("pass")
    return min(flaws, key=lambda flaw: (flaw.seq is None, flaw.seq or 0)).level()


# ---------------------------------------------------------------------------------------------------------------------
# Level 2: fairness
# ---------------------------------------------------------------------------------------------------------------------

_WORDS = 2**64
_MOST_COMPONENTS = 10_000
_WORDS_FOR_ALL = _WORDS - _MOST_COMPONENTS
_unpack = struct.Struct(">4Q").unpack


def _match_seed(record: Record, server_seed: bytes) -> bytes:
    message = bytearray(b"clio-match/1" + record.match.encode())
    for seat in range(LOWEST_SEAT, LOWEST_SEAT + record.seats):
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


@dataclass(slots=True)
class Sight:
    """What an event lets us see of chance."""

    record: Record
    seq: int
    event: Object

    def value(self, shown: Field) -> Json:
        """Give the field's value; None where it shows nothing (optional), a flaw where it should but does not."""
        sealed, public = self.event.get("sealed"), self.event["public"]
        if type(sealed) is dict and shown.name in sealed:
            value = self.record.opened.get((self.seq, shown.name))
        else:
            value = public.get(shown.name) if type(public) is dict else None
        if value is None and not shown.optional:
            raise FlawError(self.seq, f"the event does not show {shown.name}")
        return value

    def shows(self, shown: Field) -> bool:
        """Tell whether the event is one of those that the field is about."""
        public = self.event["public"]
        return shown.where is None or (type(public) is dict and public.get(shown.where[0]) == shown.where[1])

    def draws(self, shown: Field) -> list[Json] | int:
        """Give what was drawn, in order; only how many where the values are still sealed."""
        sealed, public = self.event.get("sealed"), self.event["public"]
        closed = type(sealed) is dict and shown.name in sealed and (self.seq, shown.name) not in self.record.opened
        if closed and shown.count is not None and type(public) is dict:
            number = public.get(shown.count)
            number = len(number) if type(number) is list else number
            if type(number) is not int or not 0 <= number <= _MOST_COMPONENTS:
                raise FlawError(self.seq, f"the event does not tell how many were drawn as {shown.name}")
            return number
        value = self.value(shown)
        if type(value) is list:
            return value
        return [] if value is None else [value]

    def pool(self, shown: Field) -> dict[str, int] | None:
        """Give the counts by component; None where the event shows none."""
        value = self.value(shown)
        if value is None:
            return None
        if type(value) is not dict:
            raise FlawError(self.seq, f"{shown.name} is not counts by component")
        pool: dict[str, int] = {}
        for name, number in value.items():
            if type(number) is not int or not 0 <= number <= _MOST_COMPONENTS:
                raise FlawError(self.seq, f"the pool has {_quote(number)} of {_quote(name)}")
            pool[name] = number
        if sum(pool.values()) > _MOST_COMPONENTS:
            raise FlawError(self.seq, "the pool is too big")
        return pool


class Audit(Protocol):
    """Follows one label through a match."""

    def types(self) -> set[str]:
        """Name the events it wants to see."""

    def see(self, sight: Sight) -> None:
        """Compare what an event shows with what chance gave; raise a flaw where they differ."""

    def settle(self, sight: Sight) -> None:
        """Take what an event of a fork's history shows as it is: it was drawn by the chance of the origin."""

    def begin(self) -> None:
        """Go over to the fork's own chance."""


class NumberAudit:
    """Follows values chosen one by one."""

    def __init__(self, rule: Number, record: Record, seed: bytes) -> None:
        """Start the label's stream."""
        self._rule = rule
        self._words = _stream(seed, rule.label)
        self._among = rule.among or tuple(range(LOWEST_SEAT, LOWEST_SEAT + record.seats))
        name, value = rule.option or ("", None)
        self._drawn = rule.option is None or record.options.get(name, value) == value

    def types(self) -> set[str]:
        """Name the events that show the values, if they are left to chance at all."""
        return {shown.event for shown in self._rule.shown} if self._drawn else set()

    def settle(self, _sight: Sight) -> None:
        """Leave the stream alone."""

    def begin(self) -> None:
        """Go on: nothing was put off."""

    def see(self, sight: Sight) -> None:
        """Compare each value shown with the next one of the stream."""
        for shown in self._rule.shown:
            if shown.event != sight.event["type"]:
                continue
            draws = sight.draws(shown)
            for draw in [None] * draws if isinstance(draws, int) else draws:
                due = self._among[_below(self._words, len(self._among))]
                if isinstance(draws, list) and (type(draw) is not type(due) or draw != due):
                    why = f"{shown.name} is {_quote(draw)}, the stream {self._rule.label} gives {_quote(due)}"
                    raise FlawError(sight.seq, why)


class FirstOfEachAudit:
    """Follows a set-up that takes one component of each group."""

    def __init__(self, rule: FirstOfEach, _record: Record, seed: bytes) -> None:
        """Keep the seed for the moment at which the pool is shown."""
        self._rule = rule
        self._seed = seed
        self._seen = False

    def types(self) -> set[str]:
        """Name the event that shows both pool and components."""
        return {self._rule.pool.event}

    def settle(self, sight: Sight) -> None:
        """Note that the set-up is done."""
        self._seen = self._seen or sight.pool(self._rule.pool) is not None

    def begin(self) -> None:
        """Go on: nothing was put off."""

    def see(self, sight: Sight) -> None:
        """Compare the components taken with a walk through the shuffled pool."""
        pool = sight.pool(self._rule.pool)
        if pool is None:
            return
        if self._seen:
            raise FlawError(sight.seq, f"the pool of {self._rule.label} is shown twice")
        self._seen = True
        due = self._walk(_shuffle(self._seed, self._rule.label, pool))
        shown = sight.draws(self._rule.shown)
        if shown != due:
            why = f"{self._rule.shown.name} are {_quote(shown)}, the shuffle {self._rule.label} gives {_quote(due)}"
            raise FlawError(sight.seq, why)

    def _walk(self, order: list[str]) -> list[str]:
        groups = {component: self._group(component) for component in set(order)}
        met: dict[str, str] = {}
        for component in order:
            group = groups[component]
            if group is not None and group not in met:
                met[group] = component
                if len(met) == len(self._rule.groups):
                    break
        return list(met.values())

    def _group(self, component: str) -> str | None:
        for group, names in self._rule.groups.items():
            for name in names:
                if component == name or (name.endswith("*") and component.startswith(name[:-1])):
                    return group
        return None


class DeckAudit:
    """Follows a deck or bag: its shuffles and all that is drawn from it."""

    def __init__(self, rule: Deck, _record: Record, seed: bytes) -> None:
        """Wait for the pool."""
        self._rule = rule
        self._seed = seed
        self._shuffles = 0
        self._order: list[str] = []
        self._next = 0
        self._settling = False
        self._left: dict[str, int] = {}

    def settle(self, sight: Sight) -> None:
        """Take a pool and draws of a fork's history as they are."""
        self._settling = True
        self.see(sight)

    def begin(self) -> None:
        """Shuffle what the history has left, below what it has drawn."""
        if self._settling:
            self._settling = False
            self._order += _shuffle(self._seed, self._label(), self._left)

    def _label(self) -> str:
        return self._rule.label if self._shuffles == 1 else f"{self._rule.label}#{self._shuffles}"

    def types(self) -> set[str]:
        """Name the events that show a pool or draws."""
        refill = {self._rule.refill.event} if self._rule.refill else set()
        return {self._rule.pool.event, *(shown.event for shown in self._rule.shown), *refill}

    def see(self, sight: Sight) -> None:
        """Shuffle where a pool is shown, then compare the draws."""
        kind = sight.event["type"]
        if kind == self._rule.pool.event and (pool := sight.pool(self._rule.pool)) is not None:
            if self._shuffles:
                raise FlawError(sight.seq, f"the pool of {self._rule.label} is shown twice")
            self._shuffle(sight, pool, self._rule.less)
        if self._rule.refill and kind == self._rule.refill.event:
            pool = sight.pool(self._rule.refill)
            if pool is not None:
                self._shuffle(sight, pool, ())
        for shown in self._rule.shown:
            if kind == shown.event:
                self._draw(sight, shown)

    def _shuffle(self, sight: Sight, pool: dict[str, int], less: tuple[Field, ...]) -> None:
        for shown in less:
            draws = sight.draws(shown)
            for component in draws if isinstance(draws, list) else ():
                if type(component) is not str or pool.get(component, 0) < 1:
                    raise FlawError(sight.seq, f"{_quote(component)} is not in the pool of {self._rule.label}")
                pool[component] -= 1
        self._shuffles += 1
        self._next = 0
        if self._settling:
            self._order, self._left = [], pool
        else:
            self._order = _shuffle(self._seed, self._label(), pool)

    def _draw(self, sight: Sight, shown: Field) -> None:
        if not sight.shows(shown):
            return
        draws = sight.draws(shown)
        start = self._next
        if self._settling:
            self._settle(sight, draws)
        self._next += draws if isinstance(draws, int) else len(draws)
        if self._next > len(self._order):
            why = f"{shown.name} shows more than {self._rule.label} has left ({len(self._order) - start})"
            raise FlawError(sight.seq, why)
        due = self._order[start : self._next]
        if isinstance(draws, list) and draws != due:
            i = next(i for i, component in enumerate(due) if component != draws[i])
            where = f"draw {start + i + 1} of {self._rule.label}"
            raise FlawError(sight.seq, f"{where} is shown as {_quote(draws[i])}, chance gives {_quote(due[i])}")

    def _settle(self, sight: Sight, draws: list[Json] | int) -> None:
        for component in draws if isinstance(draws, list) else ():
            if type(component) is not str or self._left.get(component, 0) < 1:
                raise FlawError(sight.seq, f"{_quote(component)} is not left in {self._rule.label}")
            self._left[component] -= 1
            self._order.append(component)


def _audit(rule: Rule, record: Record, seed: bytes) -> Audit:
    if isinstance(rule, Number):
        return NumberAudit(rule, record, seed)
    if isinstance(rule, FirstOfEach):
        return FirstOfEachAudit(rule, record, seed)
    return DeckAudit(rule, record, seed)


def _check_draws(record: Record, rules: tuple[Rule, ...], seed: bytes) -> None:
    """Go through the match once; the first draw that is not what chance gave is a flaw."""
    audits: dict[Json, list[Audit]] = {}
    for rule in rules:
        audit = _audit(rule, record, seed)
        for kind in audit.types():
            audits.setdefault(kind, []).append(audit)
    history = record.forked
    for seq, event in enumerate(record.events, 1):
        if interested := audits.get(event["type"]):
            sight = Sight(record, seq, event)
            for audit in interested:
                (audit.settle if history else audit.see)(sight)
        if history and event["type"] == "match.Started":
            history = False
            for audit in {audit for interested in audits.values() for audit in interested}:
                audit.begin()


def _fairness(record: Record) -> Level:
    """Check the seed against its commitment and every draw against the seed."""
    seed, last = record.server_seed, len(record.events)
    if seed is None:
        return Level("pending", None, "the match is not over: the server seed is not known yet")
    if hashlib.sha256(b"clio-seed/1" + record.match.encode() + seed).hexdigest() != record.seed_commitment:
        return Level("fail", last, "the revealed server seed is not the one committed to in event 1")
    rules = DRAWS.get(record.game)
    if rules is None:
        return Level("fail", None, f"the draws of {record.game} are not in this verifier's table: nothing is shown")
    try:
        _check_draws(record, rules, _match_seed(record, seed))
    except FlawError as flaw:
        return flaw.level()
    return Level("pass")


# ---------------------------------------------------------------------------------------------------------------------
# The whole of it
# ---------------------------------------------------------------------------------------------------------------------


def _unreadable(why: FlawError) -> Report:
    return Report(None, None, 0, None, why.level(), Level("pending", None, "not checked: the record cannot be read"))


def _read(rows: Sequence[bytes]) -> Record:
    if len(rows) < _FEWEST_LINES:
        raise FlawError(None, "a record has a header, at least one event and a head")
    record = _read_header(rows[0])
    _read_events(record, rows[1:-1])
    return record


def verify_lines(lines: Iterable[bytes], key: str | None = None) -> Report:
    """Verify a record given as its lines, with or without their line ends; `key` (hex) demands that signer."""
    rows = [line[:-1] if line.endswith(b"\n") else line for line in lines]
    signer = None
    try:
        record = _read(rows)
    except FlawError as flaw:
        return _unreadable(flaw)
    flaws = [flaw for flaw in (record.broken, _check_secrets(record)) if flaw]
    try:
        signer = _check_head(record, rows[-1], key)
    except FlawError as flaw:
        flaws.append(flaw)
    return Report(record.game, record.match, len(record.events), signer, _integrity(flaws), _fairness(record))


_SMALL = 16 * 1024 * 1024
_MOST_TIMES = 50  # records pack to about a fifth; what unpacks to far more is there to fill the memory


def verify_file(path: Path, key: str | None = None) -> Report:
    """Verify a `.clio` or `.clio.gz` file; a file that cannot be opened raises OSError."""
    content = path.read_bytes()
    if content.startswith(b"\x1f\x8b"):
        try:
            most = max(_SMALL, _MOST_TIMES * len(content))
            with gzip.GzipFile(fileobj=io.BytesIO(content)) as packed:
                content = packed.read(most + 1)
        except (OSError, EOFError, zlib.error) as error:
            return _unreadable(FlawError(None, f"the file is not whole gzip: {_quote(str(error))}"))
        if len(content) > most:
            return _unreadable(FlawError(None, "the file unpacks to more than a record of its size has"))
    lines = content.split(b"\n")
    if lines.pop() != b"":
        return _unreadable(FlawError(None, "the last line does not end in a line feed"))
    return verify_lines(lines, key)


def _as_json(path: str, report: Report) -> str:
    levels = {
        name: {"seq": level.seq, "verdict": level.verdict, "why": level.why}
        for name, level in (("integrity", report.integrity), ("fairness", report.fairness))
    }
    told = {"events": report.events, "file": path, "game": report.game, "key": report.key, "match": report.match}
    return json.dumps({**told, **levels}, sort_keys=True)


def _as_text(path: str, report: Report) -> str:
    lines = [f"{path}: {report.game or 'unknown game'}, match {report.match!a}, {report.events} events"]
    for name, level in (("integrity", report.integrity), ("fairness", report.fairness)):
        where = "" if level.seq is None else f"event {level.seq}: "
        lines.append(f"  {name:<10} {level.verdict:<8} {where}{level.why}".rstrip())
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
            told = {"error": error.strerror or str(error), "file": name}
            line = json.dumps(told, sort_keys=True) if options.json else f"{name}: cannot be read: {told['error']}"
            (sys.stdout if options.json else sys.stderr).write(line + "\n")
            continue
        codes.add(report.exit_code)
        sys.stdout.write((_as_json if options.json else _as_text)(name, report) + "\n")
    return next((code for code in (1, 2, 66) if code in codes), 0)


if __name__ == "__main__":
    sys.exit(main())
