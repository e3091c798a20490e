"""Commands, one module each, loaded on first use."""
