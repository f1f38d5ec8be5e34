"""Pai Gow tables that are kept: wagers are credits, rounds survive whatever stops the process."""
