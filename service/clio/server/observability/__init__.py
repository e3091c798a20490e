"""What operators see from outside: metrics, the page they are read from, and traces."""
