"""The event store: every event of every match, durable before it is acknowledged."""
