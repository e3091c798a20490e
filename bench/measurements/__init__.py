"""What is measured, one concern a file: each gives rows."""
