"""The ``clio`` command."""
