"""Builders, servers and strategies that tests share."""
