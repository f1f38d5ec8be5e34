"""Flop endings of preflop charts, solved from the flop to the river: what the model is held to."""
