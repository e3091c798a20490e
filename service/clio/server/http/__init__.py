"""The HTTP transport: the Connect protocol, the web app and health checks on one port."""
