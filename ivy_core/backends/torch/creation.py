import torch, numpy as np
from . import tensor_from_host
def asarray(obj, /, *, dtype=None, device=None, copy=None):
    return tensor_from_host(np.array(obj))
