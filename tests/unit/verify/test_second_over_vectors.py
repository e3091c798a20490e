"""The stand-alone verifier against the same vectors as the kernel."""

import hashlib
import hmac
import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from clio.verify import verify_match

VECTORS = Path(__file__).parents[2] / "vectors"


def load(name: str) -> Any:
    return json.loads((VECTORS / name).read_text(encoding="utf-8"))


def record(match: str, entropies: list[bytes]) -> verify_match.Record:
    return verify_match.Record("akros", match, "1", seats=len(entropies), entropies=dict(enumerate(entropies)))


def test_canonical_bytes() -> None:
    for vector in load("canonical.json")["vectors"]:
        assert verify_match._canonical(vector["value"]).encode().hex() == vector["bytes"]


def test_the_chain() -> None:
    chain = load("chain.json")
    digest = record("m", []).digest
    assert digest.hex() == chain["genesis"]
    for row in chain["events"]:
        digest = hashlib.sha256(digest + verify_match._canonical(row["event"]).encode()).digest()
        assert digest.hex() == row["digest"]


def test_keys_and_signatures() -> None:
    keys = load("keys.json")
    message = bytes.fromhex(keys["message"])
    for row in keys["vectors"]:
        key, signature = bytes.fromhex(row["key"]), bytes.fromhex(row["signature"])
        assert verify_match.signature_holds(key, message, signature) is row["valid"], row["why"]


def test_fair_play() -> None:
    for row in load("fair_play.json")["clocks"]:
        assert verify_match._valid_clock(row["clock"]) is row["valid"], row


def test_editions() -> None:
    for row in load("editions.json")["vectors"]:
        report = verify_match.verify_lines(line.encode() for line in row["lines"])
        assert (report.integrity.verdict, len(report.notes)) == (row["level_1"], row["notes"]), row["what"]


def test_sealed_fields() -> None:
    sealing = load("sealing.json")
    seed = bytes.fromhex(sealing["server_seed"])
    for vector in sealing["vectors"]:
        seq, field = vector["seq"], vector["field"]
        event: Any = {"sealed": {field: vector["commitment"]}}
        opening: Any = {"field": field, "salt": vector["salt"], "seq": seq, "value": vector["value"]}
        verify_match._check_openings(event, [opening], seed, seq)
        with pytest.raises(verify_match.FlawError):
            verify_match._check_openings(event, [opening], bytes(32), seq)


def test_chance() -> None:
    chance = load("chance.json")
    entropies = [bytes.fromhex(entropy) for entropy in chance["entropies"]]
    seed = verify_match._match_seed(record(chance["match"], entropies), bytes.fromhex(chance["server_seed"]))
    assert seed.hex() == chance["match_seed"]
    for row in chance["words"]:
        assert [str(word) for word in islice(verify_match._stream(seed, row["label"]), 6)] == row["first_six"]
    for row in chance["below"]:
        assert str(verify_match._below(verify_match._stream(seed, row["label"]), int(row["bound"]))) == row["first"]
    for row in chance["shuffles"]:
        assert verify_match._shuffle(seed, row["label"], row["pool"]) == row["order"]


def test_orders_in_a_fork() -> None:
    fork = load("fork.json")
    seed = bytes.fromhex(fork["match_seed"])
    for row in fork["orders"]:
        label, _, number = row["label"].partition("#")
        shown = {"event": "Draw", "field": "tiles", "is_list": True}
        deck = {"kind": "deck", "label": label, "pool": {"event": "Pool", "field": "pool"}, "shown": [shown]}
        table = verify_match._read_table("x", [deck], 0)
        audit = verify_match.DeckAudit(table.rules[0], record("m", []), table)
        audit._shuffles = int(number or "1") - 1
        audit._start(verify_match.EventView(1, "x.Pool", {}), dict(row["pool"]), None)
        audit.see(verify_match.EventView(2, "x.Draw", {"tiles": row["settled"]}), None)
        audit.begin(seed)
        assert audit._order == row["order"]


def test_hmac_is_the_standard_one() -> None:
    first = next(verify_match._stream(b"k" * 32, "label"))
    assert first == int.from_bytes(hmac.digest(b"k" * 32, b"label/0", "sha256")[:8], "big")
