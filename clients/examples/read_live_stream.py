"""Reads the live stream of a match with plain redis-py, and verifies its chain; docs/live-stream.md says how and why.

python clients/examples/read_live_stream.py redis://127.0.0.1:6379/0 MATCH
"""

import json
import sys
from hashlib import sha256
from typing import Any

import redis

LAST = {"match.Finished", "match.Aborted"}


def main(url: str, match: str) -> int:
    """Prints one line per event until the match is over."""
    client = redis.Redis.from_url(url, protocol=2)
    key = f"clio:{{{match}}}:events"
    last_id, digest = "0-0", sha256(b"clio-record/1").digest()
    expected = 1
    while True:
        answer: Any = client.xread({key: last_id}, block=10_000)
        for _, entries in answer or ():
            for entry_id, fields in entries:
                event = json.loads(fields[b"event"])
                if event["seq"] != expected and expected > 1:
                    print(f"Events {expected} to {event['seq'] - 1} are not in the stream: ask Clio's WatchMatch.")
                    return 1
                linked = sha256(digest + fields[b"event"]).hexdigest()
                if event["seq"] == expected and linked != fields[b"digest"].decode():
                    print(f"Event {event['seq']} does not continue the chain: do not believe it.")
                    return 1
                print(f"{event['seq']:4} {event['type']:28} {event['actor']:8} {json.dumps(event['public'])[:60]}")
                last_id, digest = entry_id, bytes.fromhex(fields[b"digest"].decode())
                expected = event["seq"] + 1
                if event["type"] in LAST:
                    print(f"The match is over; the chain holds up to event {event['seq']}: {digest.hex()}")
                    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
