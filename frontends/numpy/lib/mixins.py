"""``numpy.lib.mixins``: NumPy's own, on the host."""

import sys

import numpy.lib.mixins

sys.modules[__name__] = numpy.lib.mixins
