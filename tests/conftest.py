"""What holds for every test: how far property tests look, and that gRPC does nothing when a test forks."""

import os

from hypothesis import HealthCheck, settings

# gRPC restarts its poller in a forked child. pexpect closes the poller's descriptors there before it starts the
# command, and the poller's complaint would appear on the command's terminal. gRPC reads this when it is imported.
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"

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
