"""What holds for every test: how far property tests look."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    derandomize=True,
    max_examples=100,
    deadline=None,
    database=None,
    print_blob=True,
    # A machine with other work to do is slow, not wrong.
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("explore", max_examples=5_000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

pytest_plugins = ["tests.kit.stores"]
