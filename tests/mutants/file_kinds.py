"""The file: its lines, their spelling, and the gzip around them."""

import gzip
import zlib
from collections.abc import Callable

from tests.mutants.draft import Draft
from tests.mutants.kind import INTEGRITY, PASS, Kind, all_events, once, with_values

Lines = list[bytes]
MIB = 1024 * 1024


def _lines(change: Callable[[Lines], Lines]) -> Callable[[Draft], None]:
    def apply(draft: Draft) -> None:
        draft.after = change

    return apply


def _file(change: Callable[[bytes], bytes]) -> Callable[[Draft], None]:
    def apply(draft: Draft) -> None:
        draft.pack = change

    return apply


def _line_at(draft: Draft, place: int, change: Callable[[bytes], bytes]) -> None:
    def after(lines: Lines) -> Lines:
        return [*lines[: place + 1], change(lines[place + 1]), *lines[place + 2 :]]

    draft.after = after


def _event_spelt(draft: Draft, place: int, spell: Callable[[bytes], bytes]) -> None:
    draft.entries[place].spell = spell


def _header(draft: Draft, changes: dict[str, object]) -> None:
    draft.header = {key: value for key, value in {**draft.header, **changes}.items() if value is not ...}


def _type_first(event: bytes) -> bytes:
    """The last key moved to the front."""
    at = event.rindex(b',"type":')
    return b"{" + event[at + 1 : -1] + b"," + event[1:at] + b"}"


SPELLINGS: dict[str, tuple[Callable[[bytes], bytes], ...]] = {
    "a blank after a colon": (lambda event: event.replace(b":", b": ", 1),),
    "a blank at the end": (lambda event: event[:-1] + b" }",),
    "keys in another order": (_type_first,),
    "a key twice": (lambda event: event[:-1] + b',"type":"match.Left"}', lambda event: b'{"actor":"host",' + event[1:]),
    "a letter escaped": (lambda event: event.replace(b'"actor"', b'"\\u0061ctor"', 1),),
    "a slash escaped": (lambda event: event.replace(b'"request":"', b'"request":"\\/', 1),),
    "an integer with a fraction": (lambda event: event.replace(b'"schema":1', b'"schema":1.0'),),
    "an integer with an exponent": (lambda event: event.replace(b'"schema":1', b'"schema":1e0'),),
    "an integer with a leading zero": (lambda event: event.replace(b'"schema":1', b'"schema":01'),),
    "minus zero": (lambda event: event.replace(b'"public":{', b'"public":{"a":-0,').replace(b",}", b"}"),),
    "NaN": (
        lambda event: event.replace(b'"schema":1', b'"schema":NaN'),
        lambda event: event.replace(b'"schema":1', b'"schema":-Infinity'),
    ),
    "bytes that are no UTF-8": (
        lambda event: event.replace(b'"request":"', b'"request":"\xff', 1),
        lambda event: event.replace(b'"request":"', b'"request":"\xc0\x80', 1),
    ),
    "a lone surrogate": (
        lambda event: event.replace(b'"request":"', b'"request":"\xed\xa0\x80', 1),
        lambda event: event.replace(b'"request":"', b'"request":"\\ud800', 1),
    ),
    "a control character as it is": (lambda event: event.replace(b'"request":"', b'"request":"\x01', 1),),
    "two values": (lambda event: event + b"1",),
    "something after the object": (lambda event: event + b" ",),
    "a comment": (lambda event: event + b"/**/",),
}
LINE_CHANGES: dict[str, tuple[Callable[[bytes], bytes], ...]] = {
    "a carriage return": (lambda line: line + b"\r",),
    "a blank before": (lambda line: b" " + line,),
    "a blank after": (lambda line: line + b" ",),
    "empty": (lambda _line: b"",),
    "null": (lambda _line: b"null",),
    "a list": (lambda line: b"[" + line + b"]",),
    "cut off": (lambda line: line[:-1], lambda line: line[: len(line) // 2]),
    "a key too many": (lambda line: line[:-1] + b',"zeit":1}',),
    "without openings": (lambda line: line[: line.rindex(b',"openings":')] + b"}",),
    "with a digest of 63 digits": (lambda line: line.replace(b'"digest":"', b'"digest":"', 1)[:11] + line[12:],),
    "with a digest in upper case": (lambda line: line[:11] + line[11:75].upper() + line[75:],),
    "with another digest": (lambda line: line[:11] + b"5a" * 32 + line[75:],),
    "with a null byte": (lambda line: line + b"\0",),
    "with a byte order mark": (lambda line: b"\xef\xbb\xbf" + line,),
}
HEADERS: dict[str, tuple[dict[str, object], ...]] = {
    "without format": ({"format": ...},),
    "without game": ({"game": ...},),
    "without match": ({"match": ...},),
    "without rules": ({"rules": ...},),
    "of another format": ({"format": "clio-record/2"}, {"format": 1}, {"format": ""}, {"format": "clio-record/1 "}),
    "of another game": ({"game": "akros "}, {"game": "chess"}, {"game": ""}, {"game": None}),
    "of another match": ({"match": "another"}, {"match": ""}, {"match": 7}, {"match": None}),
    "of other rules": ({"rules": "2"}, {"rules": 1}, {"rules": None}, {"rules": ""}),
    "with a key too many": ({"zeit": 1}, {"note": "x"}),
}


def _bomb(content: bytes) -> bytes:
    """A few kilobytes that unpack to more than a record may have, after a good record."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    block = b"0" * MIB
    return b"".join([squeeze.compress(content), *(squeeze.compress(block) for _ in range(80)), squeeze.flush()])


def _cut(content: bytes) -> bytes:
    packed = gzip.compress(content, mtime=0)
    return packed[:-9]


def _wrong_sum(content: bytes) -> bytes:
    packed = bytearray(gzip.compress(content, mtime=0))
    packed[-8] ^= 1
    return bytes(packed)


FILES: dict[str, Callable[[bytes], bytes]] = {
    "the last line feed missing": lambda content: content[:-1],
    "line feeds doubled": lambda content: content.replace(b"\n", b"\n\n"),
    "Windows line ends": lambda content: content.replace(b"\n", b"\r\n"),
    "an empty line at the end": lambda content: content + b"\n",
    "a second record after it": lambda content: content * 2,
    "empty": lambda _content: b"",
    "gzip cut off": _cut,
    "gzip with a wrong sum": _wrong_sum,
    "gzip with bytes after it": lambda content: gzip.compress(content, mtime=0) + b"tail",
    "gzip within gzip": lambda content: gzip.compress(gzip.compress(content, mtime=0), mtime=0),
    "gzip header alone": lambda _content: b"\x1f\x8b",
}
KINDS = (
    *(
        Kind(f"event spelt with {name}", INTEGRITY, with_values(all_events, s), _event_spelt)
        for name, s in SPELLINGS.items()
    ),
    *(Kind(f"line: {name}", INTEGRITY, with_values(all_events, c), _line_at) for name, c in LINE_CHANGES.items()),
    *(Kind(f"header {name}", INTEGRITY, with_values(once, c), _header) for name, c in HEADERS.items()),
    *(Kind(f"file: {name}", INTEGRITY, once, _file(change)) for name, change in FILES.items()),
    Kind("file: gzip bomb", INTEGRITY, lambda draft: [()] if draft.name == "akros-resigned" else [], _file(_bomb)),
    Kind("file: no header", INTEGRITY, once, _lines(lambda lines: lines[1:])),
    Kind("file: no head", INTEGRITY, once, _lines(lambda lines: lines[:-1])),
    Kind("file: two headers", INTEGRITY, once, _lines(lambda lines: [lines[0], *lines])),
    Kind("file: two heads", INTEGRITY, once, _lines(lambda lines: [*lines, lines[-1]])),
    Kind("file: no events", INTEGRITY, once, _lines(lambda lines: [lines[0], lines[-1]])),
    Kind(
        "file: two events swapped", INTEGRITY, once, _lines(lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]])
    ),
    Kind("file: an event missing", INTEGRITY, once, _lines(lambda lines: [*lines[:2], *lines[3:]])),
    Kind("file: an event twice", INTEGRITY, once, _lines(lambda lines: [*lines[:3], *lines[2:]])),
    Kind("file: the last event missing", INTEGRITY, once, _lines(lambda lines: [*lines[:-2], lines[-1]])),
    Kind(
        "file: gzipped",
        PASS,
        once,
        _file(lambda content: gzip.compress(content, mtime=0)),
        reason="the same record",
    ),
)
