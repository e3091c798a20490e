"""The verifier of the TypeScript client against the vectors that any implementation must reproduce."""

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.corpus.grow import FOLDER
from tests.kit.third_verifier import third_verifier

VECTORS = Path(__file__).parents[2] / "vectors"


def load(name: str) -> Any:
    return json.loads((VECTORS / name).read_text(encoding="utf-8"))


def test_canonical_bytes_and_back() -> None:
    for vector in load("canonical.json")["vectors"]:
        assert third_verifier().call("canonical", vector["value"]) == vector["bytes"]
        assert third_verifier().call("parsed", vector["bytes"]) == vector["value"]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b" {}",
        b"{} ",
        b'{"a":1,}',
        b'{"b":1,"a":2}',
        b'{"a":1,"a":1}',
        b'{"a": 1}',
        b'{"\xc3\xa9":1}',
        b'{"a":-0}',
        b'{"a":01}',
        b'{"a":1.0}',
        b'{"a":1e2}',
        b'{"a":9007199254740992}',
        b'{"a":-9007199254740992}',
        b'{"a":"\\u0041"}',
        b'{"a":"\\u001F"}',
        b'{"a":"\\u0008"}',
        b'{"a":"\\/"}',
        b'{"a":"\x01"}',
        b'{"a":"\xed\xa0\x80"}',
        b'{"a":"\xc0\x80"}',
        b'{"a":"',
        b'{"a":tru}',
        b"[" * 33 + b"]" * 33,
        b'{"a":"' + b"x" * 4097 + b'"}',
        b"[" + b",".join([b"1"] * 4097) + b"]",
    ],
)
def test_bytes_that_are_not_canonical_are_refused(line: bytes) -> None:
    with pytest.raises(AssertionError, match="not canonical bytes"):
        third_verifier().call("parsed", line.hex())


def test_the_chain_and_its_head() -> None:
    chain = load("chain.json")
    digests = third_verifier().call("chain", [row["bytes"] for row in chain["events"]])
    assert digests == [chain["genesis"], *(row["digest"] for row in chain["events"])]
    last = chain["events"][-1]
    message = third_verifier().call("headMessage", last["event"]["match"], last["event"]["seq"], last["digest"])
    assert message == chain["head_message"]


def test_keys_and_signatures() -> None:
    keys = load("keys.json")
    for row in keys["vectors"]:
        found = third_verifier().call("signature", row["key"], keys["message"], row["signature"])
        assert found is row["valid"], row["why"]


def test_editions(tmp_path: Path) -> None:
    path = tmp_path / "record.clio"
    for row in load("editions.json")["vectors"]:
        path.write_text("".join(f"{line}\n" for line in row["lines"]), encoding="utf-8")
        report = third_verifier().report(path)
        assert (report["integrity"]["verdict"], len(report["notes"])) == (row["level_1"], row["notes"]), row["what"]


def test_sealed_fields() -> None:
    sealing = load("sealing.json")
    for row in sealing["vectors"]:
        found = third_verifier().call("sealing", sealing["server_seed"], row["seq"], row["field"], row["value"])
        assert found == [row["salt"], row["commitment"]]


def test_chance() -> None:
    chance = load("chance.json")
    verifier = third_verifier()
    seed = chance["match_seed"]
    assert verifier.call("seedCommitment", chance["match"], chance["server_seed"]) == chance["seed_commitment"]
    assert verifier.call("matchSeed", chance["match"], chance["server_seed"], chance["entropies"]) == seed
    for row in chance["words"]:
        assert verifier.call("words", seed, row["label"], 6) == row["first_six"]
    for row in chance["below"]:
        assert verifier.call("below", seed, row["label"], row["bound"]) == row["first"]
    for row in chance["shuffles"]:
        assert verifier.call("shuffle", seed, row["label"], row["pool"]) == row["order"]


def test_orders_in_a_fork() -> None:
    fork = load("fork.json")
    for row in fork["orders"]:
        arguments = (fork["match_seed"], row["label"], row["pool"], row["settled"])
        assert third_verifier().call("forkOrder", *arguments) == row["order"]


@pytest.mark.parametrize("level", [0, 1, 9])
def test_gzip_of_every_kind_of_block_is_read(level: int, tmp_path: Path) -> None:
    plain = gzip.decompress((FOLDER / "akrotiri-a.clio.gz").read_bytes())
    path = tmp_path / "record.clio.gz"
    path.write_bytes(gzip.compress(plain, level))
    assert third_verifier().verdicts(path) == ("pass", "pass")


def test_gzip_that_is_not_one_whole_member_is_refused(tmp_path: Path) -> None:
    packed = (FOLDER / "akros-a.clio.gz").read_bytes()
    path = tmp_path / "record.clio.gz"
    dice = random.Random(0)
    flipped = [(place, 1 << dice.randrange(8)) for place in dice.sample(range(10, len(packed)), 200)]
    damaged = [
        packed + b"\0",
        packed + packed,
        packed + gzip.compress(b""),
        packed[:-1],
        packed[:-8] + b"junk" + packed[-8:],
        packed[: len(packed) // 2],
        packed[:5],
        *(packed[:place] + bytes([packed[place] ^ bit]) + packed[place + 1 :] for place, bit in flipped),
    ]
    for content in damaged:
        path.write_bytes(content)
        assert third_verifier().verdicts(path) == ("fail", "not judged")


def test_a_gzip_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bomb.clio.gz"
    path.write_bytes(gzip.compress(b"\n" * 40_000_000))
    report = third_verifier().report(path)
    assert report["integrity"]["verdict"] == "fail"
    path.write_bytes(gzip.compress(b"x" * 40_000_000))
    assert "more than 1048576 bytes" in third_verifier().report(path)["integrity"]["why"]
