import numpy as np
def asarray(obj, /, *, dtype=None, device=None, copy=None):
    return np.array(obj, dtype, copy=copy)
