"""What the entry point and the Click program share: version, languages, width of the prepared help."""

VERSION = "0.1.0"
LANGUAGES = ("en", "es")
WIDTH = 80
"""The width that the prepared help is written for."""
