"""Authentication, authorisation and limits: TLS, API keys, scopes and rate limits."""
