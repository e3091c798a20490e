"""The store of truth: every event of every match, durable before it is acknowledged."""
