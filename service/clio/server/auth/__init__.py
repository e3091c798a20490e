"""Who may call what, and how much of it: TLS, API keys, scopes and limits."""
