"""The projections' runtime: follows the event log, builds new generations beside the old ones, serves reads."""
