"""Functions of nests: lists, tuples and dictionaries of arrays."""
