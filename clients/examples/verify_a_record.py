"""Saves a match as a record and verifies it, without trusting the server that gave it.

python clients/examples/verify_a_record.py MATCH [HOST:PORT]
"""

import asyncio
import sys
from pathlib import Path

from clio.client import Client, write_record
from clio.verify.verify_match import verify_file


async def main(match_id: str, server: str) -> None:
    """Integrity: nothing was changed. Fairness: every draw follows from the seed that the server committed to."""
    file = Path(f"{match_id}.clio")
    async with Client(server) as clio:
        await write_record(clio, match_id, file)
    report = verify_file(file)
    print(f"{file}: {report.events} events of {report.game}")
    print(f"integrity: {report.integrity.verdict} {report.integrity.why}".rstrip())
    print(f"fairness: {report.fairness.verdict} {report.fairness.why}".rstrip())


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "127.0.0.1:50051"))  # noqa: PLR2004
