"""Between the domain's values and the messages of clio.v1."""
