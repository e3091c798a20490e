"""Load: processes that call a server as fast as it answers, and count what it has confirmed."""
