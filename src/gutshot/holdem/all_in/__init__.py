"""Hands that are all in, two to nine of them: counted on every board, or drawn with a seed."""
