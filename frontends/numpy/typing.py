"""``numpy.typing``: NumPy's own, on the host."""

import sys

import numpy.typing

sys.modules[__name__] = numpy.typing
