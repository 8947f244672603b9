"""One place that other modules take NumPy from."""

try:
    import numpy as np
except ImportError:  # pragma: no cover
    np = None

xp = np
