"""Hold'em after the flop, solved: two ranges, a board, a pot and the stacks behind it."""
