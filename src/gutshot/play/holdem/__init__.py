"""Practice at preflop charts, question by question."""
