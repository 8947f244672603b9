"""``numpy.typing``, NumPy's own, which works on the host: annotations."""

import sys

import numpy.typing

sys.modules[__name__] = numpy.typing
