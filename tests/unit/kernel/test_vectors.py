"""The kernel and the stand-alone verifier against vectors that were computed without either."""

import json
from pathlib import Path
from typing import Any

from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.chain import GENESIS, head_message, link
from clio.kernel.integrity.chance import Chance, Known, entropy_commitment, match_seed, seed_commitment
from clio.kernel.integrity.commitments import commitment, open_field, salt, salt_key
from clio.kernel.record_format.record import Head
from clio.kernel.time_control import parse_time_control
from clio.server.signing_keys import is_signed
from clio.verify.integrity import signature_holds
from clio.verify.verifier import verify_lines

VECTORS = Path(__file__).parents[2] / "vectors"


def load(name: str) -> Any:
    return json.loads((VECTORS / name).read_text(encoding="utf-8"))


def test_canonical_bytes() -> None:
    for vector in load("canonical.json")["vectors"]:
        assert canonical(vector["value"]).hex() == vector["bytes"]


def test_the_chain_and_the_signed_message() -> None:
    chain = load("chain.json")
    assert GENESIS.hex() == chain["genesis"]
    digest = GENESIS
    for row in chain["events"]:
        assert canonical(row["event"]).hex() == row["bytes"]
        digest = link(digest, bytes.fromhex(row["bytes"]))
        assert digest.hex() == row["digest"]
    last = chain["events"][-1]["event"]
    assert head_message(last["match"], last["seq"], digest).hex() == chain["head_message"]


def test_keys_and_signatures() -> None:
    keys, chain = load("keys.json"), load("chain.json")
    last = chain["events"][-1]
    match_id, seq, digest = last["event"]["match"], last["event"]["seq"], bytes.fromhex(last["digest"])
    assert head_message(match_id, seq, digest).hex() == keys["message"]
    for row in keys["vectors"]:
        key, signature = bytes.fromhex(row["key"]), bytes.fromhex(row["signature"])
        assert is_signed(key, signature, match_id, seq, digest) is row["valid"], row["why"]
        head = Head(digest.hex(), row["key"], seq, row["signature"])
        assert signature_holds(head, match_id, digest) is row["valid"], row["why"]


def test_fair_play() -> None:
    vectors = load("fair_play.json")
    for row in vectors["commitments"]:
        found = entropy_commitment(row["match"], row["seat"], bytes.fromhex(row["entropy"]))
        assert found.hex() == row["commitment"]
    for row in vectors["clocks"]:
        control = parse_time_control(row["clock"])
        assert (control is not None) is row["valid"], row
        if control is not None:
            assert (control.base, control.increment) == (row["base"], row["increment"])


def test_editions() -> None:
    for row in load("editions.json")["vectors"]:
        report = verify_lines(line.encode() for line in row["lines"])
        assert (report.integrity.verdict, len(report.notes)) == (row["level_1"], row["notes"]), row["what"]


def test_sealed_fields() -> None:
    sealing = load("sealing.json")
    key = salt_key(bytes.fromhex(sealing["server_seed"]))
    assert key.hex() == sealing["salt_key"]
    for vector in sealing["vectors"]:
        seq, field, value = vector["seq"], vector["field"], vector["value"]
        assert salt(key, seq, field).hex() == vector["salt"]
        assert commitment(bytes.fromhex(vector["salt"]), seq, field, value).hex() == vector["commitment"]
        opening = open_field(key, seq, field, value)
        assert (opening.salt, json.loads(bytes(opening.value))) == (vector["salt"], value)


def test_chance() -> None:
    chance = load("chance.json")
    server_seed = bytes.fromhex(chance["server_seed"])
    assert seed_commitment(chance["match"], server_seed).hex() == chance["seed_commitment"]
    seed = match_seed(chance["match"], server_seed, [bytes.fromhex(entropy) for entropy in chance["entropies"]])
    assert seed.hex() == chance["match_seed"]
    draws = Chance(seed)
    for row in chance["words"]:
        words = draws.words(row["label"])
        assert [str(next(words)) for _ in row["first_six"]] == row["first_six"]
    for row in chance["below"]:
        assert str(draws.below(row["label"], int(row["bound"]))) == row["first"]
    for row in chance["shuffles"]:
        items = [component for component, count in row["pool"].items() for _ in range(count)]
        assert list(draws.shuffle(row["label"], items)) == row["order"]
        assert list(draws.shuffle(row["label"], items)) == row["order"], "asking again gives the same order"


def test_orders_in_a_fork() -> None:
    fork = load("fork.json")
    for row in fork["orders"]:
        chance = Chance(bytes.fromhex(fork["match_seed"]), Known({row["label"]: row["settled"]}))
        items = [component for component, count in row["pool"].items() for _ in range(count)]
        assert list(chance.shuffle(row["label"], items)) == row["order"]
