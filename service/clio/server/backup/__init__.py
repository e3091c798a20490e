"""Backups: everything that a server cannot make anew, in one file; docs/backup.md is its format."""
