"""Search models of the search bot, one module per game."""
