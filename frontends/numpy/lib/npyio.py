"""``numpy.lib.npyio``: NumPy's own, on the host."""

import sys

import numpy.lib.npyio

sys.modules[__name__] = numpy.lib.npyio
