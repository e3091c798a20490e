"""Mutation testing of ``domain/``: small changes to the code, each of which some test must notice."""
