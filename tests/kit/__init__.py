"""What tests are built from: tables to play at, servers to talk to."""
