"""Bots that the server plays: which there are, their seats, and the process in which they think."""
