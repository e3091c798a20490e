"""Records built to exhaust their reader: small files with huge numbers, and long ones that fold."""

import copy
import gzip
import json
from typing import Any

from clio.kernel.integrity.canonical import canonical
from clio.kernel.limits import MAX_DEPTH, MAX_INTEGER, MAX_LIST, MAX_TEXT
from clio.server.identifiers import match_id_for
from tests.corpus.grow import FOLDER
from tests.kit.damage import STRANGER, Entries, entries_of, rewritten

TRILLION = 10**12


def _lines(name: str) -> list[bytes]:
    return gzip.decompress((FOLDER / f"{name}.clio.gz").read_bytes()).split(b"\n")[:-1]


def _signed(lines: list[bytes], entries: Entries, name: str) -> bytes:
    """The entries as a record of a match of their own, chained and signed by a stranger."""
    match_id = match_id_for("fuzz", f"exhausting-{name}")
    for entry in entries:
        entry["event"]["match"] = match_id
    return rewritten([canonical({**json.loads(lines[0]), "match": match_id})], entries, STRANGER)


def _changed(record: str, kind: str, name: str, **public: Any) -> bytes:
    lines = _lines(record)
    entries = copy.deepcopy(entries_of(lines))
    event = next(entry["event"] for entry in entries if entry["event"]["type"] == kind)
    event["public"].update(public)
    return _signed(lines, entries, name)


def _nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


def _regions() -> list[dict[str, Any]]:
    event = next(e["event"] for e in entries_of(_lines("akros-aborted")) if e["event"]["type"] == "akros.BoardLaid")
    regions = copy.deepcopy(event["public"]["regions"])
    regions[0]["neighbours"] = [MAX_INTEGER]
    return list(regions)


def bombs() -> dict[str, bytes]:
    """Small records, each with one number, length or depth that no reader may follow."""
    laid, table, site = "akros.BoardLaid", "akrotiri.TableLaid", "amphipolis.SiteOpened"
    akros, akrotiri, amphipolis = "akros-aborted", "akrotiri-resigned", "amphipolis-2-resigned"
    return {
        "pool of Akros": _changed(akros, laid, "pool", pool={"forest": TRILLION, "mountain": 1, "sea": 1}),
        "pool of Akros, a million": _changed(akros, laid, "pool6", pool={"forest": 10**6, "mountain": 1, "sea": 1}),
        "neighbour of Akros": _changed(akros, laid, "neighbour", regions=_regions()),
        "tiles of Akrotiri": _changed(akrotiri, table, "tiles", tiles={"1": TRILLION}),
        "seats of Amphipolis": _changed(amphipolis, site, "seats", seats=10**9),
        "an integer": _changed(akros, laid, "integer", note=MAX_INTEGER + 1),
        "nesting": _changed(akros, laid, "nesting", note=_nested(MAX_DEPTH)),
        "deep nesting": _changed(akros, laid, "deep", note=_nested(900)),
        "a text": _changed(akros, laid, "text", note="x" * (MAX_TEXT + 1)),
        "a list": _changed(akros, laid, "list", note=[0] * (MAX_LIST + 1)),
        "seats of the match": _changed(akros, "match.Opened", "opened", seats=255),
    }


def long_record(name: str, events: int) -> bytes:
    """A finished match of Akros in which the same tile is placed again and again; it chains, and it folds."""
    lines = _lines("akros-resigned")
    entries = copy.deepcopy(entries_of(lines))
    place = next(number for number, entry in enumerate(entries) if entry["event"]["type"] == "akros.TilePlaced")
    placed = entries[place]
    more = []
    for number in range(events - len(entries)):
        event = {**placed["event"], "request": f"again-{number}"}
        more.append({**placed, "event": event})
    return _signed(lines, [*entries[: place + 1], *more, *entries[place + 1 :]], name)
