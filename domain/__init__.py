"""Pure rules and aggregates: the kernel and one package per game."""
