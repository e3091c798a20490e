"""What users hold: the Python client, the command line, bots and the offline verifier."""
