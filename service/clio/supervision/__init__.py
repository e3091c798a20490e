"""Work that must go on after failures: supervised threads and tasks, back-off, and the log of an outage."""
