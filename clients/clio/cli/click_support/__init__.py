"""Extensions of Click: lazily loaded groups and shared options."""
