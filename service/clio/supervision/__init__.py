"""Supervision: threads and tasks that restart after failures, back-off, and the log of an outage."""
