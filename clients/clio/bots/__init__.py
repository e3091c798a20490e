"""Players that need no player."""
