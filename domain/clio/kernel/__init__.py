"""What all games share: matches, events, the chain, chance, secrets and the referee."""
