"""A hundred everyday operations on small arrays, and 150 on large ones, against the frameworks."""
