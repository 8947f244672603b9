"""A fifth backend: array-api-strict, whose arrays know the array API standard and nothing else.

Its arrays are taken for immutable, so views are lenses and writes make other arrays.
"""

from __future__ import annotations

import array_api_strict as xp
import numpy as np

from ivy_core.backends.common.defaults import basic_index
from ivy_core.backends.contract import Capabilities
from ivy_core.backends.frameworks import Framework
from ivy_core.dtypes import as_dtype

FRAMEWORK = Framework(
    "strict",
    ("array_api_strict",),
    "array-api-strict",
    array="_array_object.Array",
    dtype="_dtypes.DType",
    backend="tests.backends.strict",
)

NAME = "strict"
CAPABILITIES = Capabilities(mutable=False, native_views=False, functional_views=True)


def from_host(array):
    return xp.asarray(np.array(array))


def to_host(native):
    return np.asarray(native)


def to_native_dtype(dtype):
    return getattr(xp, as_dtype(dtype).name)


def cast(native, dtype):
    return xp.astype(native, dtype)


def copy_native(native):
    return xp.asarray(native, copy=True)


# what lenses are made of


def slice_read(x, key, starts, shape):
    return xp.reshape(x[basic_index(key, starts)], shape)


def reshape_native(x, shape):
    return xp.reshape(x, shape, copy=True)


def permute_native(x, axes):
    return xp.permute_dims(x, axes)


def broadcast_native(x, shape):
    return xp.broadcast_to(x, shape)


def take_native(x, index, axis):
    return xp.take(x, from_host(index), axis=axis)
