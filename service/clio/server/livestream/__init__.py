"""The live stream: new events to whoever watches, never the only copy."""
