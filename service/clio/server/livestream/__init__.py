"""The live stream: new events for watchers, never the only copy."""
