"""Clio measured against bare baselines and peers, side by side in one run."""
