"""The call pipeline: validation, authorisation, deadlines, logs and error statuses."""
