"""Going through a match forwards and backwards."""
