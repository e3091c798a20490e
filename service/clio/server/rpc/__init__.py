"""What surrounds every call of the contract: limits, deadlines, the log, and errors as callers should meet them."""
