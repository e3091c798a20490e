"""The others: their programs on the same workloads."""
