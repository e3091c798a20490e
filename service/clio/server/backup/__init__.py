"""Backups: everything that a server cannot rebuild, in one file; docs/backup.md specifies the format."""
