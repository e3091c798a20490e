import gzip
from pathlib import Path
from random import Random

from clio.bots.selfplay import play_match
from clio.client import Client, write_record
from clio.verify.verify_match import verify_file
from tests.integration.client.seats import seated


async def test_a_finished_match_is_a_record_that_verifies(client: Client, tmp_path: Path) -> None:
    match = await play_match(client, "amphipolis", 2, "random", Random(4))
    head = await write_record(client, match.match_id, tmp_path / "match.clio")
    assert (head.seq, head.digest) == (match.seq, match.digest)
    report = verify_file(tmp_path / "match.clio")
    assert (report.integrity.verdict, report.fairness.verdict) == ("pass", "pass")


async def test_the_same_match_is_the_same_bytes_compressed_or_not(client: Client, tmp_path: Path) -> None:
    match = await play_match(client, "amphipolis", 1, "random", Random(4))
    for name in ("plain.clio", "one.clio.gz", "two.clio.gz"):
        await write_record(client, match.match_id, tmp_path / name)
    assert gzip.decompress((tmp_path / "one.clio.gz").read_bytes()) == (tmp_path / "plain.clio").read_bytes()
    assert (tmp_path / "one.clio.gz").read_bytes() == (tmp_path / "two.clio.gz").read_bytes()
    assert _moment((tmp_path / "one.clio.gz").read_bytes()) == 0


async def test_a_running_match_is_a_record_of_its_beginning(client: Client, tmp_path: Path) -> None:
    table = await seated(client, 2)
    await write_record(client, table.id, tmp_path / "match.clio")
    report = verify_file(tmp_path / "match.clio")
    assert (report.events, report.integrity.verdict) == (table.match.seq, "pass")


def _moment(compressed: bytes) -> int:
    """When it was compressed, as gzip's header says."""
    return int.from_bytes(compressed[4:8], "little")
