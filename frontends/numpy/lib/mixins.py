"""``numpy.lib.mixins``, NumPy's own, which works on the host: operators from ufuncs."""

import sys

import numpy.lib.mixins

sys.modules[__name__] = numpy.lib.mixins
