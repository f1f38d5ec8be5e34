"""Live sessions: a player, his credits, his hands. Games compute, the ledger counts, this keeps."""
