# Written by tools/stubs.py: run `make stubs`.

import types
from builtins import bool as _bool
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, overload

import numpy as np

from . import linalg as linalg
from . import utils as utils
from ._classes import Device as Device
from ._classes import Dtype as Dtype
from ._classes import (
    EighResult,
    EigResult,
    Finfo,
    Iinfo,
    LstsqResult,
    NamespaceInfo,
    QRResult,
    Setting,
    SlogdetResult,
    SVDResult,
    UniqueAll,
    UniqueCounts,
    UniqueInverse,
)
from ._classes import Shape as Shape
from ._typing import ArrayLike, DeviceLike, DtypeLike, ShapeLike
from ._typing import NativeArray as NativeArray
from ._typing import NativeDevice as NativeDevice
from ._typing import NativeDtype as NativeDtype
from .arrays.array import Array as Array
from .container.container import Container as Container
from .utils import assertions as assertions
from .utils import exceptions as exceptions
from .utils.exceptions import InplaceUpdateException as InplaceUpdateException
from .utils.exceptions import IvyAttributeError as IvyAttributeError
from .utils.exceptions import IvyBackendException as IvyBackendException
from .utils.exceptions import IvyBackendNotInstalled as IvyBackendNotInstalled
from .utils.exceptions import IvyBroadcastShapeError as IvyBroadcastShapeError
from .utils.exceptions import IvyDeviceError as IvyDeviceError
from .utils.exceptions import IvyDtypePromotionError as IvyDtypePromotionError
from .utils.exceptions import IvyError as IvyError
from .utils.exceptions import IvyException as IvyException
from .utils.exceptions import IvyIndexError as IvyIndexError
from .utils.exceptions import IvyInvalidBackendException as IvyInvalidBackendException
from .utils.exceptions import IvyLinAlgError as IvyLinAlgError
from .utils.exceptions import IvyNotImplementedException as IvyNotImplementedException
from .utils.exceptions import IvyTypeError as IvyTypeError
from .utils.exceptions import IvyValueError as IvyValueError

__array_api_version__: str
bfloat16: Dtype
bool: Dtype
complex128: Dtype
complex64: Dtype
e: float
float16: Dtype
float32: Dtype
float64: Dtype
inf: float
int16: Dtype
int32: Dtype
int64: Dtype
int8: Dtype
nan: float
newaxis: None
pi: float
uint16: Dtype
uint32: Dtype
uint64: Dtype
uint8: Dtype
array_mode: _bool
array_mode_stack: list[_bool]
exception_trace_mode: str
exception_trace_mode_stack: list[str]
inplace_mode: str
inplace_mode_stack: list[str]
min_base: float
min_base_stack: list[float]
min_denominator: float
min_denominator_stack: list[float]
nestable_mode: _bool
nestable_mode_stack: list[_bool]
precise_mode: _bool
precise_mode_stack: list[_bool]
queue_timeout: float
queue_timeout_stack: list[float]
shape_array_mode: _bool
shape_array_mode_stack: list[_bool]
show_func_wrapper_trace_mode: _bool
show_func_wrapper_trace_mode_stack: list[_bool]
soft_device_mode: _bool
soft_device_mode_stack: list[_bool]
tmp_dir: str
tmp_dir_stack: list[str]

def __array_namespace_info__() -> NamespaceInfo: ...
@overload
def abs(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def abs(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def acos(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def acos(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def acosh(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def acosh(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def adam_step(  # type: ignore[overload-overlap]
    dcdw: ArrayLike,
    mw: ArrayLike,
    vw: ArrayLike,
    step: ArrayLike,
    /,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-07,
    out: Array | None = None,
) -> tuple[Array, Array, Array]: ...
@overload
def adam_step(
    dcdw: ArrayLike | Container,
    mw: ArrayLike | Container,
    vw: ArrayLike | Container,
    step: ArrayLike | Container,
    /,
    *,
    beta1: float | Container = 0.9,
    beta2: float | Container = 0.999,
    epsilon: float | Container = 1e-07,
    out: Container | None = None,
) -> list[Container]: ...
@overload
def adam_update(  # type: ignore[overload-overlap]
    w: ArrayLike,
    dcdw: ArrayLike,
    lr: ArrayLike,
    mw_tm1: ArrayLike,
    vw_tm1: ArrayLike,
    step: ArrayLike,
    /,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-07,
    stop_gradients: _bool = True,
    out: Array | None = None,
) -> tuple[Array, Array, Array]: ...
@overload
def adam_update(
    w: ArrayLike | Container,
    dcdw: ArrayLike | Container,
    lr: ArrayLike | Container,
    mw_tm1: ArrayLike | Container,
    vw_tm1: ArrayLike | Container,
    step: ArrayLike | Container,
    /,
    *,
    beta1: float | Container = 0.9,
    beta2: float | Container = 0.999,
    epsilon: float | Container = 1e-07,
    stop_gradients: _bool | Container = True,
    out: Container | None = None,
) -> list[Container]: ...
@overload
def add(  # type: ignore[overload-overlap]
    x1: ArrayLike, x2: ArrayLike, /, *, alpha: complex | None = None, out: Array | None = None
) -> Array: ...
@overload
def add(
    x1: ArrayLike | Container,
    x2: ArrayLike | Container,
    /,
    *,
    alpha: complex | Container | None = None,
    out: Container | None = None,
) -> Container: ...
def add_ivy_array_instance_methods(cls: type[Any], modules: Iterable[types.ModuleType]) -> None: ...
def add_ivy_container_instance_methods(
    cls: type[Any], modules: Iterable[types.ModuleType], static: _bool = False
) -> None: ...
@overload
def all(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    keepdims: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def all(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    keepdims: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
def all_equal(*xs: Any, equality_matrix: _bool = False) -> _bool | Array: ...
def all_nested_indices(nest: Any = None, /, include_nests: _bool = False) -> list[list[Any]]: ...
@overload
def angle(z: ArrayLike, /, *, deg: _bool = False, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def angle(
    z: ArrayLike | Container, /, *, deg: _bool | Container = False, out: Container | None = None
) -> Container: ...
@overload
def any(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    keepdims: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def any(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    keepdims: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def arange(  # type: ignore[overload-overlap]
    start: float,
    /,
    stop: float | None = None,
    step: float = 1,
    *,
    dtype: DtypeLike | None = None,
    device: DeviceLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def arange(
    start: float | Container,
    /,
    stop: float | Container | None = None,
    step: float | Container = 1,
    *,
    dtype: DtypeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
def arg_info(
    fn: Callable[..., Any], *, name: str | None = None, idx: int | None = None
) -> dict[str, Any]: ...
def arg_names(receiver: Callable[..., Any]) -> list[str]: ...
@overload
def argmax(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | None = None,
    keepdims: _bool = False,
    dtype: DtypeLike | None = None,
    select_last_index: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def argmax(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | Container | None = None,
    keepdims: _bool | Container = False,
    dtype: DtypeLike | Container | None = None,
    select_last_index: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def argmin(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | None = None,
    keepdims: _bool = False,
    dtype: DtypeLike | None = None,
    select_last_index: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def argmin(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | Container | None = None,
    keepdims: _bool | Container = False,
    dtype: DtypeLike | Container | None = None,
    select_last_index: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
def args_to_ivy(
    *args: Any, include_derived: _bool | dict[str, _bool] | None = None, **kwargs: Any
) -> tuple[list[Any], dict[Any, Any]]: ...
def args_to_native(
    *args: Any,
    include_derived: _bool | dict[str, _bool] | None = None,
    cont_inplace: _bool = False,
    to_ignore: type[Any] | tuple[type[Any], ...] | None = None,
    **kwargs: Any,
) -> tuple[list[Any], dict[Any, Any]]: ...
def args_to_new_backend(
    *args: Any,
    native: _bool = True,
    shallow: _bool = True,
    include_derived: _bool | dict[str, _bool] | None = None,
    cont_inplace: _bool = False,
    to_ignore: type[Any] | tuple[type[Any], ...] | None = None,
    **kwargs: Any,
) -> tuple[list[Any], dict[Any, Any]]: ...
@overload
def argsort(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | None = -1,
    descending: _bool = False,
    stable: _bool = True,
    out: Array | None = None,
) -> Array: ...
@overload
def argsort(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | Container | None = -1,
    descending: _bool | Container = False,
    stable: _bool | Container = True,
    out: Container | None = None,
) -> Container: ...
@overload
def argwhere(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def argwhere(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def array(  # type: ignore[overload-overlap]
    obj: Any,
    /,
    *,
    dtype: DtypeLike | None = None,
    device: DeviceLike | None = None,
    copy: _bool | None = True,
    out: Array | None = None,
) -> Array: ...
@overload
def array(
    obj: Any,
    /,
    *,
    dtype: DtypeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    copy: _bool | Container | None = True,
    out: Container | None = None,
) -> Container: ...
@overload
def array_equal(x0: ArrayLike, x1: ArrayLike, /) -> _bool: ...  # type: ignore[overload-overlap]
@overload
def array_equal(x0: ArrayLike | Container, x1: ArrayLike | Container, /) -> Container: ...
@overload
def array_split(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    indices_or_sections: int | Sequence[int],
    *,
    axis: int = 0,
    copy: _bool | None = None,
) -> list[Array]: ...
@overload
def array_split(
    x: ArrayLike | Container,
    /,
    indices_or_sections: int | Sequence[int] | Container,
    *,
    axis: int | Container = 0,
    copy: _bool | Container | None = None,
) -> list[Container]: ...
def as_ivy_dev(device: str, /) -> Device: ...
def as_ivy_dtype(dtype_in: str, /) -> Dtype: ...
def as_native_dev(device: str, /) -> Any: ...
def as_native_dtype(dtype_in: str, /) -> Any: ...
@overload
def asarray(  # type: ignore[overload-overlap]
    obj: Any,
    /,
    *,
    dtype: DtypeLike | None = None,
    device: DeviceLike | None = None,
    copy: _bool | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def asarray(
    obj: Any,
    /,
    *,
    dtype: DtypeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def asin(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def asin(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def asinh(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def asinh(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def assert_supports_inplace(x: ArrayLike, /) -> _bool: ...  # type: ignore[overload-overlap]
@overload
def assert_supports_inplace(x: ArrayLike | Container, /) -> Container: ...
@overload
def astype(  # type: ignore[overload-overlap]
    x: ArrayLike,
    dtype: DtypeLike,
    /,
    *,
    copy: _bool = True,
    device: DeviceLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def astype(
    x: ArrayLike | Container,
    dtype: DtypeLike | Container,
    /,
    *,
    copy: _bool | Container = True,
    device: DeviceLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def atan(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def atan(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def atan2(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def atan2(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def atanh(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def atanh(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
def atleast_1d(*arrays: ArrayLike, copy: _bool | None = None) -> Array | list[Any]: ...
def atleast_2d(*arrays: ArrayLike, copy: _bool | None = None) -> Array | list[Any]: ...
def atleast_3d(*arrays: ArrayLike, copy: _bool | None = None) -> Array | list[Any]: ...
def available_devices() -> list[Device]: ...
@overload
def batch_norm(  # type: ignore[overload-overlap]
    x: ArrayLike,
    mean: ArrayLike | None,
    variance: ArrayLike | None,
    /,
    *,
    offset: ArrayLike | None = None,
    scale: ArrayLike | None = None,
    training: _bool = False,
    eps: float = 1e-05,
    momentum: float = 0.1,
    data_format: str = "NSC",
    out: Array | None = None,
) -> tuple[Array, Array, Array]: ...
@overload
def batch_norm(
    x: ArrayLike | Container,
    mean: ArrayLike | Container | None,
    variance: ArrayLike | Container | None,
    /,
    *,
    offset: ArrayLike | Container | None = None,
    scale: ArrayLike | Container | None = None,
    training: _bool | Container = False,
    eps: float | Container = 1e-05,
    momentum: float | Container = 0.1,
    data_format: str | Container = "NSC",
    out: Container | None = None,
) -> list[Container]: ...
@overload
def bernoulli(  # type: ignore[overload-overlap]
    probs: ArrayLike | None,
    *,
    logits: ArrayLike | None = None,
    shape: ShapeLike | None = None,
    device: DeviceLike | None = None,
    dtype: DtypeLike | None = None,
    seed: ArrayLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def bernoulli(
    probs: ArrayLike | Container | None,
    *,
    logits: ArrayLike | Container | None = None,
    shape: ShapeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    dtype: DtypeLike | Container | None = None,
    seed: ArrayLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def binary_cross_entropy(  # type: ignore[overload-overlap]
    true: ArrayLike,
    pred: ArrayLike,
    /,
    *,
    from_logits: _bool = False,
    epsilon: float = 0.0,
    reduction: str = "mean",
    pos_weight: ArrayLike | None = None,
    axis: int | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def binary_cross_entropy(
    true: ArrayLike | Container,
    pred: ArrayLike | Container,
    /,
    *,
    from_logits: _bool | Container = False,
    epsilon: float | Container = 0.0,
    reduction: str | Container = "mean",
    pos_weight: ArrayLike | Container | None = None,
    axis: int | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def bincount(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    weights: ArrayLike | None = None,
    minlength: int = 0,
    out: Array | None = None,
) -> Array: ...
@overload
def bincount(
    x: ArrayLike | Container,
    /,
    *,
    weights: ArrayLike | Container | None = None,
    minlength: int | Container = 0,
    out: Container | None = None,
) -> Container: ...
def bind_custom_gradient_function(
    func: Callable[..., Any], custom_grad_func: Callable[..., Any]
) -> Callable[..., Any]: ...
@overload
def bitwise_and(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def bitwise_and(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def bitwise_count(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def bitwise_count(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def bitwise_invert(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def bitwise_invert(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def bitwise_left_shift(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def bitwise_left_shift(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def bitwise_or(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def bitwise_or(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def bitwise_right_shift(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def bitwise_right_shift(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def bitwise_xor(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def bitwise_xor(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def broadcast_arrays(*arrays: ArrayLike, copy: _bool | None = None) -> list[Array]: ...  # type: ignore[overload-overlap]
@overload
def broadcast_arrays(
    *arrays: ArrayLike | Container, copy: _bool | Container | None = None
) -> list[Container]: ...
def broadcast_shapes(*shapes: Sequence[int]) -> tuple[int, ...]: ...
@overload
def broadcast_to(  # type: ignore[overload-overlap]
    x: ArrayLike, /, shape: ShapeLike, *, copy: _bool | None = None, out: Array | None = None
) -> Array: ...
@overload
def broadcast_to(
    x: ArrayLike | Container,
    /,
    shape: ShapeLike | Container,
    *,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
def cache_fn(func: Callable[..., Any]) -> Callable[..., Any]: ...
@overload
def can_cast(from_: DtypeLike | ArrayLike, to: DtypeLike, /) -> _bool: ...  # type: ignore[overload-overlap]
@overload
def can_cast(
    from_: DtypeLike | ArrayLike | Container, to: DtypeLike | Container, /
) -> Container: ...
@overload
def cbrt(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def cbrt(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def ceil(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def ceil(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
def check_float(x: Any) -> _bool: ...
@overload
def cholesky(x: ArrayLike, /, *, upper: _bool = False, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def cholesky(
    x: ArrayLike | Container, /, *, upper: _bool | Container = False, out: Container | None = None
) -> Container: ...
def clear_cached_mem_on_dev(device: DeviceLike, /) -> None: ...
@overload
def clip(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    min: ArrayLike | None = None,
    max: ArrayLike | None = None,
    *,
    out: Array | None = None,
) -> Array: ...
@overload
def clip(
    x: ArrayLike | Container,
    /,
    min: ArrayLike | Container | None = None,
    max: ArrayLike | Container | None = None,
    *,
    out: Container | None = None,
) -> Container: ...
@overload
def clip_matrix_norm(  # type: ignore[overload-overlap]
    x: ArrayLike, max_norm: float, /, *, p: float = 2.0, out: Array | None = None
) -> Array: ...
@overload
def clip_matrix_norm(
    x: ArrayLike | Container,
    max_norm: float | Container,
    /,
    *,
    p: float | Container = 2.0,
    out: Container | None = None,
) -> Container: ...
@overload
def clip_vector_norm(  # type: ignore[overload-overlap]
    x: ArrayLike, max_norm: float, /, *, p: float = 2.0, out: Array | None = None
) -> Array: ...
@overload
def clip_vector_norm(
    x: ArrayLike | Container,
    max_norm: float | Container,
    /,
    *,
    p: float | Container = 2.0,
    out: Container | None = None,
) -> Container: ...
def closest_valid_dtype(type: str | None = None, /, *, as_native: _bool = False) -> Any: ...
def cmp_is(left: Any, right: Any) -> _bool: ...
def cmp_isnot(left: Any, right: Any) -> _bool: ...
@overload
def column_stack(arrays: Sequence[ArrayLike], /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def column_stack(
    arrays: Sequence[ArrayLike | Container] | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def concat(  # type: ignore[overload-overlap]
    arrays: Sequence[ArrayLike], /, *, axis: int | None = 0, out: Array | None = None
) -> Array: ...
@overload
def concat(
    arrays: Sequence[ArrayLike | Container] | Container,
    /,
    *,
    axis: int | Container | None = 0,
    out: Container | None = None,
) -> Container: ...
@overload
def concat_from_sequence(  # type: ignore[overload-overlap]
    input_sequence: Sequence[ArrayLike],
    /,
    *,
    new_axis: int = 0,
    axis: int = 0,
    out: Array | None = None,
) -> Array: ...
@overload
def concat_from_sequence(
    input_sequence: Sequence[ArrayLike | Container] | Container,
    /,
    *,
    new_axis: int | Container = 0,
    axis: int | Container = 0,
    out: Container | None = None,
) -> Container: ...
@overload
def conj(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def conj(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def constant_pad(  # type: ignore[overload-overlap]
    x: ArrayLike, /, pad_width: Sequence[Any], *, value: complex = 0, out: Array | None = None
) -> Array: ...
@overload
def constant_pad(
    x: ArrayLike | Container,
    /,
    pad_width: Sequence[Any] | Container,
    *,
    value: complex | Container = 0,
    out: Container | None = None,
) -> Container: ...
def container_types() -> list[type[Any]]: ...
@overload
def contract(  # type: ignore[overload-overlap]
    equation: str, operands: Sequence[ArrayLike], /, *, out: Array | None = None
) -> Array: ...
@overload
def contract(
    equation: str | Container,
    operands: Sequence[ArrayLike | Container] | Container,
    /,
    *,
    out: Container | None = None,
) -> Container: ...
@overload
def copy_array(  # type: ignore[overload-overlap]
    x: ArrayLike, /, *, to_ivy_array: _bool = True, out: Array | None = None
) -> Array: ...
@overload
def copy_array(
    x: ArrayLike | Container,
    /,
    *,
    to_ivy_array: _bool | Container = True,
    out: Container | None = None,
) -> Container: ...
def copy_nest(nest: Any, /, include_derived: _bool = False, to_mutable: _bool = False) -> Any: ...
@overload
def copysign(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def copysign(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def cos(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def cos(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def cosh(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def cosh(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def count_nonzero(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    keepdims: _bool = False,
    dtype: DtypeLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def count_nonzero(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    keepdims: _bool | Container = False,
    dtype: DtypeLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def cross(  # type: ignore[overload-overlap]
    x1: ArrayLike, x2: ArrayLike, /, *, axis: int = -1, out: Array | None = None
) -> Array: ...
@overload
def cross(
    x1: ArrayLike | Container,
    x2: ArrayLike | Container,
    /,
    *,
    axis: int | Container = -1,
    out: Container | None = None,
) -> Container: ...
@overload
def cross_entropy(  # type: ignore[overload-overlap]
    true: ArrayLike,
    pred: ArrayLike,
    /,
    *,
    axis: int | None = -1,
    epsilon: float = 1e-07,
    reduction: str = "mean",
    out: Array | None = None,
) -> Array: ...
@overload
def cross_entropy(
    true: ArrayLike | Container,
    pred: ArrayLike | Container,
    /,
    *,
    axis: int | Container | None = -1,
    epsilon: float | Container = 1e-07,
    reduction: str | Container = "mean",
    out: Container | None = None,
) -> Container: ...
@overload
def cummax(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int = 0,
    reverse: _bool = False,
    dtype: DtypeLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def cummax(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | Container = 0,
    reverse: _bool | Container = False,
    dtype: DtypeLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def cummin(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int = 0,
    reverse: _bool = False,
    dtype: DtypeLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def cummin(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | Container = 0,
    reverse: _bool | Container = False,
    dtype: DtypeLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def cumprod(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    axis: int | None = 0,
    exclusive: _bool = False,
    reverse: _bool = False,
    *,
    dtype: DtypeLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def cumprod(
    x: ArrayLike | Container,
    /,
    axis: int | Container | None = 0,
    exclusive: _bool | Container = False,
    reverse: _bool | Container = False,
    *,
    dtype: DtypeLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def cumsum(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    axis: int | None = 0,
    exclusive: _bool = False,
    reverse: _bool = False,
    *,
    dtype: DtypeLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def cumsum(
    x: ArrayLike | Container,
    /,
    axis: int | Container | None = 0,
    exclusive: _bool | Container = False,
    reverse: _bool | Container = False,
    *,
    dtype: DtypeLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def cumulative_prod(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | None = None,
    dtype: DtypeLike | None = None,
    include_initial: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def cumulative_prod(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | Container | None = None,
    dtype: DtypeLike | Container | None = None,
    include_initial: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def cumulative_sum(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | None = None,
    dtype: DtypeLike | None = None,
    include_initial: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def cumulative_sum(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | Container | None = None,
    dtype: DtypeLike | Container | None = None,
    include_initial: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
def current_backend(*args: Any, **kwargs: Any) -> types.ModuleType: ...
def current_backend_str() -> str: ...
def default(
    x: Any,
    /,
    default_val: Any,
    *,
    catch_exceptions: _bool = False,
    rev: _bool = False,
    with_callable: _bool = False,
) -> Any: ...
def default_complex_dtype(
    *, input: Any = None, complex_dtype: str | None = None, as_native: _bool = False
) -> Any: ...
def default_device(
    device: str | None = None, /, *, item: Any = None, as_native: _bool = False
) -> Any: ...
def default_dtype(
    *, dtype: str | None = None, item: Any = None, as_native: _bool = False
) -> Any: ...
def default_float_dtype(
    *, input: Any = None, float_dtype: str | None = None, as_native: _bool = False
) -> Any: ...
def default_int_dtype(
    *, input: Any = None, int_dtype: str | None = None, as_native: _bool = False
) -> Any: ...
def default_uint_dtype(
    *, input: Any = None, uint_dtype: str | None = None, as_native: _bool = False
) -> Any: ...
@overload
def deg2rad(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def deg2rad(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def det(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def det(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def dev(x: ArrayLike, /, *, as_native: _bool = False) -> Any: ...  # type: ignore[overload-overlap]
@overload
def dev(x: ArrayLike | Container, /, *, as_native: _bool | Container = False) -> None: ...
def dev_util(device: DeviceLike, /) -> float: ...
@overload
def diag(x: ArrayLike, /, *, k: int = 0, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def diag(
    x: ArrayLike | Container, /, *, k: int | Container = 0, out: Container | None = None
) -> Container: ...
@overload
def diagonal(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    offset: int = 0,
    axis1: int = -2,
    axis2: int = -1,
    copy: _bool | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def diagonal(
    x: ArrayLike | Container,
    /,
    *,
    offset: int | Container = 0,
    axis1: int | Container = -2,
    axis2: int | Container = -1,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def diff(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    n: int = 1,
    axis: int = -1,
    prepend: ArrayLike | None = None,
    append: ArrayLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def diff(
    x: ArrayLike | Container,
    /,
    *,
    n: int | Container = 1,
    axis: int | Container = -1,
    prepend: ArrayLike | Container | None = None,
    append: ArrayLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def divide(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def divide(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def divmod(x1: ArrayLike, x2: ArrayLike, /) -> tuple[Array, Array]: ...  # type: ignore[overload-overlap]
@overload
def divmod(x1: ArrayLike | Container, x2: ArrayLike | Container, /) -> list[Container]: ...
@overload
def dot(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def dot(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def dropout(  # type: ignore[overload-overlap]
    x: ArrayLike,
    prob: float,
    /,
    *,
    scale: _bool = True,
    dtype: DtypeLike | None = None,
    training: _bool = True,
    seed: int | None = None,
    noise_shape: Sequence[int | None] | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def dropout(
    x: ArrayLike | Container,
    prob: float | Container,
    /,
    *,
    scale: _bool | Container = True,
    dtype: DtypeLike | Container | None = None,
    training: _bool | Container = True,
    seed: int | Container | None = None,
    noise_shape: Sequence[int | None] | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def dsplit(  # type: ignore[overload-overlap]
    x: ArrayLike, indices_or_sections: int | Sequence[int], /, *, copy: _bool | None = None
) -> list[Array]: ...
@overload
def dsplit(
    x: ArrayLike | Container,
    indices_or_sections: int | Sequence[int] | Container,
    /,
    *,
    copy: _bool | Container | None = None,
) -> list[Container]: ...
@overload
def dstack(arrays: Sequence[ArrayLike], /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def dstack(
    arrays: Sequence[ArrayLike | Container] | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def dtype(x: ArrayLike, /, *, as_native: _bool = False) -> Any: ...  # type: ignore[overload-overlap]
@overload
def dtype(x: ArrayLike | Container, /, *, as_native: _bool | Container = False) -> None: ...
def dtype_bits(dtype_in: str, /) -> int: ...
def duplicate_array_index_chains(nest: Any) -> list[list[list[Any]]]: ...
@overload
def eig(x: ArrayLike, /) -> EigResult: ...  # type: ignore[overload-overlap]
@overload
def eig(x: ArrayLike | Container, /) -> Any: ...
@overload
def eigh(x: ArrayLike, /, *, UPLO: str = "L") -> EighResult: ...  # type: ignore[overload-overlap]
@overload
def eigh(x: ArrayLike | Container, /, *, UPLO: str | Container = "L") -> Any: ...
@overload
def eigvals(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def eigvals(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def eigvalsh(x: ArrayLike, /, *, UPLO: str = "L", out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def eigvalsh(
    x: ArrayLike | Container, /, *, UPLO: str | Container = "L", out: Container | None = None
) -> Container: ...
@overload
def einops_rearrange(  # type: ignore[overload-overlap]
    x: ArrayLike, pattern: str, /, *, out: Array | None = None, **axes_lengths: int
) -> Array: ...
@overload
def einops_rearrange(
    x: ArrayLike | Container,
    pattern: str | Container,
    /,
    *,
    out: Container | None = None,
    **axes_lengths: int | Container,
) -> Container: ...
@overload
def einops_reduce(  # type: ignore[overload-overlap]
    x: ArrayLike,
    pattern: str,
    reduction: str | Callable[..., Any],
    /,
    *,
    out: Array | None = None,
    **axes_lengths: int,
) -> Array: ...
@overload
def einops_reduce(
    x: ArrayLike | Container,
    pattern: str | Container,
    reduction: str | Callable[..., Any] | Container,
    /,
    *,
    out: Container | None = None,
    **axes_lengths: int | Container,
) -> Container: ...
@overload
def einops_repeat(  # type: ignore[overload-overlap]
    x: ArrayLike, pattern: str, /, *, out: Array | None = None, **axes_lengths: int
) -> Array: ...
@overload
def einops_repeat(
    x: ArrayLike | Container,
    pattern: str | Container,
    /,
    *,
    out: Container | None = None,
    **axes_lengths: int | Container,
) -> Container: ...
@overload
def einsum(equation: str, *operands: ArrayLike, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def einsum(
    equation: str | Container, *operands: ArrayLike | Container, out: Container | None = None
) -> Container: ...
@overload
def empty(  # type: ignore[overload-overlap]
    shape: ShapeLike,
    *,
    dtype: DtypeLike | None = None,
    device: DeviceLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def empty(
    shape: ShapeLike | Container,
    *,
    dtype: DtypeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def empty_like(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    dtype: DtypeLike | None = None,
    device: DeviceLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def empty_like(
    x: ArrayLike | Container,
    /,
    *,
    dtype: DtypeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def equal(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def equal(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
def execute_with_gradients(
    func: Callable[..., Any],
    xs: Any,
    /,
    *,
    retain_grads: _bool = False,
    xs_grad_idxs: Sequence[Sequence[str | int]] | None = ((0,),),
    ret_grad_idxs: Sequence[Sequence[str | int]] | None = ((0,),),
) -> tuple[Any, Any]: ...
def exists(x: Any, /) -> _bool: ...
@overload
def exp(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def exp(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def exp2(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def exp2(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def expand(  # type: ignore[overload-overlap]
    x: ArrayLike, shape: tuple[int, ...], /, *, copy: _bool | None = None, out: Array | None = None
) -> Array: ...
@overload
def expand(
    x: ArrayLike | Container,
    shape: tuple[int, ...] | Container,
    /,
    *,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def expand_dims(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    axis: int | Sequence[int] = 0,
    *,
    copy: _bool | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def expand_dims(
    x: ArrayLike | Container,
    /,
    axis: int | Sequence[int] | Container = 0,
    *,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def expm1(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def expm1(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def eye(  # type: ignore[overload-overlap]
    n_rows: int,
    n_cols: int | None = None,
    /,
    *,
    k: int = 0,
    batch_shape: ShapeLike | None = None,
    dtype: DtypeLike | None = None,
    device: DeviceLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def eye(
    n_rows: int | Container,
    n_cols: int | Container | None = None,
    /,
    *,
    k: int | Container = 0,
    batch_shape: ShapeLike | Container | None = None,
    dtype: DtypeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def fabs(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def fabs(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def fftfreq(  # type: ignore[overload-overlap]
    n: int,
    /,
    *,
    d: float = 1.0,
    dtype: DtypeLike | None = None,
    device: DeviceLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def fftfreq(
    n: int | Container,
    /,
    *,
    d: float | Container = 1.0,
    dtype: DtypeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def fftn(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    out: Array | None = None,
) -> Array: ...
@overload
def fftn(
    x: ArrayLike | Container,
    /,
    *,
    s: Sequence[int] | Container | None = None,
    axes: Sequence[int] | Container | None = None,
    norm: str | Container = "backward",
    out: Container | None = None,
) -> Container: ...
@overload
def fftshift(  # type: ignore[overload-overlap]
    x: ArrayLike, /, *, axes: int | Sequence[int] | None = None, out: Array | None = None
) -> Array: ...
@overload
def fftshift(
    x: ArrayLike | Container,
    /,
    *,
    axes: int | Sequence[int] | Container | None = None,
    out: Container | None = None,
) -> Container: ...
def finfo(type: DtypeLike | ArrayLike, /) -> Finfo: ...
@overload
def flatten(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    copy: _bool | None = None,
    start_dim: int = 0,
    end_dim: int = -1,
    order: str = "C",
    out: Array | None = None,
) -> Array: ...
@overload
def flatten(
    x: ArrayLike | Container,
    /,
    *,
    copy: _bool | Container | None = None,
    start_dim: int | Container = 0,
    end_dim: int | Container = -1,
    order: str | Container = "C",
    out: Container | None = None,
) -> Container: ...
@overload
def flip(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    copy: _bool | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def flip(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | Sequence[int] | Container | None = None,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def fliplr(x: ArrayLike, /, *, copy: _bool | None = None, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def fliplr(
    x: ArrayLike | Container,
    /,
    *,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def flipud(x: ArrayLike, /, *, copy: _bool | None = None, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def flipud(
    x: ArrayLike | Container,
    /,
    *,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def float_power(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def float_power(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def floor(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def floor(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def floor_divide(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def floor_divide(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def fmax(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def fmax(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def fmin(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def fmin(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def fmod(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def fmod(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
def for_loop(iterable: Any, body_fn: Callable[..., Any], vars: Any) -> Any: ...
@overload
def fourier_encode(  # type: ignore[overload-overlap]
    x: ArrayLike,
    max_freq: ArrayLike,
    /,
    *,
    num_bands: int = 4,
    linear: _bool = False,
    concat: _bool = True,
    flatten: _bool = False,
) -> Array | tuple[Array, Array]: ...
@overload
def fourier_encode(
    x: ArrayLike | Container,
    max_freq: ArrayLike | Container,
    /,
    *,
    num_bands: int | Container = 4,
    linear: _bool | Container = False,
    concat: _bool | Container = True,
    flatten: _bool | Container = False,
) -> Any: ...
@overload
def frexp(x: ArrayLike, /) -> tuple[Array, Array]: ...  # type: ignore[overload-overlap]
@overload
def frexp(x: ArrayLike | Container, /) -> list[Container]: ...
@overload
def from_dlpack(  # type: ignore[overload-overlap]
    x: Any,
    /,
    *,
    device: DeviceLike | None = None,
    copy: _bool | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def from_dlpack(
    x: Any,
    /,
    *,
    device: DeviceLike | Container | None = None,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def frombuffer(  # type: ignore[overload-overlap]
    buffer: bytes,
    dtype: DtypeLike | None = None,
    count: int = -1,
    offset: int = 0,
    *,
    out: Array | None = None,
) -> Array: ...
@overload
def frombuffer(
    buffer: bytes | Container,
    dtype: DtypeLike | Container | None = None,
    count: int | Container = -1,
    offset: int | Container = 0,
    *,
    out: Container | None = None,
) -> Container: ...
@overload
def full(  # type: ignore[overload-overlap]
    shape: ShapeLike,
    fill_value: complex,
    *,
    dtype: DtypeLike | None = None,
    device: DeviceLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def full(
    shape: ShapeLike | Container,
    fill_value: complex | Container,
    *,
    dtype: DtypeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def full_like(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    fill_value: complex,
    *,
    dtype: DtypeLike | None = None,
    device: DeviceLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def full_like(
    x: ArrayLike | Container,
    /,
    fill_value: complex | Container,
    *,
    dtype: DtypeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
def function_kind(name: str, /) -> str: ...
def function_supported_devices(
    fn: Callable[..., Any], recurse: _bool = True
) -> tuple[str, ...]: ...
def function_supported_devices_and_dtypes(
    fn: Callable[..., Any], recurse: _bool = True
) -> dict[str, tuple[Any, ...] | dict[Any, Any]]: ...
def function_supported_dtypes(
    fn: Callable[..., Any], recurse: _bool = True
) -> tuple[Dtype, ...] | dict[str, tuple[Dtype, ...]]: ...
def function_unsupported_devices(
    fn: Callable[..., Any], recurse: _bool = True
) -> tuple[str, ...]: ...
def function_unsupported_devices_and_dtypes(
    fn: Callable[..., Any], recurse: _bool = True
) -> dict[str, tuple[Any, ...] | dict[Any, Any]]: ...
def function_unsupported_dtypes(
    fn: Callable[..., Any], recurse: _bool = True
) -> tuple[Dtype, ...] | dict[str, tuple[Dtype, ...]]: ...
@overload
def gather(  # type: ignore[overload-overlap]
    params: ArrayLike,
    indices: ArrayLike,
    /,
    *,
    axis: int = -1,
    batch_dims: int = 0,
    out: Array | None = None,
) -> Array: ...
@overload
def gather(
    params: ArrayLike | Container,
    indices: ArrayLike | Container,
    /,
    *,
    axis: int | Container = -1,
    batch_dims: int | Container = 0,
    out: Container | None = None,
) -> Container: ...
@overload
def gather_nd(  # type: ignore[overload-overlap]
    params: ArrayLike, indices: ArrayLike, /, *, batch_dims: int = 0, out: Array | None = None
) -> Array: ...
@overload
def gather_nd(
    params: ArrayLike | Container,
    indices: ArrayLike | Container,
    /,
    *,
    batch_dims: int | Container = 0,
    out: Container | None = None,
) -> Container: ...
@overload
def gcd(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def gcd(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
def get_all_arrays_in_memory() -> list[Any]: ...
def get_all_arrays_on_dev(device: str, /) -> list[Any]: ...
def get_all_ivy_arrays_on_dev(device: str, /) -> list[Any]: ...
def get_backend(backend: str | None = None) -> types.ModuleType: ...
@overload
def get_item(  # type: ignore[overload-overlap]
    x: ArrayLike, query: Any, /, *, copy: _bool | None = None, out: Array | None = None
) -> Array: ...
@overload
def get_item(
    x: ArrayLike | Container,
    query: Any,
    /,
    *,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def get_num_dims(x: ArrayLike, /, *, as_array: _bool = False) -> int | Array: ...  # type: ignore[overload-overlap]
@overload
def get_num_dims(
    x: ArrayLike | Container, /, *, as_array: _bool | Container = False
) -> Container: ...
def get_referrers_recursive(
    item: object,
    *,
    depth: int = 0,
    max_depth: int | None = None,
    seen_set: set[Any] | None = None,
    local_set: set[Any] | None = None,
) -> Any: ...
def gpu_is_available() -> _bool: ...
def grad(func: Callable[..., Any], argnums: int | Sequence[int] = 0) -> Callable[..., Any]: ...
@overload
def gradient_descent_update(  # type: ignore[overload-overlap]
    w: ArrayLike,
    dcdw: ArrayLike,
    lr: ArrayLike,
    /,
    *,
    stop_gradients: _bool = True,
    out: Array | None = None,
) -> Array: ...
@overload
def gradient_descent_update(
    w: ArrayLike | Container,
    dcdw: ArrayLike | Container,
    lr: ArrayLike | Container,
    /,
    *,
    stop_gradients: _bool | Container = True,
    out: Container | None = None,
) -> Container: ...
@overload
def greater(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def greater(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def greater_equal(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def greater_equal(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def group_norm(  # type: ignore[overload-overlap]
    x: ArrayLike,
    num_groups: int = 1,
    /,
    *,
    offset: ArrayLike | None = None,
    scale: ArrayLike | None = None,
    eps: float = 1e-05,
    data_format: str = "NSC",
    out: Array | None = None,
) -> Array: ...
@overload
def group_norm(
    x: ArrayLike | Container,
    num_groups: int | Container = 1,
    /,
    *,
    offset: ArrayLike | Container | None = None,
    scale: ArrayLike | Container | None = None,
    eps: float | Container = 1e-05,
    data_format: str | Container = "NSC",
    out: Container | None = None,
) -> Container: ...
def handle_soft_device_variable(*args: Any, fn: Callable[..., Any], **kwargs: Any) -> Any: ...
@overload
def has_nans(x: ArrayLike, /, *, include_infs: _bool = True) -> _bool: ...  # type: ignore[overload-overlap]
@overload
def has_nans(
    x: ArrayLike | Container, /, *, include_infs: _bool | Container = True
) -> Container: ...
@overload
def heaviside(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def heaviside(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def hfft(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
    out: Array | None = None,
) -> Array: ...
@overload
def hfft(
    x: ArrayLike | Container,
    /,
    *,
    n: int | Container | None = None,
    axis: int | Container = -1,
    norm: str | Container = "backward",
    out: Container | None = None,
) -> Container: ...
@overload
def hinge_embedding_loss(  # type: ignore[overload-overlap]
    input: ArrayLike,
    target: ArrayLike,
    *,
    margin: float = 1.0,
    reduction: str = "mean",
    out: Array | None = None,
) -> Array: ...
@overload
def hinge_embedding_loss(
    input: ArrayLike | Container,
    target: ArrayLike | Container,
    *,
    margin: float | Container = 1.0,
    reduction: str | Container = "mean",
    out: Container | None = None,
) -> Container: ...
@overload
def hsplit(  # type: ignore[overload-overlap]
    x: ArrayLike, indices_or_sections: int | Sequence[int], /, *, copy: _bool | None = None
) -> list[Array]: ...
@overload
def hsplit(
    x: ArrayLike | Container,
    indices_or_sections: int | Sequence[int] | Container,
    /,
    *,
    copy: _bool | Container | None = None,
) -> list[Container]: ...
@overload
def hstack(arrays: Sequence[ArrayLike], /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def hstack(
    arrays: Sequence[ArrayLike | Container] | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def huber_loss(  # type: ignore[overload-overlap]
    true: ArrayLike,
    pred: ArrayLike,
    /,
    *,
    delta: float = 1.0,
    reduction: str = "mean",
    out: Array | None = None,
) -> Array: ...
@overload
def huber_loss(
    true: ArrayLike | Container,
    pred: ArrayLike | Container,
    /,
    *,
    delta: float | Container = 1.0,
    reduction: str | Container = "mean",
    out: Container | None = None,
) -> Container: ...
@overload
def hypot(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def hypot(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
def if_else(
    cond: Callable[..., Any] | ArrayLike,
    body_fn: Callable[..., Any],
    orelse_fn: Callable[..., Any],
    vars: Any,
) -> Any: ...
@overload
def ifft(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
    out: Array | None = None,
) -> Array: ...
@overload
def ifft(
    x: ArrayLike | Container,
    /,
    *,
    n: int | Container | None = None,
    axis: int | Container = -1,
    norm: str | Container = "backward",
    out: Container | None = None,
) -> Container: ...
@overload
def ifftn(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    out: Array | None = None,
) -> Array: ...
@overload
def ifftn(
    x: ArrayLike | Container,
    /,
    *,
    s: Sequence[int] | Container | None = None,
    axes: Sequence[int] | Container | None = None,
    norm: str | Container = "backward",
    out: Container | None = None,
) -> Container: ...
@overload
def ifftshift(  # type: ignore[overload-overlap]
    x: ArrayLike, /, *, axes: int | Sequence[int] | None = None, out: Array | None = None
) -> Array: ...
@overload
def ifftshift(
    x: ArrayLike | Container,
    /,
    *,
    axes: int | Sequence[int] | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def ihfft(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
    out: Array | None = None,
) -> Array: ...
@overload
def ihfft(
    x: ArrayLike | Container,
    /,
    *,
    n: int | Container | None = None,
    axis: int | Container = -1,
    norm: str | Container = "backward",
    out: Container | None = None,
) -> Container: ...
def iinfo(type: DtypeLike | ArrayLike, /) -> Iinfo: ...
@overload
def imag(x: ArrayLike, /, *, copy: _bool | None = None, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def imag(
    x: ArrayLike | Container,
    /,
    *,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
def index_nest(nest: Any, index: Sequence[Any], /) -> Any: ...
def indices(
    dimensions: ShapeLike, *, dtype: DtypeLike | None = None, sparse: _bool = False
) -> Array | tuple[Array, ...]: ...
def infer_default_dtype(dtype: str, /, *, as_native: _bool = False) -> Any: ...
@overload
def inner(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def inner(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
def inplace_arrays_supported() -> _bool: ...
@overload
def inplace_decrement(x: ArrayLike, val: ArrayLike) -> Array: ...  # type: ignore[overload-overlap]
@overload
def inplace_decrement(x: ArrayLike | Container, val: ArrayLike | Container) -> Container: ...
@overload
def inplace_increment(x: ArrayLike, val: ArrayLike) -> Array: ...  # type: ignore[overload-overlap]
@overload
def inplace_increment(x: ArrayLike | Container, val: ArrayLike | Container) -> Container: ...
@overload
def inplace_update(  # type: ignore[overload-overlap]
    x: ArrayLike,
    val: ArrayLike,
    /,
    *,
    ensure_in_backend: _bool = False,
    keep_input_dtype: _bool = False,
) -> Array: ...
@overload
def inplace_update(
    x: ArrayLike | Container,
    val: ArrayLike | Container,
    /,
    *,
    ensure_in_backend: _bool | Container = False,
    keep_input_dtype: _bool | Container = False,
) -> Container: ...
def inplace_variables_supported() -> _bool: ...
def insert_into_nest_at_index(nest: Any, index: Sequence[Any], value: Any) -> None: ...
def insert_into_nest_at_indices(
    nest: Any, indices: Iterable[Sequence[Any]], values: Any, /
) -> None: ...
@overload
def instance_norm(  # type: ignore[overload-overlap]
    x: ArrayLike,
    mean: ArrayLike | None,
    variance: ArrayLike | None,
    /,
    *,
    offset: ArrayLike | None = None,
    scale: ArrayLike | None = None,
    training: _bool = False,
    eps: float = 0.0,
    momentum: float = 0.1,
    data_format: str = "NSC",
    out: Array | None = None,
) -> tuple[Array, Array, Array]: ...
@overload
def instance_norm(
    x: ArrayLike | Container,
    mean: ArrayLike | Container | None,
    variance: ArrayLike | Container | None,
    /,
    *,
    offset: ArrayLike | Container | None = None,
    scale: ArrayLike | Container | None = None,
    training: _bool | Container = False,
    eps: float | Container = 0.0,
    momentum: float | Container = 0.1,
    data_format: str | Container = "NSC",
    out: Container | None = None,
) -> list[Container]: ...
@overload
def interpolate(  # type: ignore[overload-overlap]
    x: ArrayLike,
    size: Sequence[int] | int | None,
    /,
    *,
    mode: str = "linear",
    scale_factor: Sequence[float] | float | None = None,
    recompute_scale_factor: _bool | None = None,
    align_corners: _bool = False,
    antialias: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def interpolate(
    x: ArrayLike | Container,
    size: Sequence[int] | int | Container | None,
    /,
    *,
    mode: str | Container = "linear",
    scale_factor: Sequence[float] | float | Container | None = None,
    recompute_scale_factor: _bool | Container | None = None,
    align_corners: _bool | Container = False,
    antialias: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def inv(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def inv(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
def invalid_dtype(dtype_in: str | None, /) -> _bool: ...
@overload
def irfft(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
    out: Array | None = None,
) -> Array: ...
@overload
def irfft(
    x: ArrayLike | Container,
    /,
    *,
    n: int | Container | None = None,
    axis: int | Container = -1,
    norm: str | Container = "backward",
    out: Container | None = None,
) -> Container: ...
@overload
def irfftn(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    out: Array | None = None,
) -> Array: ...
@overload
def irfftn(
    x: ArrayLike | Container,
    /,
    *,
    s: Sequence[int] | Container | None = None,
    axes: Sequence[int] | Container | None = None,
    norm: str | Container = "backward",
    out: Container | None = None,
) -> Container: ...
def is_array(x: Any, /, *, exclusive: _bool = False) -> _bool: ...
@overload
def is_bool_dtype(dtype_in: DtypeLike | ArrayLike, /) -> _bool: ...  # type: ignore[overload-overlap]
@overload
def is_bool_dtype(dtype_in: DtypeLike | ArrayLike | Container, /) -> Container: ...
@overload
def is_complex_dtype(dtype_in: DtypeLike | ArrayLike, /) -> _bool: ...  # type: ignore[overload-overlap]
@overload
def is_complex_dtype(dtype_in: DtypeLike | ArrayLike | Container, /) -> Container: ...
@overload
def is_float_dtype(dtype_in: DtypeLike | ArrayLike, /) -> _bool: ...  # type: ignore[overload-overlap]
@overload
def is_float_dtype(dtype_in: DtypeLike | ArrayLike | Container, /) -> Container: ...
def is_hashable_dtype(dtype_in: str, /) -> _bool: ...
@overload
def is_int_dtype(dtype_in: DtypeLike | ArrayLike, /) -> _bool: ...  # type: ignore[overload-overlap]
@overload
def is_int_dtype(dtype_in: DtypeLike | ArrayLike | Container, /) -> Container: ...
def is_ivy_array(x: Any, /, *, exclusive: _bool = False) -> _bool: ...
def is_ivy_container(x: Any, /) -> _bool: ...
def is_native_array(x: Any, /, *, exclusive: _bool = False) -> _bool: ...
def is_native_dtype(dtype_in: str, /) -> _bool: ...
@overload
def is_uint_dtype(dtype_in: DtypeLike | ArrayLike, /) -> _bool: ...  # type: ignore[overload-overlap]
@overload
def is_uint_dtype(dtype_in: DtypeLike | ArrayLike | Container, /) -> Container: ...
@overload
def is_variable(x: ArrayLike, /, *, exclusive: _bool = False) -> _bool: ...  # type: ignore[overload-overlap]
@overload
def is_variable(
    x: ArrayLike | Container, /, *, exclusive: _bool | Container = False
) -> Container: ...
def isdtype(dtype: DtypeLike, kind: str | tuple[Any, ...]) -> _bool: ...
@overload
def isfinite(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def isfinite(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def isin(  # type: ignore[overload-overlap]
    elements: ArrayLike,
    test_elements: ArrayLike,
    /,
    *,
    assume_unique: _bool = False,
    invert: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def isin(
    elements: ArrayLike | Container,
    test_elements: ArrayLike | Container,
    /,
    *,
    assume_unique: _bool | Container = False,
    invert: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def isinf(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    detect_positive: _bool = True,
    detect_negative: _bool = True,
    out: Array | None = None,
) -> Array: ...
@overload
def isinf(
    x: ArrayLike | Container,
    /,
    *,
    detect_positive: _bool | Container = True,
    detect_negative: _bool | Container = True,
    out: Container | None = None,
) -> Container: ...
@overload
def isnan(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def isnan(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def isreal(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def isreal(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
def isscalar(x: Any, /) -> _bool: ...
@overload
def itemsize(x: ArrayLike, /) -> int: ...  # type: ignore[overload-overlap]
@overload
def itemsize(x: ArrayLike | Container, /) -> Container: ...
def jac(func: Callable[..., Any]) -> Callable[..., Any]: ...
def jvp(func: Callable[..., Any], primals: Any, tangents: Any) -> tuple[Any, Any]: ...
@overload
def kl_div(  # type: ignore[overload-overlap]
    input: ArrayLike,
    target: ArrayLike,
    /,
    *,
    reduction: str = "mean",
    log_target: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def kl_div(
    input: ArrayLike | Container,
    target: ArrayLike | Container,
    /,
    *,
    reduction: str | Container = "mean",
    log_target: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def kron(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def kron(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def l1_loss(  # type: ignore[overload-overlap]
    input: ArrayLike, target: ArrayLike, /, *, reduction: str = "mean", out: Array | None = None
) -> Array: ...
@overload
def l1_loss(
    input: ArrayLike | Container,
    target: ArrayLike | Container,
    /,
    *,
    reduction: str | Container = "mean",
    out: Container | None = None,
) -> Container: ...
@overload
def l1_normalize(  # type: ignore[overload-overlap]
    x: ArrayLike, /, *, axis: int | tuple[int, ...] | None = None, out: Array | None = None
) -> Array: ...
@overload
def l1_normalize(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def l2_normalize(  # type: ignore[overload-overlap]
    x: ArrayLike, /, *, axis: int | tuple[int, ...] | None = None, out: Array | None = None
) -> Array: ...
@overload
def l2_normalize(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def lamb_update(  # type: ignore[overload-overlap]
    w: ArrayLike,
    dcdw: ArrayLike,
    lr: ArrayLike,
    mw_tm1: ArrayLike,
    vw_tm1: ArrayLike,
    step: ArrayLike,
    /,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-07,
    max_trust_ratio: int | float = 10,
    decay_lambda: float = 0,
    stop_gradients: _bool = True,
    out: Array | None = None,
) -> tuple[Array, Array, Array]: ...
@overload
def lamb_update(
    w: ArrayLike | Container,
    dcdw: ArrayLike | Container,
    lr: ArrayLike | Container,
    mw_tm1: ArrayLike | Container,
    vw_tm1: ArrayLike | Container,
    step: ArrayLike | Container,
    /,
    *,
    beta1: float | Container = 0.9,
    beta2: float | Container = 0.999,
    epsilon: float | Container = 1e-07,
    max_trust_ratio: int | float | Container = 10,
    decay_lambda: float | Container = 0,
    stop_gradients: _bool | Container = True,
    out: Container | None = None,
) -> list[Container]: ...
@overload
def lars_update(  # type: ignore[overload-overlap]
    w: ArrayLike,
    dcdw: ArrayLike,
    lr: ArrayLike,
    /,
    *,
    decay_lambda: float = 0,
    stop_gradients: _bool = True,
    out: Array | None = None,
) -> Array: ...
@overload
def lars_update(
    w: ArrayLike | Container,
    dcdw: ArrayLike | Container,
    lr: ArrayLike | Container,
    /,
    *,
    decay_lambda: float | Container = 0,
    stop_gradients: _bool | Container = True,
    out: Container | None = None,
) -> Container: ...
@overload
def layer_norm(  # type: ignore[overload-overlap]
    x: ArrayLike,
    normalized_idxs: Sequence[int],
    /,
    *,
    scale: ArrayLike | None = None,
    offset: ArrayLike | None = None,
    eps: float = 1e-05,
    new_std: float = 1.0,
    out: Array | None = None,
) -> Array: ...
@overload
def layer_norm(
    x: ArrayLike | Container,
    normalized_idxs: Sequence[int] | Container,
    /,
    *,
    scale: ArrayLike | Container | None = None,
    offset: ArrayLike | Container | None = None,
    eps: float | Container = 1e-05,
    new_std: float | Container = 1.0,
    out: Container | None = None,
) -> Container: ...
@overload
def lcm(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def lcm(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def ldexp(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def ldexp(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def less(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def less(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def less_equal(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def less_equal(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def lexsort(keys: Sequence[ArrayLike], /, *, axis: int = -1, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def lexsort(
    keys: Sequence[ArrayLike | Container] | Container,
    /,
    *,
    axis: int | Container = -1,
    out: Container | None = None,
) -> Container: ...
@overload
def linear(  # type: ignore[overload-overlap]
    x: ArrayLike, weight: ArrayLike, /, *, bias: ArrayLike | None = None, out: Array | None = None
) -> Array: ...
@overload
def linear(
    x: ArrayLike | Container,
    weight: ArrayLike | Container,
    /,
    *,
    bias: ArrayLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def linspace(  # type: ignore[overload-overlap]
    start: ArrayLike,
    stop: ArrayLike,
    /,
    num: int = 50,
    *,
    axis: int | None = None,
    endpoint: _bool = True,
    dtype: DtypeLike | None = None,
    device: DeviceLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def linspace(
    start: ArrayLike | Container,
    stop: ArrayLike | Container,
    /,
    num: int | Container = 50,
    *,
    axis: int | Container | None = None,
    endpoint: _bool | Container = True,
    dtype: DtypeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def local_response_norm(  # type: ignore[overload-overlap]
    x: ArrayLike,
    size: int,
    /,
    *,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
    average: _bool = False,
    data_format: str = "NHWC",
    out: Array | None = None,
) -> Array: ...
@overload
def local_response_norm(
    x: ArrayLike | Container,
    size: int | Container,
    /,
    *,
    bias: float | Container = 1.0,
    alpha: float | Container = 1.0,
    beta: float | Container = 0.5,
    average: _bool | Container = False,
    data_format: str | Container = "NHWC",
    out: Container | None = None,
) -> Container: ...
@overload
def log(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def log(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def log10(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def log10(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def log1p(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def log1p(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def log2(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def log2(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def log_poisson_loss(  # type: ignore[overload-overlap]
    true: ArrayLike,
    pred: ArrayLike,
    /,
    *,
    compute_full_loss: _bool = False,
    axis: int | None = -1,
    reduction: str = "none",
    out: Array | None = None,
) -> Array: ...
@overload
def log_poisson_loss(
    true: ArrayLike | Container,
    pred: ArrayLike | Container,
    /,
    *,
    compute_full_loss: _bool | Container = False,
    axis: int | Container | None = -1,
    reduction: str | Container = "none",
    out: Container | None = None,
) -> Container: ...
@overload
def logaddexp(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def logaddexp(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def logaddexp2(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def logaddexp2(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def logical_and(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def logical_and(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def logical_not(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def logical_not(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def logical_or(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def logical_or(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def logical_xor(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def logical_xor(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def logspace(  # type: ignore[overload-overlap]
    start: ArrayLike,
    stop: ArrayLike,
    /,
    num: int = 50,
    *,
    base: ArrayLike = 10.0,
    axis: int = 0,
    endpoint: _bool = True,
    dtype: DtypeLike | None = None,
    device: DeviceLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def logspace(
    start: ArrayLike | Container,
    stop: ArrayLike | Container,
    /,
    num: int | Container = 50,
    *,
    base: ArrayLike | Container = 10.0,
    axis: int | Container = 0,
    endpoint: _bool | Container = True,
    dtype: DtypeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def lp_normalize(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    p: float = 2,
    axis: int | tuple[int, ...] | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def lp_normalize(
    x: ArrayLike | Container,
    /,
    *,
    p: float | Container = 2,
    axis: int | tuple[int, ...] | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def lstsq(x1: ArrayLike, x2: ArrayLike, /, *, rcond: float | None = None) -> LstsqResult: ...  # type: ignore[overload-overlap]
@overload
def lstsq(
    x1: ArrayLike | Container,
    x2: ArrayLike | Container,
    /,
    *,
    rcond: float | Container | None = None,
) -> Any: ...
def map(
    fn: Callable[..., Any],
    constant: dict[str, Any] | None = None,
    unique: dict[str, Iterable[Any]] | None = None,
    mean: _bool = False,
) -> Any: ...
def map_nest_at_index(
    nest: Any, index: Sequence[Any], fn: Callable[[Any], Any], /, shallow: _bool = True
) -> Any: ...
def map_nest_at_indices(
    nest: Any, indices: Iterable[Sequence[Any]], fn: Callable[[Any], Any], /, shallow: _bool = True
) -> Any: ...
def match_kwargs(
    kwargs: dict[str, Any], *receivers: Callable[..., Any], allow_duplicates: _bool = False
) -> list[dict[str, Any]] | dict[str, Any]: ...
@overload
def matmul(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def matmul(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def matrix_norm(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    ord: int | float | str = "fro",
    axis: tuple[int, int] = (-2, -1),
    keepdims: _bool = False,
    dtype: DtypeLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def matrix_norm(
    x: ArrayLike | Container,
    /,
    *,
    ord: int | float | str | Container = "fro",
    axis: tuple[int, int] | Container = (-2, -1),
    keepdims: _bool | Container = False,
    dtype: DtypeLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def matrix_power(x: ArrayLike, n: int, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def matrix_power(
    x: ArrayLike | Container, n: int | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def matrix_rank(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    rtol: ArrayLike | None = None,
    atol: ArrayLike | None = None,
    hermitian: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def matrix_rank(
    x: ArrayLike | Container,
    /,
    *,
    rtol: ArrayLike | Container | None = None,
    atol: ArrayLike | Container | None = None,
    hermitian: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def matrix_transpose(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    conjugate: _bool = False,
    copy: _bool | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def matrix_transpose(
    x: ArrayLike | Container,
    /,
    *,
    conjugate: _bool | Container = False,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def max(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    keepdims: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def max(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    keepdims: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def maximum(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def maximum(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def mean(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    dtype: DtypeLike | None = None,
    keepdims: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def mean(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    dtype: DtypeLike | Container | None = None,
    keepdims: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def median(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    keepdims: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def median(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    keepdims: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def meshgrid(*arrays: ArrayLike, sparse: _bool = False, indexing: str = "xy") -> list[Array]: ...  # type: ignore[overload-overlap]
@overload
def meshgrid(
    *arrays: ArrayLike | Container,
    sparse: _bool | Container = False,
    indexing: str | Container = "xy",
) -> list[Container]: ...
@overload
def min(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    keepdims: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def min(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    keepdims: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def minimum(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def minimum(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def modf(x: ArrayLike, /) -> tuple[Array, Array]: ...  # type: ignore[overload-overlap]
@overload
def modf(x: ArrayLike | Container, /) -> list[Container]: ...
@overload
def moveaxis(  # type: ignore[overload-overlap]
    x: ArrayLike,
    source: int | Sequence[int],
    destination: int | Sequence[int],
    /,
    *,
    copy: _bool | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def moveaxis(
    x: ArrayLike | Container,
    source: int | Sequence[int] | Container,
    destination: int | Sequence[int] | Container,
    /,
    *,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def msort(a: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def msort(a: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def multi_dot(x: Sequence[ArrayLike], /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def multi_dot(
    x: Sequence[ArrayLike | Container] | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def multi_head_attention(  # type: ignore[overload-overlap]
    query: Any,
    /,
    *,
    key: ArrayLike | None = None,
    value: ArrayLike | None = None,
    batch_first: _bool = True,
    num_heads: int = 8,
    scale: float | None = None,
    attention_mask: ArrayLike | None = None,
    in_proj_weights: ArrayLike | None = None,
    q_proj_weights: ArrayLike | None = None,
    k_proj_weights: ArrayLike | None = None,
    v_proj_weights: ArrayLike | None = None,
    out_proj_weights: ArrayLike | None = None,
    in_proj_bias: ArrayLike | None = None,
    out_proj_bias: ArrayLike | None = None,
    is_causal: _bool = False,
    key_padding_mask: ArrayLike | None = None,
    bias_k: ArrayLike | None = None,
    bias_v: ArrayLike | None = None,
    static_k: ArrayLike | None = None,
    static_v: ArrayLike | None = None,
    add_zero_attn: _bool = False,
    return_attention_weights: _bool = False,
    average_attention_weights: _bool = True,
    dropout: float = 0.0,
    training: _bool = False,
    to_out_fn: Callable[..., Any] | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def multi_head_attention(
    query: Any,
    /,
    *,
    key: ArrayLike | Container | None = None,
    value: ArrayLike | Container | None = None,
    batch_first: _bool | Container = True,
    num_heads: int | Container = 8,
    scale: float | Container | None = None,
    attention_mask: ArrayLike | Container | None = None,
    in_proj_weights: ArrayLike | Container | None = None,
    q_proj_weights: ArrayLike | Container | None = None,
    k_proj_weights: ArrayLike | Container | None = None,
    v_proj_weights: ArrayLike | Container | None = None,
    out_proj_weights: ArrayLike | Container | None = None,
    in_proj_bias: ArrayLike | Container | None = None,
    out_proj_bias: ArrayLike | Container | None = None,
    is_causal: _bool | Container = False,
    key_padding_mask: ArrayLike | Container | None = None,
    bias_k: ArrayLike | Container | None = None,
    bias_v: ArrayLike | Container | None = None,
    static_k: ArrayLike | Container | None = None,
    static_v: ArrayLike | Container | None = None,
    add_zero_attn: _bool | Container = False,
    return_attention_weights: _bool | Container = False,
    average_attention_weights: _bool | Container = True,
    dropout: float | Container = 0.0,
    training: _bool | Container = False,
    to_out_fn: Callable[..., Any] | Container | None = None,
    out: Container | None = None,
) -> Container: ...
def multi_index_nest(nest: Any, indices: Iterable[Sequence[Any]], /) -> list[Any]: ...
@overload
def multinomial(  # type: ignore[overload-overlap]
    population_size: int,
    num_samples: int,
    /,
    *,
    batch_size: int = 1,
    probs: ArrayLike | None = None,
    replace: _bool = True,
    device: DeviceLike | None = None,
    seed: ArrayLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def multinomial(
    population_size: int | Container,
    num_samples: int | Container,
    /,
    *,
    batch_size: int | Container = 1,
    probs: ArrayLike | Container | None = None,
    replace: _bool | Container = True,
    device: DeviceLike | Container | None = None,
    seed: ArrayLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def multiply(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def multiply(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
def multiprocessing(context: str | None = None) -> Any: ...
@overload
def nan_to_num(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    copy: _bool = True,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def nan_to_num(
    x: ArrayLike | Container,
    /,
    *,
    copy: _bool | Container = True,
    nan: float | Container = 0.0,
    posinf: float | Container | None = None,
    neginf: float | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def nanmax(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    keepdims: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def nanmax(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    keepdims: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def nanmean(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    dtype: DtypeLike | None = None,
    keepdims: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def nanmean(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    dtype: DtypeLike | Container | None = None,
    keepdims: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def nanmedian(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    keepdims: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def nanmedian(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    keepdims: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def nanmin(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    keepdims: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def nanmin(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    keepdims: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def nanprod(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    dtype: DtypeLike | None = None,
    keepdims: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def nanprod(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    dtype: DtypeLike | Container | None = None,
    keepdims: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def nansum(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    dtype: DtypeLike | None = None,
    keepdims: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def nansum(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    dtype: DtypeLike | Container | None = None,
    keepdims: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
def native_array(
    obj: Any, /, *, dtype: DtypeLike | None = None, device: DeviceLike | None = None
) -> Any: ...
@overload
def negative(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def negative(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
def nested_any(nest: Any, fn: Callable[[Any], _bool], check_nests: _bool = False) -> _bool: ...
def nested_argwhere(
    nest: Any,
    fn: Callable[[Any], _bool],
    check_nests: _bool = False,
    to_ignore: type[Any] | tuple[type[Any], ...] | None = None,
    stop_after_n_found: int | None = None,
) -> list[list[Any]]: ...
def nested_map(
    fn: Callable[[Any], Any],
    x: Any,
    /,
    include_derived: _bool | dict[str, _bool] | None = None,
    to_ignore: type[Any] | tuple[type[Any], ...] | None = None,
    to_mutable: _bool = False,
    shallow: _bool = True,
) -> Any: ...
def nested_multi_map(
    func: Callable[[list[Any], str], Any],
    nests: Sequence[Any],
    index_chains: Iterable[Any] | None = None,
    to_apply: _bool = True,
    prune_unapplied: _bool = False,
    index_chain: str = "",
    config: dict[Any, Any] | None = None,
    to_ivy: _bool = True,
) -> Any: ...
@overload
def nextafter(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def nextafter(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def nonzero(  # type: ignore[overload-overlap]
    x: ArrayLike, /, *, size: int | None = None, fill_value: int = 0
) -> tuple[Array, ...]: ...
@overload
def nonzero(
    x: ArrayLike | Container,
    /,
    *,
    size: int | Container | None = None,
    fill_value: int | Container = 0,
) -> list[Container]: ...
@overload
def not_equal(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def not_equal(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
def num_arrays_in_memory() -> int: ...
def num_cpu_cores(*, logical: _bool = True) -> int: ...
def num_gpus() -> int: ...
def num_ivy_arrays_on_dev(device: str, /) -> int: ...
@overload
def one_hot(  # type: ignore[overload-overlap]
    indices: ArrayLike,
    depth: int,
    /,
    *,
    on_value: complex | None = None,
    off_value: complex | None = None,
    axis: int | None = None,
    dtype: DtypeLike | None = None,
    device: DeviceLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def one_hot(
    indices: ArrayLike | Container,
    depth: int | Container,
    /,
    *,
    on_value: complex | Container | None = None,
    off_value: complex | Container | None = None,
    axis: int | Container | None = None,
    dtype: DtypeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def ones(  # type: ignore[overload-overlap]
    shape: ShapeLike,
    *,
    dtype: DtypeLike | None = None,
    device: DeviceLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def ones(
    shape: ShapeLike | Container,
    *,
    dtype: DtypeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def ones_like(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    dtype: DtypeLike | None = None,
    device: DeviceLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def ones_like(
    x: ArrayLike | Container,
    /,
    *,
    dtype: DtypeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def optimizer_update(  # type: ignore[overload-overlap]
    w: ArrayLike,
    effective_grad: ArrayLike,
    lr: ArrayLike,
    /,
    *,
    stop_gradients: _bool = True,
    out: Array | None = None,
) -> Array: ...
@overload
def optimizer_update(
    w: ArrayLike | Container,
    effective_grad: ArrayLike | Container,
    lr: ArrayLike | Container,
    /,
    *,
    stop_gradients: _bool | Container = True,
    out: Container | None = None,
) -> Container: ...
@overload
def outer(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def outer(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def pad(  # type: ignore[overload-overlap]
    x: ArrayLike,
    pad_width: int | Sequence[Any] | dict[Any, Any],
    /,
    *,
    mode: str | Callable[..., Any] = "constant",
    stat_length: int | Sequence[Any] | None = None,
    constant_values: complex | Sequence[Any] = 0,
    end_values: complex | Sequence[Any] = 0,
    reflect_type: str = "even",
    out: Array | None = None,
    **kwargs: object,
) -> Array: ...
@overload
def pad(
    x: ArrayLike | Container,
    pad_width: int | Sequence[Any] | dict[Any, Any] | Container,
    /,
    *,
    mode: str | Callable[..., Any] | Container = "constant",
    stat_length: int | Sequence[Any] | Container | None = None,
    constant_values: complex | Sequence[Any] | Container = 0,
    end_values: complex | Sequence[Any] | Container = 0,
    reflect_type: str | Container = "even",
    out: Container | None = None,
    **kwargs: object | Container,
) -> Container: ...
def percent_used_mem_on_dev(device: DeviceLike, /, *, process_specific: _bool = False) -> float: ...
@overload
def permute_dims(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    axes: tuple[int, ...] | None = None,
    *,
    copy: _bool | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def permute_dims(
    x: ArrayLike | Container,
    /,
    axes: tuple[int, ...] | Container | None = None,
    *,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def pinv(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    rtol: ArrayLike | None = None,
    hermitian: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def pinv(
    x: ArrayLike | Container,
    /,
    *,
    rtol: ArrayLike | Container | None = None,
    hermitian: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def poisson_nll_loss(  # type: ignore[overload-overlap]
    input: ArrayLike,
    target: ArrayLike,
    *,
    log_input: _bool = True,
    full: _bool = False,
    eps: float = 1e-08,
    reduction: str = "mean",
    out: Array | None = None,
) -> Array: ...
@overload
def poisson_nll_loss(
    input: ArrayLike | Container,
    target: ArrayLike | Container,
    *,
    log_input: _bool | Container = True,
    full: _bool | Container = False,
    eps: float | Container = 1e-08,
    reduction: str | Container = "mean",
    out: Container | None = None,
) -> Container: ...
@overload
def positive(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def positive(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def pow(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def pow(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
def previous_backend() -> Any: ...
def print_all_arrays_in_memory() -> None: ...
def print_all_ivy_arrays_on_dev(*, device: str | None = None, attr_only: _bool = True) -> None: ...
@overload
def prod(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    dtype: DtypeLike | None = None,
    keepdims: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def prod(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    dtype: DtypeLike | Container | None = None,
    keepdims: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
def promote_types(type1: str, type2: str, /) -> Dtype: ...
@overload
def promote_types_of_inputs(x1: ArrayLike, x2: ArrayLike, /) -> tuple[Array, ...]: ...  # type: ignore[overload-overlap]
@overload
def promote_types_of_inputs(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /
) -> list[Container]: ...
def prune_empty(nest: Any) -> Any: ...
def prune_nest_at_index(nest: Any, index: Sequence[Any], /) -> None: ...
def prune_nest_at_indices(nest: Any, indices: Iterable[Sequence[Any]], /) -> None: ...
@overload
def put_along_axis(  # type: ignore[overload-overlap]
    x: ArrayLike,
    indices: ArrayLike,
    values: ArrayLike,
    axis: int | None,
    /,
    *,
    mode: str = "replace",
    out: Array | None = None,
) -> Array: ...
@overload
def put_along_axis(
    x: ArrayLike | Container,
    indices: ArrayLike | Container,
    values: ArrayLike | Container,
    axis: int | Container | None,
    /,
    *,
    mode: str | Container = "replace",
    out: Container | None = None,
) -> Container: ...
@overload
def qr(x: ArrayLike, /, *, mode: str = "reduced") -> QRResult: ...  # type: ignore[overload-overlap]
@overload
def qr(x: ArrayLike | Container, /, *, mode: str | Container = "reduced") -> Any: ...
@overload
def quantile(  # type: ignore[overload-overlap]
    a: ArrayLike,
    q: float,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    keepdims: _bool = False,
    interpolation: str = "linear",
    out: Array | None = None,
) -> Array: ...
@overload
def quantile(
    a: ArrayLike | Container,
    q: float | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    keepdims: _bool | Container = False,
    interpolation: str | Container = "linear",
    out: Container | None = None,
) -> Container: ...
@overload
def rad2deg(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def rad2deg(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def randint(  # type: ignore[overload-overlap]
    low: ArrayLike,
    high: ArrayLike,
    /,
    *,
    shape: ShapeLike | None = None,
    device: DeviceLike | None = None,
    dtype: DtypeLike | None = None,
    seed: ArrayLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def randint(
    low: ArrayLike | Container,
    high: ArrayLike | Container,
    /,
    *,
    shape: ShapeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    dtype: DtypeLike | Container | None = None,
    seed: ArrayLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def random_normal(  # type: ignore[overload-overlap]
    *,
    mean: ArrayLike = 0.0,
    std: ArrayLike = 1.0,
    shape: ShapeLike | None = None,
    dtype: DtypeLike | None = None,
    seed: ArrayLike | None = None,
    device: DeviceLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def random_normal(
    *,
    mean: ArrayLike | Container = 0.0,
    std: ArrayLike | Container = 1.0,
    shape: ShapeLike | Container | None = None,
    dtype: DtypeLike | Container | None = None,
    seed: ArrayLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def random_uniform(  # type: ignore[overload-overlap]
    *,
    low: ArrayLike = 0.0,
    high: ArrayLike = 1.0,
    shape: ShapeLike | None = None,
    device: DeviceLike | None = None,
    dtype: DtypeLike | None = None,
    seed: ArrayLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def random_uniform(
    *,
    low: ArrayLike | Container = 0.0,
    high: ArrayLike | Container = 1.0,
    shape: ShapeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    dtype: DtypeLike | Container | None = None,
    seed: ArrayLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def ravel(  # type: ignore[overload-overlap]
    x: ArrayLike, /, *, order: str = "C", copy: _bool | None = None, out: Array | None = None
) -> Array: ...
@overload
def ravel(
    x: ArrayLike | Container,
    /,
    *,
    order: str | Container = "C",
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def real(x: ArrayLike, /, *, copy: _bool | None = None, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def real(
    x: ArrayLike | Container,
    /,
    *,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def reciprocal(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def reciprocal(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def remainder(  # type: ignore[overload-overlap]
    x1: ArrayLike, x2: ArrayLike, /, *, modulus: _bool = True, out: Array | None = None
) -> Array: ...
@overload
def remainder(
    x1: ArrayLike | Container,
    x2: ArrayLike | Container,
    /,
    *,
    modulus: _bool | Container = True,
    out: Container | None = None,
) -> Container: ...
@overload
def repeat(  # type: ignore[overload-overlap]
    x: ArrayLike,
    repeats: int | Sequence[int],
    /,
    *,
    axis: int | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def repeat(
    x: ArrayLike | Container,
    repeats: int | Sequence[int] | Container,
    /,
    *,
    axis: int | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def requires_gradient(x: ArrayLike) -> _bool: ...  # type: ignore[overload-overlap]
@overload
def requires_gradient(x: ArrayLike | Container) -> Container: ...
@overload
def reshape(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    shape: int | tuple[int, ...],
    *,
    copy: _bool | None = None,
    order: str = "C",
    allowzero: _bool = True,
    out: Array | None = None,
) -> Array: ...
@overload
def reshape(
    x: ArrayLike | Container,
    /,
    shape: int | tuple[int, ...] | Container,
    *,
    copy: _bool | Container | None = None,
    order: str | Container = "C",
    allowzero: _bool | Container = True,
    out: Container | None = None,
) -> Container: ...
@overload
def result_type(*arrays_and_dtypes: ArrayLike | DtypeLike) -> Dtype: ...  # type: ignore[overload-overlap]
@overload
def result_type(*arrays_and_dtypes: ArrayLike | DtypeLike | Container) -> Container: ...
@overload
def rfft(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: str = "backward",
    out: Array | None = None,
) -> Array: ...
@overload
def rfft(
    x: ArrayLike | Container,
    /,
    *,
    n: int | Container | None = None,
    axis: int | Container = -1,
    norm: str | Container = "backward",
    out: Container | None = None,
) -> Container: ...
@overload
def rfftfreq(  # type: ignore[overload-overlap]
    n: int,
    /,
    *,
    d: float = 1.0,
    dtype: DtypeLike | None = None,
    device: DeviceLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def rfftfreq(
    n: int | Container,
    /,
    *,
    d: float | Container = 1.0,
    dtype: DtypeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def rfftn(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
    out: Array | None = None,
) -> Array: ...
@overload
def rfftn(
    x: ArrayLike | Container,
    /,
    *,
    s: Sequence[int] | Container | None = None,
    axes: Sequence[int] | Container | None = None,
    norm: str | Container = "backward",
    out: Container | None = None,
) -> Container: ...
@overload
def rint(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def rint(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def roll(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    shift: int | Sequence[int],
    *,
    axis: int | Sequence[int] | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def roll(
    x: ArrayLike | Container,
    /,
    shift: int | Sequence[int] | Container,
    *,
    axis: int | Sequence[int] | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def rot90(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    k: int = 1,
    axes: tuple[int, int] = (0, 1),
    copy: _bool | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def rot90(
    x: ArrayLike | Container,
    /,
    *,
    k: int | Container = 1,
    axes: tuple[int, int] | Container = (0, 1),
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def round(x: ArrayLike, /, *, decimals: int = 0, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def round(
    x: ArrayLike | Container, /, *, decimals: int | Container = 0, out: Container | None = None
) -> Container: ...
@overload
def scaled_dot_product_attention(  # type: ignore[overload-overlap]
    query: Any,
    key: ArrayLike,
    value: ArrayLike,
    /,
    *,
    scale: float | None = None,
    mask: ArrayLike | None = None,
    dropout_p: float = 0.0,
    is_causal: _bool = False,
    training: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def scaled_dot_product_attention(
    query: Any,
    key: ArrayLike | Container,
    value: ArrayLike | Container,
    /,
    *,
    scale: float | Container | None = None,
    mask: ArrayLike | Container | None = None,
    dropout_p: float | Container = 0.0,
    is_causal: _bool | Container = False,
    training: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def scatter_flat(  # type: ignore[overload-overlap]
    indices: ArrayLike,
    updates: ArrayLike,
    /,
    *,
    size: int | None = None,
    reduction: str = "sum",
    out: Array | None = None,
) -> Array: ...
@overload
def scatter_flat(
    indices: ArrayLike | Container,
    updates: ArrayLike | Container,
    /,
    *,
    size: int | Container | None = None,
    reduction: str | Container = "sum",
    out: Container | None = None,
) -> Container: ...
@overload
def scatter_nd(  # type: ignore[overload-overlap]
    indices: ArrayLike,
    updates: ArrayLike,
    /,
    shape: Sequence[int] | None = None,
    *,
    reduction: str = "sum",
    out: Array | None = None,
) -> Array: ...
@overload
def scatter_nd(
    indices: ArrayLike | Container,
    updates: ArrayLike | Container,
    /,
    shape: Sequence[int] | Container | None = None,
    *,
    reduction: str | Container = "sum",
    out: Container | None = None,
) -> Container: ...
@overload
def searchsorted(  # type: ignore[overload-overlap]
    x: ArrayLike,
    v: ArrayLike,
    /,
    *,
    side: str = "left",
    sorter: ArrayLike | None = None,
    ret_dtype: DtypeLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def searchsorted(
    x: ArrayLike | Container,
    v: ArrayLike | Container,
    /,
    *,
    side: str | Container = "left",
    sorter: ArrayLike | Container | None = None,
    ret_dtype: DtypeLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
def seed(*, seed_value: int = 0) -> None: ...
def set_array_mode(mode: _bool) -> Setting: ...
def set_backend(backend: str, dynamic: _bool = False) -> types.ModuleType: ...
def set_default_complex_dtype(complex_dtype: str, /) -> Any: ...
def set_default_device(device: str, /) -> Any: ...
def set_default_dtype(dtype: str, /) -> Any: ...
def set_default_float_dtype(float_dtype: str, /) -> Any: ...
def set_default_int_dtype(int_dtype: str, /) -> Any: ...
def set_default_uint_dtype(uint_dtype: str, /) -> Any: ...
def set_exception_trace_mode(mode: str) -> Setting: ...
def set_inplace_mode(mode: str = "lenient") -> Setting: ...
@overload
def set_item(  # type: ignore[overload-overlap]
    x: ArrayLike, query: Any, val: ArrayLike, /, *, copy: _bool | None = False
) -> Array: ...
@overload
def set_item(
    x: ArrayLike | Container,
    query: Any,
    val: ArrayLike | Container,
    /,
    *,
    copy: _bool | Container | None = False,
) -> Container: ...
def set_min_base(val: float) -> Setting: ...
def set_min_denominator(val: float) -> Setting: ...
def set_nest_at_index(
    nest: Any, index: Sequence[Any], value: Any, /, shallow: _bool = True
) -> Any: ...
def set_nest_at_indices(
    nest: Any, indices: Iterable[Sequence[Any]], values: Any, /, shallow: _bool = True
) -> Any: ...
def set_nestable_mode(mode: _bool) -> Setting: ...
def set_precise_mode(mode: _bool) -> Setting: ...
def set_queue_timeout(timeout: float) -> Setting: ...
def set_shape_array_mode(mode: _bool) -> Setting: ...
def set_show_func_wrapper_trace_mode(mode: _bool) -> Setting: ...
def set_soft_device_mode(mode: _bool) -> Setting: ...
def set_split_factor(factor: float, device: str | None = None) -> None: ...
def set_tmp_dir(tmp_dr: str) -> Setting: ...
@overload
def shape(x: ArrayLike, /, *, as_array: _bool = False) -> tuple[int, ...] | Array: ...  # type: ignore[overload-overlap]
@overload
def shape(x: ArrayLike | Container, /, *, as_array: _bool | Container = False) -> Container: ...
@overload
def shuffle(  # type: ignore[overload-overlap]
    x: ArrayLike, axis: int = 0, /, *, seed: ArrayLike | None = None, out: Array | None = None
) -> Array: ...
@overload
def shuffle(
    x: ArrayLike | Container,
    axis: int | Container = 0,
    /,
    *,
    seed: ArrayLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def sign(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def sign(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def signbit(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def signbit(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def sin(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def sin(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def sinc(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def sinc(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def sinh(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def sinh(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def size(x: ArrayLike, /) -> int: ...  # type: ignore[overload-overlap]
@overload
def size(x: ArrayLike | Container, /) -> Container: ...
@overload
def sliding_window_view(  # type: ignore[overload-overlap]
    x: ArrayLike,
    window_shape: int | tuple[int, ...],
    /,
    axis: int | tuple[int, ...] | None = None,
    *,
    copy: _bool | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def sliding_window_view(
    x: ArrayLike | Container,
    window_shape: int | tuple[int, ...] | Container,
    /,
    axis: int | tuple[int, ...] | Container | None = None,
    *,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def slogdet(x: ArrayLike, /) -> SlogdetResult: ...  # type: ignore[overload-overlap]
@overload
def slogdet(x: ArrayLike | Container, /) -> Any: ...
@overload
def smooth_l1_loss(  # type: ignore[overload-overlap]
    input: ArrayLike,
    target: ArrayLike,
    /,
    *,
    beta: float = 1.0,
    reduction: str = "mean",
    out: Array | None = None,
) -> Array: ...
@overload
def smooth_l1_loss(
    input: ArrayLike | Container,
    target: ArrayLike | Container,
    /,
    *,
    beta: float | Container = 1.0,
    reduction: str | Container = "mean",
    out: Container | None = None,
) -> Container: ...
@overload
def soft_margin_loss(  # type: ignore[overload-overlap]
    input: ArrayLike, target: ArrayLike, /, *, reduction: str = "mean", out: Array | None = None
) -> Array: ...
@overload
def soft_margin_loss(
    input: ArrayLike | Container,
    target: ArrayLike | Container,
    /,
    *,
    reduction: str | Container = "mean",
    out: Container | None = None,
) -> Container: ...
@overload
def solve(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def solve(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def sort(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | None = -1,
    descending: _bool = False,
    stable: _bool = True,
    out: Array | None = None,
) -> Array: ...
@overload
def sort(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | Container | None = -1,
    descending: _bool | Container = False,
    stable: _bool | Container = True,
    out: Container | None = None,
) -> Container: ...
@overload
def spacing(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def spacing(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def sparse_cross_entropy(  # type: ignore[overload-overlap]
    true: ArrayLike,
    pred: ArrayLike,
    /,
    *,
    axis: int = -1,
    epsilon: float = 1e-07,
    reduction: str = "mean",
    out: Array | None = None,
) -> Array: ...
@overload
def sparse_cross_entropy(
    true: ArrayLike | Container,
    pred: ArrayLike | Container,
    /,
    *,
    axis: int | Container = -1,
    epsilon: float | Container = 1e-07,
    reduction: str | Container = "mean",
    out: Container | None = None,
) -> Container: ...
@overload
def split(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    num_or_size_splits: int | Sequence[int] | None = None,
    axis: int = 0,
    with_remainder: _bool = False,
    copy: _bool | None = None,
) -> list[Array]: ...
@overload
def split(
    x: ArrayLike | Container,
    /,
    *,
    num_or_size_splits: int | Sequence[int] | Container | None = None,
    axis: int | Container = 0,
    with_remainder: _bool | Container = False,
    copy: _bool | Container | None = None,
) -> list[Container]: ...
def split_factor(device: str | None = None, /) -> float: ...
@overload
def split_func_call(  # type: ignore[overload-overlap]
    func: Callable[..., Any],
    inputs: Sequence[ArrayLike],
    mode: str,
    /,
    *,
    max_chunk_size: int | None = None,
    chunk_size: int | None = None,
    input_axes: int | Iterable[int] = 0,
    output_axes: int | Iterable[int] | None = None,
    stop_gradients: _bool = False,
    device: str | None = None,
) -> Array | tuple[Array, ...]: ...
@overload
def split_func_call(
    func: Callable[..., Any] | Container,
    inputs: Sequence[ArrayLike | Container] | Container,
    mode: str | Container,
    /,
    *,
    max_chunk_size: int | Container | None = None,
    chunk_size: int | Container | None = None,
    input_axes: int | Iterable[int] | Container = 0,
    output_axes: int | Iterable[int] | Container | None = None,
    stop_gradients: _bool | Container = False,
    device: str | Container | None = None,
) -> Any: ...
@overload
def sqrt(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def sqrt(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def square(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def square(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def squeeze(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    axis: int | Sequence[int] | None = None,
    *,
    copy: _bool | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def squeeze(
    x: ArrayLike | Container,
    /,
    axis: int | Sequence[int] | Container | None = None,
    *,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def ssim_loss(true: ArrayLike, pred: ArrayLike, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def ssim_loss(
    true: ArrayLike | Container, pred: ArrayLike | Container, *, out: Container | None = None
) -> Container: ...
@overload
def stable_divide(  # type: ignore[overload-overlap]
    numerator: ArrayLike, denominator: ArrayLike, /, *, min_denominator: ArrayLike | None = None
) -> Array | complex: ...
@overload
def stable_divide(
    numerator: ArrayLike | Container,
    denominator: ArrayLike | Container,
    /,
    *,
    min_denominator: ArrayLike | Container | None = None,
) -> Container: ...
@overload
def stable_pow(  # type: ignore[overload-overlap]
    base: ArrayLike,
    exponent: ArrayLike,
    /,
    *,
    min_base: ArrayLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def stable_pow(
    base: ArrayLike | Container,
    exponent: ArrayLike | Container,
    /,
    *,
    min_base: ArrayLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def stack(arrays: Sequence[ArrayLike], /, *, axis: int = 0, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def stack(
    arrays: Sequence[ArrayLike | Container] | Container,
    /,
    *,
    axis: int | Container = 0,
    out: Container | None = None,
) -> Container: ...
@overload
def std(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    correction: float = 0.0,
    keepdims: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def std(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    correction: float | Container = 0.0,
    keepdims: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def stop_gradient(  # type: ignore[overload-overlap]
    x: ArrayLike, /, *, preserve_type: _bool = True, out: Array | None = None
) -> Array: ...
@overload
def stop_gradient(
    x: ArrayLike | Container,
    /,
    *,
    preserve_type: _bool | Container = True,
    out: Container | None = None,
) -> Container: ...
@overload
def strides(x: ArrayLike, /) -> tuple[int, ...]: ...  # type: ignore[overload-overlap]
@overload
def strides(x: ArrayLike | Container, /) -> Container: ...
@overload
def subtract(  # type: ignore[overload-overlap]
    x1: ArrayLike, x2: ArrayLike, /, *, alpha: complex | None = None, out: Array | None = None
) -> Array: ...
@overload
def subtract(
    x1: ArrayLike | Container,
    x2: ArrayLike | Container,
    /,
    *,
    alpha: complex | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def sum(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    dtype: DtypeLike | None = None,
    keepdims: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def sum(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    dtype: DtypeLike | Container | None = None,
    keepdims: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def supports_inplace_updates(x: ArrayLike, /) -> _bool: ...  # type: ignore[overload-overlap]
@overload
def supports_inplace_updates(x: ArrayLike | Container, /) -> Container: ...
@overload
def svd(x: ArrayLike, /, *, full_matrices: _bool = True, compute_uv: _bool = True) -> SVDResult: ...  # type: ignore[overload-overlap]
@overload
def svd(
    x: ArrayLike | Container,
    /,
    *,
    full_matrices: _bool | Container = True,
    compute_uv: _bool | Container = True,
) -> Any: ...
@overload
def svdvals(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def svdvals(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def swapaxes(  # type: ignore[overload-overlap]
    x: ArrayLike, axis0: int, axis1: int, /, *, copy: _bool | None = None, out: Array | None = None
) -> Array: ...
@overload
def swapaxes(
    x: ArrayLike | Container,
    axis0: int | Container,
    axis1: int | Container,
    /,
    *,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def take(  # type: ignore[overload-overlap]
    x: ArrayLike,
    indices: ArrayLike,
    /,
    *,
    axis: int | None = None,
    mode: str = "raise",
    fill_value: complex | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def take(
    x: ArrayLike | Container,
    indices: ArrayLike | Container,
    /,
    *,
    axis: int | Container | None = None,
    mode: str | Container = "raise",
    fill_value: complex | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def take_along_axis(  # type: ignore[overload-overlap]
    x: ArrayLike,
    indices: ArrayLike,
    /,
    axis: int | None = -1,
    *,
    mode: str = "raise",
    out: Array | None = None,
) -> Array: ...
@overload
def take_along_axis(
    x: ArrayLike | Container,
    indices: ArrayLike | Container,
    /,
    axis: int | Container | None = -1,
    *,
    mode: str | Container = "raise",
    out: Container | None = None,
) -> Container: ...
@overload
def tan(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def tan(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def tanh(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def tanh(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def tensordot(  # type: ignore[overload-overlap]
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    *,
    axes: int | tuple[Sequence[int], Sequence[int]] = 2,
    out: Array | None = None,
) -> Array: ...
@overload
def tensordot(
    x1: ArrayLike | Container,
    x2: ArrayLike | Container,
    /,
    *,
    axes: int | tuple[Sequence[int], Sequence[int]] | Container = 2,
    out: Container | None = None,
) -> Container: ...
@overload
def tile(  # type: ignore[overload-overlap]
    x: ArrayLike, repetitions: int | tuple[int, ...], /, *, out: Array | None = None
) -> Array: ...
@overload
def tile(
    x: ArrayLike | Container,
    repetitions: int | tuple[int, ...] | Container,
    /,
    *,
    out: Container | None = None,
) -> Container: ...
@overload
def to_device(  # type: ignore[overload-overlap]
    x: ArrayLike, device: DeviceLike, /, *, stream: int | None = None, out: Array | None = None
) -> Array: ...
@overload
def to_device(
    x: ArrayLike | Container,
    device: DeviceLike | Container,
    /,
    *,
    stream: int | Container | None = None,
    out: Container | None = None,
) -> Container: ...
def to_ivy(
    x: Any, nested: _bool = False, include_derived: _bool | dict[str, _bool] | None = None
) -> Any: ...
def to_ivy_shape(shape: int | Sequence[int]) -> Shape: ...
@overload
def to_list(x: ArrayLike, /) -> list[Any]: ...  # type: ignore[overload-overlap]
@overload
def to_list(x: ArrayLike | Container, /) -> Container: ...
def to_native(
    x: Any,
    nested: _bool = False,
    include_derived: _bool | dict[str, _bool] | None = None,
    cont_inplace: _bool = False,
    to_ignore: type[Any] | tuple[type[Any], ...] | None = None,
) -> Any: ...
def to_native_shape(shape: int | Sequence[int]) -> Any: ...
def to_new_backend(
    x: Any,
    native: _bool = True,
    nested: _bool = False,
    include_derived: _bool | dict[str, _bool] | None = None,
    cont_inplace: _bool = False,
    to_ignore: type[Any] | tuple[type[Any], ...] | None = None,
    shallow: _bool = False,
) -> Any: ...
@overload
def to_numpy(x: ArrayLike, /, *, copy: _bool = True) -> np.ndarray: ...  # type: ignore[overload-overlap]
@overload
def to_numpy(x: ArrayLike | Container, /, *, copy: _bool | Container = True) -> Container: ...
@overload
def to_scalar(x: ArrayLike, /) -> complex: ...  # type: ignore[overload-overlap]
@overload
def to_scalar(x: ArrayLike | Container, /) -> Container: ...
def total_mem_on_dev(device: DeviceLike, /) -> float: ...
def tpu_is_available() -> _bool: ...
@overload
def trace(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    offset: int = 0,
    axis1: int = 0,
    axis2: int = 1,
    dtype: DtypeLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def trace(
    x: ArrayLike | Container,
    /,
    *,
    offset: int | Container = 0,
    axis1: int | Container = 0,
    axis2: int | Container = 1,
    dtype: DtypeLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def tril(x: ArrayLike, /, *, k: int = 0, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def tril(
    x: ArrayLike | Container, /, *, k: int | Container = 0, out: Container | None = None
) -> Container: ...
@overload
def tril_indices(  # type: ignore[overload-overlap]
    n_rows: int, n_cols: int | None = None, k: int = 0, *, device: DeviceLike | None = None
) -> tuple[Array, ...]: ...
@overload
def tril_indices(
    n_rows: int | Container,
    n_cols: int | Container | None = None,
    k: int | Container = 0,
    *,
    device: DeviceLike | Container | None = None,
) -> list[Container]: ...
@overload
def triu(x: ArrayLike, /, *, k: int = 0, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def triu(
    x: ArrayLike | Container, /, *, k: int | Container = 0, out: Container | None = None
) -> Container: ...
@overload
def triu_indices(  # type: ignore[overload-overlap]
    n_rows: int, n_cols: int | None = None, k: int = 0, *, device: DeviceLike | None = None
) -> tuple[Array, ...]: ...
@overload
def triu_indices(
    n_rows: int | Container,
    n_cols: int | Container | None = None,
    k: int | Container = 0,
    *,
    device: DeviceLike | Container | None = None,
) -> list[Container]: ...
@overload
def trunc(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def trunc(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
@overload
def trunc_divide(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def trunc_divide(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /, *, out: Container | None = None
) -> Container: ...
def try_else_none(
    fn: Callable[..., Any], *args: Any, **kwargs: Any
) -> Callable[..., Any] | None: ...
def try_except(
    body1: Callable[..., Any], body2: Callable[..., Any], vars: Iterable[Any]
) -> Any: ...
@overload
def type_promote_arrays(x1: ArrayLike, x2: ArrayLike, /) -> tuple[Array, ...]: ...  # type: ignore[overload-overlap]
@overload
def type_promote_arrays(
    x1: ArrayLike | Container, x2: ArrayLike | Container, /
) -> list[Container]: ...
@overload
def unflatten(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    dim: int,
    shape: tuple[int, ...],
    *,
    copy: _bool | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def unflatten(
    x: ArrayLike | Container,
    /,
    dim: int | Container,
    shape: tuple[int, ...] | Container,
    *,
    copy: _bool | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def unique_all(x: ArrayLike, /) -> UniqueAll: ...  # type: ignore[overload-overlap]
@overload
def unique_all(x: ArrayLike | Container, /) -> Any: ...
@overload
def unique_counts(x: ArrayLike, /) -> UniqueCounts: ...  # type: ignore[overload-overlap]
@overload
def unique_counts(x: ArrayLike | Container, /) -> Any: ...
@overload
def unique_inverse(x: ArrayLike, /) -> UniqueInverse: ...  # type: ignore[overload-overlap]
@overload
def unique_inverse(x: ArrayLike | Container, /) -> Any: ...
@overload
def unique_values(x: ArrayLike, /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def unique_values(x: ArrayLike | Container, /, *, out: Container | None = None) -> Container: ...
def unset_array_mode() -> None: ...
def unset_default_complex_dtype() -> None: ...
def unset_default_device() -> None: ...
def unset_default_dtype() -> None: ...
def unset_default_float_dtype() -> None: ...
def unset_default_int_dtype() -> None: ...
def unset_default_uint_dtype() -> None: ...
def unset_exception_trace_mode() -> None: ...
def unset_inplace_mode() -> None: ...
def unset_min_base() -> None: ...
def unset_min_denominator() -> None: ...
def unset_nestable_mode() -> None: ...
def unset_precise_mode() -> None: ...
def unset_queue_timeout() -> None: ...
def unset_shape_array_mode() -> None: ...
def unset_show_func_wrapper_trace_mode() -> None: ...
def unset_soft_device_mode() -> None: ...
def unset_tmp_dir() -> None: ...
@overload
def unstack(  # type: ignore[overload-overlap]
    x: ArrayLike, /, *, axis: int = 0, keepdims: _bool = False, copy: _bool | None = None
) -> tuple[Array, ...]: ...
@overload
def unstack(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | Container = 0,
    keepdims: _bool | Container = False,
    copy: _bool | Container | None = None,
) -> list[Container]: ...
def used_mem_on_dev(device: DeviceLike, /, *, process_specific: _bool = False) -> float: ...
def valid_dtype(dtype_in: str | None, /) -> _bool: ...
def value_and_grad(func: Callable[..., Any]) -> Callable[..., Any]: ...
@overload
def value_is_nan(x: ArrayLike, /, *, include_infs: _bool = True) -> _bool: ...  # type: ignore[overload-overlap]
@overload
def value_is_nan(
    x: ArrayLike | Container, /, *, include_infs: _bool | Container = True
) -> Container: ...
@overload
def var(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    correction: float = 0.0,
    keepdims: _bool = False,
    out: Array | None = None,
) -> Array: ...
@overload
def var(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | tuple[int, ...] | Container | None = None,
    correction: float | Container = 0.0,
    keepdims: _bool | Container = False,
    out: Container | None = None,
) -> Container: ...
@overload
def vecdot(  # type: ignore[overload-overlap]
    x1: ArrayLike, x2: ArrayLike, /, *, axis: int = -1, out: Array | None = None
) -> Array: ...
@overload
def vecdot(
    x1: ArrayLike | Container,
    x2: ArrayLike | Container,
    /,
    *,
    axis: int | Container = -1,
    out: Container | None = None,
) -> Container: ...
@overload
def vector_norm(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: _bool = False,
    ord: int | float = 2,
    dtype: DtypeLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def vector_norm(
    x: ArrayLike | Container,
    /,
    *,
    axis: int | Sequence[int] | Container | None = None,
    keepdims: _bool | Container = False,
    ord: int | float | Container = 2,
    dtype: DtypeLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
def vjp(func: Callable[..., Any], *primals: Any) -> tuple[Any, Callable[..., Any]]: ...
def vmap(
    func: Callable[..., Any], in_axes: int | Sequence[int | None] | None = 0, out_axes: int = 0
) -> Callable[..., Any]: ...
@overload
def vsplit(  # type: ignore[overload-overlap]
    x: ArrayLike, indices_or_sections: int | Sequence[int], /, *, copy: _bool | None = None
) -> list[Array]: ...
@overload
def vsplit(
    x: ArrayLike | Container,
    indices_or_sections: int | Sequence[int] | Container,
    /,
    *,
    copy: _bool | Container | None = None,
) -> list[Container]: ...
@overload
def vstack(arrays: Sequence[ArrayLike], /, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def vstack(
    arrays: Sequence[ArrayLike | Container] | Container, /, *, out: Container | None = None
) -> Container: ...
@overload
def wasserstein_loss_discriminator(  # type: ignore[overload-overlap]
    p_real: ArrayLike, p_fake: ArrayLike, *, out: Array | None = None
) -> Array: ...
@overload
def wasserstein_loss_discriminator(
    p_real: ArrayLike | Container, p_fake: ArrayLike | Container, *, out: Container | None = None
) -> Container: ...
@overload
def wasserstein_loss_generator(pred_fake: ArrayLike, *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def wasserstein_loss_generator(
    pred_fake: ArrayLike | Container, *, out: Container | None = None
) -> Container: ...
@overload
def where(  # type: ignore[overload-overlap]
    condition: ArrayLike, x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None
) -> Array: ...
@overload
def where(
    condition: ArrayLike | Container,
    x1: ArrayLike | Container,
    x2: ArrayLike | Container,
    /,
    *,
    out: Container | None = None,
) -> Container: ...
def while_loop(test_fn: Callable[..., Any], body_fn: Callable[..., Any], vars: Any) -> Any: ...
def with_backend(backend: str) -> AbstractContextManager[types.ModuleType]: ...
@overload
def zero_pad(x: ArrayLike, /, pad_width: Sequence[Any], *, out: Array | None = None) -> Array: ...  # type: ignore[overload-overlap]
@overload
def zero_pad(
    x: ArrayLike | Container,
    /,
    pad_width: Sequence[Any] | Container,
    *,
    out: Container | None = None,
) -> Container: ...
@overload
def zeros(  # type: ignore[overload-overlap]
    shape: ShapeLike,
    *,
    dtype: DtypeLike | None = None,
    device: DeviceLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def zeros(
    shape: ShapeLike | Container,
    *,
    dtype: DtypeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...
@overload
def zeros_like(  # type: ignore[overload-overlap]
    x: ArrayLike,
    /,
    *,
    dtype: DtypeLike | None = None,
    device: DeviceLike | None = None,
    out: Array | None = None,
) -> Array: ...
@overload
def zeros_like(
    x: ArrayLike | Container,
    /,
    *,
    dtype: DtypeLike | Container | None = None,
    device: DeviceLike | Container | None = None,
    out: Container | None = None,
) -> Container: ...

set_framework = set_backend
unset_backend = previous_backend

class _Fft:
    @overload
    def __call__(  # type: ignore[overload-overlap]
        self,
        x: ArrayLike,
        /,
        *,
        n: int | None = None,
        axis: int = -1,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    @overload
    def __call__(
        self,
        x: ArrayLike | Container,
        /,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
    ) -> Container: ...
    @overload
    @staticmethod
    def fft(  # type: ignore[overload-overlap]
        x: ArrayLike,
        /,
        *,
        n: int | None = None,
        axis: int = -1,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    @overload
    @staticmethod
    def fft(
        x: ArrayLike | Container,
        /,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
    ) -> Container: ...
    @overload
    @staticmethod
    def fftfreq(  # type: ignore[overload-overlap]
        n: int,
        /,
        *,
        d: float = 1.0,
        dtype: DtypeLike | None = None,
        device: DeviceLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    @overload
    @staticmethod
    def fftfreq(
        n: int | Container,
        /,
        *,
        d: float | Container = 1.0,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
    ) -> Container: ...
    @overload
    @staticmethod
    def fftn(  # type: ignore[overload-overlap]
        x: ArrayLike,
        /,
        *,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = None,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    @overload
    @staticmethod
    def fftn(
        x: ArrayLike | Container,
        /,
        *,
        s: Sequence[int] | Container | None = None,
        axes: Sequence[int] | Container | None = None,
        norm: str | Container = "backward",
        out: Container | None = None,
    ) -> Container: ...
    @overload
    @staticmethod
    def fftshift(  # type: ignore[overload-overlap]
        x: ArrayLike, /, *, axes: int | Sequence[int] | None = None, out: Array | None = None
    ) -> Array: ...
    @overload
    @staticmethod
    def fftshift(
        x: ArrayLike | Container,
        /,
        *,
        axes: int | Sequence[int] | Container | None = None,
        out: Container | None = None,
    ) -> Container: ...
    @overload
    @staticmethod
    def hfft(  # type: ignore[overload-overlap]
        x: ArrayLike,
        /,
        *,
        n: int | None = None,
        axis: int = -1,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    @overload
    @staticmethod
    def hfft(
        x: ArrayLike | Container,
        /,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
    ) -> Container: ...
    @overload
    @staticmethod
    def ifft(  # type: ignore[overload-overlap]
        x: ArrayLike,
        /,
        *,
        n: int | None = None,
        axis: int = -1,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    @overload
    @staticmethod
    def ifft(
        x: ArrayLike | Container,
        /,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
    ) -> Container: ...
    @overload
    @staticmethod
    def ifftn(  # type: ignore[overload-overlap]
        x: ArrayLike,
        /,
        *,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = None,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    @overload
    @staticmethod
    def ifftn(
        x: ArrayLike | Container,
        /,
        *,
        s: Sequence[int] | Container | None = None,
        axes: Sequence[int] | Container | None = None,
        norm: str | Container = "backward",
        out: Container | None = None,
    ) -> Container: ...
    @overload
    @staticmethod
    def ifftshift(  # type: ignore[overload-overlap]
        x: ArrayLike, /, *, axes: int | Sequence[int] | None = None, out: Array | None = None
    ) -> Array: ...
    @overload
    @staticmethod
    def ifftshift(
        x: ArrayLike | Container,
        /,
        *,
        axes: int | Sequence[int] | Container | None = None,
        out: Container | None = None,
    ) -> Container: ...
    @overload
    @staticmethod
    def ihfft(  # type: ignore[overload-overlap]
        x: ArrayLike,
        /,
        *,
        n: int | None = None,
        axis: int = -1,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    @overload
    @staticmethod
    def ihfft(
        x: ArrayLike | Container,
        /,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
    ) -> Container: ...
    @overload
    @staticmethod
    def irfft(  # type: ignore[overload-overlap]
        x: ArrayLike,
        /,
        *,
        n: int | None = None,
        axis: int = -1,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    @overload
    @staticmethod
    def irfft(
        x: ArrayLike | Container,
        /,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
    ) -> Container: ...
    @overload
    @staticmethod
    def irfftn(  # type: ignore[overload-overlap]
        x: ArrayLike,
        /,
        *,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = None,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    @overload
    @staticmethod
    def irfftn(
        x: ArrayLike | Container,
        /,
        *,
        s: Sequence[int] | Container | None = None,
        axes: Sequence[int] | Container | None = None,
        norm: str | Container = "backward",
        out: Container | None = None,
    ) -> Container: ...
    @overload
    @staticmethod
    def rfft(  # type: ignore[overload-overlap]
        x: ArrayLike,
        /,
        *,
        n: int | None = None,
        axis: int = -1,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    @overload
    @staticmethod
    def rfft(
        x: ArrayLike | Container,
        /,
        *,
        n: int | Container | None = None,
        axis: int | Container = -1,
        norm: str | Container = "backward",
        out: Container | None = None,
    ) -> Container: ...
    @overload
    @staticmethod
    def rfftfreq(  # type: ignore[overload-overlap]
        n: int,
        /,
        *,
        d: float = 1.0,
        dtype: DtypeLike | None = None,
        device: DeviceLike | None = None,
        out: Array | None = None,
    ) -> Array: ...
    @overload
    @staticmethod
    def rfftfreq(
        n: int | Container,
        /,
        *,
        d: float | Container = 1.0,
        dtype: DtypeLike | Container | None = None,
        device: DeviceLike | Container | None = None,
        out: Container | None = None,
    ) -> Container: ...
    @overload
    @staticmethod
    def rfftn(  # type: ignore[overload-overlap]
        x: ArrayLike,
        /,
        *,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = None,
        norm: str = "backward",
        out: Array | None = None,
    ) -> Array: ...
    @overload
    @staticmethod
    def rfftn(
        x: ArrayLike | Container,
        /,
        *,
        s: Sequence[int] | Container | None = None,
        axes: Sequence[int] | Container | None = None,
        norm: str | Container = "backward",
        out: Container | None = None,
    ) -> Container: ...

fft: _Fft
