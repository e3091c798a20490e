"""Checking match records offline."""
