"""Skeleton for Clio."""
