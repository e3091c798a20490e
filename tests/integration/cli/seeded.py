"""``clio`` whose chance is known beforehand: the first argument is the seed, the others are the command line."""

import itertools
import random
import secrets
import sys

from clio.client import identifiers

seed = sys.argv[1]
numbers = itertools.count(1)
# Seeds are the same whenever they are drawn; tokens and request ids differ from each other.
secrets.token_bytes = lambda nbytes=None: random.Random(seed).randbytes(nbytes or 32)
secrets.token_urlsafe = lambda nbytes=None: random.Random(f"{seed}/{next(numbers)}").randbytes(nbytes or 32).hex()
identifiers.new_request_id = lambda requests=itertools.count(1): f"request-{next(requests)}"  # noqa: B008 (counts for all)

from clio.cli.main import run  # noqa: E402 (after the dice are loaded)

if "play" in sys.argv:
    from tests.integration.cli import observed_screen

    observed_screen.install()
sys.exit(run(sys.argv[2:]))
