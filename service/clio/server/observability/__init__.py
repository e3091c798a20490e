"""Observability: logs, metrics, health and traces."""
