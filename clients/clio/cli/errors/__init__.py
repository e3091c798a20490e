"""Errors that end a command: exit codes, failures and what the operating system refuses."""
