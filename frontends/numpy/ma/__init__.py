"""``numpy.ma``: NumPy's own functions, given arrays of the frontend."""

import numpy as np
import numpy.ma.core

from ivy_core.arrays.array import Array

from ..host_module import host_module

__getattr__, __dir__, __all__ = host_module(__name__)

_getdata = numpy.ma.core.getdata


def _data_of(a, subok=True):
    """Return the data of a masked array, or of anything array-like, as a real array."""
    return _getdata(np.asarray(a) if isinstance(a, Array) else a, subok)


# The operators of MaskedArray look for `_data` in the other operand, which is masked if it has it.
# An array of the frontend has one too: a native array of its backend.
numpy.ma.core.getdata = _data_of
