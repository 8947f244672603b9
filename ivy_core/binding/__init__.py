"""Composes the callables: containers, special arguments, promotion, results, ``out``."""
