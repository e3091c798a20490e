"""``clio`` whose chance is known beforehand: the first argument is the seed, the others are the command line."""

import random
import secrets
import sys
import uuid

rng = random.Random(sys.argv[1])
secrets.token_bytes = lambda nbytes=None: rng.randbytes(nbytes or 32)
secrets.token_urlsafe = lambda nbytes=None: rng.randbytes(nbytes or 32).hex()
uuid.uuid4 = lambda: uuid.UUID(int=rng.getrandbits(128), version=4)

from clients.cli.main import run  # noqa: E402 (after the dice are loaded)

sys.exit(run(sys.argv[2:]))
