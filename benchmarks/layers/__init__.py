"""Layers, sorting and triangular systems at realistic sizes, against the framework's own call."""
