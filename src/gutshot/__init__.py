"""Gutshot: exact answers for the poker games that mathematics can finish."""

__version__ = "0.1.0"
