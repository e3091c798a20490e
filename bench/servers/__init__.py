"""The servers that are measured: bare ones, and Clio with an extra game."""
