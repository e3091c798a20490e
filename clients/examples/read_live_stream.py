"""Reads the live stream of a match with plain redis-py, and checks its chain; docs/live-stream.md says how and why.

The chain shows that nothing was left out or reordered. It does not show who wrote it: only Clio's servers can check the
entries' HMAC. What matters is asked of Clio itself (WatchMatch, or the exported record).

python clients/examples/read_live_stream.py redis://127.0.0.1:6379/0 MATCH
"""

import json
import sys
from hashlib import sha256
from typing import Any

import redis

LAST = {"match.Finished", "match.Aborted"}


def key_of(client: "redis.Redis", match: str) -> str:
    """The match's stream in the epoch that servers announced last; waits for a first one."""
    announced: Any = None
    while not announced:
        announced = client.xrange("clio:epochs")
        if not announced:
            client.xread({"clio:epochs": "0-0"}, block=10_000)
    return f"clio:{{{match}}}:events:{announced[-1][1][b'epoch'].decode()}"


def main(url: str, match: str) -> int:
    """Prints one line per event until the match is over."""
    client = redis.Redis.from_url(url, protocol=2)
    last_id, digest = "0-0", sha256(b"clio-record/1").digest()
    expected = 1
    while True:
        # Looked up again each time: servers begin a new epoch when the record was restored or failed over.
        answer: Any = client.xread({key_of(client, match): last_id}, block=10_000)
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
                    print(f"The stream ends here; its chain holds up to event {event['seq']}: {digest.hex()}")
                    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
