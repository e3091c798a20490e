"""The running server: handlers, record, live stream, and the one place that wires them."""
