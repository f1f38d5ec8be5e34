"""What a hand is worth: the categories that it satisfies.

`categories` names them; `_kernels` holds the predicates, `oracle` their slow twin.
"""
