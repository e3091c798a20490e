"""The RPCs."""
