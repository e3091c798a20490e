"""The mutant suite: records with one rule broken, chained and signed again, before both verifiers."""
