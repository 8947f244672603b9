"""``numpy.exceptions``, NumPy's own, which works on the host: NumPy's exceptions and warnings; ours derive from them."""

import sys

import numpy.exceptions

sys.modules[__name__] = numpy.exceptions
