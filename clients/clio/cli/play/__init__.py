"""Playing a match in a terminal."""
